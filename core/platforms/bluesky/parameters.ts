// A piece's parameters, and their preview.
import type { Piece } from '../connector.ts'
import type { BlueskyOptions } from './options-fields.ts'
import { POST, wordsOf } from './record.ts'

export const optionsOf = ({ options = {} }: Piece): BlueskyOptions => options as BlueskyOptions

/** The first of several has the parameters of the post. */
export const isFirst = ({ index = 0 }: Piece): boolean => index === 0

/** The record as it would be, as far as it is known before anything is looked up: for the preview. */
export function parameters(piece: Piece): Record<string, unknown> | undefined {
  const { type, text = '', alt_text, file } = piece
  const own = optionsOf(piece)
  const { reply_to_id, quote_post_id, link_card, allow_replies, allow_quotes, video_as_gif, video_captions } = own
  const named = isFirst(piece)
    ? {
        collection: POST,
        record: { $type: POST, ...wordsOf({ text, options: own }, {}) },
        ...(reply_to_id === undefined ? {} : { reply_to: reply_to_id }),
        ...(quote_post_id === undefined ? {} : { quote: quote_post_id }),
        ...(link_card === undefined ? {} : { card: link_card }),
        ...(allow_replies === undefined ? {} : { allow_replies }),
        ...(allow_quotes === undefined ? {} : { allow_quotes }),
      }
    : {}
  if (type === 'text') return named
  if (type !== 'image' && type !== 'video') return undefined
  return {
    ...named,
    [type]: {
      ...(piece.url === undefined ? {} : { from: piece.url }),
      ...(file ? { bytes: file.size_bytes } : {}),
      alt: alt_text ?? '',
      ...(video_as_gif ? { presentation: 'gif' } : {}),
      ...(video_captions ? { captions: video_captions.map(({ lang }) => lang) } : {}),
    },
  }
}
