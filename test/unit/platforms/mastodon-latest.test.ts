// Whether the latest posts of a Mastodon account surely are all of a time: only then a post that is not among them is not live.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import type { Credentials, Wanted } from '../../../core/platforms/connector.ts'
import { mastodon } from '../../../core/platforms/mastodon/connector.ts'
import { sessionText } from '../../../core/platforms/mastodon/session.ts'
import { mayShow, statusIn } from '../../../core/platforms/mastodon/statuses.ts'

const SINCE = Date.UTC(2026, 10, 23, 12)
const WANTED: Wanted = { text: 'Our menu', kind: 'image', since: SINCE, until: SINCE + 3_600_000 }

let server: Server
let account: Credentials
let listed: (query: URLSearchParams) => object[]
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://server')
    const source = pathname.endsWith('/source') && { id: '1', text: WANTED.text, spoiler_text: '' }
    const body = pathname.endsWith('/verify_credentials') ? { id: '1' } : source || listed(searchParams)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  process.env[ENV.platformAllowHosts] = `127.0.0.1:${port}`
  const host = `http://127.0.0.1:${port}`
  account = { external_id: `1@127.0.0.1:${port}`, token: sessionText({ host, token: 't' }) }
})
afterAll(() => {
  delete process.env[ENV.platformAllowHosts]
  server.closeAllConnections()
  server.close()
})

const status = (id: number, at: number) => ({
  id: String(id),
  created_at: new Date(at).toISOString(),
  content: '<p>-</p>',
})
const young = (id: number) => status(id, SINCE + id)
const old = (id: number) => status(id, SINCE - 1000)
const certain = async (list: typeof listed, more: Partial<Wanted> = {}): Promise<boolean> => {
  listed = list
  const found = await mastodon.find(account, { ...WANTED, ...more })
  expect(found).toMatchObject({ ok: true, value: null })
  return 'certain' in found
}
/** An account with so many posts, all of the time; pages of that size. */
const many = (count: number, size: number) => (query: URLSearchParams) => {
  const below = Number(query.get('max_id') ?? count + 1)
  return Array.from({ length: Math.min(size, below - 1) }, (_, at) => young(below - 1 - at))
}

it('they are where the account has no others, whatever its server takes for a page', async () => {
  expect(await certain(many(0, 40))).toBe(true)
  expect(await certain(many(3, 40))).toBe(true)
  expect(await certain(many(90, 40))).toBe(true)
  expect(await certain(many(12, 4))).toBe(true)
})

it('they are not where the account has more than is looked through', async () => {
  expect(await certain(many(900, 40))).toBe(false)
})

it('they are where an older one was seen that is not pinned', async () => {
  expect(await certain(() => [...[96, 95, 94, 93, 92].map(young), old(91)])).toBe(true)
  const pinned = [1, 2, 3, 4, 5].map(old)
  expect(await certain((query) => (query.has('max_id') ? [young(80)] : [...pinned, young(90)]))).toBe(false)
})

it('they are not where a server gives the same page again', async () => {
  expect(await certain(() => [young(7)])).toBe(false)
})

it('they are not for people who were mentioned alone, where the server may not list such posts', async () => {
  expect(await certain(many(3, 40), { options: { visibility: 'direct' } })).toBe(false)
})

it.each([
  ['of the time', young(1), '1'],
  ['made before it', status(1, SINCE - 1), undefined],
  ['made after it', status(1, WANTED.until + 1), undefined],
  ['that answers another post', { ...young(1), in_reply_to_id: '9' }, undefined],
])('one with the same words %s is taken for the post only where it can be', async (_, one, id) => {
  listed = (query) => (query.has('max_id') ? [] : [one])
  const found = await mastodon.find(account, { ...WANTED, kind: 'text' })
  expect(found.ok && found.value?.media_id).toBe(id)
})

it('nothing is kept of a text that is longer than any of ours, and it may be ours', async () => {
  const endless = { ...young(1), content: `<p>${'x'.repeat(1_000_000)}</p>`, spoiler_text: 'x'.repeat(1_000_000) }
  const kept = statusIn(endless)!
  expect(JSON.stringify(kept).length).toBeLessThan(500)
  expect(mayShow(kept, 'Our menu')).toBe(true)
  const only = (status: object) => certain((query) => (query.has('max_id') ? [] : [status]))
  expect(await only(endless)).toBe(false)
  expect(await only(young(1))).toBe(true)
})
