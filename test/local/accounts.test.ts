// Accounts in the whole service: the operator's command, the listing, the keeper's function, the CDN, posts.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountView } from '../../core/accounts/account-view.ts'
import { stackOutputs } from '../../core/aws/stack-outputs.ts'
import { accountKey, dueAccounts, shardOf, sortable } from '../../core/table-keys.ts'
import { TOKEN, tokensIn } from '../support/leaks.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let local: SharedLocal
let table: DynamoDBDocumentClient
let tableName: string
beforeAll(async () => {
  local = await sharedLocal()
  const { region, stack_name, env } = local.endpoints
  Object.assign(process.env, { AWS_REGION: region }, env)
  tableName = (await stackOutputs(stack_name))!.TableName!
  table = DynamoDBDocumentClient.from(new DynamoDBClient({}))
})
afterAll(async () => {
  table?.destroy()
})

const listed = async (): Promise<AccountView[]> => {
  const reply = await local.api('GET', '/api/v1/accounts/social')
  expect(reply.status).toBe(200)
  return reply.json<{ data: AccountView[] }>().data
}
const find = async (id: string) => (await listed()).find((account) => account.id === id)
const statusOf = (account: AccountView | undefined) => JSON.parse(account?.metadata ?? '{}').status

const make = (platform: 'instagram' | 'threads', given: Record<string, unknown> = {}) =>
  local.control<{ external_id: string; token: string }>(platform, 'POST', '/accounts', given)

const connect = (platform: string, token: string) =>
  local.admin<AccountView>(
    'account',
    'connect',
    '--owner',
    local.owner,
    '--platform',
    platform,
    `--access-token=${token}`,
  )

const ADMIN = join(import.meta.dirname, '..', '..', 'bin', 'admin.ts')

/** The operator's command with something on its standard input. */
const adminWith = (input: string, ...words: string[]) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, [ADMIN, ...words, '--json', '--local', local.dataDir], {
      env: { PATH, HOME },
    })
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        said[name] += chunk
      })
    child.once('close', (code) => resolve({ code, ...said }))
    child.stdin.on('error', () => undefined).end(input)
  })

/** As if the hours had passed after which it is the account's turn. */
async function keepNow(accountId: string): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName,
      Key: accountKey(accountId),
      UpdateExpression: 'SET due_pk = :pk, due_sk = :sk, profile_synced_at = :never',
      ExpressionAttributeValues: {
        ':pk': dueAccounts(shardOf(accountId)),
        ':sk': `${sortable(Date.now() - 1)}#${accountId}`,
        ':never': 0,
      },
    }),
  )
  await local.invoke('KeepAccounts')
}

describe('accounts', () => {
  it('are connected with a token that no command line had; one that had it is warned', async () => {
    const { token, external_id } = await make('threads', { username: 'piped' })
    const words = ['account', 'connect', '--owner', local.owner, '--platform', 'threads', '--access-token']
    const piped = await adminWith(`${token}\n`, ...words, '-')
    expect([piped.code, piped.stderr]).toEqual([0, ''])
    const { id, external_username } = JSON.parse(piped.stdout) as AccountView
    expect(external_username).toBe('piped')
    const argued = await adminWith('', ...words, token)
    expect([argued.code, JSON.parse(argued.stdout)]).toEqual([0, expect.objectContaining({ id })])
    expect(argued.stderr).toMatch(/^Warning: --access-token .*history.*processes.*\n$/)
    expect(argued.stderr).not.toContain(token)
    expect(external_id).toBeTruthy()
    await local.admin('account', 'disconnect', id)
  })

  it('are listed in the order of connecting, those that are only listed among them', async () => {
    const { token } = await make('instagram', { username: 'second.shop', name: 'Second Shop' })
    const second = await connect('instagram', token)
    for (const platform of ['facebook', 'x', 'youtube']) {
      await local.admin('account', 'add-listed', '--owner', local.owner, '--platform', platform, '--username', 'shop')
    }
    const accounts = await listed()
    expect(
      accounts
        .slice(0, local.session.accounts.length)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(local.session.accounts.map(({ id }) => id).toSorted())
    expect(accounts.slice(local.session.accounts.length).map(({ social_provider }) => social_provider.name)).toEqual([
      'instagram',
      'facebook',
      'x',
      'youtube',
    ])
    expect(accounts[local.session.accounts.length]).toEqual(second)
    const { accounts: asOperator } = await local.command<{ accounts: AccountView[] }>(
      'account',
      'list',
      '--owner',
      local.owner,
    )
    expect(asOperator).toEqual(accounts)
    const refused = await local.api('GET', '/api/v1/accounts/social', { key: null })
    expect(refused.status).toBe(401)
  })

  it('show their picture from the CDN', async () => {
    for (const { external_profile_url } of (await listed()).slice(0, 3)) {
      expect(external_profile_url.startsWith(`${local.session.cdn_url}/profile/`)).toBe(true)
      const reply = await local.fetch(external_profile_url)
      expect(reply.status).toBe(200)
      expect((await sharp(reply.bytes).metadata()).format).toBe('jpeg')
    }
  })

  it('are refused to the operator with the reason', async () => {
    const personal = await make('instagram', { username: 'just.me', account_type: 'Personal' })
    await expect(connect('instagram', personal.token)).rejects.toThrow(/personal account/)
    const reader = await make('threads', { scopes: ['threads_basic'] })
    await expect(connect('threads', reader.token)).rejects.toThrow(/threads_content_publish/)
    expect(await listed()).toHaveLength(local.session.accounts.length + 4)
  })
})

describe('the keeper', () => {
  it('follows the profile, and says of a dead account that it must be connected again', async () => {
    const { external_id, token } = await make('threads', { username: 'before' })
    const { id } = await connect('threads', token)
    await local.control('threads', 'POST', '/accounts', { external_id, username: 'after', name: 'After' })
    await keepNow(id)
    expect(await find(id)).toMatchObject({ external_username: 'after', external_name: 'After' })

    await local.control('threads', 'POST', '/tokens/revoke', { account: external_id })
    await keepNow(id)
    expect(statusOf(await find(id))).toBe('reconnect_required')
    const post = await local.api('POST', '/api/v1/posts/text', { json: { content: 'Hello', accounts: [id] } })
    expect(post.status).toBe(400)
    expect(post.json()).toMatchObject({ errors: [{ code: 'account_reconnect_required', path: 'accounts[0]' }] })
  })
})

describe('disconnecting', () => {
  it('fails what was scheduled and takes the account off the list', async () => {
    const { token } = await make('threads', { username: 'leaving' })
    const { id } = await connect('threads', token)
    const json = { content: 'Later', accounts: [id], scheduled_at: Date.now() + 86_400_000 }
    const accepted = await local.api('POST', '/api/v1/posts/text', { json })
    expect(accepted.status).toBe(202)
    expect(await local.command('account', 'disconnect', id)).toMatchObject({ status: 'disconnected' })
    const post = await local.api('GET', accepted.headers.get('location')!)
    expect(post.text).toContain('account_disconnected')
    expect(await find(id)).toBeUndefined()
    const again = await local.api('POST', '/api/v1/posts/text', { json: { content: 'Now', accounts: [id] } })
    expect(again.json()).toMatchObject({ errors: [{ code: 'account_disconnected' }] })
  })
})

describe('tokens', () => {
  it('are in no file and no line that the service wrote', async () => {
    for (const platform of ['instagram', 'threads'] as const) expect((await make(platform)).token).toMatch(TOKEN)
    expect(readdirSync(local.dataDir).length).toBeGreaterThan(3)
    expect(tokensIn(local.dataDir, { stdout: local.process.stdout(), stderr: local.process.stderr() })).toEqual([])
    // That it finds one where there is one.
    const found = tokensIn(local.dataDir, { stdout: `a line with ${(await make('threads')).token}` })
    expect(found).toEqual(['stdout (a line with [token])'])
  })
})
