// What Threads asks of a container (publishing reference).
import { GraphError } from '../graph/errors.ts'
import type { Fetched } from '../graph/media-fetch.ts'
import { MIB, pictureFault, videoFault } from '../graph/media-rules.ts'
import { flagOf, listOf, textOf } from '../graph/parameters.ts'
import type { Draft } from '../graph/rules.ts'
import type { Account, Container, ContainerKind, MediaFailure } from '../model.ts'
import { checkThreadsOptions } from './options.ts'
import type { ThreadsSimulator } from './settings.ts'
import { threadsLength } from './text-rules.ts'

export const THREADS_PARAMETERS: ReadonlySet<string> = new Set(
  (
    'media_type text image_url video_url is_carousel_item children reply_to_id quote_post_id reply_control topic_tag ' +
    'link_attachment alt_text allowlisted_country_codes location_id poll_attachment gif_attachment text_attachment ' +
    'text_entities is_spoiler_media is_ghost_post enable_reply_approvals crossreshare_to_ig ' +
    'crossreshare_to_ig_dark_mode'
  ).split(' '),
)

const KINDS: Record<string, ContainerKind> = { TEXT: 'text', IMAGE: 'image', VIDEO: 'video', CAROUSEL: 'carousel' }
/** Parameters of the content, not options. */
export const THREADS_PLAIN: ReadonlySet<string> = new Set(
  'media_type image_url video_url is_carousel_item children text alt_text'.split(' '),
)

const PICTURE_RULE = { formats: ['jpeg', 'png'], minAspect: 0.1, maxAspect: 10 }
const VIDEO_RULE = { maxWidth: 1920, minMs: 1, maxMs: 300_000, minAspect: 0.01, maxAspect: 10 }

export const threadsMaxBytes = (kind: ContainerKind): number => (kind === 'image' ? 8 * MIB : 1024 * MIB)

const refuse = (message: string): GraphError => new GraphError(100, message, { type: 'THApiException' })

/** @throws {GraphError} for the first rule that is broken. */
export function readThreadsDraft(
  sim: ThreadsSimulator,
  account: Account,
  params: Map<string, unknown>,
  scopes: readonly string[],
): Draft {
  const kind = KINDS[textOf(params, 'media_type') ?? '']
  if (!kind) throw refuse('Param media_type must be one of TEXT, IMAGE, VIDEO, CAROUSEL')
  const is_child = flagOf(params, 'is_carousel_item')
  if (is_child && kind !== 'image' && kind !== 'video') throw refuse('A carousel item must be IMAGE or VIDEO')
  // A lost reply to it would leave no container to look at, so nothing that is tested here should use it.
  if (flagOf(params, 'auto_publish_text')) throw refuse('Param auto_publish_text is not available here')
  const text = textOf(params, 'text') ?? ''
  if (kind === 'text' && text === '') throw refuse('Param text is required for TEXT')
  if (threadsLength(text) > 500) throw refuse('Param text must be at most 500 characters long.')
  checkThreadsOptions({ sim, account, params, scopes, kind, isChild: is_child, text })
  return {
    kind,
    is_child,
    text,
    alt_text: altTextOf(params, kind),
    url: addressOf(params, kind),
    children: childrenOf(params, kind),
  }
}

/** The fault as `error_message` names it; null for a medium that is taken. */
export function checkThreadsMedia({ kind }: Pick<Container, 'kind' | 'params'>, fetched: Fetched): MediaFailure | null {
  if (kind === 'image') {
    const fault = pictureFault(fetched, PICTURE_RULE)
    if (fault === null) return null
    return failure(fault === 'aspect' ? 'INVALID_ASPEC_RATIO' : 'UNKNOWN')
  }
  const fault = videoFault(fetched, VIDEO_RULE)
  if (fault === null) return null
  if (fault === 'unreachable') return failure('FAILED_DOWNLOADING_VIDEO')
  if (fault === 'duration') return failure('INVALID_DURATION')
  return failure(fault === 'aspect' ? 'INVALID_ASPEC_RATIO' : 'FAILED_PROCESSING_VIDEO')
}

const failure = (error_message: string): MediaFailure => ({ code: -1, error_message, message: error_message })

function addressOf(params: Map<string, unknown>, kind: ContainerKind): string | null {
  const wanted = kind === 'image' ? 'image_url' : kind === 'video' ? 'video_url' : null
  for (const name of ['image_url', 'video_url']) {
    if (name !== wanted && params.has(name)) throw refuse(`Param ${name} does not fit the media type`)
  }
  if (wanted === null) return null
  const url = textOf(params, wanted)
  if (!url) throw refuse(`Param ${wanted} is required`)
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw refuse(`Param ${wanted} must be a URL`)
  return url
}

function childrenOf(params: Map<string, unknown>, kind: ContainerKind): string[] {
  if (kind !== 'carousel') {
    if (params.has('children')) throw refuse('Param children is for CAROUSEL')
    return []
  }
  const items = listOf(params, 'children') ?? []
  if (items.length < 2 || items.length > 20) throw refuse('A carousel needs 2 to 20 children')
  return items.map((item) => {
    if (typeof item !== 'string' || !/^\d+$/.test(item)) throw refuse('Param children must hold id strings')
    return item
  })
}

function altTextOf(params: Map<string, unknown>, kind: ContainerKind): string | null {
  const text = textOf(params, 'alt_text')
  if (text === undefined) return null
  if (kind !== 'image' && kind !== 'video') throw refuse('Param alt_text is for images and videos')
  if (text.length > 1000) throw refuse('Param alt_text must be at most 1000 characters long.')
  return text
}
