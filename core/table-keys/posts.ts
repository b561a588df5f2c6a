// Keys of posts and publications, and of what comes before a post: drafts, approvals, imported rows, slots.
import { PARTITION } from './partitions.ts'
import { type Key, number, shape, shardOf, text, time } from './shape.ts'

export const postKey = (postId: string): Key => ({ pk: PARTITION.post(postId), sk: 'POST' })
export const postsOf = shape('POSTS', text)
export const publicationSort = shape('PUBLICATION', text)
export const publicationKey = (postId: string, accountId: string): Key => ({
  pk: PARTITION.post(postId),
  sk: publicationSort(accountId),
})
/** Publications of an owner that have not ended; `<account>#<post>` as sort key, so one account's come together. */
export const unfinishedOf = shape('UNFINISHED', text)
export const unfinishedSort = shape('', text, text)
export const duePublications = shape('PUBLISH', number)
/** The shard that a publication is due in. */
export const publicationShard = (postId: string, accountId: string): number => shardOf(`${postId}#${accountId}`)

/** Drafts and templates of a team: a short list under its owner. */
export const draftsOf = PARTITION.drafts
export const draftKey = (ownerId: string, draftId: string): Key => ({ pk: draftsOf(ownerId), sk: draftId })

/** A row of a file that became a post. */
export const importedKey = (ownerId: string, rowSha256: string): Key => ({
  pk: PARTITION.imported(ownerId),
  sk: rowSha256,
})

/** A post that waits for an editor, and what was said and done about it. */
export const approvalKey = (approvalId: string): Key => ({ pk: PARTITION.approval(approvalId), sk: 'APPROVAL' })
export const approvalsOf = shape('APPROVALS', text)
export const approvalEntrySort = shape('ENTRY', time, text)
export const approvalEntryKey = (approvalId: string, at: number, entryId: string): Key => ({
  pk: PARTITION.approval(approvalId),
  sk: approvalEntrySort(at, entryId),
})

/** The weekly slots of an account, and the moments that posts have taken. */
export const SLOT_PLAN = 'PLAN'
export const slotsOf = PARTITION.slots
export const slotPlanKey = (accountId: string): Key => ({ pk: slotsOf(accountId), sk: SLOT_PLAN })
export const takenSlotSort = shape('TAKEN', time)
export const slotKey = (accountId: string, ms: number): Key => ({
  pk: slotsOf(accountId),
  sk: takenSlotSort(ms),
})
