// Accepting a post: everything is checked, then stored in one transaction, then sent to be published.
import type { Account } from '../accounts/rules/account.ts'
import { get, type Item, type TransactItem } from '../aws/table.ts'
import { METRICS } from '../contract.ts'
import { AppError, type Issue, refuse } from '../errors.ts'
import { fingerprint, sha256 } from '../idempotency/fingerprint.ts'
import { inFlight } from '../idempotency/in-flight.ts'
import { IDEMPOTENCY_HOURS } from '../idempotency/rules/answer-life.ts'
import { newId } from '../ids.ts'
import { measure } from '../metrics.ts'
import { captionOf } from '../platforms/caption-length.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import { accessOf } from '../platforms/platform-facts.ts'
import { idempotencyKey } from '../table-keys.ts'
import { dispatch } from './dispatch.ts'
import { examinePost, type Given, itemField, type Prepared } from './examine-post.ts'
import { AlreadyAccepted, getPost, MediaGone, NotAlong, putPost, SlotTaken } from './post-store.ts'
import { contentOf, hasOptions, type PostContent } from './rules/account-content.ts'
import { accountName, type Checked, isListedOnly } from './rules/check-post.ts'
import { newPublication } from './rules/new-publication.ts'
import { plainPlan } from './rules/plan.ts'
import type { Post } from './rules/post.ts'
import { NEXT_SLOT, type PostRequest } from './rules/post-request.ts'

export interface Accepted {
  post_id: string
  message: string
  /** The answer was given before, to the same request with the same Idempotency-Key. */
  replayed: boolean
}

/** Whether the account's owner is known to have let its figures be read. */
function tellsFigures({ permissions, connected_via }: Account, platform: PlatformId): boolean {
  const permission = accessOf(factsOf(platform), connected_via).further_scopes?.insights?.[0]
  return permission !== undefined && permissions?.includes(permission) === true
}

/** Posts that may take the slots before one: as many as one account is sent at once. */
const MAX_SLOT_ROUNDS = 30

const accounts = (count: number) => `${count} account${count === 1 ? '' : 's'}`

/** Sentences about single accounts, by their ids. */
export type Notes = ReadonlyMap<string, readonly string[]>

/** The message to the caller: how many, when, which accounts were skipped, what will not be taken, and what else there is to say. */
function messageOf(
  { targets, skipped }: Checked,
  type: PostType,
  scheduledAt: number | undefined,
  notes: Notes | undefined,
): string {
  const going = targets.filter((target) => !target.caption_problem)
  const when = scheduledAt === undefined ? '' : ` at ${new Date(scheduledAt).toISOString()}`
  const skippedAs = (why: string, is: (account: Account) => boolean): string[] => {
    const names = skipped.filter(is).map((account) => `${accountName(account)} (${account.id})`)
    return names.length === 0 ? [] : [`Skipped, because ${why}: ${names.join(', ')}.`]
  }
  const parts = [
    going.length > 0
      ? `The ${type} post was accepted for publishing to ${accounts(going.length)}${when}.`
      : `The ${type} post was accepted, but none of its accounts can take its text: it will not be published.`,
  ]
  parts.push(
    ...skippedAs(`the platform does not take ${type} posts`, (account) => !isListedOnly(account, type)),
    ...skippedAs('they are listed only, not connected', (account) => isListedOnly(account, type)),
  )
  for (const { account, caption_problem } of targets) {
    if (caption_problem)
      parts.push(`Warning: it will not be published to ${accountName(account)} (${account.id}): ${caption_problem}`)
    else for (const note of notes?.get(account.id) ?? []) parts.push(`${accountName(account)} (${account.id}): ${note}`)
  }
  return parts.join(' ')
}

/** The answer that was given before, if any. @throws {AppError} `idempotency_mismatch` for another request. */
async function earlierAnswer(
  key: { pk: string; sk: string },
  body: string,
  now: number,
): Promise<Accepted | undefined> {
  const item = await get(key)
  // In the seconds in which the record counts, as the condition of its replacement does.
  if (!item || Number(item.expires_at) < Math.floor(now / 1000)) return undefined
  if (item.fingerprint !== body) {
    throw refuse(
      'idempotency_mismatch',
      'This Idempotency-Key was used with another request; use a new key for a new request.',
    )
  }
  return { post_id: String(item.post_id), message: String(item.message), replayed: true }
}

export interface Idempotency {
  key: string
  route: string
  /** The body as the caller sent it. */
  body: unknown
}

/**
 * Stores the post with everything it needs, in one transaction: what is answered is durable.
 * @param along what is written with the post, all or nothing. @param notes what else the message says.
 * @returns the answer, and the sending that may go on beside the rest: when it fails the sweeper does it.
 * @throws {AppError} with every issue of the request; then nothing is stored.
 */
export async function acceptPost(
  given: Given,
  prepared: Prepared,
  idempotency?: Idempotency,
  { round = 1, along, notes }: { round?: number; along?: (post: Post) => readonly TransactItem[]; notes?: Notes } = {},
): Promise<{ accepted: Accepted; dispatch?: () => Promise<void> }> {
  const { type, ownerId, request, now } = given
  const key = idempotency && idempotencyKey(ownerId, idempotency.route, sha256(idempotency.key))
  const body = idempotency ? fingerprint(idempotency.body) : ''
  if (prepared.issues.length > 0) {
    // A request that was accepted once is answered the same for a day, also where it would no longer be accepted.
    const earlier = key && (await earlierAnswer(key, body, now))
    if (earlier) return { accepted: earlier }
    throw new AppError(prepared.issues)
  }
  const scheduledAt = prepared.scheduled_at
  const post = newPost({ type, ownerId, request, now }, prepared)
  const planned = hasOptions(post) ? (await import('./options-and-slots.ts')).publicationPlan : plainPlan
  const publications = prepared.targets.map(({ account, platform, caption_problem }) =>
    newPublication({
      post_id: post.id,
      account_id: account.id,
      owner_id: ownerId,
      platform,
      type,
      ...planned(post, account.id, platform, prepared.media),
      not_before: caption_problem ? now : (scheduledAt ?? now),
      not_after: request.not_after,
      keeps_figures: type === 'stories' && tellsFigures(account, platform),
      sent: true,
      together: request.on_failure === 'stop' && prepared.targets.length > 1,
      now,
    }),
  )
  const accepted: Accepted = {
    post_id: post.id,
    message: messageOf(prepared, type, scheduledAt, notes),
    replayed: false,
  }
  const record: Item | undefined = key && {
    ...key,
    fingerprint: body,
    post_id: accepted.post_id,
    message: accepted.message,
    expires_at: Math.ceil(now / 1000) + IDEMPOTENCY_HOURS * 3600,
  }
  try {
    await putPost(post, publications, record, along?.(post))
  } catch (error) {
    if (error instanceof NotAlong) throw error
    if (error instanceof AlreadyAccepted) {
      const earlier = await earlierAnswer(key!, body, now)
      if (earlier) return { accepted: earlier }
      throw inFlight()
    }
    // Another post was quicker: the next slot is this one's.
    if (error instanceof SlotTaken && round < MAX_SLOT_ROUNDS)
      return acceptPost(given, await examinePost(given), idempotency, {
        round: round + 1,
        ...(along ? { along } : {}),
        ...(notes ? { notes } : {}),
      })
    if (error instanceof SlotTaken) throw refuse('conflict', 'Many posts are being queued at this moment; try again.')
    if (error instanceof MediaGone) throw new AppError(goneIssues(error.mediaIds, request))
    // Where only the reply was lost the post will go out: told that it failed, the caller would post it twice.
    const stored = await getPost(post.id).catch(() => undefined)
    if (!stored) throw error
  }
  measure({ [METRICS.postsAccepted]: 1, [METRICS.publicationsAccepted]: publications.length })
  return { accepted, dispatch: () => dispatch(post.id, publications, Date.now()) }
}

/** The issues for media that were deleted while the post was being accepted. */
function goneIssues(ids: readonly string[], { media }: PostRequest): Issue[] {
  const named = media?.media_asset_ids ?? []
  const message = (path: string, id: string) => `${path}: ${id} is not one of your media, or was deleted.`
  const field = media?.items ? itemField : (at: number) => `media.media_asset_ids[${at}]`
  const issue = (path: string, id: string): Issue => ({ code: 'unknown_media', path, message: message(path, id) })
  return [
    ...named.flatMap((id, at) => (ids.includes(id) ? [issue(field(at), id)] : [])),
    ...ids.filter((id) => !named.includes(id)).map((id) => issue('options', id)),
  ]
}

/** Only fields that have a value: an item of the table has no others. */
const optional = ({ options, per_account, media_details }: PostContent): PostContent => ({
  ...(options ? { options } : {}),
  ...(per_account ? { per_account } : {}),
  ...(media_details ? { media_details } : {}),
})

function newPost({ type, ownerId, request, now }: Given, { targets, skipped, scheduled_at }: Prepared): Post {
  const transform = request.media?.smart_transform
  return {
    id: newId(),
    owner_id: ownerId,
    type,
    title: request.title ?? null,
    content: request.content ?? '',
    hashtags: request.hashtags ?? [],
    caption: captionOf(request),
    media_ids: request.media?.media_asset_ids ?? [],
    holds_media: true,
    container_id: request.media?.container_id ?? null,
    aspect_ratio: (transform?.enabled && transform.aspect_ratio) || null,
    ...optional(contentOf(request)),
    accounts: targets.map(({ account }) => account.id),
    skipped_accounts: skipped.map(({ id }) => id),
    scheduled_at: scheduled_at ?? null,
    ...(request.scheduled_at === NEXT_SLOT ? { queued: true } : {}),
    ...(request.not_after === undefined ? {} : { not_after: request.not_after }),
    ...(request.on_failure === undefined ? {} : { on_failure: request.on_failure }),
    progress: { total: targets.length, published: 0, failed: 0, cancelled: 0 },
    created_at: now,
    updated_at: now,
  }
}
