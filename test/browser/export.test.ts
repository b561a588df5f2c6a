// Everything of a team, taken along by an admin: the same as the operator's command writes, paused, gone on with after a reload,
// and as ZIP files where a browser writes to no folder.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Download, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { ok } from '../support/dashboard-samples.ts'
import { mouse, signIn } from '../support/hands.ts'
import { picture, upload } from '../support/posting.ts'
import {
  refusal,
  type Script,
  type ScriptedDashboard,
  type ScriptedRequest,
  signedIn,
  startScriptedDashboard,
} from '../support/scripted-dashboard.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let visits: Visits
let local: SharedLocal
let folder: string
beforeAll(async () => {
  ;[visits, local, folder] = await Promise.all([
    launchBrowser(),
    sharedLocal({ people: true }),
    mkdtemp(join(tmpdir(), 'export-of-browser-')),
  ])
})
afterAll(async () => {
  await visits?.end()
  await rm(folder, { recursive: true, force: true })
})

/** Nobody can answer the browser's own question for a folder here: its private one takes the place, which works alike. */
const givesFolder = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() })
  })
const givesNoFolder = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: undefined })
  })

/** The files of the exports in that folder by their names: records as texts, others as hashes. */
const written = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {}
    const walk = async (folder: FileSystemDirectoryHandle) => {
      for await (const entry of (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
        if (entry.kind === 'directory') await walk(entry as FileSystemDirectoryHandle)
        else {
          const file = await (entry as FileSystemFileHandle).getFile()
          const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
          found[entry.name] = /json/.test(entry.name)
            ? await file.text()
            : Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
        }
      }
    }
    await walk(await navigator.storage.getDirectory())
    return found
  })

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Export everything' })
const openDialog = (page: Page) => page.getByRole('button', { name: 'Export everything' }).click()

test('writes the same into a folder as the operator’s command does', { tags: 'deep' }, async () => {
  await upload(local, await picture(), 'kept.jpg', 'image/jpeg')
  const { page, expectAccessible, screenshot, end } = await visits.visit()
  await givesFolder(page)
  await page.goto(`${local.session.dashboard_url}/team?lang=en`)
  await signIn(page, mouse, local.session.sign_in!)
  await openDialog(page)
  const dialog = dialogOf(page)
  await dialog.getByText('Not inside: tokens').waitFor()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Choose a folder and start' }).click()
  await dialog.getByText('The export is complete.').waitFor()
  await screenshot('export-done')

  const ours = await written(page)
  await local.command('owner', 'export', local.owner, '--to', folder)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))
  // Told as it is read: who is signed in, requests, and the exports themselves.
  const moves = ['usage.jsonl', 'activity.jsonl', 'members.jsonl', 'owner.jsonl', 'keys.jsonl', 'insights.jsonl']
  let compared = 0
  for (const name of names.filter((each) => !moves.includes(each))) {
    const theirs = linesOf(await readFile(join(folder, name), 'utf8'))
    expect(linesOf(ours[name] ?? '').length, name).toBe(theirs.length)
    expect(linesOf(ours[name] ?? ''), name).toEqual(expect.arrayContaining(theirs))
    compared += theirs.length
  }
  expect(compared).toBeGreaterThan(1)
  const files = await readdir(join(folder, 'files'))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) {
    const theirs = createHash('sha256').update(await readFile(join(folder, 'files', name)))
    expect(ours[name]).toBe(theirs.digest('hex'))
  }
  expect(linesOf(ours['activity.jsonl']!)).toContainEqual(expect.objectContaining({ action: 'owner.exported' }))
  expect(JSON.parse(ours['export.json']!)).toMatchObject({ files: files.length, missing: [] })
  await end()
})

/** Pages of records as the service would give them: `at` records of posts each, and one file. */
const PAGES = 4
const BYTES = 'b'.repeat(1000)
const pageAt = (at: number) => ({
  records: [
    { kind: 'posts', record: { id: `post-${at}` } },
    { kind: 'media', record: { id: `file-${at}`, object_key: `file-${at}.jpg`, size_bytes: 1000, status: 'active' } },
  ],
  next: at + 1 < PAGES ? `place-${at + 1}` : null,
})
const askedFor = ({ path }: ScriptedRequest) => Number(/place-(\d)/.exec(path)?.[1] ?? 0)
const SERVICE: Script = {
  ...signedIn(),
  'GET /v1/team': ok({ members: [], invitations: [] }),
  'GET /v1/exports/records': (request) => ok(pageAt(askedFor(request))),
  ...Object.fromEntries(
    Array.from({ length: PAGES }, (_, at) => [
      `GET /v1/media/file-${at}`,
      {
        status: 206,
        headers: { 'Content-Type': 'image/jpeg', 'Content-Range': 'bytes 0-999/1000' },
        body: BYTES,
      },
    ]),
  ),
}

const openTeam = async (script: Script, prepare: (page: Page) => Promise<unknown>) => {
  const opened = await openScripted(visits, '/blank', script, 'wide', { acceptDownloads: true })
  await prepare(opened.page)
  await opened.page.goto(`${opened.dashboard.url}/team?lang=en`)
  await openDialog(opened.page)
  return { ...opened, dialog: dialogOf(opened.page) }
}

const asked = (requests: readonly ScriptedRequest[], path: RegExp) =>
  requests.filter(({ path: each }) => path.test(each)).map(({ path: each }) => each)

/** A profile on disk: Chromium ends where a page of a private profile reads a folder that it kept. */
async function onDisk(script: Script): Promise<{ page: Page; dashboard: ScriptedDashboard }> {
  const { path, args, env } = inject('chromium')
  const profile = await mkdtemp(join(tmpdir(), 'profile-'))
  const dashboard = await startScriptedDashboard(script)
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: path,
    args,
    env: { ...process.env, ...env },
    locale: 'en-US',
  })
  onTestFinished(async () => {
    await context.close()
    await dashboard.end()
    await rm(profile, { recursive: true, force: true })
  })
  const page = await context.newPage()
  await givesFolder(page)
  await page.goto(`${dashboard.url}/team?lang=en`)
  return { page, dashboard }
}

test('goes on after a pause and a reload where it stood: nothing twice, nothing left out', {
  tags: 'deep',
}, async () => {
  const { page, dashboard } = await onDisk({ ...SERVICE, 'GET /v1/media/file-2': 'hang' })
  await openDialog(page)
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Choose a folder and start' }).click()
  await expect.poll(() => asked(dashboard.requests, /file-2/).length).toBe(1)
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await dialog.getByText('Paused.').waitFor()

  dashboard.begin(SERVICE)
  await page.reload()
  await openDialog(page)
  await dialog.getByText('is not finished').waitFor()
  await dialog.getByText('6 records, 2 files').waitFor()
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByText('The export is complete.').waitFor()
  expect(asked(dashboard.requests, /exports|media\//)).toEqual([
    '/v1/media/file-2',
    '/v1/exports/records?after=place-3',
    '/v1/media/file-3',
  ])
  const files = await written(page)
  expect(linesOf(files['posts.jsonl']!)).toEqual([0, 1, 2, 3].map((at) => ({ id: `post-${at}` })))
  expect(
    Object.keys(files)
      .filter((name) => name.endsWith('.jpg'))
      .sort(),
  ).toEqual([0, 1, 2, 3].map((at) => `file-${at}.jpg`))
  expect(JSON.parse(files['export.json']!)).toMatchObject({ records: { posts: 4, media: 4 }, files: 4 })
})

test('says why it stopped, keeps what it has, and names the files that are gone', { tags: 'deep' }, async () => {
  const { page, dashboard, dialog } = await openTeam(
    {
      ...SERVICE,
      'GET /v1/media/file-1': refusal(404, 'not_found', 'There is no media with this id, or it was deleted.'),
      'GET /v1/media/file-2': refusal(403, 'role_required', 'This needs the role admin.'),
    },
    givesFolder,
  )
  await dialog.getByRole('button', { name: 'Choose a folder and start' }).click()
  await dialog.getByRole('alert').getByText('admin', { exact: false }).waitFor()
  await dialog.getByText('The export stopped. What was written so far is kept.').waitFor()
  await dialog.getByText('1 file is not in the storage any more').waitFor()
  dashboard.answer({ ...SERVICE })
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByText('The export is complete.').waitFor()
  expect(JSON.parse((await written(page))['export.json']!)).toMatchObject({ files: 3, missing: ['file-1'] })
})

test('comes as a ZIP file where the browser writes to no folder', { tags: 'deep' }, async () => {
  const { page, dialog } = await openTeam(SERVICE, givesNoFolder)
  await dialog.getByText('This browser cannot write to a folder').waitFor()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Start' }).click()
  const download: Download = await saved
  await dialog.getByText('It was saved as 1 ZIP file.').waitFor()
  expect(download.suggestedFilename()).toMatch(/^export-Demo-\d{8}-\d{6}-1\.zip$/)
  const zip = await readFile(await download.path())
  // Files lie in it as they are.
  for (const at of [0, 1, 2, 3]) expect(zip.includes(`files/file-${at}.jpg`)).toBe(true)
  expect(zip.toString('latin1').split(BYTES).length - 1).toBe(4)
  expect(zip.includes([0, 1, 2, 3].map((at) => `{"id":"post-${at}"}\n`).join(''))).toBe(true)
})

test('is offered to admins alone', async () => {
  const { page } = await openScripted(visits, '/team?lang=en', { ...SERVICE, ...signedIn('editor') })
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  await page.getByText('Only admins').waitFor()
  expect(await page.getByRole('button', { name: 'Export everything' }).count()).toBe(0)
})
