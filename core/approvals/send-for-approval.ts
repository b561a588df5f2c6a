// Sending a post to an editor: it is checked as a new post is, and then waits.
import { ConditionFailed, type TransactItem } from '../aws/table.ts'
import { AppError, type Issue, refuse } from '../errors.ts'
import type { Attempt } from '../idempotency/attempt.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { makersOf } from '../people/makers.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { examinePost, type Given } from '../posts/examine-post.ts'
import { NotAlong } from '../posts/post-store.ts'
import type { PostRequest } from '../posts/rules/post-request.ts'
import type { Actor } from './actor.ts'
import { type Approval, type ApprovalEntry, LARGEST_REQUEST, MOST_WAITING } from './approval.ts'
import { addApproval, countWaiting, getApproval } from './approval-store.ts'
import { type ApprovalView, viewOf } from './approval-view.ts'

/** The same issues, as problems of the field `post`. */
export const belowPost = (issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => (issue.path === undefined ? issue : { ...issue, path: `post.${issue.path}` }))

/** The post as it is stored: exactly this goes out. @throws {AppError} `body_too_large` */
export function requestText(request: PostRequest): string {
  const text = JSON.stringify(request)
  if (Buffer.byteLength(text) > LARGEST_REQUEST)
    throw refuse(
      'body_too_large',
      `The post has more than ${LARGEST_REQUEST} bytes, which is too much to wait for approval.`,
    )
  return text
}

/** Checks it as a new post is checked: a post that could not be accepted is not sent for approval. */
export async function checkedRequest(given: Given): Promise<string> {
  const { issues } = await examinePost(given)
  if (issues.length > 0) throw new AppError(belowPost(issues))
  return requestText(given.request)
}

export const said = (
  kind: ApprovalEntry['kind'],
  { person, reviewer }: Actor,
  text: string,
  version: number,
  at: number,
) => ({
  ...{ kind, text, version, at },
  by: person?.id ?? null,
  reviewer: reviewer?.name ?? null,
})

/** How many more posts of the owner can wait. */
export const roomToWait = async (ownerId: string): Promise<number> =>
  MOST_WAITING - (await countWaiting(ownerId, MOST_WAITING))

export const noRoomToWait = () =>
  refuse('conflict', `${MOST_WAITING} posts wait for approval already; approve or withdraw one first.`)

/**
 * Stores a post that was checked, so that it waits.
 * @param text the post, by `requestText`. @param along writes of the same transaction.
 * @throws {NotAlong}
 */
export async function putApproval(
  actor: Actor,
  { id = newId(), type, text, comment }: { id?: string; type: PostType; text: string; comment: string },
  now: number,
  along: (approval: Approval) => readonly TransactItem[] = () => [],
): Promise<Approval> {
  const { ownerId, person } = actor
  const approval: Approval = {
    id,
    owner_id: ownerId,
    type,
    request: text,
    state: 'waiting',
    version: 1,
    created_by: person?.id ?? null,
    created_at: now,
    updated_at: now,
    post_id: null,
    review: null,
  }
  const entry = said('sent', actor, comment, 1, now)
  try {
    await addApproval(approval, entry, along(approval))
  } catch (error) {
    if (error instanceof ConditionFailed) throw new NotAlong(error.failed)
    // Where only the reply was lost it waits: told that it does not, the caller would send it twice.
    const stored = await getApproval(approval.id).catch(() => undefined)
    if (!stored) throw error
  }
  log.info('post sent for approval', { owner_id: ownerId, approval_id: approval.id })
  return approval
}

/** @throws {AppError} what a new post is refused for; `conflict` where too many wait. */
export async function sendForApproval(
  actor: Actor,
  { type, request, comment }: { type: PostType; request: PostRequest; comment: string },
  now: number,
  { id, again }: Attempt,
): Promise<ApprovalView> {
  const sent = again ? await getApproval(id) : undefined
  if (sent) return viewOf(sent, await makersOf([sent]), now)
  const text = await checkedRequest({ type, ownerId: actor.ownerId, request, now })
  if ((await roomToWait(actor.ownerId)) === 0) throw noRoomToWait()
  const approval = await putApproval(actor, { id, type, text, comment }, now)
  return viewOf(approval, await makersOf([approval]), now)
}
