// The simulated Mastodon: as strict as the documents, with each of its modes.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Json, picture, type Running, start } from './support.ts'

let sim: Running
beforeAll(async () => {
  sim = await start('mastodon')
})
const DEFAULTS = {
  server: 'mastodon',
  idempotency: 'honours',
  used_media: 'refuses',
  forgets_revoked: false,
  rate_limit: 300,
  upload_limit: 30,
  delete_limit: 30,
}
beforeEach(async () => {
  await sim.control('POST', '/settings', DEFAULTS)
})

const account = async (): Promise<{ token: string; external_id: string }> => sim.control('POST', '/accounts', {})

async function send(method: string, path: string, token: string | null, body?: unknown, headers: object = {}) {
  const form = body instanceof FormData
  const response = await fetch(`${sim.url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Json, headers: response.headers }
}
const status = (token: string | null, body: unknown, key?: string) =>
  send('POST', '/api/v1/statuses', token, body, key === undefined ? {} : { 'idempotency-key': key })

async function medium(token: string): Promise<string> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await picture(20, 10, 'jpeg', 9))], 'a.jpg', { type: 'image/jpeg' }))
  const { status: code, json } = await send('POST', '/api/v2/media', token, form)
  expect(code).toBe(200)
  return json.id
}

describe('statuses', () => {
  it.each([
    [{ status: 'a', scheduled: true }, 422, 'Unknown parameter: scheduled'],
    [{ status: '' }, 422, "Validation failed: Text can't be blank"],
    [{ status: 'x'.repeat(501) }, 422, 'Validation failed: Text character limit of 500 exceeded'],
    [{ status: 'x'.repeat(498), spoiler_text: 'abc' }, 422, 'Validation failed: Text character limit of 500 exceeded'],
    [{ status: 'a', visibility: 'secret' }, 422, "visibility: 'secret' is not a valid visibility"],
    [{ status: 'a', in_reply_to_id: '1' }, 404, 'The post you are trying to reply to does not appear to exist.'],
    [
      { status: 'a', media_ids: ['1'] },
      422,
      'Validation failed: Media 1 not found or already attached to another post',
    ],
    [
      { status: 'a', poll: { options: ['x'], expires_in: 300 } },
      422,
      'Validation failed: Poll options must have more than one item',
    ],
    [
      { status: 'a', poll: { options: ['x', 'x '], expires_in: 300 } },
      422,
      'Validation failed: Poll options contain duplicate items',
    ],
    [
      { status: 'a', poll: { options: ['x', 'y'], expires_in: 1 } },
      422,
      'Validation failed: Poll expires at is too soon',
    ],
  ])('%j is refused', async (body, code, error) => {
    const { token } = await account()
    const reply = await status(token, body)
    expect([reply.status, reply.json]).toEqual([code, { error }])
  })

  it('take choices of 50 characters as people count them; GoToSocial counts code points', async () => {
    const { token } = await account()
    const of = (count: number) => ({ options: ['👩‍👧'.repeat(count), 'x'], expires_in: 300 })
    expect((await status(token, { status: 'a', poll: of(50) })).status).toBe(200)
    expect((await status(token, { status: 'a', poll: of(51) })).status).toBe(422)
    await sim.control('POST', '/settings', { server: 'gotosocial' })
    expect((await status(token, { status: 'a', poll: of(17) })).status).toBe(422)
  })

  it('take 500 characters, of which a link is 23 and the domain of a mention none', async () => {
    const { token } = await account()
    const text = `https://example.org/${'x'.repeat(300)} @anna@example.org ${'y'.repeat(500 - 23 - 1 - 5 - 1)}`
    expect((await status(token, { status: text })).status).toBe(200)
    expect((await status(token, { status: `${text}y` })).status).toBe(422)
  })

  it.each([
    'https://example.org에서',
    'https://example.org#top',
    'https://example.org/a(b',
    'https://example.org/?a=b.',
  ])('take more than a link where it has ended: %s', async (link) => {
    const { token } = await account()
    const rest = link.length - link.search(/에서|#top|\(b|\.$/)
    const text = `${'y'.repeat(500 - 23 - 1 - rest)} ${link}`
    expect((await status(token, { status: text })).status).toBe(200)
    expect((await status(token, { status: `y${text}` })).status).toBe(422)
  })

  it('are distinguished by a key for an hour, as the setting says', async () => {
    const { token } = await account()
    const first = await status(token, { status: 'One' }, 'k')
    expect((await status(token, { status: 'One' }, 'k')).json.id).toBe(first.json.id)
    await sim.control('POST', '/settings', { idempotency: 'fails' })
    expect((await status(token, { status: 'One' }, 'k')).status).toBe(500)
    await sim.control('POST', '/settings', { idempotency: 'ignores' })
    expect((await status(token, { status: 'One' }, 'k')).json.id).not.toBe(first.json.id)
    expect((await sim.state()).totals.duplicates).toBe(1)
    await sim.control('POST', '/settings', { idempotency: 'honours' })
    await sim.ahead(3_600_001)
    expect((await status(token, { status: 'One' }, 'k')).json.id).not.toBe(first.json.id)
    await sim.ahead(0)
  })

  it.each([
    ['mastodon', 'refuses', 422],
    ['gotosocial', 'refuses', 400],
    ['mastodon', 'drops', 200],
  ])('on %s with used media: %s', async (server, used_media, code) => {
    await sim.control('POST', '/settings', { server, used_media })
    const { token } = await account()
    const id = await medium(token)
    expect((await status(token, { status: 'One', media_ids: [id] })).json.media_attachments).toHaveLength(1)
    const again = await status(token, { status: 'Two', media_ids: [id] })
    expect(again.status).toBe(code)
    if (code === 200) expect(again.json.media_attachments).toEqual([])
  })

  it('rise in their ids, and are listed from one on', async () => {
    const { token, external_id } = await account()
    const ids: string[] = []
    for (const text of ['a', 'b', 'c', 'd']) ids.push((await status(token, { status: text })).json.id)
    expect([...ids].sort()).toEqual(ids)
    const list = async (query: string) =>
      (await send('GET', `/api/v1/accounts/${external_id}/statuses?${query}`, token)).json.map(({ id }: Json) => id)
    expect(await list('limit=2')).toEqual([ids[3], ids[2]])
    expect(await list(`limit=2&min_id=${ids[0]}`)).toEqual([ids[2], ids[1]])
    expect(await list(`min_id=${ids[3]}`)).toEqual([])
  })

  it('are counted against a limit, which the headers tell', async () => {
    await sim.control('POST', '/settings', { rate_limit: 2 })
    const { token } = await account()
    const first = await status(token, { status: 'a' })
    expect([first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual(['2', '1'])
    await status(token, { status: 'b' })
    const last = await status(token, { status: 'c' })
    expect([last.status, last.json, last.headers.get('x-ratelimit-remaining')]).toEqual([
      429,
      { error: 'Too many requests' },
      '0',
    ])
    expect(Date.parse(last.headers.get('x-ratelimit-reset')!)).toBeGreaterThan(Date.now())
  })
})

describe('deletions', () => {
  it('are counted against a limit of their own', async () => {
    await sim.control('POST', '/settings', { delete_limit: 1 })
    const { token } = await account()
    const ids = [await status(token, { status: 'a' }), await status(token, { status: 'b' })].map(({ json }) => json.id)
    const [first, second] = [
      await send('DELETE', `/api/v1/statuses/${ids[0]}`, token),
      await send('DELETE', `/api/v1/statuses/${ids[1]}`, token),
    ]
    expect([first.status, first.headers.get('x-ratelimit-limit'), second.status]).toEqual([200, '1', 429])
    expect((await status(token, { status: 'c' })).status).toBe(200)
  })
})

describe('access', () => {
  it('needs a token in the header, with the scope', async () => {
    const { token } = await account()
    expect((await status(null, { status: 'a' })).status).toBe(401)
    expect((await status('nobody', { status: 'a' })).json).toEqual({ error: 'The access token is invalid' })
    const reply = await fetch(`${sim.url}/api/v1/statuses?access_token=${token}`, { method: 'POST' })
    expect(reply.status).toBe(401)
    const { token: reading }: Json = await sim.control('POST', '/accounts', { scopes: ['read:statuses'] })
    expect((await status(reading, { status: 'a' })).status).toBe(403)
  })

  it('is that of a visitor without a token, and with one that was revoked and removed', async () => {
    const { token, external_id } = await account()
    const made = async (visibility: string) => (await status(token, { status: visibility, visibility })).json.id
    const ids = [await made('public'), await made('unlisted'), await made('private'), await made('direct')]
    const list = (as: string | null) => send('GET', `/api/v1/accounts/${external_id}/statuses`, as)
    const listed = async (as: string | null) => (await list(as)).json.map(({ id }: Json) => id).reverse()
    expect(await listed(token)).toEqual(ids)
    expect(await listed(null)).toEqual(ids.slice(0, 2))
    await sim.control('POST', '/tokens/revoke', { account: external_id })
    expect((await list(token)).status).toBe(401)
    await sim.control('POST', '/settings', { forgets_revoked: true })
    expect(await listed(token)).toEqual(ids.slice(0, 2))
    const read = async (id: string) => (await send('GET', `/api/v1/statuses/${id}`, token)).status
    expect(await Promise.all(ids.map(read))).toEqual([200, 200, 404, 404])
    expect((await send('DELETE', `/api/v1/statuses/${ids[0]}`, token)).status).toBe(401)
  })

  it('keeps everything over a restart', async () => {
    const one = await start('mastodon')
    const { json } = await one.call('POST', '/api/v1/statuses', { status: 'Kept' }, { as: 'json' })
    const again = await one.restart()
    expect((await again.call('GET', `/api/v1/statuses/${json.id}`)).json.content).toBe('<p>Kept</p>')
  })
})

describe('uploads', () => {
  it('are looked at, whatever their type says', async () => {
    const { token } = await account()
    const upload = (bytes: Buffer, type: string, more: Record<string, string> = {}) => {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(bytes)], 'a', { type }))
      for (const [name, value] of Object.entries(more)) form.set(name, value)
      return send('POST', '/api/v2/media', token, form)
    }
    const jpeg = await picture(20, 10, 'jpeg', 9)
    expect((await upload(Buffer.from('nothing'), 'image/jpeg')).status).toBe(422)
    expect((await upload(jpeg, 'application/pdf')).status).toBe(422)
    expect((await upload(jpeg, 'image/jpeg', { focus: '2,0' })).status).toBe(422)
    expect((await upload(jpeg, 'image/jpeg', { description: 'x'.repeat(1501) })).status).toBe(422)
    expect((await upload(jpeg, 'image/jpeg', { title: 'x' })).status).toBe(422)
    expect((await upload(jpeg, 'image/jpeg', { description: 'x'.repeat(1500), focus: '-1,0.5' })).status).toBe(200)
  })
})
