// Posts that wait for an editor: sent by an author, discussed, changed, and accepted as posts in the very transaction that
// approves them, exactly as they were seen.
import { hasRoleNow } from '../api-keys/actor.ts'
import type { Role } from '../api-keys/rules/roles.ts'
import { batchGet, ConditionFailed } from '../aws/table.ts'
import { AppError, type Issue, refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { type Maker, makersOf } from '../people/makers.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { POST_TYPES } from '../platforms/post-types.ts'
import { acceptPost } from '../posts/accept-post.ts'
import { examinePost } from '../posts/examine-post.ts'
import { NotAlong } from '../posts/post-store.ts'
import type { PostRequest } from '../posts/rules/post-request.ts'
import { approvalKey } from '../table-keys.ts'
import {
  Approval,
  type ApprovalEntry,
  type ApprovalState,
  isOpen,
  LARGEST_REQUEST,
  MOST_ENTRIES,
  MOST_WAITING,
} from './approval.ts'
import {
  addApproval,
  approvalChange,
  approvalRows,
  entriesOf,
  entryItem,
  getApproval,
  writeApproval,
} from './approval-store.ts'

/** Who acts: a person with a role, or a key. */
export interface Actor {
  ownerId: string
  person?: { id: string; role: Role }
}

export interface EntryView {
  kind: ApprovalEntry['kind']
  text: string
  version: number
  by: Maker | null
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
  created_by: Maker | null
  created_at: number
  updated_at: number
}

const requestOf = ({ request }: Approval): PostRequest => JSON.parse(request) as PostRequest

const hasPassed = (time: unknown, now: number): boolean => typeof time === 'number' && time <= now

function viewOf(approval: Approval, makerOf: (id: string | null) => Maker | null, now: number): ApprovalView {
  const { id, type, state, version, post_id, created_by, created_at, updated_at } = approval
  const post = requestOf(approval)
  return {
    ...{ id, type, post, state, version },
    late: isOpen(approval) && hasPassed(post.scheduled_at, now),
    too_late: isOpen(approval) && hasPassed(post.not_after, now),
    ...{ post_id, created_by: makerOf(created_by), created_at, updated_at },
  }
}

const unknown = () => refuse('not_found', 'There is no post for approval with this id.')

async function require(ownerId: string, id: string): Promise<Approval> {
  const approval = await getApproval(id)
  if (approval?.owner_id !== ownerId) throw unknown()
  return approval
}

/** The newest of an owner, each with its post. @param state only those in it. */
export async function listApprovals(ownerId: string, state: ApprovalState | undefined, limit: number, now: number) {
  const rows = (await approvalRows(ownerId)).filter((row) => state === undefined || row.state === state)
  const items = await batchGet(rows.slice(0, limit).map(({ id }) => approvalKey(id)))
  const found = items
    .map((item) => Approval.parse(item))
    // The index may be a moment old.
    .filter((one) => state === undefined || one.state === state)
    .sort((a, b) => b.created_at - a.created_at || a.id.localeCompare(b.id))
  const makerOf = await makersOf(found)
  return found.map((one) => viewOf(one, makerOf, now))
}

/** One with everything that was said and done. @throws {AppError} `not_found` */
export async function describeApproval(ownerId: string, id: string, now: number) {
  const approval = await require(ownerId, id)
  const entries = await entriesOf(id)
  const makerOf = await makersOf([approval, ...entries.map(({ by }) => ({ created_by: by }))])
  const history = entries.map(
    ({ kind, text, version, by, at }): EntryView => ({ kind, text, version, by: makerOf(by), at }),
  )
  return { ...viewOf(approval, makerOf, now), history }
}

const below = (issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => (issue.path === undefined ? issue : { ...issue, path: `post.${issue.path}` }))

/** Checks it as a new post is checked: a post that could not be accepted is not sent for approval. */
async function checked(ownerId: string, type: PostType, request: PostRequest, now: number): Promise<string> {
  const { issues } = await examinePost({ type, ownerId, request, now })
  if (issues.length > 0) throw new AppError(below(issues))
  const text = JSON.stringify(request)
  if (Buffer.byteLength(text) > LARGEST_REQUEST)
    throw refuse(
      'body_too_large',
      `The post has more than ${LARGEST_REQUEST} bytes, which is too much to wait for approval.`,
    )
  return text
}

const said = (kind: ApprovalEntry['kind'], { person }: Actor, text: string, version: number, at: number) => ({
  ...{ kind, text, version, at },
  by: person?.id ?? null,
})

export async function sendForApproval(
  actor: Actor,
  { type, request, comment }: { type: PostType; request: PostRequest; comment: string },
  now: number,
): Promise<ApprovalView> {
  const { ownerId, person } = actor
  const text = await checked(ownerId, type, request, now)
  const waiting = (await approvalRows(ownerId)).filter(({ state }) => state === 'waiting')
  if (waiting.length >= MOST_WAITING)
    throw refuse('conflict', `${MOST_WAITING} posts wait for approval already; approve or withdraw one first.`)
  const approval: Approval = {
    id: newId(),
    owner_id: ownerId,
    type,
    request: text,
    state: 'waiting',
    version: 1,
    created_by: person?.id ?? null,
    created_at: now,
    updated_at: now,
    post_id: null,
  }
  await addApproval(approval, said('sent', actor, comment, 1, now))
  log.info('post sent for approval', { owner_id: ownerId, approval_id: approval.id })
  return viewOf(approval, await makersOf([approval]), now)
}

const changed = () =>
  refuse('approval_changed', 'The post was changed or decided meanwhile. Look at it again, then decide.', 'version')

/** The approval as the caller saw it. @throws {AppError} `not_found`, `approval_changed` */
async function seen(actor: Actor, id: string, version: number): Promise<Approval> {
  const approval = await require(actor.ownerId, id)
  if (approval.version !== version || !isOpen(approval)) throw changed()
  return approval
}

/** Authors act on their own posts alone. */
function checkOwn({ person }: Actor, { created_by }: Approval): void {
  if (person?.role === 'author' && created_by !== person.id)
    throw refuse('role_required', 'An author changes and withdraws only posts of their own (role editor).')
}

/** Writes a change with the role that it needs, looked at in the same transaction. */
async function write(actor: Actor, needed: Role, items: Parameters<typeof writeApproval>[0]): Promise<void> {
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

/** Replaces the post; whatever was decided of it before, it waits again. */
export async function changeApproval(
  actor: Actor,
  id: string,
  given: { version: number; type: PostType; request: PostRequest; comment: string },
  now: number,
): Promise<ApprovalView> {
  const { version, type, request, comment } = given
  const approval = await seen(actor, id, version)
  checkOwn(actor, approval)
  const text = await checked(actor.ownerId, type, request, now)
  const next = { type, request: text, state: 'waiting', version: version + 1, updated_at: now } as const
  await write(actor, 'author', [
    approvalChange(approval, ['waiting', 'changes_asked'], next),
    entryItem(id, said('changed', actor, comment, version + 1, now)),
  ])
  return viewOf({ ...approval, ...next }, await makersOf([approval]), now)
}

/** Says something about it; the post stays as it is. */
export async function commentOn(actor: Actor, id: string, text: string, now: number): Promise<void> {
  const approval = await require(actor.ownerId, id)
  if ((await entriesOf(id)).length >= MOST_ENTRIES)
    throw refuse('conflict', `This post has ${MOST_ENTRIES} comments already; no more are taken.`)
  await write(actor, 'author', [entryItem(id, said('comment', actor, text, approval.version, now))])
}

export async function askForChanges(
  actor: Actor,
  id: string,
  version: number,
  text: string,
  now: number,
): Promise<void> {
  const approval = await seen(actor, id, version)
  await write(actor, 'editor', [
    approvalChange(approval, ['waiting'], { state: 'changes_asked', updated_at: now }),
    entryItem(id, said('changes_asked', actor, text, version, now)),
  ])
}

/** Takes it back; nothing of it goes out. */
export async function withdrawApproval(actor: Actor, id: string, now: number): Promise<void> {
  const approval = await require(actor.ownerId, id)
  if (!isOpen(approval)) throw changed()
  checkOwn(actor, approval)
  await write(actor, 'author', [
    approvalChange(approval, ['waiting', 'changes_asked'], { state: 'withdrawn', updated_at: now }),
    entryItem(id, said('withdrawn', actor, '', approval.version, now)),
  ])
}

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
    'The time of the post has passed while it waited, and it has no latest time: say when it is to go out (`publish_at`).',
    'publish_at',
  )
}

/**
 * Accepts the post that was seen and marks it approved, in one transaction: once, and only while the person who approves is an
 * editor.
 * @returns the post's id, a sentence for people, and the sending, which may go on after the answer.
 * @throws {AppError} `approval_changed`, `approval_late`, `role_required`; what a new post is refused for
 */
export async function approve(
  actor: Actor,
  id: string,
  { version, publishAt }: { version: number; publishAt?: number | typeof NOW | undefined },
  now: number,
): Promise<{ postId: string; message: string; dispatch: (() => Promise<void>) | undefined }> {
  const { ownerId, person } = actor
  const approval = await seen(actor, id, version)
  if (approval.state !== 'waiting') throw changed()
  const planned = requestOf(approval)
  const request = timed(approval.type, planned, publishAt, now)
  const given = { type: approval.type, ownerId, request, now }
  const prepared = await examinePost(given)
  if (prepared.issues.length > 0) throw new AppError(below(prepared.issues))
  const role = person ? [hasRoleNow(ownerId, person.id, 'editor')] : []
  try {
    const { accepted, dispatch } = await acceptPost(given, prepared, undefined, {
      along: (post) => [
        approvalChange(approval, ['waiting'], { state: 'approved', post_id: post.id, updated_at: now }),
        entryItem(id, said('approved', actor, '', version, now)),
        ...role,
      ],
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
