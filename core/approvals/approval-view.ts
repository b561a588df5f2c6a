// Posts that wait for an editor, as they are shown: one with its history, or a list of them.
import { bytesInAnswer } from '../answer-size.ts'
import { reaches } from '../api-keys/rules/roles.ts'
import { batchGet } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { type Maker, makersOf } from '../people/makers.ts'
import { getMembers } from '../people/team-store.ts'
import type { PostType } from '../platforms/enumerations.ts'
import type { PostRequest } from '../posts/rules/post-request.ts'
import { approvalKey } from '../table-keys.ts'
import { Approval, type ApprovalEntry, type ApprovalState, isOpen } from './approval.ts'
import { approvalIds, entriesOf, getApproval, placeOf } from './approval-store.ts'

export interface EntryView {
  kind: ApprovalEntry['kind']
  text: string
  version: number
  by: Maker | null
  /** The name of a reviewer without a user; `by` then made the link. */
  reviewer: string | null
  at: number
}

export interface ApprovalView {
  id: string
  type: PostType
  post: PostRequest
  state: ApprovalState
  version: number
  /** Its time has passed: it cannot go out as it was planned. */
  late: boolean
  /** Its latest time has passed too: only a change helps. */
  too_late: boolean
  post_id: string | null
  /** Until when the link to review it is good; null without one. */
  review_until: number | null
  /** Until when the link shows the post, also after it was decided; null without one. */
  review_shown_until: number | null
  created_by: Maker | null
  created_at: number
  updated_at: number
}

/** The post as its author sent it. */
export const requestOf = ({ request }: Approval): PostRequest => JSON.parse(request) as PostRequest

/** The text that it is known by in lists; null without one. */
export const nameOf = (approval: Approval): string | null => requestOf(approval).content || null

export const hasPassed = (time: unknown, now: number): boolean => typeof time === 'number' && time <= now

const shownUntil = ({ review }: Approval, now: number): number | null =>
  review && review.until > now ? review.until : null

/** These of an owner, without the links that cannot be used as the person who made them is no editor any more. */
export async function withGoodLinks(ownerId: string, all: readonly Approval[], now: number): Promise<Approval[]> {
  const makers = all.flatMap((one) => (shownUntil(one, now) === null ? [] : one.review!.created_by))
  const members = await getMembers(ownerId, makers)
  const editors = new Set(members.filter(({ role }) => reaches(role, 'editor')).map(({ person_id }) => person_id))
  return all.map((one) => (one.review && !editors.has(one.review.created_by) ? { ...one, review: null } : one))
}

/** @param makerOf the people who are named in it, by their ids. */
export function viewOf(approval: Approval, makerOf: (id: string | null) => Maker | null, now: number): ApprovalView {
  const { id, type, state, version, post_id, created_by, created_at, updated_at } = approval
  const post = requestOf(approval)
  const shown = shownUntil(approval, now)
  return {
    ...{ id, type, post, state, version },
    late: isOpen(approval) && hasPassed(post.scheduled_at, now),
    too_late: isOpen(approval) && hasPassed(post.not_after, now),
    ...{ post_id, review_until: isOpen(approval) ? shown : null, review_shown_until: shown },
    ...{ created_by: makerOf(created_by), created_at, updated_at },
  }
}

const unknown = () => refuse('not_found', 'There is no post for approval with this id.')

/** The approval of this owner. @throws {AppError} `not_found` */
export async function requireApproval(ownerId: string, id: string): Promise<Approval> {
  const approval = await getApproval(id)
  if (approval?.owner_id !== ownerId) throw unknown()
  return approval
}

/** Approvals that are read at a time: with the largest posts they are 5 MB. */
const READ_AT_ONCE = 25

/** Bytes that the posts of a page take of an answer of 6 MB; the rest is for what stands beside them. */
const PAGE_BYTES = 4_000_000

/**
 * A page of an owner's, the newest first, each with its post; it ends before `limit` where the posts are very large.
 * @param state only those in it.
 * @param before where the page before ended: what `page` counts (from 1) begins there.
 */
export async function listApprovals(
  ownerId: string,
  {
    state,
    before,
    page,
    limit,
  }: { state?: ApprovalState | undefined; before?: string | undefined; page: number; limit: number },
  now: number,
): Promise<{ approvals: ApprovalView[]; next_before: string | null }> {
  const { ids, next } = await approvalIds(ownerId, { state, before, skip: (page - 1) * limit, limit })
  const shown: Approval[] = []
  let bytes = 0
  let full = false
  for (let at = 0; at < ids.length && !full; at += READ_AT_ONCE) {
    const items = await batchGet(ids.slice(at, at + READ_AT_ONCE).map(approvalKey))
    const found = items
      .map((item) => Approval.parse(item))
      // The index may be a moment old.
      .filter((one) => state === undefined || one.state === state)
      .sort((a, b) => b.created_at - a.created_at || b.id.localeCompare(a.id))
    for (const one of found) {
      bytes += bytesInAnswer(one.request)
      full = bytes > PAGE_BYTES && shown.length > 0
      if (full) break
      shown.push(one)
    }
  }
  const [makerOf, linked] = await Promise.all([makersOf(shown), withGoodLinks(ownerId, shown, now)])
  return {
    approvals: linked.map((one) => viewOf(one, makerOf, now)),
    next_before: full ? placeOf(shown.at(-1)!) : next,
  }
}

/** One with everything that was said and done. @throws {AppError} `not_found` */
export async function describeApproval(ownerId: string, id: string, now: number) {
  const approval = await requireApproval(ownerId, id)
  const [entries, [linked]] = await Promise.all([entriesOf(id), withGoodLinks(ownerId, [approval], now)])
  const makerOf = await makersOf([approval, ...entries.map(({ by }) => ({ created_by: by }))])
  const history = entries.map(
    ({ kind, text, version, by, reviewer, at }): EntryView => ({ kind, text, version, by: makerOf(by), reviewer, at }),
  )
  return { ...viewOf(linked!, makerOf, now), history }
}

/** How these approvals stand, by their ids; only those of this owner. */
export async function standingOf(
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, Pick<Approval, 'id' | 'state' | 'post_id'>>> {
  const items = await batchGet([...new Set(ids)].map(approvalKey))
  const found = items.map((item) => Approval.parse(item)).filter((one) => one.owner_id === ownerId)
  return new Map(found.map(({ id, state, post_id }) => [id, { id, state, post_id }]))
}
