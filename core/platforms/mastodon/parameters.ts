// The post as the server is sent it, and what is prepared of it: the very parameters, in one place for publishing and its preview.
import type { Piece, Publishing } from '../connector.ts'
import { parametersOf } from '../options.ts'
import { options as OPTIONS } from './options.ts'

/** The handle of a text, of which nothing is prepared. */
export const TEXT_HANDLE = 'text'

/** Ids of the media among what was prepared. */
export const mediaIn = (handles: readonly string[]): string[] => handles.filter((handle) => handle !== TEXT_HANDLE)

/** Parameters of a medium, not of the post. */
const OF_MEDIA = ['focus']

const withoutThose = (parameters: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !OF_MEDIA.includes(name)))

/** Body of `POST /api/v1/statuses`. */
export function statusParameters({
  text,
  options,
  handles,
  reply_to,
}: Pick<Publishing, 'text' | 'options' | 'handles' | 'reply_to'>): Record<string, unknown> {
  const media = mediaIn(handles)
  const chosen = parametersOf(OPTIONS as never, options, { place: 'single', media_index: 0, video: false })
  return {
    status: text,
    ...(media.length > 0 ? { media_ids: media } : {}),
    ...withoutThose(chosen),
    ...(reply_to === undefined ? {} : { in_reply_to_id: reply_to }),
  }
}

/** Fields of `POST /api/v2/media` beside the file. */
export const mediaParameters = ({ alt_text, options = {} }: Piece): Record<string, string> => ({
  ...(alt_text ? { description: alt_text } : {}),
  ...(typeof options.focus === 'string' ? { focus: options.focus } : {}),
})

/** The parameters that preparing and publishing would send, for the preview. */
export const shownParameters = (piece: Piece): Record<string, unknown> => ({
  ...(piece.type === 'text' ? {} : { media: mediaParameters(piece) }),
  status: { status: piece.text ?? '', ...withoutThose(piece.options ?? {}) },
})
