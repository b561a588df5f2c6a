// What the engine asks of a publication's platform.
import { warm } from '../../media/publish-variant.ts'
import { platformOf } from '../../platforms/connectors.ts'
import type { ContainerStatus, PlatformError, PublishedAs, Quota, Result } from '../../platforms/outcome.ts'
import { carouselSpec, containerSpec, coverOf } from '../container-spec.ts'
import { captionFor, optionsFor, type PostContent } from '../rules/account-content.ts'
import { isOfPart, partAt, partJobs, targetJob } from '../rules/parts.ts'
import type { Post } from '../rules/post.ts'
import type { Publication } from '../rules/publication.ts'
import type { Job } from '../rules/publication-parts.ts'
import { inLightOf, linkInText } from '../rules/refusals.ts'
import { asAccount, inTime } from './as-account.ts'
import { mediaOf, type Pass } from './pass.ts'

/**
 * Preparing pictures that took longer than this is not followed by asking the platform in the same step: both together
 * could outlast the lease, and then another worker does it again. The next step finds them ready.
 */
const PREPARED_MS = 8000

const isCarousel = (publication: Publication): boolean =>
  partJobs(publication).some(({ type }) => type === 'carousel_upload')

/** Makes ready what the platform is going to fetch. @returns what keeps it from being fetched. */
async function prepare(url: string): Promise<PlatformError | undefined> {
  const began = Date.now()
  const ready = await warm(url)
  if (!ready.ok) {
    const message = `The picture could not be prepared for the platform: ${ready.reason}`
    return { class: ready.permanent ? 'permanent' : 'retry', message, ours: true }
  }
  if (Date.now() - began > PREPARED_MS)
    return { class: 'retry', message: 'The picture took long to prepare.', ours: true }
  return undefined
}

/** What a part of the publication says: the post itself, or a part of its thread, which has no options of its own. */
function partOf(
  { post }: Pass,
  { account_id, platform, parts, notes }: Publication,
  part: number,
): PostContent & { aspect_ratio: Post['aspect_ratio']; reply_to?: string } {
  if (part === 0) return notes?.includes('link_in_text') ? linkInText(post!, account_id, platform) : post!
  const { content = '' } = optionsFor(post!, account_id, 'threads').thread![part - 1]!
  const reply_to = parts![part - 1]!.media_id!
  return { caption: content, aspect_ratio: null, reply_to, options: { threads: { reply_to_id: reply_to } } }
}

/** What came of making or publishing the part that is worked on, in the light of what it asks for. */
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
    other_missing: target.container_id !== undefined || (target.type === 'carousel_upload' && target.remakes === 0),
  }
  return { ok: false, error: inLightOf(refused, result.error, Date.now()) }
}

/** Which of the post's media the job's container is of, from 0. */
const mediaIndexOf = (publication: Publication, job: Job): number =>
  partJobs(publication)
    .filter(({ type }) => type === 'container_create')
    .findIndex(({ id }) => id === job.id)

export async function createContainer(
  pass: Pass,
  publication: Publication,
  job: Job,
): Promise<Result<{ container_id: string }>> {
  const { account_id, platform } = publication
  const post = partOf(pass, publication, partAt(publication))
  const media = await mediaOf(pass)
  const spec = containerSpec(post, account_id, {
    platform,
    type: job.container_type!,
    carousel: isCarousel(publication),
    media_index: mediaIndexOf(publication, job),
    asset: job.media_id === undefined ? undefined : media.get(job.media_id),
    cover: media.get(coverOf(post, account_id) ?? ''),
  })
  for (const url of [spec.url, spec.options?.cover_url]) {
    const problem = typeof url === 'string' && (await prepare(url))
    if (problem) return { ok: false, error: problem }
  }
  return ofThisPost(pass, publication, () =>
    asAccount(pass, (credentials) => platformOf(platform).createContainer(credentials, spec)),
  )
}

export const createCarousel = (
  pass: Pass,
  publication: Publication,
  children: readonly string[],
): Promise<Result<{ container_id: string }>> => {
  const { account_id, platform } = publication
  return ofThisPost(pass, publication, () =>
    asAccount(pass, (credentials) =>
      platformOf(platform).createCarousel(
        credentials,
        carouselSpec(partOf(pass, publication, partAt(publication)), account_id, { platform, children }),
      ),
    ),
  )
}

export const readContainer = (
  pass: Pass,
  publication: Publication,
  containerId: string,
): Promise<Result<ContainerStatus>> =>
  asAccount(pass, (credentials) => platformOf(publication.platform).containerStatus(credentials, containerId), {
    live: publication.attempt !== undefined,
  })

export const publish = (pass: Pass, publication: Publication, containerId: string): Promise<Result<PublishedAs>> =>
  ofThisPost(pass, publication, () =>
    asAccount(
      pass,
      inTime(publication.attempt!.at, (credentials) =>
        platformOf(publication.platform).publish(credentials, containerId),
      ),
      { otherwise: 'same_container' },
    ),
  )

export const quota = (pass: Pass, publication: Publication): Promise<Result<Quota>> =>
  asAccount(pass, (credentials) => platformOf(publication.platform).quota(credentials))

/** What sort of thing a part of a publication is on its platform. */
function kindOf({ type, jobs }: Publication, part: number): 'carousel' | 'text' | 'story' | 'image' | 'video' {
  const types = jobs.filter((job) => isOfPart(job, part)).flatMap((job) => job.container_type ?? [])
  if (types.length > 1) return 'carousel'
  if (types[0] === 'text') return 'text'
  if (type === 'stories') return 'story'
  return types[0] === 'image' ? 'image' : 'video'
}

type Link = { media_id?: string; permalink: string | null } | null

/** Link of what was published; where its id is not known it is looked for among the account's latest. */
export function findLink(pass: Pass, publication: Publication): Promise<Result<Link>> {
  return lookUp(pass, publication, 0, publication.media_id)
}

/** The same of a part of a thread. */
export const findPart = (pass: Pass, publication: Publication, part: number): Promise<Result<Link>> =>
  lookUp(pass, publication, part, publication.parts![part]!.media_id)

function lookUp(
  pass: Pass,
  publication: Publication,
  part: number,
  mediaId: string | undefined,
): Promise<Result<Link>> {
  const platform = platformOf(publication.platform)
  if (mediaId !== undefined)
    return asAccount<Link>(pass, (credentials) => platform.permalink(credentials, mediaId), { live: true })
  const said = partOf(pass, publication, part)
  const reply_to = said.reply_to ?? optionsFor(pass.post!, publication.account_id, 'threads').reply_to_id
  return asAccount(
    pass,
    (credentials) =>
      platform.findPublished(credentials, {
        caption: captionFor(said, publication.account_id),
        kind: kindOf(publication, part),
        since: (publication.started_at ?? publication.created_at) - 60_000,
        until: Date.now() + 60_000,
        ...(reply_to === undefined ? {} : { reply_to }),
      }),
    { live: true },
  )
}
