// What the engine asks of a publication's platform.
import { publishUrl } from '../../media/publish-url.ts'
import { warm } from '../../media/publish-variant.ts'
import { altTextFor, type Media } from '../../media/rules/media.ts'
import { platformOf } from '../../platforms/connectors.ts'
import type { ContainerStatus, PlatformError, Quota, Result } from '../../platforms/outcome.ts'
import { takesAltText, useOf } from '../rules/plan.ts'
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

const urlOf = (pass: Pass, publication: Publication, job: Job, asset: Media): string =>
  publishUrl(asset, {
    platform: publication.platform,
    use: useOf(job.container_type!, isCarousel(publication)),
    aspect: pass.post!.aspect_ratio ?? undefined,
  })

export async function createContainer(
  pass: Pass,
  publication: Publication,
  job: Job,
): Promise<Result<{ container_id: string }>> {
  const type = job.container_type!
  const asset = job.media_id === undefined ? undefined : (await mediaOf(pass)).get(job.media_id)
  const url = asset && urlOf(pass, publication, job, asset)
  const problem = url && (await prepare(url))
  if (problem) return { ok: false, error: problem }
  const carousel = isCarousel(publication)
  const altText = asset && takesAltText(type, publication.platform) ? altTextFor(asset) : undefined
  return asAccount(pass, (credentials) =>
    platformOf(publication.platform).createContainer(credentials, {
      type,
      url,
      ...(carousel ? {} : { caption: pass.post!.caption }),
      ...(altText === undefined ? {} : { alt_text: altText }),
      carousel_item: carousel,
    }),
  )
}

export const createCarousel = (
  pass: Pass,
  publication: Publication,
  children: readonly string[],
): Promise<Result<{ container_id: string }>> =>
  asAccount(pass, (credentials) =>
    platformOf(publication.platform).createCarousel(credentials, { children, caption: pass.post!.caption }),
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
        caption: pass.post!.caption,
        kind: kindOf(publication),
        since: (publication.started_at ?? publication.created_at) - 60_000,
        until: Date.now() + 60_000,
      }),
    { live: true },
  )
}
