// A write whose answer got lost is repeated by the SDK: the repeat must not take the first one for a rival's.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ConditionFailed, Contended, put } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { publicationItem } from '../../../core/posts/post-items.ts'
import { putPost, SlotTaken } from '../../../core/posts/post-store.ts'
import { getPublication, savePublication } from '../../../core/posts/publication-store.ts'
import { lockAccount, unlockAccount } from '../../../core/posts/publishing/publish-lock.ts'
import { live } from '../../../core/posts/rules/changes.ts'
import { isOver, type Post } from '../../../core/posts/rules/post.ts'
import { type Publication, VersionConflict } from '../../../core/posts/rules/publication.ts'
import { OWNER } from '../../support/domain.ts'
import { at, made, ready, T0 } from '../../support/publications.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())
afterEach(() => vi.restoreAllMocks())

async function stored(): Promise<Publication> {
  const publication = made(1, { post_id: newId(), account_id: newId() })
  await put(publicationItem(publication))
  return publication
}

/** Every put is sent twice from now on, and only the second one's answer arrives. @param between runs between the two. */
function loseFirstAnswers(between: () => Promise<unknown> = async () => undefined): void {
  const send = DynamoDBDocumentClient.prototype.send as (this: unknown, ...given: unknown[]) => Promise<unknown>
  let lost = false
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...given: unknown[]
  ) {
    if ((given[0] as object).constructor.name !== 'PutCommand' || lost) return send.apply(this, given) as never
    lost = true
    await send.apply(this, given)
    await between()
    return send.apply(this, given) as never
  })
}

it('is known for its own when its repeat meets it', async () => {
  const publication = await stored()
  loseFirstAnswers()
  const saved = await savePublication({ ...publication, permalink_tries: 3 }, publication.state)
  expect(saved.version).toBe(publication.version + 1)
  expect(await getPublication(publication.post_id, publication.account_id)).toMatchObject({
    version: publication.version + 1,
    permalink_tries: 3,
  })
})

it('is a conflict where a rival has written since', async () => {
  const publication = await stored()
  loseFirstAnswers(async () => {
    const other = (await getPublication(publication.post_id, publication.account_id))!
    await savePublication({ ...other, permalink_tries: 5 }, other.state)
  })
  await expect(savePublication({ ...publication, permalink_tries: 3 }, publication.state)).rejects.toThrow(
    VersionConflict,
  )
})

it('is a conflict where a rival wrote the very same', async () => {
  const publication = await stored()
  const next = { ...publication, permalink_tries: 3 }
  const [one, other] = await Promise.allSettled([
    savePublication(next, publication.state),
    savePublication(next, publication.state),
  ])
  expect([one, other].map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

const postOf = ({ post_id, account_id }: Publication): Post => ({
  ...{ id: post_id, owner_id: OWNER, type: 'text', title: null, content: 'One', hashtags: [], caption: 'One' },
  ...{ media_ids: [], container_id: null, aspect_ratio: null, accounts: [account_id], skipped_accounts: [] },
  ...{ scheduled_at: null, created_at: T0, updated_at: T0 },
  progress: { total: 1, published: 0, failed: 0, cancelled: 0 },
})

it('of a post that is there already is no slot that another took: that one would be stored a second time, with another id', async () => {
  const publication = ready(0, { post_id: newId(), account_id: newId() })
  await putPost(postOf(publication), [publication])
  const again = await putPost(postOf(publication), [publication]).catch((error: unknown) => error)
  expect(again).toBeInstanceOf(ConditionFailed)
  expect(again).not.toBeInstanceOf(SlotTaken)
})

it('of the last publication ends the post, however the others have ended', () => {
  const none = { total: 3, published: 0, failed: 0, cancelled: 0 }
  expect(isOver({ ...none, published: 1, failed: 1, cancelled: 1 })).toBe(true)
  for (const end of ['published', 'failed', 'cancelled'] as const) {
    expect(isOver({ ...none, [end]: 3 }), end).toBe(true)
    expect(isOver({ ...none, [end]: 2 }), end).toBe(false)
  }
})

describe('an end that others of its post are in the way of', () => {
  /** The post, and the end of its publication. Every pause passes at once, and so many of the transactions are in the way of others. */
  async function ending(conflicts: number) {
    const publication = ready(0, { post_id: newId(), account_id: newId() })
    await putPost(postOf(publication), [publication])
    const send = DynamoDBDocumentClient.prototype.send as (this: unknown, ...given: unknown[]) => Promise<unknown>
    let left = conflicts
    vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
      this: DynamoDBDocumentClient,
      ...given: unknown[]
    ) {
      if ((given[0] as object).constructor.name !== 'TransactWriteCommand' || left === 0)
        return send.apply(this, given) as never
      left -= 1
      const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }]
      throw new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons })
    })
    const original = globalThis.setTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms = 0) =>
      original(act, ms < 5000 ? 0 : ms)) as typeof setTimeout)
    const ended = live(publication, { media_id: 'm1' }, at(T0))
    return { publication, saving: savePublication(ended, publication.state) }
  }

  it('is stored all the same, with what the platform answered', async () => {
    const { publication, saving } = await ending(15)
    await saving
    expect(await getPublication(publication.post_id, publication.account_id)).toMatchObject({
      state: 'published',
      media_id: 'm1',
    })
  })

  it('is left to the next pass where they are in the way for too long', async () => {
    const { saving } = await ending(1000)
    await expect(saving).rejects.toBeInstanceOf(Contended)
  })
})

it('has the publish step of its account until it gives that back itself, also in a further try', async () => {
  const account_id = newId()
  const [one, other] = [made(1, { post_id: newId(), account_id }), made(1, { post_id: newId(), account_id })]
  expect([await lockAccount(one), await lockAccount(one), await lockAccount(other)]).toEqual([true, true, false])
  await unlockAccount(other)
  expect(await lockAccount(other)).toBe(false)
  await unlockAccount(one)
  expect(await lockAccount(other)).toBe(true)
})
