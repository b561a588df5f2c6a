// What Instagram asks of a container (reference of ig-user/media).
import { GraphError, invalidParameter } from '../graph/errors.ts'
import type { Fetched } from '../graph/media-fetch.ts'
import { MIB, type PictureRule, pictureFault, type VideoRule, videoFault } from '../graph/media-rules.ts'
import { flagOf, listOf, textOf } from '../graph/parameters.ts'
import type { Draft } from '../graph/rules.ts'
import type { Account, Container, ContainerKind, MediaFailure } from '../model.ts'
import { checkInstagramOptions, offsetFault } from './options.ts'
import type { InstagramSimulator } from './settings.ts'
import { hashtagsIn, instagramLength, isAscii, mentionsIn } from './text-rules.ts'

export const INSTAGRAM_PARAMETERS: ReadonlySet<string> = new Set(
  (
    'media_type image_url video_url is_carousel_item children caption alt_text collaborators user_tags location_id ' +
    'cover_url thumb_offset share_to_feed trial_params is_ai_generated audio_name'
  ).split(' '),
)

/** Parameters of the content, not options. */
export const INSTAGRAM_PLAIN: ReadonlySet<string> = new Set(
  'media_type image_url video_url is_carousel_item children caption alt_text'.split(' '),
)

/** Parameters that only the other login has. */
const FACEBOOK_LOGIN_ONLY = [
  'upload_type',
  'product_tags',
  'is_paid_partnership',
  'branded_content_sponsor_ids',
  'audio_configuration',
]

const FEED_PICTURE: PictureRule = { formats: ['jpeg'], minAspect: 0.8, maxAspect: 1.91 }
const STORY_PICTURE: PictureRule = { formats: ['jpeg'], minAspect: 0, maxAspect: Number.POSITIVE_INFINITY }
const VIDEO_RULES: Record<'video' | 'reel' | 'story_video', VideoRule> = {
  // Carousel videos have no page of their own: the reel's limits and the feed's shapes.
  video: { maxWidth: 1920, minMs: 3_000, maxMs: 900_000, minAspect: 0.8, maxAspect: 1.91 },
  reel: { maxWidth: 1920, minMs: 3_000, maxMs: 900_000, minAspect: 0.01, maxAspect: 10 },
  story_video: { maxWidth: 1920, minMs: 3_000, maxMs: 60_000, minAspect: 0.1, maxAspect: 10 },
}

export const instagramMaxBytes = (kind: ContainerKind): number =>
  kind === 'image' || kind === 'story_image' ? 8 * MIB : kind === 'story_video' ? 100 * MIB : 300 * MIB

/** @throws {GraphError} for the first rule that is broken. */
export function readInstagramDraft(sim: InstagramSimulator, account: Account, params: Map<string, unknown>): Draft {
  for (const name of FACEBOOK_LOGIN_ONLY) {
    if (params.has(name) && !sim.rules.parameters.has(name))
      throw invalidParameter(`Param ${name} is not available with Instagram Login`)
  }
  const is_child = flagOf(params, 'is_carousel_item')
  const kind = kindOf(params, is_child)
  checkInstagramOptions(sim, account, params, kind, is_child)
  const url = kind === 'carousel' ? null : addressOf(params, kind.endsWith('image') ? 'image_url' : 'video_url')
  const caption = textOf(params, 'caption') ?? ''
  checkCaption(caption)
  return {
    kind,
    is_child,
    text: caption,
    alt_text: altTextOf(params),
    url,
    children: kind === 'carousel' ? childrenOf(params) : [],
  }
}

/** The fault as Instagram numbers it; null for a medium it takes. */
export function checkInstagramMedia(
  container: Pick<Container, 'kind' | 'params'>,
  fetched: Fetched,
): MediaFailure | null {
  const { kind } = container
  if (kind === 'image' || kind === 'story_image') {
    const fault = pictureFault(fetched, kind === 'image' ? FEED_PICTURE : STORY_PICTURE)
    if (fault === 'unreachable') return failure(9004, 2207052, 'The media could not be fetched from this URI')
    if (fault === 'too_large') return failure(36000, 2207004, 'The image is larger than 8 MiB')
    if (fault === 'format') return failure(36001, 2207005, 'The image format is not supported: only JPEG')
    if (fault === 'aspect') return failure(36003, 2207009, 'The aspect ratio is not within 4:5 to 1.91:1')
    return null
  }
  const fault = videoFault(fetched, VIDEO_RULES[kind as keyof typeof VIDEO_RULES])
  if (fault === null) return offsetFault(container, fetched)
  if (fault === 'unreachable') return failure(-1, 2207077, 'The video could not be downloaded')
  return failure(352, 2207026, `The video is not supported: ${fault}`)
}

const failure = (code: number, subcode: number, message: string): MediaFailure => ({ code, subcode, message })

function kindOf(params: Map<string, unknown>, isChild: boolean): ContainerKind {
  const type = textOf(params, 'media_type')
  const hasVideo = params.has('video_url')
  if (params.has('image_url') && hasVideo) throw invalidParameter('Only one of image_url and video_url can be given')
  if (params.has('children') && type !== 'CAROUSEL') throw invalidParameter('Param children is for media_type CAROUSEL')
  if (type === undefined || type === 'IMAGE') return 'image'
  if (type === 'VIDEO' && isChild) return 'video'
  if (type === 'VIDEO') {
    throw new GraphError(100, 'media_type VIDEO is for carousel items only; use REELS', { subcode: 2207023 })
  }
  if (isChild && (type === 'REELS' || type === 'STORIES' || type === 'CAROUSEL')) {
    throw invalidParameter(`media_type ${type} cannot be a carousel item`)
  }
  if (type === 'REELS') return 'reel'
  if (type === 'STORIES') return hasVideo ? 'story_video' : 'story_image'
  if (type === 'CAROUSEL') {
    if (hasVideo || params.has('image_url')) throw invalidParameter('A carousel takes children, not media')
    return 'carousel'
  }
  throw new GraphError(100, 'Unknown media_type', { subcode: 2207023 })
}

function addressOf(params: Map<string, unknown>, name: 'image_url' | 'video_url'): string {
  const other = name === 'image_url' ? 'video_url' : 'image_url'
  if (params.has(other)) throw invalidParameter(`Param ${other} does not fit the media type`)
  const url = textOf(params, name)
  if (!url) throw invalidParameter(`The parameter ${name} is required`)
  if (!isAscii(url)) {
    throw new GraphError(9004, 'Only ASCII characters are allowed in the URI', { subcode: 2207052 })
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw invalidParameter(`Param ${name} must be a URL`)
  return url
}

function childrenOf(params: Map<string, unknown>): string[] {
  const items = listOf(params, 'children') ?? []
  if (items.length < 2 || items.length > 10) {
    throw new GraphError(100, 'A carousel needs 2 to 10 items', { subcode: 2207028 })
  }
  return items.map((item) => {
    if (typeof item !== 'string' || !/^\d+$/.test(item)) throw invalidParameter('Param children must hold id strings')
    return item
  })
}

function altTextOf(params: Map<string, unknown>): string | null {
  const text = textOf(params, 'alt_text')
  if (text !== undefined && instagramLength(text) > 1000) {
    throw invalidParameter('Param alt_text must be at most 1000 characters long')
  }
  return text ?? null
}

function checkCaption(caption: string): void {
  if (instagramLength(caption) > 2200 || hashtagsIn(caption) > 30) {
    throw new GraphError(36004, 'The caption is too long: at most 2200 characters and 30 hashtags', {
      subcode: 2207010,
    })
  }
  if (mentionsIn(caption) > 20) throw new GraphError(100, 'At most 20 @ tags', { subcode: 2207040 })
}
