// Posts that wait for an editor: discussed, changed, and accepted as posts in the very transaction that
// approves them, exactly as they were seen.
import { entryItem as activityItem } from '../activity/activity-store.ts'
import { hasRoleNow } from '../api-keys/actor.ts'
import type { Role } from '../api-keys/rules/roles.ts'
import { ConditionFailed, type TransactItem } from '../aws/table.ts'
import { AppError, type Issue, refuse } from '../errors.ts'
import { type Attempt, firstAttempt } from '../idempotency/attempt.ts'
import { log } from '../log.ts'
import { makersOf } from '../people/makers.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { POST_TYPES } from '../platforms/post-types.ts'
import { acceptPost, type Notes } from '../posts/accept-post.ts'
import { examinePost, type Prepared } from '../posts/examine-post.ts'
import { NotAlong } from '../posts/post-store.ts'
import type { PostRequest } from '../posts/rules/post-request.ts'
import type { Actor } from './actor.ts'
import { type Approval, isOpen, MOST_ENTRIES, MOST_OF_REVIEWERS } from './approval.ts'
import { approvalChange, entriesOf, entryItem, hasEntry, linkStillGood, writeApproval } from './approval-store.ts'
import {
  type ApprovalView,
  hasPassed,
  nameOf,
  requestOf,
  requireApproval,
  viewOf,
  withGoodLinks,
} from './approval-view.ts'
import { belowPost, checkedRequest, said } from './send-for-approval.ts'

/** A decision by a link, in the trail of changes: nobody who is signed in made it. */
const byLink = ({ ownerId, reviewer }: Actor, approval: Approval, decision: 'approve' | 'changes'): TransactItem[] =>
  reviewer
    ? [
        activityItem(ownerId, {
          action: 'review_link.used',
          target_id: approval.id,
          target_name: nameOf(approval),
          details: { decision, name: reviewer.name },
        }),
      ]
    : []

/** The link that a change was made by. */
const linkOf = ({ reviewer }: Actor, now: number) => (reviewer ? { link: reviewer.link, now } : undefined)

export const changed = () =>
  refuse('approval_changed', 'The post was changed or decided meanwhile. Look at it again, then decide.', 'version')

/** @throws {AppError} `approval_changed` of one that its author has to change first: who looks again sees the same version. */
function checkWaits({ state }: Approval): void {
  if (state === 'changes_asked')
    throw refuse('approval_changed', 'Its author was asked for changes. It can be decided once the post was changed.')
}

/** The approval as the caller saw it. @throws {AppError} `not_found`, `approval_changed` */
async function seen(actor: Actor, id: string, version: number): Promise<Approval> {
  const approval = await requireApproval(actor.ownerId, id)
  if (approval.version !== version || !isOpen(approval)) throw changed()
  return approval
}

/** Authors act only on their own posts. */
function checkOwn({ person }: Actor, { created_by }: Approval): void {
  if (person?.role === 'author' && created_by !== person.id)
    throw refuse('role_required', 'An author changes and withdraws only posts of their own (role editor).')
}

/** Writes a change with the role that it needs, looked at in the same transaction. */
export async function write(actor: Actor, needed: Role, items: readonly TransactItem[]): Promise<void> {
  const { ownerId, person } = actor
  try {
    await writeApproval([...items, ...(person ? [hasRoleNow(ownerId, person.id, needed)] : [])])
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    throw person && error.failed.includes(items.length) ? noRole(needed) : changed()
  }
}

const noRole = (needed: Role) =>
  refuse('role_required', `This needs the role ${needed}, which you do not have any more.`)

/** Comments and changes are refused once the history is full; deciding and withdrawing stay possible. */
async function checkRoom(id: string, { reviewer }: Actor): Promise<void> {
  const entries = await entriesOf(id)
  if (entries.length >= MOST_ENTRIES)
    throw refuse(
      'conflict',
      `This post has been changed and commented on ${MOST_ENTRIES} times, and no more is kept: decide about it, or withdraw it and send it again.`,
    )
  if (reviewer && entries.filter((entry) => entry.reviewer !== null).length >= MOST_OF_REVIEWERS)
    throw refuse('conflict', `Reviewers have said ${MOST_OF_REVIEWERS} things about this post, and no more is kept.`)
}

/** Replaces the post; it waits again, whatever the earlier decision was. */
export async function changeApproval(
  actor: Actor,
  id: string,
  given: { version: number; type: PostType; request: PostRequest; comment: string },
  now: number,
): Promise<ApprovalView> {
  const { version, type, request, comment } = given
  const approval = await seen(actor, id, version)
  checkOwn(actor, approval)
  await checkRoom(id, actor)
  const text = await checkedRequest({ type, ownerId: actor.ownerId, request, now })
  const next = { type, request: text, state: 'waiting', version: version + 1, updated_at: now } as const
  await write(actor, 'author', [
    approvalChange(approval, ['waiting', 'changes_asked'], next),
    entryItem(id, said('changed', actor, comment, version + 1, now)),
  ])
  const [makerOf, [linked]] = await Promise.all([makersOf([approval]), withGoodLinks(actor.ownerId, [approval], now)])
  return viewOf({ ...linked!, ...next }, makerOf, now)
}

/** Says something about it; the post stays as it is. */
export async function commentOn(
  actor: Actor,
  id: string,
  text: string,
  now: number,
  attempt: Attempt = firstAttempt(now),
): Promise<void> {
  const approval = await requireApproval(actor.ownerId, id)
  if (await hasEntry(id, attempt)) return
  await checkRoom(id, actor)
  const link = linkOf(actor, now)
  await write(actor, 'author', [
    entryItem(id, said('comment', actor, text, approval.version, attempt.begunAt), attempt.id),
    ...(link ? [linkStillGood(id, link)] : []),
  ])
}

/**
 * Sends the post back to its author with what is to be changed.
 * @param version the one that was seen. @throws {AppError} `approval_changed`, `role_required`
 */
export async function askForChanges(
  actor: Actor,
  id: string,
  version: number,
  text: string,
  now: number,
  attempt: Attempt = firstAttempt(now),
): Promise<void> {
  if (await hasEntry(id, attempt)) {
    await requireApproval(actor.ownerId, id)
    return
  }
  const approval = await seen(actor, id, version)
  checkWaits(approval)
  await write(actor, 'editor', [
    approvalChange(approval, ['waiting'], { state: 'changes_asked', updated_at: now }, linkOf(actor, now)),
    entryItem(id, said('changes_asked', actor, text, version, attempt.begunAt), attempt.id),
    ...byLink(actor, approval, 'changes'),
  ])
}

/** Takes it back; nothing of it goes out. */
export async function withdrawApproval(actor: Actor, id: string, now: number): Promise<void> {
  const approval = await requireApproval(actor.ownerId, id)
  if (!isOpen(approval)) throw changed()
  checkOwn(actor, approval)
  await write(actor, 'author', [
    approvalChange(approval, ['waiting', 'changes_asked'], { state: 'withdrawn', updated_at: now }),
    entryItem(id, said('withdrawn', actor, '', approval.version, now)),
  ])
}

/** Finds out what else there is to say about a post that is accepted. */
export type NotesOn = (prepared: Prepared, request: PostRequest) => Promise<Notes | undefined>

/** In place of a time that has passed. */
export const NOW = 'now'

/**
 * When an approved post goes out. Where its time has passed it goes out at once if its `not_after` allows that; otherwise the
 * person who approves it says when.
 * @throws {AppError} `approval_late`
 */
function timed(type: PostType, request: PostRequest, at: number | typeof NOW | undefined, now: number): PostRequest {
  const { scheduled_at, ...rest } = request
  if (hasPassed(request.not_after, now))
    throw refuse('approval_late', 'The latest time of the post (`not_after`) has passed: it has to be changed first.')
  if (at === NOW) return rest
  if (at !== undefined) {
    if (!POST_TYPES[type].schedulable)
      throw refuse('invalid_value', `publish_at: A ${type} post cannot be scheduled.`, 'publish_at')
    return { ...rest, scheduled_at: at }
  }
  if (!hasPassed(scheduled_at, now)) return request
  if (request.not_after !== undefined) return rest
  throw refuse(
    'approval_late',
    'The time of the post passed while it waited, and it has no latest time: send `publish_at`, the time when it is to go out.',
    'publish_at',
  )
}

/** A problem of the post's time, which the person who approves has named, as one of the field in which they did. */
const ofPublishAt = (issue: Issue): Issue =>
  issue.path === 'post.scheduled_at'
    ? { ...issue, path: 'publish_at', message: issue.message.replace(/^scheduled_at/, 'publish_at') }
    : issue

/** What is said to the caller stays in the history too: a reviewer and the team read it there. */
const told = (notes: Notes | undefined): string => [...new Set([...(notes?.values() ?? [])].flat())].join('\n')

/**
 * Accepts the post that was seen and marks it approved, in one transaction: once, and only while the person who approves is an
 * editor.
 * @param comment what a reviewer says with it. @param notesOn what else the message says about the post.
 * @returns the post's id, a sentence for people, and the sending, which may go on after the answer.
 * @throws {AppError} `approval_changed`, `approval_late`, `role_required`; what a new post is refused for
 */
export async function approve(
  actor: Actor,
  id: string,
  {
    version,
    publishAt,
    comment = '',
  }: { version: number; publishAt?: number | typeof NOW | undefined; comment?: string },
  now: number,
  notesOn?: NotesOn,
  attempt: Attempt = firstAttempt(now),
): Promise<{ postId: string; message: string; dispatch: (() => Promise<void>) | undefined }> {
  const { ownerId, person } = actor
  const earlier = (await hasEntry(id, attempt)) ? await requireApproval(ownerId, id) : undefined
  // The sweeper sends what the stopped function did not.
  if (earlier?.post_id) return { postId: earlier.post_id, message: 'The post was accepted.', dispatch: undefined }
  const approval = await seen(actor, id, version)
  checkWaits(approval)
  const planned = requestOf(approval)
  const request = timed(approval.type, planned, publishAt, now)
  const given = { type: approval.type, ownerId, request, now }
  const prepared = await examinePost(given)
  if (prepared.issues.length > 0)
    throw new AppError(
      belowPost(prepared.issues).map((issue) => (publishAt === undefined ? issue : ofPublishAt(issue))),
    )
  const role = person ? [hasRoleNow(ownerId, person.id, 'editor')] : []
  const notes = await notesOn?.(prepared, request)
  try {
    const { accepted, dispatch } = await acceptPost(given, prepared, undefined, {
      along: (post) => [
        approvalChange(
          approval,
          ['waiting'],
          { state: 'approved', post_id: post.id, updated_at: now },
          linkOf(actor, now),
        ),
        entryItem(id, said('approved', actor, told(notes), version, attempt.begunAt), attempt.id),
        ...role,
        ...byLink(actor, approval, 'approve'),
        // Just before: the history is in the order of time.
        ...(comment === '' ? [] : [entryItem(id, said('comment', actor, comment, version, attempt.begunAt - 1))]),
      ],
      ...(notes ? { notes } : {}),
    })
    log.info('post approved', { owner_id: ownerId, approval_id: id, post_id: accepted.post_id, by: person?.id })
    const late = publishAt === undefined && request.scheduled_at === undefined && planned.scheduled_at !== undefined
    const message = late ? `${accepted.message} Its time had passed, so it goes out now.` : accepted.message
    return { postId: accepted.post_id, message, dispatch }
  } catch (error) {
    if (error instanceof NotAlong) throw error.failed.includes(2) ? noRole('editor') : changed()
    throw error
  }
}
