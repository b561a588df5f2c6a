// An account on a server of its own: connected with its limits and its picture, shown with them, read again by the keeper.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getAccount } from '../../../core/accounts/account-store.ts'
import { connectWithToken } from '../../../core/accounts/connect-account.ts'
import { capabilitiesOf, listConnections } from '../../../core/accounts/connections.ts'
import { credentialsOf } from '../../../core/accounts/credentials.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import { type Running, start } from '../fake-platforms/support.ts'
import { startWorld, type World } from './world.ts'

let world: World
let server: Running
beforeAll(async () => {
  world = await startWorld()
  server = await start('mastodon')
  process.env[ENV.platformAllowHosts] = new URL(server.url).host
})
afterAll(async () => {
  delete process.env[ENV.platformAllowHosts]
  await world.stop()
})

it('is connected with what its server takes, and with a copy of its picture', async () => {
  const ownerId = newId()
  const { token, external_id } = await server.control('POST', '/accounts', { username: 'erika' })
  await server.control('POST', '/settings', { max_characters: 700, max_media: 3 })
  const { host } = new URL(server.url)
  const account = await connectWithToken({ ownerId, platform: 'mastodon', token, host: server.url })
  expect(account).toMatchObject({
    external_account_id: `${external_id}@${host}`,
    external_username: `erika@${host}`,
    token_expires_at: null,
    limits: { text_max: 700, link_length: 23, media_max: 3, own: { poll_options: 4 } },
  })
  expect(world.objects.has(account.picture_key!)).toBe(true)
  const stored = (await getAccount(account.id))!
  expect(await credentialsOf(stored)).toEqual({
    external_id: `${external_id}@${host}`,
    token: JSON.stringify({ host: server.url, token }),
    limits: account.limits,
  })
  const [shown] = await listConnections(ownerId, Date.now())
  expect(shown).toMatchObject({
    username: `erika@${host}`,
    server_limits: { text_max: 700, link_length: 23, media_max: 3 },
  })
  const able = await capabilitiesOf(ownerId, account.id)
  expect(able.server_limits).toEqual(account.limits)
  expect(able.limits).toMatchObject({ caption: { max: 700 }, posts: { feed: { images: { max: 3 } } } })
  expect(await world.items()).not.toContain(token)
  expect(world.logged()).not.toContain(token)
})

it('of another server with the same number is another account', async () => {
  const other = await start('mastodon')
  process.env[ENV.platformAllowHosts] = [server.url, other.url].map((url) => new URL(url).host).join(',')
  const ownerId = newId()
  const connected = []
  for (const { url, control } of [server, other]) {
    await control('POST', '/accounts', { external_id: '77', username: 'same' })
    const { token } = await control('POST', '/tokens', { account: '77' })
    connected.push(await connectWithToken({ ownerId, platform: 'mastodon', token, host: url }))
  }
  expect(new Set(connected.map(({ id }) => id)).size).toBe(2)
})
