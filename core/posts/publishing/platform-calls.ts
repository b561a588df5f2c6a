// The engine's calls to a publication's platform.
import { mayPublish as askWhether } from '../../accounts/may-publish.ts'
import { type NotReady, warm } from '../../media/publish-variant.ts'
import { kindOf as mediaKindOf } from '../../media/rules/media.ts'
import { sentFile } from '../../media/sent-file.ts'
import type { InDoubt, Piece, Publishing } from '../../platforms/connector.ts'
import { platformOf } from '../../platforms/connectors.ts'
import type { PostKind } from '../../platforms/enumerations.ts'
import { factsOf } from '../../platforms/facts.ts'
import type { PlatformError, Prepared, Published, Quota, Result, Verdict } from '../../platforms/outcome.ts'
import { joinedPiece, pieceFor } from '../piece.ts'
import { captionFor, type PostContent } from '../rules/account-content.ts'
import { allOptionsFor, chainPost, coverOf } from '../rules/account-options.ts'
import { isAmbiguous } from '../rules/confirm-outcomes.ts'
import { handleOf, handlesOf, isOfPart, keyOf, markOf, partAt, partJobs, targetJob } from '../rules/parts.ts'
import { kindOfPieces } from '../rules/plan.ts'
import type { Post } from '../rules/post.ts'
import type { Publication } from '../rules/publication.ts'
import type { Attempt, Job } from '../rules/publication-fields.ts'
import type { CallTerms } from '../rules/publish-outcomes.ts'
import { inLightOf, linkInText } from '../rules/refusals.ts'
import { asAccount, inTime } from './as-account.ts'
import { accountOf, mediaOf, type Pass } from './pass.ts'

/**
 * Preparing pictures that took longer than this is not followed by asking the platform in the same step: both together
 * could outlast the lease, and then another worker does it again. The next step finds them ready.
 */
const PREPARED_MS = 8000

const hasSeveral = (publication: Publication): boolean =>
  partJobs(publication).filter(({ type }) => type === 'container_create').length > 1

/**
 * A picture that had no room beside others is not at fault, nor is its post: it waits, and no try is counted. Anybody can
 * have variants made, so how long there is no room is not in the owner's hands.
 */
const classOf = ({ permanent, held_back }: NotReady): PlatformError['class'] =>
  permanent ? 'permanent' : held_back ? 'wait' : 'retry'

/** Makes ready what the platform is going to fetch. @returns what keeps it from being fetched. */
async function haveReady(url: string): Promise<PlatformError | undefined> {
  const began = Date.now()
  const ready = await warm(url)
  if (!ready.ok) {
    const message = `The picture could not be prepared for the platform: ${ready.reason}`
    return { class: classOf(ready), message, ours: true }
  }
  if (Date.now() - began > PREPARED_MS)
    return { class: 'retry', message: 'The picture took long to prepare.', ours: true }
  return undefined
}

/** The content of a part of the publication: the post itself, or a part of its thread, which has no options of its own. */
function partOf(
  { post }: Pass,
  { account_id, platform, parts, notes }: Publication,
  part: number,
): PostContent & { aspect_ratio: Post['aspect_ratio']; reply_to?: string } {
  if (part === 0) return notes?.includes('link_in_text') ? linkInText(post!, account_id, platform) : post!
  const reply_to = parts![part - 1]!.media_id!
  return { ...chainPost(post!, account_id, platform, part, reply_to), aspect_ratio: null, reply_to }
}

/** The outcome of making or publishing the current part, in the light of what it asks for. */
async function ofThisPost<T>(pass: Pass, publication: Publication, call: () => Promise<Result<T>>): Promise<Result<T>> {
  const result = await call()
  if (result.ok) return result
  const { account_id, platform, parts, created_at } = publication
  const part = partAt(publication)
  const target = targetJob(publication)
  const refused = {
    platform,
    account_id,
    post: partOf(pass, publication, part),
    part,
    known_at: part === 0 ? created_at : parts![part - 1]!.live_at!,
    other_missing: handleOf(target) !== undefined || (target.type === 'carousel_upload' && target.remakes === 0),
  }
  return { ok: false, error: inLightOf(refused, result.error, Date.now()) }
}

/** Which of the post's media the job's container has, from 0. */
const mediaIndexOf = (publication: Publication, job: Job): number =>
  partJobs(publication)
    .filter(({ type }) => type === 'container_create')
    .findIndex(({ id }) => id === job.id)

/** The piece that the job prepares, as its platform is asked for it. */
async function pieceOf(pass: Pass, publication: Publication, job: Job): Promise<Piece> {
  const { account_id, platform } = publication
  const post = partOf(pass, publication, partAt(publication))
  if (job.type === 'carousel_upload') {
    const handles = partJobs(publication).flatMap((one) =>
      one.type === 'container_create' ? (handleOf(one) ?? []) : [],
    )
    return joinedPiece(post, account_id, { platform, handles })
  }
  const [media, account] = await Promise.all([mediaOf(pass), accountOf(pass)])
  return pieceFor(post, account_id, {
    platform,
    type: job.container_type!,
    several: hasSeveral(publication),
    media_index: mediaIndexOf(publication, job),
    asset: job.media_id === undefined ? undefined : media.get(job.media_id),
    cover: media.get(coverOf(post, account_id, platform) ?? ''),
    most_bytes: account?.limits?.image_bytes,
  })
}

/** The piece with its medium's bytes in place of its address, where the platform is sent those. */
async function withFile(
  pass: Pass,
  { platform }: Publication,
  { media_id }: Job,
  { url, ...piece }: Piece,
): Promise<Result<Piece>> {
  const asset = media_id === undefined ? undefined : (await mediaOf(pass)).get(media_id)
  if (!asset || url === undefined) return { ok: true, value: { ...piece, ...(url === undefined ? {} : { url }) } }
  const { media_by } = factsOf(platform)
  if (media_by[mediaKindOf(asset.content_type) === 'image' ? 'image' : 'video'] === 'address')
    return { ok: true, value: { ...piece, url } }
  const file = await sentFile(url, asset)
  if (file.ok) return { ok: true, value: { ...piece, file: file.value } }
  const message = `The medium could not be read for the platform: ${file.reason}`
  return { ok: false, error: { class: classOf(file), message, ours: true } }
}

/**
 * Makes what the job is for, goes on with it, or looks how far it is. Before it is started, what the platform is going to fetch is
 * made ready.
 */
export async function prepare(pass: Pass, publication: Publication, job: Job): Promise<Result<Prepared>> {
  const piece = await pieceOf(pass, publication, job)
  const { url, cover_url } = piece
  const made = handleOf(job)
  for (const address of made === undefined ? [url, cover_url] : []) {
    const problem = address !== undefined && (await haveReady(address))
    if (problem) return { ok: false, error: problem }
  }
  const sent = await withFile(pass, publication, job, piece)
  if (!sent.ok) return sent
  const { prepare: call } = await platformOf(publication.platform)
  const asked = () =>
    asAccount(pass, (credentials) => call(credentials, sent.value, made), { live: publication.attempt !== undefined })
  return made === undefined ? ofThisPost(pass, publication, asked) : asked()
}

/** How calls to the platform are told apart. */
export async function terms({ platform }: Publication): Promise<CallTerms> {
  const { newKey } = await platformOf(platform)
  const { repeatable } = factsOf(platform)
  return {
    ...(newKey ? { key: newKey(Date.now()) } : {}),
    ...(repeatable ? { repeat_within_ms: repeatable.within_ms } : {}),
  }
}

/** Where the account's posts end now, of platforms on which that has to be known before a call. */
export async function mark(pass: Pass, publication: Publication): Promise<Result<string> | undefined> {
  const { mark: call } = await platformOf(publication.platform)
  return call && asAccount(pass, (credentials) => call(credentials, publishingOf(pass, publication)))
}

/** The post as the public step is told it. */
export function publishingOf(pass: Pass, publication: Publication, part = partAt(publication)): Publishing {
  const { platform, account_id } = publication
  const said = partOf(pass, publication, part)
  const reply_to = repliesTo(pass, publication, said)
  const before = markOf(publication)
  return {
    handles: handlesOf(publication),
    kind: kindOf(publication, part),
    text: captionFor(said, account_id),
    options: allOptionsFor(said, account_id, platform) as Record<string, unknown>,
    ...(reply_to === undefined ? {} : { reply_to }),
    key: keyOf(publication),
    ...(before === undefined ? {} : { mark: before }),
  }
}

export const publish = (pass: Pass, publication: Publication): Promise<Result<Published>> =>
  ofThisPost(pass, publication, () =>
    asAccount(
      pass,
      inTime(publication.attempt!.at, async (credentials) =>
        (await platformOf(publication.platform)).publish(credentials, publishingOf(pass, publication)),
      ),
      { otherwise: 'same_container' },
    ),
  )

/** The recorded publish call. */
function doubtOf(attempt: Attempt): Pick<InDoubt, 'asked_at' | 'media_id' | 'refused'> {
  const { at, media_id, problem, calls, others } = attempt
  return {
    asked_at: at,
    ...(others === undefined ? {} : { others }),
    ...(media_id === undefined ? {} : { media_id }),
    ...(isAmbiguous(attempt) ? {} : { refused: { code: problem?.code, subcode: problem?.subcode, calls } }),
  }
}

/** The outcome of the publish call that was recorded. */
export const verify = (pass: Pass, publication: Publication): Promise<Result<Verdict>> =>
  asAccount(
    pass,
    async (credentials) =>
      (await platformOf(publication.platform)).verify(credentials, {
        ...publishingOf(pass, publication),
        ...spanOf(publication, partAt(publication)),
        ...doubtOf(publication.attempt!),
      }),
    { live: true },
  )

/** Null for a post that answers one: answers count against a separate limit, which the publish call reports. */
export async function quota(pass: Pass, publication: Publication): Promise<Result<Quota | null>> {
  if (repliesTo(pass, publication, partOf(pass, publication, 0)) !== undefined) return { ok: true, value: null }
  return mayPublish(pass, publication)
}

/** @param wrongType whether the account's type is to be looked at, too. */
export const mayPublish = (pass: Pass, { platform }: Publication, wrongType = false): Promise<Result<Quota | null>> =>
  asAccount(pass, (credentials) => askWhether(platform, credentials, { wrongType }))

/** The kind of post that a part of a publication is on its platform. */
export const kindOf = ({ type, jobs }: Publication, part: number): PostKind =>
  kindOfPieces(
    type,
    jobs.filter((job) => isOfPart(job, part)).flatMap((job) => job.container_type ?? []),
  )

/** When the post, or the part of a thread, must have been made, if it was: before it was known to be live, or given up. */
function spanOf(publication: Publication, part: number): { since: number; until: number } {
  const { started_at, created_at, ended_at, parts } = publication
  const known_at = parts?.[part]?.live_at ?? ended_at ?? Date.now()
  return { since: (started_at ?? created_at) - 60_000, until: known_at + 60_000 }
}

/** The post that a part answers. */
const repliesTo = (
  pass: Pass,
  { account_id, platform }: Publication,
  said: { reply_to?: string },
): string | undefined =>
  said.reply_to ?? (allOptionsFor(pass.post!, account_id, platform) as { reply_to_id?: string }).reply_to_id

type Link = { media_id?: string; permalink: string | null } | null

/** Link of the published post; if its id is not known it is looked for among the account's latest posts. */
export function findLink(pass: Pass, publication: Publication): Promise<Result<Link>> {
  return lookUp(pass, publication, 0, publication.media_id)
}

/** The same of a part of a thread. */
export const findPart = (pass: Pass, publication: Publication, part: number): Promise<Result<Link>> =>
  lookUp(pass, publication, part, publication.parts![part]!.media_id)

async function lookUp(
  pass: Pass,
  publication: Publication,
  part: number,
  mediaId: string | undefined,
): Promise<Result<Link>> {
  const platform = await platformOf(publication.platform)
  if (mediaId !== undefined)
    return asAccount<Link>(pass, (credentials) => platform.permalink(credentials, mediaId), { live: true })
  const { text, kind, reply_to } = publishingOf(pass, publication, part)
  const wanted = { text, kind, ...spanOf(publication, part), ...(reply_to === undefined ? {} : { reply_to }) }
  return asAccount<Link>(
    pass,
    async (credentials) => {
      const found = await platform.find(credentials, wanted)
      return found.ok && found.value
        ? { ...found, value: { ...found.value, permalink: found.value.permalink ?? null } }
        : (found as Result<null>)
    },
    { live: true },
  )
}
