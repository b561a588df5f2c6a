// Disconnecting accounts: the effect on the token, the list and posts that were still to be published.
import { S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { markAccount } from '../../../core/accounts/account-state-store.ts'
import { getAccount } from '../../../core/accounts/account-store.ts'
import { connectWithToken } from '../../../core/accounts/connect-account.ts'
import { connectOne } from '../../../core/accounts/connect-granted.ts'
import { listAccountViews } from '../../../core/accounts/list-accounts.ts'
import { newId } from '../../../core/ids.ts'
import { disconnectAccount } from '../../../core/posts/disconnect-account.ts'
import { putPost } from '../../../core/posts/post-store.ts'
import { getPublication, savePublication } from '../../../core/posts/publication-store.ts'
import { cancelled } from '../../../core/posts/rules/changes.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { planOf } from '../../../core/posts/rules/plan.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { publicationKey } from '../../../core/table-keys.ts'
import { startWorld, type World } from '../accounts/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** A new account of the platform, and what its owner's token is. */
const accountAt = (platform: keyof World['simulators'], given: Record<string, unknown> = {}) =>
  world.simulators[platform].control('POST', '/accounts', given) as Promise<{ external_id: string; token: string }>

describe('disconnecting', () => {
  const now = Date.now()
  const tomorrow = now + 86_400_000
  const postOn = async (ownerId: string, accountId: string, change: Partial<Publication> = {}, ...others: string[]) => {
    const id = newId()
    const given = {
      post_id: id,
      account_id: accountId,
      owner_id: ownerId,
      platform: 'threads',
      type: 'text',
      plan: planOf('text', 'threads', []),
      not_before: tomorrow,
      now,
    } as const
    const publications = [accountId, ...others].map((account_id) => newPublication({ ...given, account_id }))
    const publication = publications[0]!
    await putPost(
      {
        id,
        owner_id: ownerId,
        type: 'text',
        title: null,
        content: 'Hello',
        hashtags: [],
        caption: 'Hello',
        media_ids: [],
        container_id: null,
        aspect_ratio: null,
        accounts: [accountId, ...others],
        skipped_accounts: [],
        scheduled_at: tomorrow,
        progress: { total: publications.length, published: 0, failed: 0, cancelled: 0 },
        created_at: now,
        updated_at: now,
      },
      publications,
    )
    if (Object.keys(change).length > 0) await savePublication({ ...publication, ...change }, publication.state)
    return id
  }

  it('counts no post that had ended, as the index of unfinished ones may be seconds behind', async () => {
    const ownerId = newId()
    const { token } = await accountAt('threads')
    const account = await connectWithToken({ ownerId, platform: 'threads', token })
    const [over, waiting] = [await postOn(ownerId, account.id), await postOn(ownerId, account.id)]
    const ended = (await getPublication(over, account.id))!
    await savePublication(cancelled(ended, now), ended.state)
    const send = DynamoDBDocumentClient.prototype.send as unknown as (command: object) => Promise<{ Items?: object[] }>
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
      this: DynamoDBDocumentClient,
      command: { input: { IndexName?: string } },
    ) {
      const answer = await send.call(this, command)
      if (command.input.IndexName === undefined) return answer
      return { ...answer, Items: [publicationKey(over, account.id), ...(answer.Items ?? [])] }
    } as never)
    const { failed, left } = await disconnectAccount({ accountId: account.id, ownerId }).finally(() =>
      spy.mockRestore(),
    )
    expect([failed, left]).toEqual([1, 0])
    expect((await getPublication(over, account.id))?.state).toBe('cancelled')
    expect((await getPublication(waiting, account.id))?.state).toBe('failed')
  })

  it('erases the token, takes the account off the list and fails what was pending', async () => {
    const ownerId = newId()
    const { token } = await accountAt('threads', { username: 'leaving' })
    const other = await accountAt('threads')
    const account = await connectWithToken({ ownerId, platform: 'threads', token })
    const staying = await connectWithToken({ ownerId, platform: 'threads', token: other.token })
    const waiting = await postOn(ownerId, account.id)
    const inHand = await postOn(ownerId, account.id, { lease_until: Date.now() + 30_000 })
    const untouched = await postOn(ownerId, staying.id)

    expect(await disconnectAccount({ accountId: account.id, ownerId })).toMatchObject({ failed: 1, left: 1 })
    expect(await getPublication(waiting, account.id)).toMatchObject({
      state: 'failed',
      failure: { code: 'account_disconnected' },
    })
    expect(await getPublication(inHand, account.id)).toMatchObject({ state: 'waiting' })
    expect(world.sent()).toContainEqual(expect.objectContaining({ post_id: inHand, account_id: account.id }))
    expect(await getPublication(untouched, staying.id)).toMatchObject({ state: 'waiting' })

    const after = (await getAccount(account.id))!
    expect(after).toMatchObject({ status: 'disconnected', token_expires_at: null, external_profile_url: '' })
    expect(after.token_ciphertext).toBeUndefined()
    expect([...world.objects.keys()].filter((key) => key.includes(account.id))).toEqual([])
    expect((await listAccountViews(ownerId)).map(({ id }) => id)).toEqual([staying.id])
    await markAccount(account.id, 'active', null, Date.now())
    expect((await getAccount(account.id))!.status).toBe('disconnected')

    const again = await connectWithToken({ ownerId, platform: 'threads', token })
    expect(again).toMatchObject({ id: account.id, created_at: account.created_at, status: 'active' })
    expect(await listAccountViews(ownerId)).toHaveLength(2)
  })

  it('removes the schedule of a post that no account waits for any more, and no other', async () => {
    const ownerId = newId()
    const [first, second] = await Promise.all(
      [1, 2].map(async () =>
        connectWithToken({ ownerId, platform: 'threads', token: (await accountAt('threads')).token }),
      ),
    )
    const alone = await postOn(ownerId, first!.id)
    const shared = await postOn(ownerId, first!.id, {}, second!.id)

    const before = world.unscheduled().length
    await disconnectAccount({ accountId: first!.id, ownerId })
    expect(world.unscheduled().slice(before)).toEqual([`post-${alone}-${tomorrow}`])
    await disconnectAccount({ accountId: second!.id, ownerId })
    expect(world.unscheduled().slice(before + 1)).toEqual([`post-${shared}-${tomorrow}`])
  })

  it.each(['GetCommand', 'QueryCommand'])(
    'leaves an account whole that is connected again in the middle of it (before the next %s)',
    async (next) => {
      const ownerId = newId()
      const { token } = await accountAt('threads')
      const connect = (owner: string, alone = false) =>
        connectOne({ ownerId: owner, platform: 'threads', alone }, { token, expires_at: null })
      const account = await connect(ownerId)

      const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
      let erased = false
      const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
        this: DynamoDBDocumentClient,
        command: object,
        ...more: unknown[]
      ) {
        if (erased && command.constructor.name === next) {
          spy.mockRestore()
          await connect(ownerId)
        }
        erased ||= command.constructor.name === 'TransactWriteCommand'
        return send.call(this, command, ...more)
      } as never)
      await disconnectAccount({ accountId: account.id, ownerId })

      const after = (await getAccount(account.id))!
      expect(after.status).toBe('active')
      expect([...world.objects.keys()]).toContain(after.picture_key)
      await expect(connect(newId(), true)).rejects.toMatchObject({ code: 'account_of_another_owner' })
    },
  )

  it('names no picture that it removed from an account which was connected again just before that', async () => {
    const ownerId = newId()
    const { token } = await accountAt('threads')
    const connect = () => connectOne({ ownerId, platform: 'threads' }, { token, expires_at: null })
    const account = await connect()
    const send = S3Client.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
    const spy = vi.spyOn(S3Client.prototype, 'send').mockImplementation(async function (
      this: S3Client,
      command: object,
      ...more: unknown[]
    ) {
      if (command.constructor.name === 'ListObjectsV2Command') {
        spy.mockRestore()
        await connect()
      }
      return send.call(this, command, ...more)
    } as never)
    await disconnectAccount({ accountId: account.id, ownerId })

    const after = (await getAccount(account.id))!
    // The platform's own address is shown until the keeper has made another copy.
    expect(after).toMatchObject({ status: 'active', picture_key: null, picture_version: null })
    expect(after.external_profile_url).not.toBe('')
  })

  it('leaves the claim of another owner, and frees its own also where it is repeated', async () => {
    const { token } = await accountAt('threads')
    const [first, second, third] = [newId(), newId(), newId()]
    const connect = (ownerId: string, alone = false) =>
      connectOne({ ownerId, platform: 'threads', alone }, { token, expires_at: null })
    const account = await connect(first)
    const other = await connect(second)
    await disconnectAccount({ accountId: account.id })
    await expect(connect(third, true)).rejects.toMatchObject({ code: 'account_of_another_owner' })
    for (let time = 0; time < 2; time += 1) await disconnectAccount({ accountId: other.id })
    expect(await connect(third, true)).toMatchObject({ status: 'active' })
  })

  it('knows no account that is not there, or not the caller’s', async () => {
    await expect(disconnectAccount({ accountId: newId() })).rejects.toMatchObject({ code: 'not_found' })
    const { token } = await accountAt('threads')
    const { id } = await connectWithToken({ ownerId: newId(), platform: 'threads', token })
    await expect(disconnectAccount({ accountId: id, ownerId: newId() })).rejects.toMatchObject({ code: 'not_found' })
  })
})
