// What the engine asks of a publication's platform.
import { warm } from '../../media/publish-variant.ts'
import { platformOf } from '../../platforms/index.ts'
import type { ContainerStatus, PlatformError, Quota, Result } from '../../platforms/outcome.ts'
import { carouselSpec, containerSpec, coverOf } from '../container-spec.ts'
import { captionFor } from '../rules/account-content.ts'
import type { Job, Publication } from '../rules/publication.ts'
import { asAccount } from './as-account.ts'
import { mediaOf, type Pass } from './pass.ts'

/**
 * Preparing pictures that took longer than this is not followed by asking the platform in the same step: both together
 * could outlast the lease, and then another worker does it again. The next step finds them ready.
 */
const PREPARED_MS = 8000

const isCarousel = (publication: Publication): boolean =>
  publication.jobs.some(({ type }) => type === 'carousel_upload')

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

/** Which of the post's media the job's container is of, from 0. */
const mediaIndexOf = ({ jobs }: Publication, job: Job): number =>
  jobs.filter(({ type }) => type === 'container_create').findIndex(({ id }) => id === job.id)

export async function createContainer(
  pass: Pass,
  publication: Publication,
  job: Job,
): Promise<Result<{ container_id: string }>> {
  const post = pass.post!
  const { account_id, platform } = publication
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
  return asAccount(pass, (credentials) => platformOf(platform).createContainer(credentials, spec))
}

export const createCarousel = (
  pass: Pass,
  { account_id, platform }: Publication,
  children: readonly string[],
): Promise<Result<{ container_id: string }>> =>
  asAccount(pass, (credentials) =>
    platformOf(platform).createCarousel(credentials, carouselSpec(pass.post!, account_id, { platform, children })),
  )

export const readContainer = (
  pass: Pass,
  publication: Publication,
  containerId: string,
): Promise<Result<ContainerStatus>> =>
  asAccount(pass, (credentials) => platformOf(publication.platform).containerStatus(credentials, containerId), {
    live: publication.attempt !== undefined,
  })

export const publish = (
  pass: Pass,
  publication: Publication,
  containerId: string,
): Promise<Result<{ media_id: string }>> =>
  asAccount(pass, (credentials) => platformOf(publication.platform).publish(credentials, containerId), {
    otherwise: 'same_container',
  })

export const quota = (pass: Pass, publication: Publication): Promise<Result<Quota>> =>
  asAccount(pass, (credentials) => platformOf(publication.platform).quota(credentials))

/** What sort of thing a publication is on its platform. */
function kindOf({ type, jobs }: Publication): 'carousel' | 'text' | 'story' | 'image' | 'video' {
  const types = jobs.flatMap((job) => job.container_type ?? [])
  if (types.length > 1) return 'carousel'
  if (types[0] === 'text') return 'text'
  if (type === 'stories') return 'story'
  return types[0] === 'image' ? 'image' : 'video'
}

/** Link of what was published; where its id is not known it is looked for among the account's latest. */
export function findLink(
  pass: Pass,
  publication: Publication,
): Promise<Result<{ media_id?: string; permalink: string | null } | null>> {
  const platform = platformOf(publication.platform)
  const { media_id } = publication
  if (media_id !== undefined)
    return asAccount(pass, (credentials) => platform.permalink(credentials, media_id), { live: true })
  return asAccount(
    pass,
    (credentials) =>
      platform.findPublished(credentials, {
        caption: captionFor(pass.post!, publication.account_id),
        kind: kindOf(publication),
        since: (publication.started_at ?? publication.created_at) - 60_000,
        until: Date.now() + 60_000,
      }),
    { live: true },
  )
}
