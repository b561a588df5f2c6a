// The connector of Mastodon against its simulator over HTTP: what the engine relies on, on servers of different kinds.
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import type { Credentials, InDoubt, PieceFile, Publishing, Result } from '../../../core/platforms/connector.ts'
import { mastodon } from '../../../core/platforms/mastodon/connector.ts'
import { mastodon as facts } from '../../../core/platforms/mastodon/facts.ts'
import { type Json, picture, type Running, start, video } from '../fake-platforms/support.ts'
import { startScripted } from './scripted-server.ts'

const TEXT = 'Zwölf 👨‍👩‍👧‍👦 & <mehr>\n\n@anna@example.org #tag +100% שלום https://example.org/a?b=c'

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`unexpected ${result.error.class}: ${result.error.message}`)
  return result.value
}
const errorOf = (result: Result<unknown>) => (result.ok ? 'no error' : result.error)

const DEFAULTS = {
  server: 'mastodon',
  idempotency: 'honours',
  used_media: 'refuses',
  video_ms: 0,
  gives_source: true,
  forgets_revoked: false,
  locale: 'en',
  max_characters: null,
  rate_limit: 100_000,
  upload_limit: 100_000,
  clock_offset_ms: 0,
}

let sim: Running
let jpeg: Buffer
let clip: Buffer
beforeAll(async () => {
  sim = await start('mastodon')
  jpeg = await picture(600, 400, 'jpeg', 10)
  clip = video({ width: 1080, height: 1080 })
  process.env[ENV.platformAllowHosts] = new URL(sim.url).host
  await sim.control('POST', '/settings', DEFAULTS)
  return () => {
    delete process.env[ENV.platformAllowHosts]
  }
})
afterEach(async () => {
  await sim.control('DELETE', '/faults')
  await sim.control('POST', '/settings', DEFAULTS)
})

const fileOf = (bytes: Buffer, content_type: string): PieceFile => ({
  size_bytes: bytes.length,
  content_type,
  width: 600,
  height: 400,
  duration_ms: null,
  read: async (from, to) => bytes.subarray(from, to),
})

/** An account of its own for each test, so that none sees another's posts. */
async function newAccount(more: Record<string, unknown> = {}): Promise<Credentials & { id: string }> {
  const { external_id, token }: Json = await sim.control('POST', '/accounts', more)
  const [grant] = good(await mastodon.signIn.withToken!({ token, host: sim.url }))
  return { id: external_id, external_id: `${external_id}@${new URL(sim.url).host}`, token: grant!.token }
}

async function prepared(account: Credentials, bytes = jpeg, type = 'image/jpeg', more: object = {}): Promise<string> {
  const kind = type.startsWith('video/') ? ('video' as const) : ('image' as const)
  const piece = { type: kind, file: fileOf(bytes, type), one_of_several: false, ...more }
  let made = good(await mastodon.prepare(account, piece))
  const { handle } = made
  while (made.state === 'in_progress') {
    await delay(5)
    made = good(await mastodon.prepare(account, piece, handle))
  }
  expect(made.state).toBe('finished')
  return handle!
}

const post = (more: Partial<Publishing> = {}): Publishing => ({
  handles: ['text'],
  kind: 'text',
  text: TEXT,
  options: {},
  key: crypto.randomUUID(),
  ...more,
})

const doubt = (publishing: Publishing, mark: string | undefined, more: Partial<InDoubt> = {}): InDoubt => ({
  ...publishing,
  ...(mark === undefined ? {} : { mark }),
  since: Date.now() - 60_000,
  until: Date.now() + 60_000,
  asked_at: Date.now(),
  ...more,
})

const postsOf = async ({ external_id }: Credentials): Promise<Json[]> =>
  (await sim.state()).posts.filter((one: Json) => one.account === external_id.split('@')[0] && !one.deleted_at)

const tokenOf = ({ token }: Credentials): string => JSON.parse(token).token

const markOf = async (account: Credentials, publishing: Publishing): Promise<string> =>
  good(await mastodon.mark!(account, publishing))

describe('publishing', () => {
  it('sends a text, and tells its link', async () => {
    const account = await newAccount()
    const { media_id, permalink } = good(await mastodon.publish(account, post()))
    const [live] = await postsOf(account)
    expect(live).toMatchObject({ id: media_id, permalink, text: TEXT, options: {} })
    expect(good(await mastodon.permalink(account, media_id))).toEqual({ permalink })
    expect(good(await mastodon.quota(account))).toBeNull()
  })

  it('uploads pictures with what is said of them, and attaches them in their order', async () => {
    const account = await newAccount()
    const first = await prepared(account, jpeg, 'image/jpeg', {
      alt_text: 'Größe 👍\r\n"x"',
      options: { focus: '0.5,-0.25' },
    })
    const second = await prepared(account, await picture(30, 20, 'png', 80), 'image/png')
    good(await mastodon.publish(account, post({ handles: [first, second], kind: 'carousel' })))
    const [live] = await postsOf(account)
    const hash = createHash('sha256').update(jpeg).digest('hex')
    expect(live.children).toMatchObject([
      { id: first, alt_text: 'Größe 👍\r\n"x"', media: { sha256: hash, content_type: 'image/jpeg' } },
      { id: second, alt_text: null, media: { content_type: 'image/png' } },
    ])
    const { containers } = await sim.state()
    expect(containers.find(({ id }: Json) => id === first).params.focus).toBe('0.5,-0.25')
  })

  it('waits for a video, and has it made again where the server fails with it', async () => {
    const account = await newAccount()
    await sim.control('POST', '/settings', { video_ms: 60 })
    const handle = await prepared(account, clip, 'video/mp4')
    good(await mastodon.publish(account, post({ handles: [handle], kind: 'video' })))
    expect((await postsOf(account))[0]).toMatchObject({ kind: 'video', media: { content_type: 'video/mp4' } })

    await sim.control('POST', '/settings', { video_ms: 0 })
    await sim.faults({ match: { operation: 'create' }, fault: { kind: 'container_error' } })
    const piece = { type: 'video' as const, file: fileOf(clip, 'video/mp4'), one_of_several: false }
    const { handle: broken, state } = good(await mastodon.prepare(account, piece))
    const ended =
      state === 'in_progress' ? good(await mastodon.prepare(account, piece, broken)) : { state, error: undefined }
    expect(good(await mastodon.prepare(account, piece, broken!))).toMatchObject({
      state: 'error',
      error: { class: 'new_container', message: 'There was an error processing the file' },
    })
    expect(ended.state).not.toBe('published')
  })

  it('takes a medium for expired once the server has removed it', async () => {
    const account = await newAccount()
    const handle = await prepared(account)
    await sim.ahead(25 * 3_600_000)
    const piece = { type: 'image' as const, file: fileOf(jpeg, 'image/jpeg'), one_of_several: false }
    expect(good(await mastodon.prepare(account, piece, handle))).toEqual({ state: 'expired' })
  })

  it('answers a post of the account', async () => {
    const account = await newAccount()
    const { media_id } = good(await mastodon.publish(account, post()))
    good(await mastodon.publish(account, post({ text: 'And', reply_to: media_id })))
    expect((await postsOf(account))[0]).toMatchObject({ text: 'And', reply_to: media_id })
  })

  it('keeps to the limits of the server before anything is sent', async () => {
    const account = { ...(await newAccount()), limits: { image_bytes: 100, media_types: ['image/png'] } }
    const piece = { type: 'image' as const, file: fileOf(jpeg, 'image/jpeg'), one_of_several: false }
    expect(errorOf(await mastodon.prepare(account, piece))).toMatchObject({
      class: 'permanent',
      ours: true,
      message: `It has ${jpeg.length} bytes; the account's server takes at most 100.`,
    })
    const typed = { ...account, limits: { media_types: ['image/png'] } }
    expect(errorOf(await mastodon.prepare(typed, piece))).toMatchObject({
      message: expect.stringContaining('image/jpeg'),
    })
    expect((await sim.state()).containers.filter((one: Json) => one.account === account.id)).toEqual([])
  })

  it('tells a file that cannot be read from a server that cannot be reached', async () => {
    const account = await newAccount()
    const file = { ...fileOf(jpeg, 'image/jpeg'), read: async () => Promise.reject(new Error('gone')) }
    expect(errorOf(await mastodon.prepare(account, { type: 'image', file, one_of_several: false }))).toMatchObject({
      class: 'retry',
    })
  })
})

describe('a call in doubt', () => {
  it.each([
    ['text', []],
    ['pictures', [1, 2]],
  ])('is found where it took effect: %s', async (_kind, pictures) => {
    const account = await newAccount()
    good(await mastodon.publish(account, post({ text: 'Before' })))
    const handles = await Promise.all(pictures.map(() => prepared(account)))
    const asked = post(handles.length > 0 ? { handles, kind: 'carousel' } : {})
    const mark = await markOf(account, asked)
    await sim.faults({ match: { operation: 'publish' }, fault: { kind: 'drop_after' } })
    expect(errorOf(await mastodon.publish(account, asked))).toMatchObject({ class: 'ambiguous' })
    const [live] = await postsOf(account)
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toEqual({
      state: 'live',
      media_id: live.id,
      permalink: live.permalink,
    })
  })

  it('is told not to be live where it came to nothing, however alike the posts around it are', async () => {
    const account = await newAccount()
    good(await mastodon.publish(account, post()))
    const asked = post()
    const mark = await markOf(account, asked)
    good(await mastodon.publish(account, post({ text: `${TEXT}!` })))
    good(await mastodon.publish(account, post({ handles: [await prepared(account)], kind: 'image' })))
    await sim.faults({ match: { operation: 'publish' }, fault: { kind: 'drop_before' } })
    expect(errorOf(await mastodon.publish(account, asked))).toMatchObject({ class: 'ambiguous' })
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toEqual({ state: 'not' })
  })

  it('is told by its media where another post has the same text', async () => {
    const account = await newAccount()
    const handles = [await prepared(account)]
    const asked = post({ handles, kind: 'image' })
    const mark = await markOf(account, asked)
    good(await mastodon.publish(account, post({ handles: [await prepared(account)], kind: 'image', text: 'Another' })))
    good(await mastodon.publish(account, asked))
    const live = (await postsOf(account)).find(({ text }) => text === TEXT)
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toMatchObject({ state: 'live', media_id: live.id })
  })

  it('stays unknown without a mark, and after an hour', async () => {
    const account = await newAccount()
    const asked = post()
    const never = { state: 'unknown', final: true }
    expect(good(await mastodon.verify(account, doubt(asked, undefined)))).toEqual(never)
    const mark = await markOf(account, asked)
    const late = doubt(asked, mark, { asked_at: Date.now() - 51 * 60_000 })
    expect(good(await mastodon.verify(account, late))).toEqual(never)
  })

  it('is told among many others, page by page', async () => {
    const account = await newAccount()
    const asked = post()
    const mark = await markOf(account, asked)
    const others = async (count: number) => {
      for (let at = 0; at < count; at += 1)
        good(await mastodon.publish(account, post({ text: `Other ${at} @x@y.org &` })))
    }
    await others(45)
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toEqual({ state: 'not' })
    const { media_id } = good(await mastodon.publish(account, asked))
    await others(45)
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toMatchObject({ state: 'live', media_id })
    const { requests } = await sim.state()
    const last = requests.slice(-20).map(({ operation }: Json) => operation)
    expect(last.filter((one: string) => one === 'source')).toHaveLength(1)
  })

  it.each([
    [2, { ok: true, value: { state: 'not' } }],
    [3, { ok: false, error: { class: 'retry' } }],
  ])('is told where the server fails now and then: %d failures in a row', async (times, told) => {
    const account = await newAccount()
    const asked = post()
    const mark = await markOf(account, asked)
    good(await mastodon.publish(account, post({ text: 'Something' })))
    await sim.faults({ match: { operation: 'source' }, fault: { kind: 'error_before', http_status: 503 }, times })
    expect(await mastodon.verify(account, doubt(asked, mark))).toMatchObject(told)
    const { requests } = await sim.state()
    const last = requests.slice(-5).map(({ operation }: Json) => operation)
    expect(last.filter((one: string) => one === 'source')).toHaveLength(3)
  })

  it('stays unknown where a post that may be it was changed since', async () => {
    const account = await newAccount()
    const asked = post()
    const mark = await markOf(account, asked)
    const edited = async (id: string) =>
      expect(
        await sim.call('PUT', `/api/v1/statuses/${id}`, { status: 'Other words' }, { token: tokenOf(account) }),
      ).toMatchObject({ status: 200 })
    await edited(good(await mastodon.publish(account, asked)).media_id)
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toEqual({ state: 'unknown', final: true })
    const span = { since: Date.now() - 60_000, until: Date.now() + 60_000 }
    expect(await mastodon.find(account, { text: TEXT, kind: 'text', ...span })).toEqual({ ok: true, value: null })
    // One with its media is known by those.
    const picture = post({ handles: [await prepared(account)], kind: 'image' })
    const { media_id } = good(await mastodon.publish(account, picture))
    await edited(media_id)
    expect(good(await mastodon.verify(account, doubt(picture, mark)))).toMatchObject({ state: 'live', media_id })
  })

  it('stays unknown where the server gives no source and something was posted', async () => {
    const account = await newAccount()
    const asked = post()
    const mark = await markOf(account, asked)
    await sim.control('POST', '/settings', { gives_source: false })
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toEqual({ state: 'not' })
    good(await mastodon.publish(account, post({ text: 'Something' })))
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toEqual({ state: 'unknown' })
  })

  it.each([
    ['Tea & "cake" <b>, 3 > 2\n\nIt\'s 50% off', {}],
    ['Look https://example.org/a?b=c&d', { content_warning: 'Food' }],
  ])('is told by what is shown where the server gives no source: %s', async (text, options) => {
    const account = await newAccount()
    const asked = post({ text, options })
    const mark = await markOf(account, asked)
    await sim.control('POST', '/settings', { gives_source: false })
    good(await mastodon.publish(account, post({ text: text.replace(/[%?]/, '!'), options })))
    good(await mastodon.publish(account, post({ text, options: { content_warning: 'Other' } })))
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toEqual({ state: 'unknown' })
    const { media_id } = good(await mastodon.publish(account, asked))
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toMatchObject({ state: 'live', media_id })
  })

  it('stays unknown for a direct post on a server of which it is not known whether it lists those', async () => {
    const account = await newAccount()
    const asked = post({ options: { visibility: 'direct' } })
    const mark = await markOf(account, asked)
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toEqual({ state: 'unknown', final: true })
    const known = { ...account, limits: { own: { api_version: 7 } } }
    expect(good(await mastodon.verify(known, doubt(asked, mark)))).toEqual({ state: 'not' })
  })

  it('is repeated with the same key, which the server may honour', async () => {
    const account = await newAccount()
    const asked = post()
    const [one, other] = [await mastodon.publish(account, asked), await mastodon.publish(account, asked)].map(good)
    expect(one).toEqual(other)
    expect(await postsOf(account)).toHaveLength(1)
    await sim.control('POST', '/settings', { idempotency: 'fails' })
    expect(errorOf(await mastodon.publish(account, asked))).toMatchObject({ class: 'ambiguous', http_status: 500 })
    await sim.control('POST', '/settings', { idempotency: 'ignores' })
    good(await mastodon.publish(account, asked))
    expect(await postsOf(account)).toHaveLength(2)
  })
})

describe('media that a post has already', () => {
  it.each([
    ['mastodon', 422],
    ['gotosocial', 400],
  ])('are a reason to look, on %s', async (server, http_status) => {
    await sim.control('POST', '/settings', { server, idempotency: 'ignores' })
    const account = await newAccount()
    const asked = post({ handles: [await prepared(account)], kind: 'image' })
    const mark = await markOf(account, asked)
    good(await mastodon.publish(account, asked))
    expect(errorOf(await mastodon.publish(account, asked))).toMatchObject({ class: 'same_container', http_status })
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toMatchObject({ state: 'live' })
    expect(await postsOf(account)).toHaveLength(1)
  })

  it('and those that the server has removed or still works on are told apart for people of every language', async () => {
    await sim.control('POST', '/settings', { idempotency: 'ignores', locale: 'ko' })
    const account = await newAccount()
    const asked = post({ handles: [await prepared(account)], kind: 'image' })
    good(await mastodon.publish(account, asked))
    expect(errorOf(await mastodon.publish(account, asked))).toMatchObject({ class: 'same_container', http_status: 422 })
    const other = post({ handles: [await prepared(account)], kind: 'image' })
    await sim.ahead(25 * 3_600_000)
    expect(errorOf(await mastodon.publish(account, other))).toMatchObject({ class: 'same_container', http_status: 422 })
    await sim.control('POST', '/settings', { video_ms: 60_000 })
    const piece = { type: 'video' as const, file: fileOf(clip, 'video/mp4'), one_of_several: false }
    const handles = [good(await mastodon.prepare(account, piece)).handle!]
    expect(errorOf(await mastodon.publish(account, post({ handles, kind: 'video' })))).toMatchObject({
      class: 'same_container',
    })
  })

  it('are dropped by old servers: the post without them is taken off again', async () => {
    await sim.control('POST', '/settings', { used_media: 'drops', idempotency: 'ignores' })
    const account = await newAccount()
    const asked = post({ handles: [await prepared(account), await prepared(account)], kind: 'carousel' })
    const mark = await markOf(account, asked)
    const { media_id } = good(await mastodon.publish(account, asked))
    expect(errorOf(await mastodon.publish(account, asked))).toMatchObject({
      class: 'new_container',
      message: 'The server made the post without its media; it was deleted again.',
    })
    expect((await postsOf(account)).map(({ id }) => id)).toEqual([media_id])
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toMatchObject({ state: 'live', media_id })
  })

  it('are dropped by old servers: what its owner has taken off at that very moment is off', async () => {
    await sim.control('POST', '/settings', { used_media: 'drops', idempotency: 'ignores' })
    const account = await newAccount()
    const handles = [await prepared(account)]
    await sim.ahead(25 * 3_600_000)
    const fault = { kind: 'error_after', http_status: 404, message: 'Record not found' }
    await sim.faults({ match: { operation: 'delete' }, fault })
    expect(errorOf(await mastodon.publish(account, post({ handles, kind: 'image' })))).toMatchObject({
      class: 'new_container',
    })
    expect(await postsOf(account)).toEqual([])
  })

  it('are dropped by old servers: what cannot be taken off, or was not seen, is neither live nor not', async () => {
    await sim.control('POST', '/settings', { used_media: 'drops', idempotency: 'ignores' })
    const account = await newAccount()
    const handles = [await prepared(account)]
    await sim.ahead(25 * 3_600_000)
    const asked = post({ handles, kind: 'image' })
    const mark = await markOf(account, asked)
    await sim.faults({ match: { operation: 'delete' }, fault: { kind: 'error_before', http_status: 503 } })
    expect(errorOf(await mastodon.publish(account, asked))).toMatchObject({ class: 'ambiguous' })
    expect(good(await mastodon.verify(account, doubt(asked, mark)))).toEqual({ state: 'unknown', final: true })
  })
})

describe('refusals', () => {
  const publishing = async (more: Record<string, unknown>, fault?: object) => {
    const account = await newAccount(more)
    if (fault) await sim.faults({ match: { operation: 'publish' }, fault })
    return errorOf(await mastodon.publish(account, post()))
  }

  it.each([
    [{ kind: 'error_before', http_status: 401, message: 'The access token was revoked' }, 'reconnect'],
    [{ kind: 'error_before', http_status: 403, message: 'This action is outside the authorized scopes' }, 'reconnect'],
    [{ kind: 'error_before', http_status: 403, message: 'Your login is currently disabled' }, 'owner_action'],
    [{ kind: 'error_before', http_status: 403, message: 'No' }, 'permanent'],
    [{ kind: 'error_before', http_status: 404, message: 'Record not found' }, 'permanent'],
    [{ kind: 'error_before', http_status: 422, message: "Validation failed: Text can't be blank" }, 'permanent'],
    [{ kind: 'error_after', http_status: 500 }, 'ambiguous'],
    [{ kind: 'error_after', http_status: 503 }, 'ambiguous'],
    [{ kind: 'html_502', when: 'after' }, 'ambiguous'],
    [{ kind: 'raw_reply', http_status: 403, body: '<html>Blocked</html>' }, 'ambiguous'],
    [{ kind: 'raw_reply', http_status: 302, body: '{"error":"Found"}' }, 'ambiguous'],
    [{ kind: 'raw_reply', http_status: 200, body: '{"ok":true}' }, 'ambiguous'],
    [{ kind: 'malformed_json', when: 'after' }, 'ambiguous'],
    [{ kind: 'retry_after', seconds: 90 }, 'wait'],
  ])('of a publish call: %j is %s', async (fault, kind) => {
    expect(await publishing({}, fault)).toMatchObject({ class: kind })
  })

  it('say how long a limit holds', async () => {
    const { retry_after_ms } = (await publishing({}, { kind: 'retry_after', seconds: 90 })) as {
      retry_after_ms: number
    }
    expect(retry_after_ms).toBeGreaterThan(80_000)
    expect(retry_after_ms).toBeLessThanOrEqual(90_000)
  })

  it.each([
    { kind: 'error_before', http_status: 500 },
    { kind: 'error_before', http_status: 503 },
    { kind: 'html_502' },
  ])('that are no limit do not wait until the limit begins again, which every answer names: %j', async (fault) => {
    expect(await publishing({}, fault)).not.toHaveProperty('retry_after_ms')
  })

  it('say how long the server asks to be left alone', async () => {
    const fault = { kind: 'error_before', http_status: 503, retry_after: 7 }
    expect(await publishing({}, fault)).toMatchObject({ retry_after_ms: 7000 })
  })

  it('tell a pause once nothing of the limit is left', async () => {
    const account = await newAccount()
    await sim.control('POST', '/settings', { rate_limit: 2 })
    expect(await mastodon.quota(account)).not.toHaveProperty('pause_ms')
    const last = await mastodon.quota(account)
    expect(last).toMatchObject({ ok: true, pause_ms: expect.any(Number) })
    expect(errorOf(await mastodon.quota(account))).toMatchObject({ class: 'wait' })
  })

  it('have nothing in them that was sent in secret', async () => {
    const account = await newAccount()
    const { token } = JSON.parse(account.token) as { token: string }
    await sim.faults({
      match: { operation: 'publish' },
      fault: { kind: 'error_before', http_status: 422, message: `bad ${token} <b>` },
    })
    expect(errorOf(await mastodon.publish(account, post()))).toMatchObject({ message: 'bad [redacted] <b>' })
  })

  it('of a session that was ended, a scope that is missing and an account that may not act', async () => {
    expect(await publishing({ scopes: ['read:accounts'] })).toMatchObject({ class: 'reconnect', permission: true })
    expect(await publishing({ restricted: true })).toMatchObject({ class: 'owner_action' })
    const account = await newAccount()
    await sim.control('POST', '/tokens/revoke', { account: account.id })
    expect(errorOf(await mastodon.quota(account))).toMatchObject({ class: 'reconnect' })
    expect(errorOf(await mastodon.quota({ ...account, token: 'bare' }))).toMatchObject({ class: 'reconnect' })
  })

  it('ask no address that is not public', async () => {
    const account = await newAccount()
    delete process.env[ENV.platformAllowHosts]
    try {
      expect(errorOf(await mastodon.publish(account, post()))).toMatchObject({ class: 'retry', unsent: true })
    } finally {
      process.env[ENV.platformAllowHosts] = new URL(sim.url).host
    }
    expect(await postsOf(account)).toEqual([])
  })
})

describe('a session that the server has removed', () => {
  const options = { visibility: 'private' }
  /** With it the account is a visitor to its own posts. */
  const revoked = async ({ id }: { id: string }) => {
    await sim.control('POST', '/tokens/revoke', { account: id })
    await sim.control('POST', '/settings', { forgets_revoked: true })
  }

  it('does not show that a post is not there', async () => {
    const account = await newAccount()
    const asked = post({ options })
    const mark = await markOf(account, asked)
    await sim.faults({ match: { operation: 'publish' }, fault: { kind: 'drop_after' } })
    expect(errorOf(await mastodon.publish(account, asked))).toMatchObject({ class: 'ambiguous' })
    await revoked(account)
    expect(errorOf(await mastodon.verify(account, doubt(asked, mark)))).toMatchObject({ class: 'reconnect' })
    const wanted = {
      text: TEXT,
      kind: 'text' as const,
      since: Date.now() - 60_000,
      until: Date.now() + 60_000,
      options,
    }
    expect(await mastodon.find(account, wanted)).toEqual({ ok: true, value: null })
    expect(await postsOf(account)).toHaveLength(1)
  })

  it('does not show that a post was deleted', async () => {
    const account = await newAccount()
    const { media_id } = good(await mastodon.publish(account, post({ options })))
    await revoked(account)
    const { deletePost, postExists } = mastodon.deletion!
    expect(errorOf(await deletePost(account, media_id))).toMatchObject({ class: 'reconnect' })
    expect(errorOf(await postExists(account, media_id))).toMatchObject({ class: 'reconnect' })
  })
})

describe('a 404 that is not in words of the server', () => {
  // As of a proxy whose server is being started.
  const fault = { kind: 'raw_reply', when: 'before', http_status: 404, body: '404 page not found\n' }

  it('does not show that a post was deleted', async () => {
    const account = await newAccount()
    const { media_id } = good(await mastodon.publish(account, post()))
    await sim.faults({ match: { operation: '*' }, fault, times: 2 })
    expect(errorOf(await mastodon.deletion!.deletePost(account, media_id))).toMatchObject({ class: 'retry' })
    expect(errorOf(await mastodon.deletion!.postExists(account, media_id))).toMatchObject({ class: 'retry' })
  })

  it('is another thing than a file that is too large for the proxy: that is refused for good, and says so', async () => {
    const account = await newAccount()
    const body = '<html>413 Request Entity Too Large</html>'
    await sim.faults({ match: { operation: 'create' }, fault: { ...fault, http_status: 413, body } })
    const piece = { type: 'image' as const, file: fileOf(jpeg, 'image/jpeg'), one_of_several: false }
    expect(errorOf(await mastodon.prepare(account, piece))).toMatchObject({
      class: 'permanent',
      message: 'The server does not take a file this large (HTTP 413).',
    })
  })

  it('has a message, though the server gives its reason as one word without end', async () => {
    const account = await newAccount()
    const body = JSON.stringify({ error: 'x'.repeat(5000) })
    await sim.faults({ match: { operation: 'publish' }, fault: { ...fault, http_status: 422, body } })
    const message = 'The server answered with HTTP 422 and without a reason.'
    expect(errorOf(await mastodon.publish(account, post()))).toMatchObject({ class: 'permanent', message })
  })

  it('does not show that a file is no longer there', async () => {
    const account = await newAccount()
    await sim.control('POST', '/settings', { video_ms: 60_000 })
    const piece = { type: 'video' as const, file: fileOf(clip, 'video/mp4'), one_of_several: false }
    const { handle } = good(await mastodon.prepare(account, piece))
    await sim.faults({ match: { operation: 'status' }, fault })
    expect(errorOf(await mastodon.prepare(account, piece, handle))).toMatchObject({ class: 'retry' })
  })

  it('does not show that a post was taken off again', async () => {
    await sim.control('POST', '/settings', { used_media: 'drops', idempotency: 'ignores' })
    const account = await newAccount()
    const handles = [await prepared(account)]
    await sim.ahead(25 * 3_600_000)
    await sim.faults({ match: { operation: 'delete' }, fault })
    expect(errorOf(await mastodon.publish(account, post({ handles, kind: 'image' })))).toMatchObject({
      class: 'ambiguous',
    })
    expect(await postsOf(account)).toHaveLength(1)
  })
})

describe('an answer of 200 that is not in words of the server', () => {
  // As of something in front of it that asks visitors whether they are human.
  const fault = { kind: 'raw_reply', when: 'before', http_status: 200 }
  const bodies = ['<html>Are you human?</html>', '', 'null', '{"error":"Not now"}']

  it.each(bodies)('does not show that a post was deleted, or is there: %s', async (body) => {
    const account = await newAccount()
    const { media_id } = good(await mastodon.publish(account, post()))
    const { deletePost, postExists } = mastodon.deletion!
    await sim.faults({ match: { operation: '*' }, fault: { ...fault, body }, times: 2 })
    expect(errorOf(await deletePost(account, media_id))).toMatchObject({ class: 'retry' })
    expect(errorOf(await postExists(account, media_id))).toMatchObject({ class: 'retry' })
    expect(await postsOf(account)).toHaveLength(1)
    good(await deletePost(account, media_id))
    await sim.faults({ match: { operation: 'profile' }, fault: { ...fault, body } })
    expect(errorOf(await postExists(account, media_id))).toMatchObject({ class: 'retry' })
    expect(good(await postExists(account, media_id))).toBe(false)
  })

  it.each([...bodies, '{}'])('does not take its limits from an account: %s', async (body) => {
    const account = await newAccount()
    await sim.faults({ match: { operation: 'instance' }, fault: { ...fault, body } })
    expect(errorOf(await mastodon.profile(account.token))).toMatchObject({
      class: 'permanent',
      message: 'The server does not have the API of Mastodon.',
    })
    expect(good(await mastodon.profile(account.token)).limits).toMatchObject({ text_max: 500 })
  })

  it('does not show that a post was taken off again', async () => {
    await sim.control('POST', '/settings', { used_media: 'drops', idempotency: 'ignores' })
    const account = await newAccount()
    const handles = [await prepared(account)]
    await sim.ahead(25 * 3_600_000)
    await sim.faults({ match: { operation: 'delete' }, fault: { ...fault, body: bodies[0] } })
    expect(errorOf(await mastodon.publish(account, post({ handles, kind: 'image' })))).toMatchObject({
      class: 'ambiguous',
    })
    expect(await postsOf(account)).toHaveLength(1)
  })
})

describe('afterwards', () => {
  it('deletes, once and for all', async () => {
    const account = await newAccount()
    const { media_id } = good(await mastodon.publish(account, post()))
    const { deletePost, postExists } = mastodon.deletion!
    expect(good(await postExists(account, media_id))).toBe(true)
    good(await deletePost(account, media_id))
    expect(good(await postExists(account, media_id))).toBe(false)
    expect(errorOf(await deletePost(account, media_id))).toMatchObject({ http_status: 404 })
    expect(await postsOf(account)).toEqual([])
  })

  it('deletes on older servers, which answer with an empty object, and makes the post again whose media they dropped', async () => {
    await sim.control('POST', '/settings', { used_media: 'drops', idempotency: 'ignores' })
    const account = await newAccount()
    const handles = [await prepared(account)]
    await sim.ahead(25 * 3_600_000)
    const fault = { kind: 'raw_reply', when: 'after', http_status: 200, body: '{}' }
    await sim.faults({ match: { operation: 'delete' }, fault, times: 2 })
    expect(errorOf(await mastodon.publish(account, post({ handles, kind: 'image' })))).toMatchObject({
      class: 'new_container',
    })
    const { media_id } = good(await mastodon.publish(account, post()))
    good(await mastodon.deletion!.deletePost(account, media_id))
    expect(await postsOf(account)).toEqual([])
  })

  it('reads figures', async () => {
    const account = await newAccount({ followers_count: 41 })
    const { media_id } = good(await mastodon.publish(account, post()))
    const figures = good(await mastodon.insights!.ofPost(account, media_id, 'post'))
    expect(Object.keys(figures)).toEqual(['favourites', 'reblogs', 'replies', 'quotes'])
    expect(good(await mastodon.insights!.ofAccount(account, { from: 0, to: 1 }))).toEqual({
      followers: 41,
      following: 12,
      statuses: 1,
    })
  })

  it('finds a post whose id is not known, where one alone fits', async () => {
    const account = await newAccount()
    const wanted = { text: TEXT, kind: 'text' as const, since: Date.now() - 60_000, until: Date.now() + 60_000 }
    expect(good(await mastodon.find(account, wanted))).toBeNull()
    const { media_id, permalink } = good(await mastodon.publish(account, post()))
    expect(good(await mastodon.find(account, wanted))).toEqual({ media_id, permalink })
    good(await mastodon.publish(account, post()))
    expect(good(await mastodon.find(account, wanted))).toBeNull()
  })

  it('is certain that nothing fits where the account has few posts, or none', async () => {
    const account = await newAccount()
    const wanted = { text: TEXT, kind: 'text' as const, since: Date.now() - 60_000, until: Date.now() + 60_000 }
    const certainly = { ok: true, value: null, certain: true }
    expect(await mastodon.find(account, wanted)).toMatchObject(certainly)
    const handles = [await prepared(account)]
    good(await mastodon.publish(account, post({ handles, kind: 'image', text: 'Another' })))
    good(await mastodon.publish(account, post({ text: 'Another' })))
    expect(await mastodon.find(account, wanted)).toMatchObject(certainly)
  })
})

describe('connecting', () => {
  const REDIRECT = 'https://here.example/back'
  const scopes = facts.scopes
  const host = () => sim.url

  it('registers an app, asks for consent with a proof, and reads who it is and what the server takes', async () => {
    const { external_id } = await sim.control('POST', '/accounts', { username: 'erika', name: 'Erika <3' })
    const app = good(
      await mastodon.signIn.registerApp!({ host: host(), redirect_uri: REDIRECT, scopes, document_url: '' }),
    )
    const [registered] = (await sim.state()).apps.slice(-1)
    expect(registered).toMatchObject({ client_id: app.client_id, used: true, redirect_uris: [REDIRECT], scopes })

    const begun = good(
      await mastodon.signIn.begin!({ ...app, host: host(), redirect_uri: REDIRECT, state: 's t', scopes }),
    )
    const asked = new URL(begun.url)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      ...{ response_type: 'code', state: 's t', force_login: 'true', code_challenge_method: 'S256' },
      ...{ scope: 'read:accounts read:statuses write:statuses write:media', client_id: app.client_id },
    })
    asked.searchParams.set('account', external_id)
    const back = new URL((await fetch(asked, { redirect: 'manual' })).headers.get('location')!)
    expect([back.searchParams.get('state'), back.hash]).toEqual(['s t', ''])
    const code = back.searchParams.get('code')!

    const finish = (keep: string | undefined) =>
      mastodon.signIn.finish!({ ...app, host: host(), redirect_uri: REDIRECT, code, ...(keep ? { keep } : {}) })
    expect(errorOf(await finish('another'))).toMatchObject({ class: 'permanent', http_status: 400 })
    const [grant, ...others] = good(await finish(begun.keep))
    expect(others).toEqual([])
    expect(grant).toMatchObject({ expires_at: null, scopes })
    expect(errorOf(await finish(begun.keep))).toMatchObject({ class: 'permanent' })

    const profile = good(await mastodon.profile(grant!.token))
    expect(profile).toMatchObject({
      external_id: `${external_id}@${asked.host}`,
      username: `erika@${asked.host}`,
      name: 'Erika <3',
      limits: {
        ...{ text_max: 500, link_length: 23, media_max: 4, alt_text_max: 1500 },
        ...{ image_bytes: 16_777_216, video_bytes: 103_809_024 },
        media_types: expect.arrayContaining(['image/jpeg', 'video/mp4']),
        own: { image_pixels: 33_177_600, poll_options: 4, poll_option_chars: 50, api_version: 7 },
      },
    })
  })

  it.each([
    ['leads back to the server', true],
    ['leads elsewhere', false],
    ['says nothing', undefined],
  ])('names the account by a domain that the server says it has, where that domain %s', async (_, own) => {
    const named = await startScripted()
    const server = await startScripted()
    const domain = new URL(named.origin).host
    const allowed = process.env[ENV.platformAllowHosts]
    process.env[ENV.platformAllowHosts] = `${allowed},${domain},${new URL(server.origin).host}`
    try {
      server.script({ body: { id: '7', username: 'erika' } }, { body: { domain, version: '4.5.0' } })
      const href = own ? `${server.origin}/users/erika` : 'https://elsewhere.example/users/erika'
      if (own !== undefined) named.script({ body: { links: [{ rel: 'self', href }] } })
      const token = JSON.stringify({ host: server.origin, token: 't' })
      const { username, username_unsure } = good(await mastodon.profile(token))
      expect(username).toBe(`erika@${own ? domain : new URL(server.origin).host}`)
      // A domain that cannot be asked at the moment takes no name away from an account that has it.
      expect(username_unsure).toBe(own === undefined ? true : undefined)
      expect(named.asked).toMatchObject([
        { path: '/.well-known/webfinger', query: { resource: `acct:erika@${domain}` } },
      ])
    } finally {
      process.env[ENV.platformAllowHosts] = allowed
      await Promise.all([named.close(), server.close()])
    }
  })

  it.each([
    ['says none', {}],
    ['says something that is none', { domain: 'erika/../7' }],
  ])('names the account by the host of a server that %s as its domain', async (_, said) => {
    const server = await startScripted()
    const own = new URL(server.origin).host
    const allowed = process.env[ENV.platformAllowHosts]
    process.env[ENV.platformAllowHosts] = `${allowed},${own}`
    try {
      server.script({ body: { id: '7', username: 'erika' } }, { body: { ...said, version: '4.5.0' } })
      const profile = good(await mastodon.profile(JSON.stringify({ host: server.origin, token: 't' })))
      expect(profile).toMatchObject({ external_id: `7@${own}`, username: `erika@${own}` })
      expect(profile).not.toHaveProperty('username_unsure')
    } finally {
      process.env[ENV.platformAllowHosts] = allowed
      await server.close()
    }
  })

  it('reads the limits of another kind of server', async () => {
    await sim.control('POST', '/settings', { server: 'gotosocial' })
    const { limits } = good(await mastodon.profile((await newAccount()).token))
    expect(limits).toMatchObject({ text_max: 5000, link_length: 25, media_max: 6, own: { poll_options: 6 } })
    expect(limits?.own).not.toHaveProperty('api_version')
  })

  it('says that the server does not know the app any more', async () => {
    const app = { client_id: 'gone', client_secret: 'gone' }
    const begun = await mastodon.signIn.begin!({ ...app, host: host(), redirect_uri: REDIRECT, state: 's', scopes })
    expect(errorOf(begun)).toMatchObject({ app_gone: true })
    // Pleroma and its like have other words for it, and the same ones for a code that is no good.
    const words = { kind: 'raw_reply', when: 'before', http_status: 400, body: '{"error":"Invalid credentials"}' }
    await sim.faults({ match: { operation: 'exchange' }, fault: words, times: 2 })
    const asked = { ...app, host: host(), redirect_uri: REDIRECT }
    expect(errorOf(await mastodon.signIn.begin!({ ...asked, state: 's', scopes }))).toMatchObject({ app_gone: true })
    expect(errorOf(await mastodon.signIn.finish!({ ...asked, code: 'c' }))).not.toHaveProperty('app_gone')
  })

  it('says that a server is none of its kind', async () => {
    await sim.faults({ match: { operation: 'register' }, fault: { kind: 'raw_reply', body: '<html>' }, times: null })
    const registered = await mastodon.signIn.registerApp!({
      host: host(),
      redirect_uri: REDIRECT,
      scopes,
      document_url: '',
    })
    expect(errorOf(registered)).toMatchObject({
      message: 'The answer of the server does not match the documentation of its API.',
    })
  })
})
