// A post's calls to Facebook: the parameters of each call, by its names (platforms-next, section 1.2).
import type { Piece, Publishing } from '../connector.ts'
import { parametersOf } from '../options.ts'
import type { Handle } from './handles.ts'
import { options } from './options.ts'

const said = (name: string, value: string): Record<string, string> => (value === '' ? {} : { [name]: value })

/** A photo that nobody sees until a post or a story names it. */
const photo = ({ url, alt_text }: Piece): Record<string, unknown> => ({
  url,
  published: false,
  ...(alt_text ? { alt_text_custom: alt_text } : {}),
})

/** The parameters of the first call for a piece; none where it takes no call, undefined for what Facebook does not have. */
export function prepareParameters(piece: Piece): Record<string, unknown> | undefined {
  switch (piece.type) {
    case 'text':
    case 'video':
      return {}
    case 'image':
      return photo(piece)
    case 'story_image':
      return photo({ ...piece, alt_text: undefined })
    case 'reel':
    case 'story_video':
      return { upload_phase: 'start' }
    default:
      return undefined
  }
}

/** The handle that preparing the piece will give. @param id a placeholder for the id that is still to be made. */
function handleFor({ type, url = '' }: Piece, id: string): Handle {
  switch (type) {
    case 'image':
      return { as: 'photo', id }
    case 'story_image':
      return { as: 'story_photo', id }
    case 'video':
      return { as: 'video', url }
    case 'reel':
    case 'story_video':
      return { as: type, id, url }
    default:
      return { as: 'text' }
  }
}

/** Which edge of the Page publishes it, and with what. */
export function publishCall({ text, options: given }: Publishing, made: readonly Handle[]) {
  const [first] = made as [Handle]
  const own = parametersOf(options, given, { place: 'single', media_index: 0, video: false })
  switch (first.as) {
    case 'text':
      return { edge: 'feed', json: { ...said('message', text), ...own } }
    case 'photo': {
      const attached_media = made.flatMap((one) => (one.as === 'photo' ? { media_fbid: one.id } : []))
      return { edge: 'feed', json: { ...said('message', text), attached_media, ...own } }
    }
    case 'video':
      return { edge: 'videos', json: { file_url: first.url, ...said('description', text), ...own } }
    case 'reel': {
      const finish = { upload_phase: 'finish', video_id: first.id, video_state: 'PUBLISHED' }
      return { edge: 'video_reels', json: { ...finish, ...said('description', text), ...own } }
    }
    // Stories show no text.
    case 'story_photo':
      return { edge: 'photo_stories', json: { photo_id: first.id } }
    case 'story_video':
      return { edge: 'video_stories', json: { upload_phase: 'finish', video_id: first.id } }
  }
}

/** The parameters of the public step, for pieces that are still to be made. */
export const publishParameters = (post: Publishing, pieces: readonly Piece[]): Record<string, unknown> =>
  publishCall(
    post,
    pieces.map((piece, at) => handleFor(piece, post.handles[at]!)),
  ).json
