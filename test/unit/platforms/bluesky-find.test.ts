// Finding a post of Bluesky whose key was lost, in the account's own list: it is said to be live, or certainly not, only where that is sure.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { bluesky } from '../../../core/platforms/bluesky/connector.ts'
import type { Credentials, Wanted } from '../../../core/platforms/connector.ts'
import { type ScriptedServer, startScripted } from './scripted-server.ts'

const SINCE = Date.UTC(2026, 10, 23, 12)
const DID = `did:plc:${'a'.repeat(24)}`
const OTHER = `did:plc:${'b'.repeat(24)}`
const uri = (rkey: string, did = DID) => `at://${did}/app.bsky.feed.post/${rkey}`

let server: ScriptedServer
let account: Credentials
beforeAll(async () => {
  server = await startScripted()
  process.env[ENV.platformAllowHosts] = new URL(server.origin).host
  account = {
    external_id: DID,
    token: JSON.stringify({ did: DID, pds: server.origin, access: 'a', refresh: 'r' }),
  }
})
afterAll(() => {
  delete process.env[ENV.platformAllowHosts]
  return server.close()
})

const post = (rkey: string, at: number, { text = 'Ahoy', parent }: { text?: string; parent?: string } = {}) => ({
  uri: uri(rkey),
  value: {
    text,
    createdAt: new Date(at).toISOString(),
    ...(parent === undefined ? {} : { reply: { root: { uri: parent, cid: 'c' }, parent: { uri: parent, cid: 'c' } } }),
  },
})
const other = post('3z', SINCE + 1, { text: 'Another' })
async function found(records: object[], more: Partial<Wanted> = {}, cursor?: string) {
  server.script({ body: { records, ...(cursor === undefined ? {} : { cursor }) } })
  const result = await bluesky.find(account, {
    text: 'Ahoy',
    kind: 'text',
    since: SINCE,
    until: SINCE + 60_000,
    ...more,
  })
  if (!result.ok) throw new Error(result.error.message)
  return [result.value?.media_id, 'certain' in result]
}

it('it is the one of the time with these words', async () => {
  expect(await found([other, post('3b', SINCE)])).toEqual([uri('3b'), true])
  expect(await found([post('3b', SINCE + 60_000, { text: ' Ahoy\n' })])).toEqual([uri('3b'), true])
})

it('it is none from before or after the time', async () => {
  expect(await found([post('3b', SINCE - 1)])).toEqual([undefined, true])
  expect(await found([post('3b', SINCE + 60_001)])).toEqual([undefined, true])
})

it('of two nobody knows which', async () => {
  expect(await found([post('3c', SINCE + 1), post('3b', SINCE)])).toEqual([undefined, false])
})

it('it may be on the next page, until the page reaches back before the time', async () => {
  expect(await found([other], {}, 'next')).toEqual([undefined, false])
  expect(await found([other, post('3a', SINCE - 1)], {}, 'next')).toEqual([undefined, true])
  expect(await found([post('3b', SINCE)], {}, 'next')).toEqual([uri('3b'), false])
})

it.each([
  ['its address', uri('3p', OTHER)],
  ['that of the website', `https://bsky.app/profile/${OTHER}/post/3p`],
  ['that of the website, with a name', 'https://bsky.app/profile/harbor.test/post/3p'],
  ['its address, with a name', 'at://harbor.test/app.bsky.feed.post/3p'],
])('an answer is the one to the post that is named by %s', async (_, reply_to) => {
  const answer = post('3b', SINCE, { parent: uri('3p', OTHER) })
  expect(await found([answer], { reply_to })).toEqual([uri('3b'), true])
  expect(await found([post('3b', SINCE, { parent: uri('3q', OTHER) })], { reply_to })).toEqual([undefined, true])
  expect(await found([post('3b', SINCE)], { reply_to })).toEqual([undefined, true])
  expect(await found([answer])).toEqual([undefined, true])
})

it('an answer to the post of another account under the same key is another', async () => {
  const answer = post('3b', SINCE, { parent: uri('3p') })
  expect(await found([answer], { reply_to: uri('3p', OTHER) })).toEqual([undefined, true])
})
