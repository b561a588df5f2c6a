// The long way through the real service, by mouse and again by keyboard alone: a large video is sent, a carousel scheduled,
// found, moved, a failed post retried, a webhook replayed. And what holds in every zone and for all answers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, type Visitor, type Visits } from '../support/browser.ts'
import { type Hands, keyboard, mouse, signIn, tabTo } from '../support/hands.ts'
import { eventually, type Local, startLocal } from '../support/local.ts'
import { busyKey, clip, connect, ended, type Json, picture, post, readPost, upload } from '../support/posting.ts'

const MIB = 1024 * 1024
const DAY = 86_400_000

let visits: Visits
let local: Local
let key: string
let receiver: Server
const received: string[] = []
const visitors: Visitor[] = []
const folder = mkdtempSync(join(tmpdir(), 'long-way-'))
const film = join(folder, 'film.mp4')
const bytes = (() => {
  const start = clip()
  const rest = Buffer.alloc(40 * MIB - start.length, 3)
  rest.writeUInt32BE(rest.length, 0)
  rest.write('free', 4, 'latin1')
  return Buffer.concat([start, rest])
})()

beforeAll(async () => {
  writeFileSync(film, bytes)
  receiver = createServer((request, response) => {
    received.push(`${request.url} ${request.headers['webhook-id']}`)
    request.resume()
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  ;[visits, local] = await Promise.all([
    launchBrowser(),
    startLocal({ env: { PUBLISH_POLL_MS: '100', URL_UPLOAD_ALLOW_HOSTS: host } }),
  ])
  key = await busyKey(local)
  for (const name of ['first.jpg', 'second.jpg']) await upload(local, await picture(1080, 1350), name, 'image/jpeg')
})

afterAll(async () => {
  await visits?.end()
  await local?.end()
  receiver?.closeAllConnections()
  receiver?.close()
  rmSync(folder, { recursive: true, force: true })
})

afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.end()
})

const arrive = async (path: string, hands: Hands = mouse, timezoneId = 'UTC'): Promise<Visitor> => {
  const visitor = await visits.visit('wide', { timezoneId })
  visitors.push(visitor)
  await visitor.page.goto(`${local.session.dashboard_url}${path}`)
  await signIn(visitor.page, hands, local.session.sign_in!)
  await visitor.page.getByRole('navigation', { name: 'Main' }).waitFor()
  return visitor
}

const dashboard = (page: Page, path: string) => page.goto(`${local.session.dashboard_url}${path}`)

/** The title is made of the first words, unless one gives it. */
async function giveTitle(page: Page, hands: Hands, title: string): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Title', exact: true }))
  await hands.type(page.getByRole('textbox', { name: 'Title' }), title)
}

/** A text to Threads as it is composed, up to its time. */
async function composeText(page: Page, hands: Hands, words: string): Promise<void> {
  await hands.choose(page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio', { name: 'Text' }))
  await hands.check(page.getByRole('checkbox', { name: '@demo.studio (Threads)' }))
  await hands.type(page.getByRole('textbox', { name: 'Text' }), words)
  await giveTitle(page, hands, words)
  await hands.type(page.getByRole('textbox', { name: 'Hashtags' }), '#coffee')
}

describe.each([
  ['by mouse', mouse],
  ['by keyboard alone', keyboard],
] as const)('a person %s', (name, hands) => {
  test('sends a video of 40 MB although the connection breaks in between', { tags: 'deep' }, async () => {
    const { page, context } = await arrive('/media', hands)
    const sent: string[] = []
    const line = await context.newCDPSession(page)
    const send = (offline: boolean, uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
    page.on('request', (request) => {
      if (request.method() !== 'PUT') return
      const part = new URL(request.url()).pathname.split('/').at(-1)!
      sent.push(part)
      if (part === '2' && sent.length === 2) void send(true, -1)
    })
    // At the speed of a good line: the file would not be there as a whole before it breaks, however late this process hears of it.
    await send(false, 4 * MIB)
    await hands.file(page.getByLabel('Add media'), film)
    const list = page.getByRole('list', { name: 'Uploads' })
    await list.getByText('The connection is lost. The upload continues automatically.').waitFor()
    await send(false, -1)
    await list.waitFor({ state: 'detached' })
    expect(sent.filter((part) => part === '1')).toHaveLength(1)
    expect(new Set(sent)).toEqual(new Set(['1', '2', '3', '4', '5']))
    const { result } = (await local.api('GET', '/api/v1/media/users', { key })).json<Json>().data
    expect(result[0]).toMatchObject({ title: 'film.mp4', content_type: 'video/mp4', size_bytes: bytes.length })
    expect((await local.fetch(result[0].download_url)).bytes.equals(bytes)).toBe(true)
  })

  test('makes a carousel, schedules it, finds it in all views, moves it and puts it back', {
    tags: 'deep',
  }, async () => {
    const { page } = await arrive('/compose', hands)
    const title = `Spring ${name}`
    await hands.check(page.getByRole('checkbox', { name: '@demo.studio (Instagram)' }))
    await giveTitle(page, hands, title)
    await hands.press(page.getByRole('button', { name: 'Choose from library' }))
    const dialog = page.getByRole('dialog')
    for (const medium of ['first.jpg', 'second.jpg']) await hands.check(dialog.getByRole('checkbox', { name: medium }))
    await hands.press(dialog.getByRole('button', { name: 'Add', exact: true }))
    await hands.choose(page.getByRole('radiogroup', { name: 'When' }).getByRole('radio', { name: 'Later' }))
    const soon = Math.floor(Date.now() / DAY + 3) * DAY
    // A Wednesday: the calendar of any month that shows it shows the day after it, too.
    const at = soon + ((10 - new Date(soon).getUTCDay()) % 7) * DAY + 10.5 * 3_600_000
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
    await hands.date(page.getByLabel('Date and time'), `${dayOf(at)}T10:30`)
    await hands.press(page.getByRole('button', { name: 'Schedule' }))
    await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/)
    const id = page.url().split('/').at(-1)!
    const made = await readPost(local, id, key)
    expect(made).toMatchObject({ status: 'scheduled', scheduled_at: at })

    const entry = page.getByRole('link', { name: `10:30 AM, ${title}, Scheduled` })
    for (const view of ['day', 'week', 'month']) {
      await dashboard(page, `/calendar?view=${view}&date=${dayOf(at)}`)
      await entry.waitFor()
    }
    const moveOn = async () => {
      if (hands === mouse) await entry.dragTo(page.locator(`[data-slot="${dayOf(at + DAY)}"]`))
      else {
        const { keyboard: keys } = await tabTo(entry)
        for (const press of ['Space', 'ArrowRight', 'Enter']) await keys.press(press)
      }
      await page.getByText(`“${title}” moved to`).waitFor()
    }
    await moveOn()
    expect((await readPost(local, id, key)).scheduled_at).toBe(at + DAY)
    if (hands === mouse) await page.getByRole('button', { name: 'Undo' }).click()
    else await page.keyboard.press('u')
    await page.getByText('It is back where it was.').waitFor()
    expect((await readPost(local, id, key)).scheduled_at).toBe(at)
    await dashboard(page, '/posts')
    await hands.press(page.getByRole('link', { name: title }))
    await page.waitForURL(`**/posts/${id}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  })

  test('retries what failed, replays what was told of it, and reads the figures', { tags: 'deep' }, async () => {
    const path = `/${hands === mouse ? 'mouse' : 'keyboard'}`
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`
    const made = await local.api('POST', '/api/v1/webhooks', { key, json: { url, events: ['post.failed'] } })
    expect(made.status, made.text).toBe(201)
    const webhook = `/api/v1/webhooks/${made.json<Json>().data.id}`
    onTestFinished(async () => void (await local.api('DELETE', webhook, { key })))
    const username = `ended.${path.slice(1)}`
    const account = await connect(local, 'threads', username)
    await local.control('threads', 'POST', '/tokens/revoke', { account: account.external_id })
    const body = { title: 'Refused', content: 'Hello', hashtags: ['a'], accounts: [account.id] }
    const id = await post(local, 'text', body, key)
    expect((await ended(local, id, key)).publications[0].state).toBe('failed')
    const { token } = await local.control<Json>('threads', 'POST', '/tokens', { account: account.external_id })
    const again = ['--owner', 'demo', '--platform', 'threads', `--access-token=${token}`]
    await local.admin('account', 'connect', ...again)

    const { page } = await arrive(`/posts/${id}`, hands)
    await page.getByText('The account is connected again: the post can be sent now.').waitFor()
    await hands.press(page.getByRole('button', { name: 'Retry', exact: true }))
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Retry', exact: true }))
    await page
      .getByRole('row', { name: /@ended/ })
      .getByText('Published', { exact: true })
      .waitFor()

    const told = () => received.filter((line) => line.startsWith(`${path} `))
    await eventually(() => told().length === 1, { what: 'a message of the failed post' })
    await hands.press(page.getByRole('link', { name: 'Webhooks' }))
    await hands.press(page.getByRole('button', { name: 'Deliveries' }).first())
    await hands.press(page.getByRole('button', { name: 'Replay' }))
    await page.getByText('It is sent again.').waitFor()
    await eventually(() => told().length === 2, { what: 'the message again' })
    expect(new Set(told()).size).toBe(1)

    await hands.press(page.getByRole('link', { name: 'Usage' }))
    const row = page
      .getByRole('table', { name: 'By endpoint' })
      .getByRole('row', { name: /POST \/api\/v1\/posts\/text/ })
    await row.waitFor()
    const shown = await row.getByRole('cell').allTextContents()
    const { api_usage } = (await local.api('GET', '/api/v1/usage', { key })).json<Json>().data
    const counted = api_usage.by_endpoint.find((one: Json) => one.endpoint === '/api/v1/posts/text')
    const figures = [counted.count, counted.successful_count, counted.failed_count].map(String)
    expect(shown.slice(0, 3)).toEqual(figures)
  })
})

/** How far the clocks of a zone are ahead of UTC at a moment, milliseconds. */
function offsetOf(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const [, sign, hours = 0, minutes = 0] =
    /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find(({ type }) => type === 'timeZoneName')!.value) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Seoul'])(
  'what is scheduled in %s beyond the next change of clocks goes out when the clock there shows it',
  { tags: 'deep' },
  async (zone) => {
    const today = Math.floor(Date.now() / DAY) * DAY
    const days = Array.from({ length: 300 }, (_, ahead) => today + (ahead + 2) * DAY)
    // Where clocks never change, any day that is far enough.
    const day = days.find((noon) => offsetOf(zone, noon) !== offsetOf(zone, Date.now())) ?? days[150]!
    // The day after, so that it is the new time all day.
    const wall = new Date(day + DAY).toISOString().slice(0, 10)
    const expected = day + DAY + 10.5 * 3_600_000 - offsetOf(zone, day + DAY)
    const { page } = await arrive('/compose', mouse, zone)
    await composeText(page, mouse, `In ${zone}`)
    await page.getByRole('radio', { name: 'Later' }).check()
    await page.getByLabel('Date and time').fill(`${wall}T10:30`)
    await page
      .getByText(new RegExp(`10:30.AM .*\\(${zone}\\)`))
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/)
    await page
      .getByText(/10:30.AM/)
      .first()
      .waitFor()
    expect((await readPost(local, page.url().split('/').at(-1)!, key)).scheduled_at).toBe(expected)
    await dashboard(page, `/calendar?view=day&date=${wall}`)
    await page.getByRole('link', { name: `10:30 AM, In ${zone}, Scheduled` }).waitFor()
  },
)

test('a double click whose first answer is dropped makes one post', async () => {
  const { page } = await arrive('/compose')
  await composeText(page, mouse, 'Only once')
  let dropped = 0
  await page.route(/\/api\/v1\/posts\/text$/, async (route) => {
    if (dropped > 0) return route.continue()
    dropped += 1
    // The service took it; nobody hears of it.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Publish' }).dblclick()
  await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/)
  expect(dropped).toBe(1)
  const { result } = (await local.api('GET', '/api/v1/posts?type=text&limit=100', { key })).json<Json>().data
  expect(result.filter(({ title }: Json) => title === 'Only once').map(({ id }: Json) => id)).toEqual([
    page.url().split('/').at(-1),
  ])
})
