// Connecting accounts of a platform whose accounts have servers of their own: apps of ours at each, passwords, tokens, several
// accounts of one sign-in. The platform is made up.

import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MOST_ACCOUNTS } from '../../../core/accounts/account-room.ts'
import { listAccounts } from '../../../core/accounts/account-store.ts'
import { appDocument } from '../../../core/accounts/app-document.ts'
import { beginConnection } from '../../../core/accounts/begin-connection.ts'
import { CHOOSING_MS } from '../../../core/accounts/choice-store.ts'
import { connectAllWithToken } from '../../../core/accounts/connect-account.ts'
import { MOST_CONNECTING } from '../../../core/accounts/connecting-places.ts'
import { keepAccounts } from '../../../core/accounts/keep-accounts.ts'
import { registeredApp, useOf } from '../../../core/accounts/registered-app.ts'
import { handleNamed, originNamed } from '../../../core/accounts/rules/named-host.ts'
import { hashOf } from '../../../core/accounts/sealed-by.ts'
import { put, remove } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import type * as Connectors from '../../../core/platforms/connectors.ts'
import type * as Facts from '../../../core/platforms/facts.ts'
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { disconnectAccount } from '../../../core/posts/disconnect-account.ts'
import { accountKey, accountsOf, choiceKey } from '../../../core/table-keys.ts'
import { handler as connect } from '../../../functions/api/connect.ts'
import { handler as byLink, handler as document } from '../../../functions/api/connect-links.ts'
import {
  apps,
  claims,
  faults,
  further,
  harbour as harbourConnector,
  hosts,
  registered,
  sessionOn,
} from '../../support/made-up/harbour/connector.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'
import { call, failWhere, newOwner, type Someone, someone } from '../people/world.ts'

vi.mock('../../../core/platforms/facts.ts', async (original) => {
  const { factsWithMadeUp } = await import('../../support/made-up/registries.ts')
  return factsWithMadeUp(await original<typeof Facts>())
})
vi.mock('../../../core/platforms/connectors.ts', async (original) => {
  const { connectorsWithMadeUp } = await import('../../support/made-up/registries.ts')
  return connectorsWithMadeUp(await original<typeof Connectors>())
})

const harbour = 'harbour' as PlatformId
const REDIRECT = 'https://dashboard.example/connect/callback'
const BEGIN = 'POST /v1/accounts/social/authorizations'

let engine: TableEngine
const kms = mockClient(KMSClient)
const xor = (bytes: Uint8Array, context: object) => {
  const pad = Buffer.from(JSON.stringify(context))
  return Buffer.from(bytes.map((byte, at) => byte ^ pad[at % pad.length]! ^ 0x5a))
}
beforeAll(async () => {
  engine = await startTable()
  Object.assign(process.env, { [ENV.tokenKey]: 'key', [ENV.cdnUrl]: 'https://cdn.example' })
  kms.on(EncryptCommand).callsFake(({ Plaintext, EncryptionContext }) => {
    if (Plaintext.length === 0 || Plaintext.length > 4096) throw new Error('KMS takes 1 to 4096 bytes')
    return { CiphertextBlob: xor(Plaintext, EncryptionContext) }
  })
  kms
    .on(DecryptCommand)
    .callsFake(({ CiphertextBlob, EncryptionContext }) => ({ Plaintext: xor(CiphertextBlob, EncryptionContext) }))
})
afterAll(() => engine.stop())
afterEach(() => vi.restoreAllMocks())

let owner: string
let admin: Someone
let host: string
let turn = 0
beforeEach(async () => {
  turn += 1
  hosts.clear()
  faults.length = 0
  further.length = 0
  Object.assign(claims, { profile: {}, grant: {} })
  registered.count = 0
  host = `pier${turn}.example.com`
  owner = await newOwner()
  admin = await someone(`admin-connecting-${turn}`, owner)
})

const everything = async (): Promise<string> => {
  const { Items = [] } = await new DynamoDBClient().send(new ScanCommand({ TableName: process.env[ENV.table]! }))
  return JSON.stringify(Items)
}
const ask = (route: string, body: unknown, who: Someone = admin) => call(connect, route, who, { body })
const begin = async (who = admin): Promise<string> => {
  const { data } = await ask(BEGIN, { platform: 'harbour', host }, who)
  return new URL(data.url).searchParams.get('state')!
}
const finish = async (who = admin, more: object = {}) =>
  ask(`${BEGIN}/finish`, { state: await begin(who), code: 'good', ...more }, who)

describe('a server that somebody names', () => {
  it.each([
    ['mastodon.social', 'https://mastodon.social'],
    [' Mastodon.Social ', 'https://mastodon.social'],
    ['https://mastodon.social/@me', 'https://mastodon.social'],
    ['http://mastodon.social', 'https://mastodon.social'],
    ['@me@mastodon.social', 'https://mastodon.social'],
    ['me@mastodon.social', 'https://mastodon.social'],
    ['mastodon.social.', 'https://mastodon.social'],
    ['bücher.example.com', 'https://xn--bcher-kva.example.com'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
    ['0x7f.1:4000', 'http://127.0.0.1:4000'],
  ])('%j is %s', (text, origin) => {
    expect(originNamed(text, new Set(['127.0.0.1:4000']))).toBe(origin)
  })

  it.each([
    '',
    'a b.example.com',
    'localhost',
    '127.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '10.0.0.1:4000',
    '127.0.0.1:4001',
    'printer.local',
    'mastodon.social:8443',
    'https://user:pass@mastodon.social',
    'https://user@mastodon.social',
    'https://:pass@mastodon.social',
    'ftp://mastodon.social',
    'javascript:alert(1)',
    'https://',
    '169.254.169.254',
    'mastodon.social/\r\nHost: inside',
  ])('%j is refused, naming the field', (text) => {
    expect(() => originNamed(text, new Set(['127.0.0.1:4000']))).toThrow(/^host: /)
  })

  it('is told from a handle, which is taken as it was typed', () => {
    expect(handleNamed('\u202a@alice.bsky.social\u202c ')).toBe('alice.bsky.social')
    expect(handleNamed('did:plc:abc')).toBe('did:plc:abc')
    for (const text of ['', ' ', '@', 'a b', 'a\u0000b', 'x'.repeat(254)]) {
      expect(() => handleNamed(text)).toThrow(/^handle: /)
    }
  })

  it('is asked for, and nothing else is', async () => {
    expect(await ask(BEGIN, { platform: 'harbour' })).toMatchObject({
      status: 400,
      errors: [{ code: 'required', path: 'host' }],
    })
    expect(await ask(BEGIN, { platform: 'harbour', host, handle: 'me' })).toMatchObject({
      errors: [{ code: 'invalid_value', path: 'handle' }],
    })
    expect(await ask(BEGIN, { platform: 'instagram', host })).toMatchObject({
      errors: [{ code: 'invalid_value', path: 'host' }],
    })
    expect(await ask(BEGIN, { platform: 'harbour', host: 'x'.repeat(301) })).toMatchObject({
      errors: [{ code: 'too_long', path: 'host' }],
    })
    expect(await ask(BEGIN, { platform: 'harbour', host: 'http://127.0.0.1/' })).toMatchObject({
      status: 400,
      errors: [{ code: 'url_not_allowed', path: 'host' }],
    })
    expect(registered.count).toBe(0)
  })
})

describe('an app of ours', () => {
  const use = () => ({ platform: harbour, host: `https://${host}`, redirectUri: REDIRECT })

  it('is registered once at each host, however many ask at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => registeredApp(use())))
    expect(new Set(all.map(({ client_id }) => client_id)).size).toBe(1)
    expect(registered.count).toBe(1)
    await registeredApp({ ...use(), host: 'https://other.example.com' })
    expect(registered.count).toBe(2)
    expect(all[0]!.client_secret).toBe('hush')
    expect(await everything()).not.toContain('hush')
  })

  it('may have no secret', async () => {
    const use = { platform: harbour, host: `https://open.${host}`, redirectUri: REDIRECT }
    const app = await registeredApp(use)
    expect(app.client_secret).toBe('')
    expect(await registeredApp(use)).toEqual(app)
    expect(registered.count).toBe(1)
  })

  it('is registered by the next who asks, where it failed', async () => {
    faults.push({ call: 'register', when: 'before' })
    await expect(registeredApp(use())).rejects.toMatchObject({ code: 'platform_unavailable' })
    expect(await registeredApp(use())).toMatchObject({ client_secret: 'hush' })
    await expect(registeredApp({ ...use(), host: 'https://reef.example.com' })).rejects.toMatchObject({
      code: 'invalid_value',
      issues: [{ path: 'host' }],
    })
  })

  it('is registered by another worker if the one that began it has died', async () => {
    const dead = registeredApp(use())
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000)
    const { put } = await import('../../../core/aws/table.ts')
    const { appKey } = await import('../../../core/table-keys.ts')
    await dead
    const other = { ...use(), host: `https://dead.${host}` }
    await put({ ...appKey('harbour', other.host, useOf(other)), registered_by: 'nobody', until: Date.now() })
    vi.restoreAllMocks()
    expect(await registeredApp(other)).toMatchObject({ client_secret: 'hush' })
  })

  it('is not waited for without end, where another worker is slow to register it', async () => {
    const { put } = await import('../../../core/aws/table.ts')
    const { appKey } = await import('../../../core/table-keys.ts')
    const begun = Date.now()
    await put({ ...appKey('harbour', use().host, useOf(use())), registered_by: 'another', until: begun + 30_000 })
    vi.spyOn(Date, 'now')
      .mockReturnValue(begun + 13_000)
      .mockReturnValueOnce(begun)
    await expect(registeredApp(use())).rejects.toMatchObject({
      code: 'platform_unavailable',
      message: expect.stringContaining('being registered with Harbour at this moment'),
    })
    expect(registered.count).toBe(0)
  })

  it('is registered at once, and once, although the SDK repeats each write', async () => {
    const send = DynamoDBDocumentClient.prototype.send as (this: unknown, ...given: unknown[]) => Promise<unknown>
    vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
      this: DynamoDBDocumentClient,
      ...given: unknown[]
    ) {
      if (given[0] instanceof PutCommand) await send.apply(this, given)
      return send.apply(this, given) as never
    })
    const begun = performance.now()
    expect(await registeredApp(use())).toMatchObject({ client_secret: 'hush' })
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(registered.count).toBe(1)
  })

  it('is registered again, once, where the host does not know it any more', async () => {
    await begin()
    apps.delete(host)
    expect(await begin()).toBeTruthy()
    expect(registered.count).toBe(2)
    await begin()
    expect(registered.count).toBe(2)
  })

  it('says of itself to anyone what it registered, where it is for all hosts', async () => {
    const own = { platform: harbour, redirectUri: REDIRECT }
    await registeredApp(own)
    const app = useOf(own)
    const route = 'GET /v1/oauth/{platform}/{app}/client-metadata.json'
    const given = { path: { platform: 'harbour', app } }
    const answer = await call(document, route, undefined, given)
    expect([answer.status, answer.text]).toEqual([
      200,
      JSON.stringify({ client_id: `https://dashboard.example/api/v1/oauth/harbour/${app}/client-metadata.json` }),
    ])
    expect(await appDocument(harbour, app)).toBe(answer.text)
    for (const path of [
      { platform: 'harbour', app: '0'.repeat(16) },
      { platform: 'harbour', app: '../../x' },
      { platform: 'nowhere', app },
      { platform: 'harbour', app: 'x'.repeat(4000) },
    ])
      expect((await call(document, route, undefined, { path })).status).toBe(404)
  })
})

describe('a sign-in that gives', () => {
  it('one account connects it at once', async () => {
    expect(await finish()).toMatchObject({ status: 200, data: { username: 'skipper', again: false } })
    expect(await finish()).toMatchObject({ data: { again: true } })
    expect(await listAccounts(owner)).toHaveLength(1)
  })

  it('more than can be stored stores what can be, also when it is kept', async () => {
    claims.profile = {
      name: 'n'.repeat(500_000),
      biography: 'b'.repeat(500_000),
      picture_url: `https://${'p'.repeat(3000)}`,
    }
    claims.grant = { expires_at: Number.POSITIVE_INFINITY, renew_at: Number.NaN }
    expect(await finish()).toMatchObject({ status: 200, data: { again: false } })
    const [account] = await listAccounts(owner)
    expect([account!.external_name.length, account!.external_bio.length]).toEqual([300, 10_000])
    expect(Number.isSafeInteger(account!.token_expires_at)).toBe(true)
    expect(Number.isSafeInteger(account!.renew_at)).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * 3_600_000 })
    hosts.clear()
    expect((await keepAccounts(() => 600_000)).failed).toBe(0)
    vi.useRealTimers()
    expect((await listAccounts(owner))[0]!.external_bio).toHaveLength(10_000)
  })

  it('a session that is too long to be stored says so', async () => {
    claims.grant = { token: JSON.stringify({ ...JSON.parse(sessionOn(host, Date.now())), padding: 'x'.repeat(5000) }) }
    const reply = await finish()
    expect(reply).toMatchObject({ status: 400, code: 'invalid_token' })
    expect(reply.errors[0].message).toContain('more than 4096 bytes')
    expect(await listAccounts(owner)).toEqual([])
  })

  it('several lists them, and connects those that are chosen', async () => {
    further.push(
      { host: `second.${host}` },
      { host: `third.${host}` },
      { host: `closed.${host}`, problem: 'You may not moor here.' },
    )
    const { data } = await finish()
    expect(data.choice.accounts).toEqual([
      { id: host, platform: 'harbour', username: 'skipper', name: `Pier ${host}`, picture_url: '', problem: null },
      expect.objectContaining({ id: `second.${host}`, problem: null }),
      expect.objectContaining({ id: `third.${host}` }),
      expect.objectContaining({ id: `closed.${host}`, problem: 'You may not moor here.' }),
    ])
    expect(await listAccounts(owner)).toEqual([])
    // Neither the answer nor the table shows a token.
    expect(JSON.stringify(data)).not.toContain('access')
    const stored = await everything()
    expect(stored).not.toContain('renew_at\\"')
    expect(stored).not.toContain(data.choice.id)

    const choose = (accounts: string[], who = admin) =>
      ask(`${BEGIN}/choose`, { choice: data.choice.id, accounts }, who)
    expect(await choose([`unknown.${host}`])).toMatchObject({ status: 400, errors: [{ path: 'accounts[0]' }] })
    expect(await choose([`closed.${host}`])).toMatchObject({ status: 400, code: 'missing_permissions' })
    expect(await choose([`third.${host}`, `closed.${host}`])).toMatchObject({
      status: 200,
      data: {
        accounts: [{ again: false }],
        refused: [{ id: `closed.${host}`, code: 'missing_permissions' }],
      },
    })
    expect((await choose([host, `third.${host}`])).data).toMatchObject({
      accounts: [{ again: false }, { again: true }],
      refused: [],
    })
    expect((await listAccounts(owner)).map(({ external_account_id }) => external_account_id).sort()).toEqual(
      [host, `third.${host}`].sort(),
    )
    // All of it was connected: it is over.
    expect(await choose([host])).toMatchObject({ status: 400, code: 'invalid_state' })
  })

  it('several lets nobody else choose, and nobody for long', async () => {
    further.push({ host: `second.${host}` })
    const { data } = await finish()
    const body = { choice: data.choice.id, accounts: [host] }
    const other = await someone(`other-connecting-${turn}`, owner)
    expect(await ask(`${BEGIN}/choose`, body, other)).toMatchObject({ code: 'invalid_state' })
    const stranger = await someone(`stranger-${turn}`, await newOwner())
    expect(await ask(`${BEGIN}/choose`, body, stranger)).toMatchObject({ code: 'invalid_state' })
    const later = Date.now() + CHOOSING_MS
    vi.spyOn(Date, 'now').mockReturnValue(later)
    expect(await ask(`${BEGIN}/choose`, body)).toMatchObject({ code: 'invalid_state' })
    vi.restoreAllMocks()
    expect(await ask(`${BEGIN}/choose`, { ...body, accounts: Array(51).fill(host) })).toMatchObject({
      errors: [{ code: 'too_long', path: 'accounts' }],
    })
    expect(await ask(`${BEGIN}/choose`, body)).toMatchObject({ status: 200 })
  })

  it('an account whose session answers for another one connects neither', async () => {
    further.push({ host: `second.${host}` })
    const { data } = await finish()
    claims.profile = { external_id: `another.${host}` }
    expect(await ask(`${BEGIN}/choose`, { choice: data.choice.id, accounts: [host] })).toMatchObject({
      status: 400,
      errors: [{ code: 'invalid_token', message: 'Harbour answered for another account.' }],
    })
    expect(await listAccounts(owner)).toEqual([])
  })

  it('another team’s account connects the others', async () => {
    further.push({ host: `second.${host}` })
    const { data: first } = await finish()
    await ask(`${BEGIN}/choose`, { choice: first.choice.id, accounts: [host] })
    const elsewhere = await someone(`elsewhere-${turn}`, await newOwner())
    const { data } = await finish(elsewhere)
    const body = { choice: data.choice.id, accounts: [host, `second.${host}`] }
    expect(await ask(`${BEGIN}/choose`, body, elsewhere)).toMatchObject({
      status: 200,
      data: { accounts: [{ username: 'skipper' }], refused: [{ id: host, code: 'account_of_another_owner' }] },
    })
  })

  it('an account that went to another team meanwhile does not take it back', async () => {
    expect(await finish()).toMatchObject({ status: 200 })
    const [account] = await listAccounts(owner)
    await disconnectAccount({ accountId: account!.id, ownerId: owner })
    const elsewhere = await someone(`taker-${turn}`, await newOwner())
    expect(await finish(elsewhere)).toMatchObject({ status: 200 })
    expect(await finish()).toMatchObject({ code: 'account_of_another_owner' })
    expect(await listAccounts(owner)).toEqual([])
  })
})

describe('a password for apps', () => {
  const given = (more: object = {}) => ({
    platform: 'harbour',
    identifier: '@skipper',
    password: 'open sesame',
    host,
    ...more,
  })

  it('connects the account and is kept nowhere', async () => {
    expect(await ask(`${BEGIN}/password`, given())).toMatchObject({ status: 200, data: { username: 'skipper' } })
    expect(await everything()).not.toContain('sesame')
  })

  it('is refused where it is wrong, and where there are none', async () => {
    const wrong = await ask(`${BEGIN}/password`, given({ password: 'open barley' }))
    expect(wrong).toMatchObject({ status: 400, errors: [{ code: 'invalid_token', path: 'password' }] })
    expect(wrong.text).not.toContain('barley')
    expect(await ask(`${BEGIN}/password`, given({ platform: 'threads' }))).toMatchObject({
      errors: [{ code: 'invalid_value', path: 'platform' }],
    })
    expect(await ask(`${BEGIN}/password`, given({ password: 'x'.repeat(513) }))).toMatchObject({
      errors: [{ code: 'too_long', path: 'password' }],
    })
    expect(await ask(`${BEGIN}/password`, given({ host: '10.0.0.1' }))).toMatchObject({
      errors: [{ code: 'url_not_allowed', path: 'host' }],
    })
    expect((await call(connect, `${BEGIN}/password`, 'key', { body: given() })).status).toBe(403)
  })
})

describe('servers that do not answer', () => {
  const password = (who: Someone, to = host) =>
    ask(`${BEGIN}/password`, { platform: 'harbour', identifier: '@skipper', password: 'open sesame', host: to }, who)

  it('hold as few functions as an owner may have connecting at the same time', { tags: 'deep' }, async () => {
    const silent: (() => void)[] = []
    const { withPassword } = harbourConnector.signIn
    vi.spyOn(harbourConnector.signIn, 'withPassword').mockImplementation(async (given) => {
      await new Promise<void>((resolve) => silent.push(resolve))
      return withPassword!(given)
    })
    const first = Array.from({ length: MOST_CONNECTING }, (_, at) => password(admin, `quay${at}.example.com`))
    await vi.waitUntil(() => silent.length === MOST_CONNECTING, { timeout: PATIENCE_MS })
    const link = await ask('POST /v1/accounts/connect-links', { platforms: ['harbour'], max_accounts: 1 })
    const secret = new URL(link.data.url).hash.slice(1)
    const more = [
      await password(admin),
      await ask(BEGIN, { platform: 'harbour', host }),
      await call(byLink, 'POST /v1/connect-links', undefined, {
        body: { link: secret, visit: 'a-visit-of-some-browser', platform: 'harbour', host },
      }),
    ]
    for (const { status, headers } of more) expect([status, headers['Retry-After']]).toEqual([429, '5'])
    expect(silent).toHaveLength(MOST_CONNECTING)
    // Another owner is not held up, and what fails makes room as well.
    const stranger = await someone(`stranger-connecting-${turn}`, await newOwner())
    const other = password(stranger, 'far.example.com')
    await vi.waitUntil(() => silent.length === MOST_CONNECTING + 1, { timeout: PATIENCE_MS })
    for (const answer of silent) answer()
    expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual(
      Array(MOST_CONNECTING + 1).fill(200),
    )
    vi.restoreAllMocks()
    for (let times = 0; times <= MOST_CONNECTING; times += 1)
      expect((await ask(BEGIN, { platform: 'harbour', host: '10.0.0.1' })).status).toBe(400)
    expect((await ask(BEGIN, { platform: 'harbour', host })).status).toBe(200)
  })
})

describe('a team with as many accounts as it may have', () => {
  it('connects no further one, and makes no link for one, but connects those again that it has', {
    tags: 'deep',
  }, async () => {
    const password = (to: string) =>
      ask(`${BEGIN}/password`, { platform: 'harbour', identifier: '@skipper', password: 'open sesame', host: to })
    expect((await password(host)).status).toBe(200)
    const rows = Array.from({ length: MOST_ACCOUNTS - 1 }, () => ({
      ...accountKey(newId()),
      owner_pk: accountsOf(owner),
      owner_sk: newId(),
    }))
    for (let at = 0; at < rows.length; at += 50)
      await Promise.all(rows.slice(at, at + 50).map((row) => put({ ...row, status: 'disconnected' })))
    expect(await password('another.example.com')).toMatchObject({ status: 409, errors: [{ code: 'conflict' }] })
    expect(await finish()).toMatchObject({ status: 200, data: { again: true } })
    const link = { platforms: ['harbour'], max_accounts: 1 }
    expect((await ask('POST /v1/accounts/connect-links', link)).status).toBe(409)
    await remove({ pk: rows[0]!.pk, sk: rows[0]!.sk })
    expect((await password('another.example.com')).status).toBe(200)
  })
})

describe('a token of the operator', () => {
  const given = () => ({ ownerId: owner, platform: harbour, token: 'anchor', host })

  it('connects all accounts that it gives access to, or those that are named', async () => {
    further.push({ host: `second.${host}` }, { host: `closed.${host}`, problem: 'You may not moor here.' })
    const only = await connectAllWithToken({ ...given(), only: [`second.${host}`] })
    expect(only.map(({ external_account_id }) => external_account_id)).toEqual([`second.${host}`])
    const all = await connectAllWithToken(given())
    expect(all.map(({ external_account_id }) => external_account_id)).toEqual([host, `second.${host}`])
    await expect(connectAllWithToken({ ...given(), only: ['12'] })).rejects.toThrow(
      `The token gives no access to 12; it is for ${host}, second.${host}, closed.${host}.`,
    )
    await expect(connectAllWithToken({ ...given(), only: [`closed.${host}`] })).rejects.toThrow(
      'You may not moor here.',
    )
    await expect(connectAllWithToken({ ...given(), token: 'rope' })).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(connectAllWithToken({ ...given(), host: undefined })).rejects.toMatchObject({ code: 'required' })
  })
})

it('finishes nothing that was begun with another app of the operator in mind', async () => {
  await expect(
    beginConnection({
      ownerId: owner,
      platform: 'threads',
      redirectUri: REDIRECT,
      named: {},
      operatorsApp: () => Promise.reject(new Error('not set up')),
    }),
  ).rejects.toThrow('not set up')
})

describe('a link to connect accounts', () => {
  const VISIT = 'a-visit-of-the-first-browser'
  const open = 'POST /v1/connect-links'
  const newLink = async (max_accounts: number): Promise<{ id: string; link: string }> => {
    const body = { platforms: ['harbour'], max_accounts }
    const { data } = await ask('POST /v1/accounts/connect-links', body)
    return { id: data.id, link: new URL(data.url).hash.slice(1) }
  }
  const client = (route: string, link: string, body: object, visit = VISIT) =>
    call(byLink, route, undefined, { body: { link, visit, ...body } })
  const finished = async (link: string) => {
    const { data } = await client(open, link, { platform: 'harbour', host })
    const state = new URL(data.url).searchParams.get('state')
    return client(open, link, { state, code: 'good' })
  }
  const choose = (link: string, choice: string, accounts: string[], visit = VISIT) =>
    client(open, link, { choice, accounts }, visit)
  const ids = async () => (await listAccounts(owner)).map(({ external_account_id }) => external_account_id).sort()

  it('asks the client for the server, and guards it as from anybody', async () => {
    const { link } = await newLink(1)
    expect(await client(open, link, { platform: 'harbour' })).toMatchObject({
      status: 400,
      errors: [{ code: 'required', path: 'host' }],
    })
    for (const named of ['http://127.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data', 'localhost'])
      expect(await client(open, link, { platform: 'harbour', host: named })).toMatchObject({
        status: 400,
        errors: [{ path: 'host' }],
      })
    expect(registered.count).toBe(0)
    expect(await finished(link)).toMatchObject({
      status: 200,
      data: { connected: [{ username: 'skipper' }], choice: null },
    })
    expect(await ids()).toEqual([host])
  })

  it('lets the client choose among several, as many as it is for, and connects no other', async () => {
    further.push({ host: `second.${host}` }, { host: `third.${host}` })
    const { link } = await newLink(2)
    const { data } = await finished(link)
    expect(data).toMatchObject({ connected: [], accounts_left: 2, choice: { accounts: [{}, {}, {}] } })
    expect(await ids()).toEqual([])
    const all = [host, `second.${host}`, `third.${host}`]
    expect(await choose(link, data.choice.id, all)).toMatchObject({ status: 400, errors: [{ path: 'accounts' }] })
    expect(await choose(link, data.choice.id, [`unknown.${host}`])).toMatchObject({ status: 400 })
    expect(await client(open, link, { choice: data.choice.id })).toMatchObject({
      errors: [{ code: 'required', path: 'accounts' }],
    })
    expect(await choose(link, data.choice.id, [host, `third.${host}`])).toMatchObject({
      status: 200,
      data: { connected: [{}, {}], refused: [], accounts_left: 0 },
    })
    expect(await ids()).toEqual([host, `third.${host}`].sort())
    expect(await choose(link, data.choice.id, [`second.${host}`])).toMatchObject({ status: 404 })
  })

  it('lets the client choose the same again after a failure in between, and names what is connected already', async () => {
    further.push({ host: `second.${host}` })
    const { link } = await newLink(2)
    const { data } = await finished(link)
    const both = [host, `second.${host}`]
    const isSecond = (command: object) =>
      command.constructor.name === 'TransactWriteCommand' && JSON.stringify(command).includes(`second.${host}`)
    const undo = failWhere(isSecond)
    expect((await choose(link, data.choice.id, both).finally(undo)).status).toBe(500)
    expect(await ids()).toEqual([host])
    expect(await choose(link, data.choice.id, both)).toMatchObject({
      status: 200,
      data: { connected: [{}], refused: [{ id: host, code: 'conflict' }], accounts_left: 0 },
    })
    expect(await ids()).toEqual(both.sort())
  })

  it('lets nobody else choose: another browser, another link, a session, or after it is revoked', async () => {
    further.push({ host: `second.${host}` })
    const { id, link } = await newLink(2)
    const other = await newLink(2)
    const { data } = await finished(link)
    const { id: choice } = data.choice
    expect(await choose(link, choice, [host], 'a-visit-of-another-browser-1')).toMatchObject({ code: 'invalid_state' })
    expect(await choose(other.link, choice, [host])).toMatchObject({ code: 'invalid_state' })
    expect(await ask(`${BEGIN}/choose`, { choice, accounts: [host] })).toMatchObject({ code: 'invalid_state' })
    await call(connect, 'DELETE /v1/accounts/connect-links/{id}', admin, { path: { id } })
    expect(await choose(link, choice, [host])).toMatchObject({ status: 404 })
    expect(await ids()).toEqual([])
  })

  it('connects as many as it is for where a client chooses twice at the same moment', async () => {
    further.push({ host: `second.${host}` })
    const { link } = await newLink(1)
    const { data } = await finished(link)
    const replies = await Promise.all([
      choose(link, data.choice.id, [host]),
      choose(link, data.choice.id, [`second.${host}`]),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await ids()).toHaveLength(1)
  })

  it('has ended for the slower one of them, also where the choice is over when it looks', async () => {
    further.push({ host: `second.${host}` })
    const { link } = await newLink(1)
    const { data } = await finished(link)
    const { id: choice } = data.choice
    const { pk } = choiceKey(hashOf(choice))
    const faster = Promise.withResolvers<void>()
    let held = false
    const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
      this: DynamoDBDocumentClient,
      command: object,
      ...more: unknown[]
    ) {
      if (!held && command instanceof GetCommand && command.input.Key?.pk === pk) {
        held = true
        await faster.promise
      }
      return send.call(this, command, ...more) as never
    })
    const slower = choose(link, choice, [host])
    await expect.poll(() => held).toBe(true)
    expect(await choose(link, choice, [`second.${host}`])).toMatchObject({ status: 200 })
    faster.resolve()
    expect(await slower).toMatchObject({ status: 404 })
    spy.mockRestore()
    expect(await ids()).toEqual([`second.${host}`])
  })
})
