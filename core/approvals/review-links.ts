// Links by which people without a user review one post that waits for an editor.
import { timingSafeEqual } from 'node:crypto'
import { getAccountsOf } from '../accounts/account-store.ts'
import { pictureUrl } from '../accounts/account-view.ts'
import { entryItem as activityItem } from '../activity/activity-store.ts'
import { admitByLink } from '../api-keys/limiter.ts'
import { reaches } from '../api-keys/rules/roles.ts'
import { hashOf, isWellFormed, newSecret } from '../api-keys/secret.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { refuse } from '../errors.ts'
import { newId, Uuid } from '../ids.ts'
import { log } from '../log.ts'
import { type Brand, brand } from '../owners/brand.ts'
import { getOwner } from '../owners/owner-store.ts'
import { makersOf } from '../people/makers.ts'
import { getMember } from '../people/team-store.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { providerNamed } from '../platforms/providers.ts'
import type { PostRequest } from '../posts/rules/post-request.ts'
import type { Actor } from './actor.ts'
import {
  type Approval,
  type ApprovalEntry,
  type ApprovalState,
  isOpen,
  REVIEW_MS,
  type ReviewLink,
} from './approval.ts'
import { entriesOf, getApproval, reviewChange } from './approval-store.ts'
import { nameOf, requestOf, requireApproval, viewOf } from './approval-view.ts'
import { approve, askForChanges, changed, commentOn, type NotesOn, write } from './approvals.ts'

const REVIEW_PREFIX = 'srl_'

/** The page of the dashboard that links of people without a user open. Browsers do not send what is behind the `#`. */
const REVIEW_PAGE = '/connect-link'

/** Reviewing by a link takes a handful of requests a minute. */
const REVIEW_RATE = 30

type LinkMaker = Actor & { person: { id: string } }

const deedOf = (action: 'review_link.created' | 'review_link.revoked', approval: Approval, details = {}) => ({
  action,
  target_id: approval.id,
  target_name: nameOf(approval),
  details,
})

/**
 * Makes a link by which somebody without a user reviews this post, in place of the one before.
 * @returns its address, shown this once.
 * @throws {AppError} `not_found`, `role_required`, `approval_changed` of one that is decided.
 */
export async function makeReviewLink(
  actor: LinkMaker,
  id: string,
  now: number,
): Promise<{ url: string; expires_at: number }> {
  const approval = await requireApproval(actor.ownerId, id)
  if (!isOpen(approval)) throw changed()
  const secret = newSecret(REVIEW_PREFIX)
  const until = now + REVIEW_MS
  const review = { id: newId(), secret_hash: hashOf(secret), created_by: actor.person.id, until }
  const made = activityItem(actor.ownerId, deedOf('review_link.created', approval, { until }), now)
  await write(actor, 'editor', [reviewChange(id, review), made])
  log.info('review link made', { owner_id: actor.ownerId, approval_id: id, by: actor.person.id })
  const hash = `${id}.${secret}`
  return { url: Object.assign(new URL(`${setting(ENV.dashboardUrl)}${REVIEW_PAGE}`), { hash }).href, expires_at: until }
}

/**
 * Ends the link, if there is one, also of a post that is decided: until then its holder reads what the team says about it.
 * @returns what there is in its place. @throws {AppError} `not_found`, `role_required`
 */
export async function endReviewLink(actor: LinkMaker, id: string, now: number): Promise<null> {
  const approval = await requireApproval(actor.ownerId, id)
  const ended = approval.review ? [activityItem(actor.ownerId, deedOf('review_link.revoked', approval), now)] : []
  await write(actor, 'editor', [reviewChange(id, null), ...ended])
  log.info('review link ended', { owner_id: actor.ownerId, approval_id: id, by: actor.person.id })
  return null
}

/** One sentence for every reason that a link cannot be used, so that nobody learns which posts exist. */
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
  await admitByLink(review.id, REVIEW_RATE, now)
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
 * looked at in the transaction that approves. @param notesOn what else the history says about an approved post.
 * @throws {AppError} `not_found`, `rate_limit_exceeded`; as `approve` and `askForChanges`
 */
export async function reviewByLink(
  link: string,
  decision: ReviewDecision | undefined,
  now: number,
  notesOn: NotesOn,
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
  else ({ dispatch } = await approve(actor, approval.id, { version, comment }, now, notesOn))
  const after = await requireApproval(approval.owner_id, approval.id)
  return { view: await reviewOf(after, review, now), dispatch }
}
