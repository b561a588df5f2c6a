// Posts that wait for an editor: sent by an author, discussed, changed, and accepted as posts in the very transaction that
// approves them, exactly as they were seen.
import { timingSafeEqual } from 'node:crypto'
import { getAccountsOf } from '../accounts/account-store.ts'
import { pictureUrl } from '../accounts/account-view.ts'
import { hasRoleNow } from '../api-keys/actor.ts'
import { admit } from '../api-keys/limiter.ts'
import { type Role, reaches } from '../api-keys/rules/roles.ts'
import { hashOf, isWellFormed, newSecret } from '../api-keys/secret.ts'
import { batchGet, ConditionFailed } from '../aws/table.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { AppError, type Issue, refuse } from '../errors.ts'
import { newId, Uuid } from '../ids.ts'
import { log } from '../log.ts'
import { type Brand, brand } from '../owners/brand.ts'
import { getOwner } from '../owners/owner-store.ts'
import { type Maker, makersOf } from '../people/makers.ts'
import { getMember } from '../people/team-store.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { POST_TYPES } from '../platforms/post-types.ts'
import { providerNamed } from '../platforms/providers.ts'
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
  REVIEW_MS,
  type ReviewLink,
} from './approval.ts'
import {
  addApproval,
  approvalChange,
  approvalRows,
  entriesOf,
  entryItem,
  getApproval,
  linkStillGood,
  reviewChange,
  writeApproval,
} from './approval-store.ts'

/** The acting person with a role, or key. */
export interface Actor {
  ownerId: string
  person?: { id: string; role: Role }
  /** Somebody without a user who acts by a link of that person, as this name. */
  reviewer?: { name: string; link: string }
}

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
  created_by: Maker | null
  created_at: number
  updated_at: number
}

const requestOf = ({ request }: Approval): PostRequest => JSON.parse(request) as PostRequest

const hasPassed = (time: unknown, now: number): boolean => typeof time === 'number' && time <= now

const reviewUntil = (approval: Approval, now: number): number | null =>
  approval.review && approval.review.until > now && isOpen(approval) ? approval.review.until : null

function viewOf(approval: Approval, makerOf: (id: string | null) => Maker | null, now: number): ApprovalView {
  const { id, type, state, version, post_id, created_by, created_at, updated_at } = approval
  const post = requestOf(approval)
  return {
    ...{ id, type, post, state, version },
    late: isOpen(approval) && hasPassed(post.scheduled_at, now),
    too_late: isOpen(approval) && hasPassed(post.not_after, now),
    ...{ post_id, review_until: reviewUntil(approval, now) },
    ...{ created_by: makerOf(created_by), created_at, updated_at },
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
    ({ kind, text, version, by, reviewer, at }): EntryView => ({ kind, text, version, by: makerOf(by), reviewer, at }),
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

const said = (kind: ApprovalEntry['kind'], { person, reviewer }: Actor, text: string, version: number, at: number) => ({
  ...{ kind, text, version, at },
  by: person?.id ?? null,
  reviewer: reviewer?.name ?? null,
})

/** The link that a change was made by. */
const linkOf = ({ reviewer }: Actor, now: number) => (reviewer ? { link: reviewer.link, now } : undefined)

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
    review: null,
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

/** Comments and changes are refused once the history is full; deciding and withdrawing stay possible. */
async function checkRoom(id: string): Promise<void> {
  if ((await entriesOf(id)).length >= MOST_ENTRIES)
    throw refuse(
      'conflict',
      `This post has been changed and commented on ${MOST_ENTRIES} times, and no more is kept: decide about it, or withdraw it and send it again.`,
    )
}

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
  await checkRoom(id)
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
  await checkRoom(id)
  const link = linkOf(actor, now)
  await write(actor, 'author', [
    entryItem(id, said('comment', actor, text, approval.version, now)),
    ...(link ? [linkStillGood(id, link)] : []),
  ])
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
    approvalChange(approval, ['waiting'], { state: 'changes_asked', updated_at: now }, linkOf(actor, now)),
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
        approvalChange(
          approval,
          ['waiting'],
          { state: 'approved', post_id: post.id, updated_at: now },
          linkOf(actor, now),
        ),
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

const REVIEW_PREFIX = 'srl_'

/** The page of the dashboard that links of people without a user open. What stands behind the `#`, browsers send to nobody. */
const REVIEW_PAGE = '/connect-link'

/** Reviewing by a link takes a handful of requests a minute. */
const REVIEW_RATE = 30

/**
 * Makes a link by which somebody without a user reviews this post, in place of the one before, or ends it.
 * @returns its address, shown this once; nothing where it was ended.
 * @throws {AppError} `not_found`, `role_required`, `approval_changed` of one that is decided.
 */
export async function setReviewLink(
  actor: Actor & { person: { id: string } },
  id: string,
  wanted: boolean,
  now: number,
): Promise<{ url: string; expires_at: number } | undefined> {
  const approval = await require(actor.ownerId, id)
  if (!isOpen(approval)) throw changed()
  if (!wanted) {
    await write(actor, 'editor', [reviewChange(id, null)])
    log.info('review link ended', { owner_id: actor.ownerId, approval_id: id, by: actor.person.id })
    return undefined
  }
  const secret = newSecret(REVIEW_PREFIX)
  const until = now + REVIEW_MS
  const review = { id: newId(), secret_hash: hashOf(secret), created_by: actor.person.id, until }
  await write(actor, 'editor', [reviewChange(id, review)])
  log.info('review link made', { owner_id: actor.ownerId, approval_id: id, by: actor.person.id })
  const hash = `${id}.${secret}`
  return { url: Object.assign(new URL(`${setting(ENV.dashboardUrl)}${REVIEW_PAGE}`), { hash }).href, expires_at: until }
}

/** One sentence for everything that makes a link useless: it tells nobody which posts there are. */
const noReview = () =>
  refuse('not_found', 'This link cannot be used: it was revoked, replaced, or is older than 7 days. Ask for a new one.')

const sameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** @throws {AppError} `not_found`, `rate_limit_exceeded` */
async function openReview(link: string, now: number): Promise<{ approval: Approval; review: ReviewLink }> {
  const [id = '', secret = ''] = link.split('.')
  if (!Uuid.safeParse(id).success || !isWellFormed(secret, REVIEW_PREFIX)) throw noReview()
  const approval = await getApproval(id)
  const review = approval?.review
  if (!approval || !review || !sameText(review.secret_hash, hashOf(secret))) throw noReview()
  const verdict = await admit({ key_id: review.id, rate_limit: REVIEW_RATE, generation: 1 }, now)
  if (!verdict.allowed) {
    const seconds = verdict.retry_after_seconds ?? 60
    throw refuse('rate_limit_exceeded', `This link was used too often. Try again in ${seconds} seconds.`, undefined, {
      headers: { 'Retry-After': String(seconds) },
    })
  }
  if (review.until <= now) throw noReview()
  const maker = await getMember(approval.owner_id, review.created_by)
  if (!maker || !reaches(maker.role, 'editor')) throw noReview()
  return { approval, review }
}

/** The view of somebody without a user: the post, and the comments of reviewers and the team on it. */
export interface ReviewView {
  owner: { name: string }
  type: PostType
  /** The post that goes out; accounts are named instead of their ids. */
  post: Omit<PostRequest, 'accounts'>
  accounts: { platform: { name: string; display_name: string }; username: string; profile_url: string }[]
  state: ApprovalState
  version: number
  late: boolean
  too_late: boolean
  history: { kind: ApprovalEntry['kind']; text: string; version: number; name: string; reviewer: boolean; at: number }[]
  expires_at: number
  brand: Brand
}

async function reviewOf(approval: Approval, review: ReviewLink, now: number): Promise<ReviewView> {
  const { owner_id, id } = approval
  const [owner, entries] = await Promise.all([getOwner(owner_id), entriesOf(id)])
  if (!owner) throw noReview()
  const { accounts, ...post } = requestOf(approval)
  const makerOf = await makersOf(entries.map(({ by }) => ({ created_by: by })))
  const known = await getAccountsOf(owner_id, accounts)
  const { type, state, version, late, too_late } = viewOf(approval, () => null, now)
  return {
    owner: { name: owner.name },
    ...{ type, post, state, version, late, too_late },
    accounts: known.map((account) => {
      const { name, display_name } = providerNamed(account.provider)
      return {
        platform: { name, display_name },
        username: account.external_username,
        profile_url: pictureUrl(account),
      }
    }),
    // No mail address of a member goes to somebody outside the team.
    history: entries.map(({ kind, text, version: of, by, reviewer, at }) => ({
      ...{ kind, text, version: of, at },
      name: reviewer ?? makerOf(by)?.name ?? '',
      reviewer: reviewer !== null,
    })),
    expires_at: review.until,
    brand: brand(),
  }
}

export interface ReviewDecision {
  action: 'approve' | 'changes' | 'comment'
  name: string
  /** The version that was seen: no other version is decided on. */
  version: number
  comment: string
}

/**
 * Shows the post of a link, after what the reviewer decided of it. The right to approve is that of the editor who made the link,
 * looked at in the transaction that approves.
 * @throws {AppError} `not_found`, `rate_limit_exceeded`; as `approve` and `askForChanges`
 */
export async function reviewByLink(
  link: string,
  decision: ReviewDecision | undefined,
  now: number,
): Promise<{ view: ReviewView; dispatch: (() => Promise<void>) | undefined }> {
  const { approval, review } = await openReview(link, now)
  if (!decision) return { view: await reviewOf(approval, review, now), dispatch: undefined }
  const { action, name, version, comment } = decision
  const actor: Actor = {
    ownerId: approval.owner_id,
    person: { id: review.created_by, role: 'editor' },
    reviewer: { name, link: review.id },
  }
  let dispatch: (() => Promise<void>) | undefined
  if (action === 'comment') await commentOn(actor, approval.id, comment, now)
  else if (action === 'changes') await askForChanges(actor, approval.id, version, comment, now)
  else ({ dispatch } = await approve(actor, approval.id, { version }, now))
  const after = await require(approval.owner_id, approval.id)
  return { view: await reviewOf(after, review, now), dispatch }
}
