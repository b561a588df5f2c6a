// Tokens of an assistant over time: codes, access tokens, refresh tokens, and the person behind them. On a real table.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf } from '../../../core/api-keys/caller.ts'
import { rotateKey } from '../../../core/api-keys/change-key.ts'
import { issueKey } from '../../../core/api-keys/issue-key.ts'
import { listKeys } from '../../../core/api-keys/key-store.ts'
import { lookUpKey } from '../../../core/api-keys/resolve-key.ts'
import type { AssistantRole, Role } from '../../../core/api-keys/rules/roles.ts'
import { newSecret } from '../../../core/api-keys/secret.ts'
import { allowAssistant } from '../../../core/assistants/authorize.ts'
import { exchangeCode, refreshTokens } from '../../../core/assistants/give-tokens.ts'
import { revokeToken } from '../../../core/assistants/revoke-token.ts'
import { registered } from '../../../core/assistants/rules/client.ts'
import { put, remove } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import { memberKey } from '../../../core/table-keys.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'
import { repeatTable } from '../people/world.ts'

const DASHBOARD = 'https://dashboard.example'
const CALLBACK = 'https://helper.example/callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const NOW = Date.UTC(2026, 10, 23, 8)
const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000]
const PERSON = '0193c1b2-7b2e-7000-8000-0000000000aa'

let engine: TableEngine
let owner: string
let clientId: string
let owners = 0
beforeAll(async () => {
  process.env[ENV.dashboardUrl] = DASHBOARD
  engine = await startTable()
  const client = registered({ client_name: 'Helper', redirect_uris: [CALLBACK] })
  if ('problem' in client) throw new Error(client.problem)
  clientId = client.id
})
afterAll(() => engine.stop())

const member = (role: Role) =>
  put({ ...memberKey(owner, PERSON), owner_id: owner, person_id: PERSON, role, joined_at: 1 })

async function allowed(role: AssistantRole = 'editor', now = NOW): Promise<string> {
  const request = { client_id: clientId, redirect_uri: CALLBACK, code_challenge: CHALLENGE }
  const to = await allowAssistant({ request, own: 'admin', ownerId: owner, personId: PERSON, role, now })
  return new URL(to).searchParams.get('code')!
}
const exchange = (code: string, now = NOW) =>
  exchangeCode({ code, client_id: clientId, redirect_uri: CALLBACK, code_verifier: VERIFIER, now })
const refresh = (refresh_token: string, now: number) => refreshTokens({ refresh_token, client_id: clientId, now })
const statuses = async () => (await listKeys(owner)).map(({ status }) => status)

async function begin(role: Role = 'admin') {
  owners += 1
  owner = (await createOwner({ name: `owner ${owners}`, now: NOW })).id
  await member(role)
}

describe('a code', () => {
  it('is given although the SDK repeats the write', async () => {
    await begin()
    const undo = repeatTable('PutCommand')
    const code = await allowed().finally(undo)
    expect((await exchange(code)).scope).toBe('editor')
  })

  it('is valid for a minute', async () => {
    await begin()
    const [late, intime] = [await allowed(), await allowed()]
    await expect(exchange(late, NOW + 60 * SECOND)).rejects.toThrow('has ended')
    expect((await exchange(intime, NOW + 59 * SECOND)).scope).toBe('editor')
  })

  it('that comes again, also after its minute, ends the key that was made of it', async () => {
    await begin()
    const code = await allowed()
    const { access_token } = await exchange(code)
    expect(await lookUpKey(access_token, NOW)).toBeDefined()
    await expect(exchange(code, NOW + 10 * 60 * SECOND)).rejects.toThrow('was used')
    expect(await lookUpKey(access_token, NOW)).toBeUndefined()
    expect(await statuses()).toEqual(['revoked'])
  })

  it('that comes again several times at once is refused each time in the words of OAuth, and ends a key that is renewed just then', async () => {
    await begin()
    const code = await allowed()
    const { refresh_token } = await exchange(code)
    const again = Array.from({ length: 6 }, () => exchange(code).catch((error: Error) => error.name))
    const renewing = refresh(refresh_token, NOW).catch(() => undefined)
    expect(new Set(await Promise.all(again))).toEqual(new Set(['TokenRefused']))
    await renewing
    expect(await statuses()).toEqual(['revoked'])
  })

  it('is worth nothing where the person has lost the role meanwhile', async () => {
    await begin()
    const code = await allowed('editor')
    await member('viewer')
    await expect(exchange(code)).rejects.toThrow('not valid')
    expect(await statuses()).toEqual([])
  })
})

describe('an access token', () => {
  it('lives for an hour, acts in the name of the person with that role, and follows changes of the role', async () => {
    await begin()
    const { access_token, expires_in } = await exchange(await allowed('author'))
    expect(expires_in).toBe(3600)
    const key = (await lookUpKey(access_token, NOW + HOUR - 1))!
    expect(callerOf(key)).toMatchObject({ owner_id: owner, assistant: { person_id: PERSON, role: 'author' } })
    expect(await lookUpKey(access_token, NOW + HOUR)).toBeUndefined()
    for (const [role, may] of [
      ['editor', true],
      ['author', true],
      ['viewer', false],
    ] as const) {
      await member(role)
      expect((await lookUpKey(access_token, NOW)) !== undefined, role).toBe(may)
    }
    await remove(memberKey(owner, PERSON))
    expect(await lookUpKey(access_token, NOW)).toBeUndefined()
  })
})

describe('the key of an assistant', () => {
  it('is not rotated by hand, by the operator neither: its new secret would have no end', async () => {
    await begin()
    const { access_token } = await exchange(await allowed())
    const [key] = await listKeys(owner)
    await expect(rotateKey(key!.key_id, { now: NOW })).rejects.toThrow('An assistant renews its key by itself.')
    expect(await lookUpKey(access_token, NOW)).toBeDefined()
  })
})

describe('a refresh token', () => {
  it('gives the next secret and the next refresh token, for as long as one of them is used every 30 days', async () => {
    await begin()
    let given = await exchange(await allowed())
    for (const at of [29, 58, 87].map((days) => NOW + days * DAY)) {
      const before = given
      given = await refresh(before.refresh_token, at)
      expect(await lookUpKey(before.access_token, at)).toBeUndefined()
      expect(await lookUpKey(given.access_token, at)).toBeDefined()
    }
    await expect(refresh(given.refresh_token, NOW + 117 * DAY)).rejects.toThrow('has ended')
    expect(await statuses()).toEqual(['revoked'])
  })

  it('that was replaced is refused; after a minute somebody else has it, and the connection ends', async () => {
    await begin()
    const first = await exchange(await allowed())
    const second = await refresh(first.refresh_token, NOW + HOUR)
    await expect(refresh(first.refresh_token, NOW + HOUR + 60 * SECOND)).rejects.toThrow('not valid')
    expect(await lookUpKey(second.access_token, NOW + HOUR)).toBeDefined()
    await expect(refresh(first.refresh_token, NOW + HOUR + 61 * SECOND)).rejects.toThrow('not valid')
    expect(await lookUpKey(second.access_token, NOW + HOUR)).toBeUndefined()
    await expect(refresh(second.refresh_token, NOW + 2 * HOUR)).rejects.toThrow('not valid')
  })

  it('is worth nothing without the role, of two at once one is served, and the key stays one', async () => {
    await begin()
    const { refresh_token } = await exchange(await allowed())
    const outcomes = await Promise.allSettled([refresh(refresh_token, NOW + HOUR), refresh(refresh_token, NOW + HOUR)])
    const served = outcomes.filter(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<{
      refresh_token: string
    }>[]
    expect(served).toHaveLength(1)
    await member('viewer')
    await expect(refresh(served[0]!.value.refresh_token, NOW + 2 * HOUR)).rejects.toThrow('not valid')
    expect(await statuses()).toEqual(['active'])
  })
})

describe('a token that the assistant revokes', () => {
  const revoke = (token: string, client_id = clientId, now = NOW) => revokeToken({ token, client_id, now })

  it.each(['refresh_token', 'access_token'] as const)('as its %s ends both, and again does nothing', async (which) => {
    await begin()
    const given = await exchange(await allowed())
    await revoke(given[which])
    expect(await lookUpKey(given.access_token, NOW)).toBeUndefined()
    await expect(refresh(given.refresh_token, NOW)).rejects.toThrow('not valid')
    expect(await statuses()).toEqual(['revoked'])
    await revoke(given[which])
  })

  it('ends the connection also where it was replaced meanwhile', async () => {
    await begin()
    const first = await exchange(await allowed())
    const second = await refresh(first.refresh_token, NOW + HOUR)
    await revoke(first.refresh_token, clientId, NOW + HOUR)
    expect(await lookUpKey(second.access_token, NOW + HOUR)).toBeUndefined()
  })

  it('does not come back by a refresh at the same moment', async () => {
    await begin()
    const { refresh_token } = await exchange(await allowed())
    const [refreshed] = await Promise.allSettled([refresh(refresh_token, NOW), revoke(refresh_token)])
    expect(await statuses()).toEqual(['revoked'])
    if (refreshed.status === 'fulfilled') expect(await lookUpKey(refreshed.value.access_token, NOW)).toBeUndefined()
  })

  it('is refused to another client, and an unknown token or a key of a program is left alone', async () => {
    await begin()
    const { access_token, refresh_token } = await exchange(await allowed())
    for (const token of [access_token, refresh_token])
      await expect(revoke(token, 'reg.other')).rejects.toThrow('belongs to another client')
    const { secret } = await issueKey({ ownerId: owner, now: NOW })
    for (const token of [secret, newSecret(), newSecret('spr_'), newSecret('sps_'), 'spr_x', ' '])
      expect(await revoke(token), token).toBeUndefined()
    expect(await lookUpKey(secret, NOW)).toBeDefined()
    expect(await lookUpKey(access_token, NOW)).toBeDefined()
    // An access token that has ended is worth nothing; the connection is not.
    await revoke(access_token, clientId, NOW + HOUR)
    expect((await statuses()).sort()).toEqual(['active', 'active'])
  })
})

it('ends connections that nobody uses any more when another is made', async () => {
  await begin()
  await exchange(await allowed())
  const later = NOW + 31 * DAY
  await exchange(await allowed('viewer', later), later)
  expect((await statuses()).sort()).toEqual(['active', 'revoked'])
})
