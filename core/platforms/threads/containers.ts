// What Threads is asked to make of a container (platform-apis, section 2.2), and how it says how far it is.
import * as z from 'zod/mini'
import { type CarouselSpec, type ContainerSpec, type ContainerStatus, STATES, StateName } from '../meta/containers.ts'
import { classifyProcessing } from '../meta/error-table.ts'
import { text } from '../meta/graph.ts'
import { pieceParameters } from '../meta/piece-parameters.ts'
import { redact } from '../meta/redact.ts'
import { THREADS_PROCESSING } from './errors.ts'

type Form = Record<string, string>

/** Form of the creating call; undefined for what Threads does not have. */
export function containerForm({ options, ...spec }: ContainerSpec): Form | undefined {
  const form = plainForm(spec)
  return form && { ...form, ...(options as Form | undefined) }
}

/** Form of the call that joins the children. */
export const carouselForm = ({ children, caption, options }: CarouselSpec): Form => ({
  media_type: 'CAROUSEL',
  children: children.join(','),
  ...(caption ? { text: caption } : {}),
  ...(options as Form | undefined),
})

function plainForm({ type, url, caption, alt_text, carousel_item }: ContainerSpec): Record<string, string> | undefined {
  const form: Record<string, string> = {}
  if (caption && !carousel_item) form.text = caption
  if (type === 'text') return form.text === undefined ? undefined : { media_type: 'TEXT', ...form }
  if (!url || (type !== 'image' && type !== 'video')) return undefined
  if (alt_text) form.alt_text = alt_text
  if (carousel_item) form.is_carousel_item = 'true'
  return type === 'image'
    ? { media_type: 'IMAGE', image_url: url, ...form }
    : { media_type: 'VIDEO', video_url: url, ...form }
}

/** The state is in `status`; there is no `status_code` here. */
export const ContainerReply = z.lazy(() =>
  z.object({
    status: StateName,
    error_message: text,
  }),
)

const REASON = /\b(?:FAILED|INVALID)(?:_[A-Z]+)+\b|\bUNKNOWN\b/

export function statusFrom({ status, error_message = '' }: z.infer<typeof ContainerReply>): ContainerStatus {
  const state = STATES[status]
  if (state !== 'error') return { state }
  const name = REASON.exec(error_message)?.[0]
  const row = THREADS_PROCESSING.find((candidate) => candidate.name === name)
  const message = redact(error_message, []) || 'The platform could not process the media.'
  return {
    state,
    error: {
      class: classifyProcessing(THREADS_PROCESSING, { name }),
      message: row ? `${message}: ${row.meaning}` : message,
    },
  }
}

export const parameters = pieceParameters(containerForm, carouselForm)
