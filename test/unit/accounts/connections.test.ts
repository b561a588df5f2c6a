// The list of connections counts what is still to go out on each account, and reads a bounded number of items for it.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addAccount } from '../../../core/accounts/account-store.ts'
import type { AccountView } from '../../../core/accounts/account-view.ts'
import { listConnections } from '../../../core/accounts/connections.ts'
import { listAccountViews } from '../../../core/accounts/list-accounts.ts'
import { MOST_COUNTED } from '../../../core/accounts/rules/account-rules.ts'
import { publicationKey, unfinishedOf, unfinishedSort } from '../../../core/table-keys.ts'
import { accountOf } from '../../support/domain.ts'
import { putMany, startTable, type TableEngine } from '../../support/table-engine.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
  process.env.CDN_URL = 'https://cdn.example'
})
afterAll(() => engine.stop())

const OWNER = crypto.randomUUID()
const unfinished = (accountId: string, count: number) =>
  putMany(
    Array.from({ length: count }, () => {
      const post = crypto.randomUUID()
      return {
        ...publicationKey(post, accountId),
        owner_pk: unfinishedOf(OWNER),
        owner_sk: unfinishedSort(accountId, post),
      }
    }),
  )

it('counts each account’s posts, of one with very many no more than says so', async () => {
  const now = Date.now()
  const [busy, quiet, idle] = ['busy', 'quiet', 'idle'].map((name, at) =>
    accountOf({
      id: crypto.randomUUID(),
      owner_id: OWNER,
      external_account_id: `ext-${name}`,
      external_username: name,
      created_at: now + at,
    }),
  ) as [ReturnType<typeof accountOf>, ReturnType<typeof accountOf>, ReturnType<typeof accountOf>]
  for (const account of [busy, quiet, idle]) await addAccount(account, now)
  await unfinished(busy.id, MOST_COUNTED + 600)
  await unfinished(quiet.id, 7)
  const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<object>
  let read = 0
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command: object,
  ) {
    const reply = (await send.call(this, command)) as { Items?: unknown[] }
    read += reply.Items?.length ?? 0
    return reply as never
  })
  const connections = await listConnections(OWNER, now)
  vi.restoreAllMocks()
  expect(connections.map(({ username, scheduled_posts }) => [username, scheduled_posts])).toEqual([
    ['busy', MOST_COUNTED],
    ['quiet', 7],
    ['idle', 0],
  ])
  expect(read).toBe(MOST_COUNTED + 7 + 3)
})

it('says why an account whose token has just run out must be connected again, before the keeper comes to it', async () => {
  const now = Date.UTC(2026, 10, 26)
  const owner_id = crypto.randomUUID()
  const id = crypto.randomUUID()
  await addAccount(accountOf({ id, owner_id, external_account_id: `ext-${id}`, token_expires_at: now - 1 }), now)
  expect(await listConnections(owner_id, now)).toMatchObject([
    { status: 'reconnect_required', status_reason: 'The token expired on 2026-11-25T23:59:59.999Z.' },
  ])
  const [{ metadata }] = (await listAccountViews(owner_id, now)) as [AccountView]
  expect(JSON.parse(metadata!)).toMatchObject({
    status: 'reconnect_required',
    reason: 'The token expired on 2026-11-25T23:59:59.999Z.',
  })
})
