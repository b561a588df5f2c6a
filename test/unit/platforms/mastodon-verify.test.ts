// A call in doubt on servers that list an account's posts otherwise than Mastodon does: what was not surely seen is not said to be missing.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import type { Credentials, InDoubt } from '../../../core/platforms/connector.ts'
import { mastodon } from '../../../core/platforms/mastodon/connector.ts'
import { sessionText } from '../../../core/platforms/mastodon/session.ts'

const TEXT = 'Our menu'
const T0 = Date.now()

interface Listed {
  id: number
  /** Its source; what is shown is the same unless said otherwise. */
  text?: string
  shown?: string
  edited?: boolean
  media?: number
}

let server: Server
let account: Credentials
let posts: readonly Listed[]
let pageOf: (after: readonly Listed[], limit: number) => readonly unknown[]
/** As Mastodon does: those that come next. */
const oldest = (after: readonly Listed[], limit: number) => after.slice(0, limit).map(statusOf).reverse()
/** As servers do that take `min_id` for `since_id`: the newest. */
const newest = (after: readonly Listed[], limit: number) => after.slice(-limit).map(statusOf).reverse()

const statusOf = ({ id, text = `Post ${id}`, shown = text, edited = false, media = 0 }: Listed) => ({
  id: String(id),
  created_at: new Date(T0 + id).toISOString(),
  ...(edited ? { edited_at: new Date(T0 + 900).toISOString() } : {}),
  content: `<p>${shown}</p>`,
  media_attachments: Array.from({ length: media }, (_, at) => ({ id: `9${at}` })),
})

function answerTo(path: string, query: URLSearchParams): unknown {
  if (path.endsWith('/verify_credentials')) return { id: '1' }
  const [, id] = /statuses\/(\d+)\/source$/.exec(path) ?? []
  if (id !== undefined) return { id, text: posts.find((one) => one.id === Number(id))!.text ?? `Post ${id}` }
  const after = posts.filter((one) => one.id > Number(query.get('min_id')))
  return pageOf(after, Number(query.get('limit')))
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://server')
    const body = JSON.stringify(answerTo(pathname, searchParams))
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  process.env[ENV.platformAllowHosts] = `127.0.0.1:${port}`
  account = { external_id: `1@127.0.0.1:${port}`, token: sessionText({ host: `http://127.0.0.1:${port}`, token: 't' }) }
})
afterAll(() => {
  delete process.env[ENV.platformAllowHosts]
  server.closeAllConnections()
  server.close()
})

async function verified(list: readonly Listed[], by: typeof pageOf = oldest) {
  posts = list
  pageOf = by
  const asked = { handles: ['text'], kind: 'text', text: TEXT, options: {}, key: 'k', mark: '100' } as const
  const doubt: InDoubt = { ...asked, since: T0, until: T0 + 60_000, asked_at: Date.now() }
  const result = await mastodon.verify(account, doubt)
  return result.ok ? result.value : result.error
}
const many = (count: number, more: Partial<Listed> = {}): Listed[] =>
  Array.from({ length: count }, (_, at) => ({ id: 101 + at, ...more }))

it('it is not live where all posts since were seen, on several pages', async () => {
  expect(await verified(many(45))).toEqual({ state: 'not' })
})

it('nobody knows where the server lists the newest alone: it may be among those before', async () => {
  expect(await verified([{ id: 101, text: TEXT }, ...many(45).slice(1)], newest)).toEqual({ state: 'unknown' })
})

it('nobody knows where there are more than are read one by one, and what is shown of them is not what they say', async () => {
  const shown = 'Sign in to read this'
  expect(await verified([...many(11, { shown }), { id: 200, text: TEXT, shown }])).toEqual({ state: 'unknown' })
  // Where it is what they say, ours would show.
  expect(await verified([...many(11), { id: 200, text: 'Another' }])).toEqual({ state: 'not' })
})

it.each([TEXT, 'Our menu, with a picture'])('it may be one that got a picture later: %s', async (text) => {
  expect(await verified([{ id: 101, text, edited: true, media: 1 }])).toEqual({ state: 'unknown', final: true })
  expect(await verified([{ id: 101, text, media: 1 }])).toEqual({ state: 'not' })
})

it('a list with something in it that is no post tells nothing', async () => {
  const cut = (after: readonly Listed[], limit: number) => [...oldest(after, limit), { error: 'Not now' }]
  expect(await verified(many(1), cut)).toMatchObject({ class: 'retry' })
})
