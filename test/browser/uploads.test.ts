// Sending files: paused and resumed, continued after the connection broke, cancelled, and refused before a byte is sent.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { libraryOf } from '../support/composer.ts'
import { CONNECTIONS, ok } from '../support/dashboard-samples.ts'
import { type Script, type ScriptedDashboard, signedIn } from '../support/scripted-dashboard.ts'

const MIB = 1024 * 1024
const PARTS = [8 * MIB, 8 * MIB, MIB]
const SIZE = 17 * MIB

const COMPLETED = ok({
  id: 'm1',
  object_key: 'm1.mp4',
  content_type: 'video/mp4',
  size_bytes: SIZE,
  title: 'film.mp4',
  alt_text: 'film.mp4',
  version: 1,
  created_at: 1,
})

let visits: Visits
const folder = mkdtempSync(join(tmpdir(), 'uploads-'))
const film = join(folder, 'film.mp4')
const endless = join(folder, 'endless.mp4')

beforeAll(async () => {
  for (const [file, size] of [
    [film, SIZE],
    [endless, 5 * 1024 ** 3 + 1],
  ] as const) {
    writeFileSync(file, '')
    truncateSync(file, size)
  }
  visits = await launchBrowser()
})

afterAll(async () => {
  await visits.end()
  rmSync(folder, { recursive: true })
})

/** A session as the service keeps it; `sent` are the parts that arrived, in their order. */
function session(dashboard: ScriptedDashboard): { sent: number[]; script: Script } {
  const sent: number[] = []
  const parts = () =>
    PARTS.map((size_bytes, at) => ({
      number: at + 1,
      first_byte: at * 8 * MIB,
      size_bytes,
      arrived: sent.includes(at + 1),
      upload_url: `${dashboard.url}/api/part/${at + 1}`,
      headers: { 'If-None-Match': '*' },
    }))
  const put = (number: number) => () => {
    sent.push(number)
    return { status: 200 }
  }
  const script: Script = {
    'POST /v1/media/uploads': ok({ id: 'm1', upload_url: null, headers: null, part_bytes: 8 * MIB, part_count: 3 }),
    'GET /v1/media/uploads/m1': () => ok({ id: 'm1', parts: parts() }),
    'PUT /part/1': put(1),
    'PUT /part/2': put(2),
    'PUT /part/3': put(3),
    'POST /v1/media/uploads/m1/complete': COMPLETED,
    'DELETE /v1/media/uploads/m1': ok({}),
  }
  return { sent, script }
}

const library: Script = {
  ...signedIn(),
  'GET /v1/media/users': libraryOf([]),
}

async function begin(more: Script = {}, view: 'wide' | 'narrow' = 'wide') {
  const opened = await openScripted(visits, '/media', library, view)
  const { sent, script } = session(opened.dashboard)
  opened.dashboard.answer({ ...script, ...more })
  const input = opened.page.locator('input[type=file]')
  await input.setInputFiles(film)
  const list = opened.page.getByRole('list', { name: view === 'wide' ? 'Uploads' : '업로드' })
  const asked = (what: string) =>
    opened.dashboard.requests.filter(({ method, path }) => `${method} ${path}` === what).length
  return { ...opened, sent, script, list, asked }
}

describe('a large file', () => {
  test('is paused, and resumed where it stood', async () => {
    const { page, dashboard, sent, script, list, asked } = await begin({ 'PUT /part/2': 'hang' })
    await expect.poll(() => asked('PUT /part/2')).toBe(1)
    await list.locator('video').waitFor()
    await page.getByRole('button', { name: 'Pause the upload of film.mp4' }).click()
    await list.getByText('Paused').waitFor()
    dashboard.answer({ 'PUT /part/2': script['PUT /part/2']! })
    const resume = page.getByRole('button', { name: 'Resume the upload of film.mp4' })
    // The button stays where it is, so the keyboard stays on it.
    expect(await resume.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await list.waitFor({ state: 'detached' })
    expect(sent).toEqual([1, 2, 3])
    expect(asked('PUT /part/1')).toBe(1)
    const sizes = dashboard.requests
      .filter(({ method }) => method === 'PUT')
      .map(({ headers }) => headers['content-length'])
    expect(new Set(sizes)).toEqual(new Set(PARTS.map(String)))
    expect(asked('POST /v1/media/uploads')).toBe(1)
    expect(asked('POST /v1/media/uploads/m1/complete')).toBe(1)
  })

  test('that is being sent for a post is still part of it when the person comes back to it', async () => {
    const opened = await openScripted(visits, '/compose', {
      ...library,
      'GET /v1/accounts/connections': ok(CONNECTIONS),
    })
    const { page, dashboard } = opened
    const { script } = session(dashboard)
    dashboard.answer({ ...script, 'PUT /part/2': 'hang' })
    await page.locator('input[type=file]').setInputFiles(film)
    const media = page.getByRole('list', { name: 'Order of the media' })
    await media.getByText('film.mp4').waitFor()
    await page.getByText('Saved in this browser.').waitFor()
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await page.getByRole('button', { name: 'Pause the upload of film.mp4' }).click()
    await page.getByRole('link', { name: 'New post' }).click()
    await media.getByText('film.mp4').waitFor()
    dashboard.answer({ 'PUT /part/2': script['PUT /part/2']! })
    await page.getByRole('button', { name: 'Resume the upload of film.mp4' }).click()
    await page.getByRole('button', { name: 'Remove film.mp4' }).waitFor()
    // It is another page then, which sends nothing.
    await page.getByText('Saved in this browser.').waitFor()
    await page.reload()
    await media.getByText('film.mp4').waitFor()
    // One that was on its way cannot be: the post must not go out without it unnoticed.
    dashboard.answer({ 'POST /v1/media/uploads': 'hang' })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.of(1) })
    await media.getByText('a.jpg').waitFor()
    await page.getByText('Saved in this browser.').waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await media.getByText('film.mp4').waitFor()
    await page.getByText('1 file of this post is missing', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Remove film.mp4' }).click()
    await page.getByText('1 file of this post is missing', { exact: false }).waitFor({ state: 'detached' })
  })

  test('is given up before the team is switched, also from another tab: nothing of it is sent for the other team', {
    tags: 'deep',
  }, async () => {
    const teams = [
      { id: '0a11', name: 'Demo', role: 'admin' },
      { id: '0b22', name: 'Harbor', role: 'admin' },
    ]
    let owner = teams[0]!
    const switching: Script[string] = ({ json }) => {
      owner = teams.find(({ id }) => id === (json as { owner_id: string }).owner_id)!
      return ok({})
    }
    const known = library['GET /v1/session'] as { body: { data: object } }
    const { page, visitor, dashboard } = await openScripted(visits, '/media', {
      ...library,
      'GET /v1/session': () => ok({ ...known.body.data, owner, owners: teams }),
      'PATCH /v1/session': switching,
    })
    dashboard.answer({ ...session(dashboard).script, 'PUT /part/2': 'hang' })
    const asked = (what: string) => dashboard.requests.filter(({ method, path }) => `${method} ${path}` === what).length
    // A question of the browser itself would let people stay on a page of a team that the session no longer works for.
    const stayed: string[] = []
    page.on('dialog', (dialog) => {
      stayed.push(dialog.type())
      void dialog.dismiss()
    })
    const switchTo = async (name: string, at = page) => {
      await at.getByRole('button', { name: /Switch to another/ }).click()
      await at.getByRole('button', { name }).click()
    }
    const uploading = () => expect.poll(() => asked('PUT /part/2')).toBe(1)
    await page.locator('input[type=file]').setInputFiles(film)
    await uploading()
    await switchTo('Harbor')
    const question = page.getByRole('dialog', { name: 'Switch to Harbor?' })
    await question.getByText('Files that are still being sent are given up.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(asked('PATCH /v1/session')).toBe(0)
    // While it is not known whether it is done, no further file is begun.
    dashboard.answer({ 'PATCH /v1/session': 'hang' })
    await switchTo('Harbor')
    await question.getByRole('button', { name: 'Switch' }).click()
    await expect.poll(() => asked('PATCH /v1/session')).toBe(1)
    await page.locator('input[type=file]').setInputFiles(film)
    owner = teams[1]!
    dashboard.answer({ 'PATCH /v1/session': switching })
    dashboard.hangUp()
    await page.waitForURL((url) => url.pathname !== '/media')
    expect(asked('POST /v1/media/uploads')).toBe(1)

    await page.goto(`${dashboard.url}/media`)
    dashboard.requests.length = 0
    await page.locator('input[type=file]').setInputFiles(film)
    await uploading()
    const other = await visitor.context.newPage()
    await other.goto(`${dashboard.url}/keys`)
    await switchTo('Demo', other)
    await page.waitForURL((url) => url.pathname !== '/media')
    // Somebody who works for another team signs in there.
    await page.goto(`${dashboard.url}/media`)
    await page.getByRole('button', { name: 'Owner: Demo. Switch to another' }).waitFor()
    owner = teams[1]!
    await other.goto(`${dashboard.url}/keys`)
    await page.waitForURL((url) => url.pathname !== '/media')
    expect(stayed).toEqual([])
    expect(asked('POST /v1/media/uploads/m1/complete')).toBe(0)
  })

  test('goes on by itself when the connection is back', { tags: 'deep' }, async () => {
    const { visitor, sent, script, list, dashboard, asked } = await begin({ 'PUT /part/2': 'hang' })
    await expect.poll(() => asked('PUT /part/2')).toBe(1)
    await visitor.context.setOffline(true)
    await list.getByText('The connection is lost. The upload continues automatically.').waitFor()
    expect(
      await list.getByRole('progressbar').evaluate((bar) => (bar as HTMLProgressElement).value),
    ).toBeGreaterThanOrEqual(8 * MIB)
    dashboard.answer({ 'PUT /part/2': script['PUT /part/2']! })
    await visitor.context.setOffline(false)
    await list.waitFor({ state: 'detached' })
    expect(sent).toEqual([1, 2, 3])
  })

  test('is tried again by itself where the connection breaks, and by the person where it stays broken', async () => {
    const { page, dashboard, sent, script, list, asked } = await begin({ 'PUT /part/3': { status: 503 } })
    // Each time that the browser says it is online is a try at once.
    const alerts = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      return list.getByRole('alert').count()
    }
    await expect.poll(alerts).toBe(1)
    expect(asked('PUT /part/3')).toBe(4)
    dashboard.answer({ 'PUT /part/3': script['PUT /part/3']! })
    await page.getByRole('button', { name: 'Try again to upload film.mp4' }).click()
    await list.waitFor({ state: 'detached' })
    expect(sent).toEqual([1, 2, 3])
    expect(asked('POST /v1/media/uploads')).toBe(1)
  })

  test('is aborted together with the bytes that have arrived', async () => {
    const { page, list, asked } = await begin({ 'PUT /part/2': 'hang' })
    await expect.poll(() => asked('PUT /part/2')).toBe(1)
    await page.getByRole('button', { name: 'Cancel the upload of film.mp4' }).click()
    await list.waitFor({ state: 'detached' })
    await expect.poll(() => asked('DELETE /v1/media/uploads/m1')).toBe(1)
    expect(asked('POST /v1/media/uploads/m1/complete')).toBe(0)
  })

  test('whose completion was not answered is the same one', { tags: 'deep' }, async () => {
    let tries = 0
    const { sent, list, asked } = await begin({
      'POST /v1/media/uploads/m1/complete': () => {
        tries += 1
        return tries === 1 ? { status: 503, body: {} } : COMPLETED
      },
    })
    await list.waitFor({ state: 'detached' })
    expect(sent).toEqual([1, 2, 3])
    expect(asked('POST /v1/media/uploads/m1/complete')).toBe(2)
  })

  test.each(['wide', 'narrow'] as const)('is accessible and fits, seen %s', async (view) => {
    const { visitor, list, asked, page } = await begin({ 'PUT /part/2': 'hang' }, view)
    await expect.poll(() => asked('PUT /part/2')).toBe(1)
    await list.locator('video').waitFor()
    await visitor.screenshot('uploads')
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
  })
})

describe('files', () => {
  test('are sent three at a time', async () => {
    const { page, dashboard } = await openScripted(visits, '/media', library)
    let begun = 0
    dashboard.answer({
      'POST /v1/media/uploads': () => {
        begun += 1
        return ok({ id: `m${begun}`, upload_url: `${dashboard.url}/api/put`, headers: {} })
      },
      'PUT /put': 'hang',
    })
    const files = ['a', 'b', 'c', 'd'].map((name) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from('123'),
    }))
    await page.locator('input[type=file]').setInputFiles(files)
    const list = page.getByRole('list', { name: 'Uploads' })
    await expect.poll(() => dashboard.requests.filter(({ method }) => method === 'PUT').length).toBe(3)
    await list.getByRole('listitem').filter({ hasText: 'd.jpg' }).getByText('Waiting').waitFor()
    expect(begun).toBe(3)
    // One that is paused makes room for the next.
    await page.getByRole('button', { name: 'Pause the upload of a.jpg' }).click()
    await expect.poll(() => dashboard.requests.filter(({ method }) => method === 'PUT').length).toBe(4)
  })

  test('that are too large, empty or of another type are refused before a byte is sent', async () => {
    const { page, dashboard } = await openScripted(visits, '/media', {
      ...library,
      'GET /v1/accounts/connections': ok(CONNECTIONS),
    })
    await page.locator('input[type=file]').setInputFiles(endless)
    await page.getByText('endless.mp4 is larger than 5 GB').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'no.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) })
    await page.getByText('no.jpg is empty.').waitFor()
    await page.goto(`${dashboard.url}/compose`)
    await page
      .getByLabel('Add media')
      .setInputFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') })
    await page.getByText('song.mp3 has a type that this post does not support.').waitFor()
    expect(dashboard.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
