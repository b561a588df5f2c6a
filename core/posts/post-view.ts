// How posts are shown to their owner.

import { fitting, shownOnce } from '../answer-size.ts'
import { captionFor } from './rules/account-content.ts'
import { chainOf } from './rules/account-options.ts'
import { staysShut } from './rules/gate.ts'
import { expiryOf, type Post, statusOf } from './rules/post.ts'
import { canRetry, hasEnded, type Publication } from './rules/publication.ts'
import {
  type AfterStep,
  type Deletion,
  type Job,
  NOTES,
  type Part,
  type PublicationEvent,
} from './rules/publication-fields.ts'

/** A piece that needs no container has an empty one in the table, such as a text that the platform takes with the publish call. */
const eventView = ({ container_id, ...event }: PublicationEvent): PublicationEvent =>
  container_id ? { ...event, container_id } : event

const jobView = ({
  id,
  type,
  part,
  state,
  media_id,
  container_id,
  created_at,
  started_at,
  completed_at,
  problem,
}: Job) => ({
  id,
  job_type: type,
  ...(part === undefined ? {} : { part }),
  state,
  media_asset_id: media_id ?? null,
  container_id: container_id || null,
  created_at,
  started_at: started_at ?? null,
  completed_at: completed_at ?? null,
  error: problem ?? null,
})

/** The text of each post of the account's thread, the first of them the post itself. */
const saidOf = (post: Post, { account_id, platform }: Publication) => [
  { content: captionFor(post, account_id), media_asset_ids: post.media_ids },
  ...chainOf(post, account_id, platform).map(({ content = '', media }) => ({
    content,
    media_asset_ids: [...(media?.media_asset_ids ?? [])],
  })),
]

/** How much of each publication an answer shows. */
interface Extent {
  /** Finds the account that has the text of a part already; without it every part has its own. */
  shownAt?: ReturnType<typeof shownOnce>
  /** Lines of the timeline; all of them without it. */
  lines?: number
}

/** The text of a part, or the account whose part at this place has the same one. */
function contentView(content: string, at: number, accountId: string, { shownAt }: Extent) {
  const same_content_as = shownAt?.(content, at, accountId)
  return same_content_as === undefined ? { content } : { content: null, same_content_as }
}

/** The posts of a thread, the first of them the publication's own. */
const partsView = (
  parts: readonly Part[],
  { account_id, permalink }: Publication,
  said: ReturnType<typeof saidOf>,
  extent: Extent,
) =>
  parts.map((part, at) => ({
    ...contentView(said[at]?.content ?? '', at, account_id, extent),
    media_asset_ids: said[at]?.media_asset_ids ?? [],
    live: part.live_at !== undefined && part.deleted_at === undefined,
    published_at: part.live_at ?? null,
    platform_media_id: part.media_id ?? null,
    permalink: (at === 0 ? permalink : part.permalink) ?? null,
    ...(part.deleted_at === undefined ? {} : { deleted_at: part.deleted_at }),
  }))

const deletionView = ({ state, requested_at, completed_at, message, problem }: Deletion) => ({
  state,
  requested_at,
  completed_at: completed_at ?? null,
  error: state === 'completed' || message === undefined ? null : { message, platform: problem ?? null },
})

/** Why a step that is still to be done never will be, unless the post is tried again. */
function undone(publication: Publication): string | undefined {
  const { state, failure } = publication
  if (!hasEnded(publication) || state === 'published') return undefined
  if (state === 'deleted') return 'It was not done before the post was deleted.'
  const why =
    failure?.code === 'outcome_unknown'
      ? 'it is not known whether the post was published'
      : `the post was not published${state === 'partially_published' ? ' completely' : ''}`
  return `It was not done, because ${why}.`
}

const stepView = (publication: Publication, step: AfterStep) => {
  const { type, platform_id, problem, created_at, completed_at } = step
  const reason = step.state === 'pending' ? undone(publication) : undefined
  const message = reason ?? step.message
  return {
    step: type,
    state: reason === undefined ? step.state : ('failed' as const),
    platform_id: platform_id ?? null,
    created_at,
    completed_at: completed_at ?? null,
    error: message === undefined ? null : { message, platform: problem ?? null },
  }
}

const publicationView = (
  publication: Publication,
  post: Post,
  publications: readonly Publication[],
  now: number,
  extent: Extent,
) => {
  const terminal = hasEnded(publication)
  const { failure } = publication
  return {
    account_id: publication.account_id,
    platform: publication.platform,
    state: publication.state,
    terminal,
    retryable: canRetry(publication, now) && !staysShut(post, publications, now),
    platform_media_id: publication.media_id ?? null,
    permalink: publication.permalink ?? null,
    published_at:
      publication.parts?.[0]?.live_at ??
      (publication.state === 'published' || publication.state === 'deleted' ? (publication.ended_at ?? null) : null),
    ended_at: publication.ended_at ?? null,
    next_attempt_at: terminal ? null : Math.max(publication.due_at, publication.not_before),
    error: failure ? { code: failure.code, message: failure.message, platform: failure.platform ?? null } : null,
    ...(publication.notes ? { notes: publication.notes.map((code) => ({ code, message: NOTES[code] })) } : {}),
    last_problem: terminal ? null : (publication.last_problem ?? null),
    jobs: publication.jobs.map(jobView),
    ...(publication.parts
      ? { parts: partsView(publication.parts, publication, saidOf(post, publication), extent) }
      : {}),
    ...(publication.steps ? { steps: publication.steps.map((step) => stepView(publication, step)) } : {}),
    ...(publication.deletion ? { deletion: deletionView(publication.deletion) } : {}),
    /** The events, oldest first; the oldest lines of a long story are dropped. */
    timeline: [
      { at: publication.created_at, event: 'accepted' as const },
      ...(publication.events ?? []).map(eventView),
    ].slice(-(extent.lines ?? Number.POSITIVE_INFINITY)),
  }
}

/** One line of the list. */
export const postSummary = (post: Post, now: number) => ({
  id: post.id,
  type: post.type,
  status: statusOf(post, now),
  title: post.title,
  content: post.content,
  hashtags: post.hashtags,
  media_asset_ids: post.media_ids,
  container_id: post.container_id,
  accounts: post.accounts,
  skipped_accounts: post.skipped_accounts,
  scheduled_at: post.scheduled_at,
  ...(post.queued ? { queued: true } : {}),
  ...(post.not_after === undefined ? {} : { not_after: post.not_after }),
  ...(post.on_failure === undefined ? {} : { on_failure: post.on_failure }),
  expires_at: expiryOf(post.type, post.created_at),
  progress: post.progress,
  created_at: post.created_at,
  updated_at: post.updated_at,
})

/** A post with what became of it on each account. */
export const postView = (post: Post, publications: readonly Publication[], now: number, extent: Extent = {}) => ({
  ...postSummary(post, now),
  smart_transform: post.aspect_ratio === null ? { enabled: false } : { enabled: true, aspect_ratio: post.aspect_ratio },
  /** The request beside the text, as it was taken. */
  ...(post.options ? { options: post.options } : {}),
  ...(post.per_account ? { per_account: post.per_account } : {}),
  ...(post.media_details
    ? { media_items: post.media_details.map((said, at) => ({ media_asset_id: post.media_ids[at]!, ...said })) }
    : {}),
  publications: publications.map((publication) => publicationView(publication, post, publications, now, extent)),
})

/** Lines of each timeline where all of them are too much: the end of a story tells how it went. */
const LAST_LINES = 10

/**
 * The same as an answer. Long threads on many accounts are more than a function can answer with: then a text that several accounts
 * have is shown with the first of them, and if that is not enough each timeline has its last lines.
 */
export const postAnswer = (post: Post, publications: readonly Publication[], now: number) =>
  fitting(
    () => postView(post, publications, now),
    () => postView(post, publications, now, { shownAt: shownOnce() }),
    () => postView(post, publications, now, { shownAt: shownOnce(), lines: LAST_LINES }),
  )
