// What Instagram is asked to make of a container (platform-apis, section 2.1), and how it says how far it is.
import * as z from 'zod/mini'
import { type CarouselSpec, type ContainerSpec, type ContainerStatus, STATES, StateName } from '../meta/containers.ts'
import { classifyProcessing, exactRow, GRAPH_ERRORS } from '../meta/error-table.ts'
import { optional } from '../meta/lenient.ts'
import { pieceParameters } from '../meta/piece-parameters.ts'
import { redact } from '../meta/redact.ts'
import { INSTAGRAM_ERRORS } from './errors.ts'

/** Body of the creating call; undefined for what Instagram does not have. */
export function containerBody({ options, ...spec }: ContainerSpec): Record<string, unknown> | undefined {
  const body = plainBody(spec)
  return body && { ...body, ...options }
}

/** Body of the call that joins the children. */
export const carouselBody = ({ children, caption, options }: CarouselSpec): Record<string, unknown> => ({
  media_type: 'CAROUSEL',
  children: children.join(','),
  ...(caption ? { caption } : {}),
  ...options,
})

function plainBody({
  type,
  url,
  caption,
  alt_text,
  carousel_item,
}: ContainerSpec): Record<string, unknown> | undefined {
  if (!url) return undefined
  const said = !carousel_item && caption ? { caption } : {}
  const alt = alt_text ? { alt_text } : {}
  const child = carousel_item ? { is_carousel_item: true } : {}
  switch (type) {
    case 'image':
      return { image_url: url, ...child, ...said, ...alt }
    case 'video':
    case 'reel':
      if (carousel_item) return { media_type: 'VIDEO', video_url: url, ...child }
      // Stand-alone feed video ended in November 2023: it is a reel that the feed shows.
      return { media_type: 'REELS', video_url: url, share_to_feed: true, ...said }
    // Stories show no caption and take no alternative text.
    case 'story_image':
      return { media_type: 'STORIES', image_url: url }
    case 'story_video':
      return { media_type: 'STORIES', video_url: url }
    default:
      return undefined
  }
}

export const ContainerReply = z.lazy(() =>
  z.object({
    status_code: StateName,
    status: optional(z.union([z.string(), z.pipe(z.number(), z.transform(String))])),
  }),
)

/** Documented as a subcode, in practice a sentence that holds it. */
const SUBCODE = /\b2207\d{3}\b/

export function statusFrom({ status_code, status = '' }: z.infer<typeof ContainerReply>): ContainerStatus {
  const state = STATES[status_code]
  if (state !== 'error') return { state }
  const found = SUBCODE.exec(status)?.[0]
  const subcode = found === undefined ? undefined : Number(found)
  const rows = [...INSTAGRAM_ERRORS, ...GRAPH_ERRORS]
  // The number alone tells people nothing.
  const { meaning, advice } = exactRow(rows, { subcode }) ?? {}
  const words = redact(status, []) || 'The platform could not process the media.'
  const message = meaning === undefined ? words : `${words}: ${meaning}`
  return {
    state,
    error: {
      class: classifyProcessing(rows, { subcode }),
      message,
      ...(subcode === undefined ? {} : { subcode }),
      ...(advice === undefined ? {} : { advice }),
    },
  }
}

export const parameters = pieceParameters(containerBody, carouselBody)
