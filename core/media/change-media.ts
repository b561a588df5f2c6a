// Changes the title, the description and the tags of an asset. Its bytes stay as they are.
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { refuse } from '../errors.ts'
import { getMedia, updateWords } from './media-store.ts'
import { listView, type Media } from './rules/media.ts'

export interface MediaChange {
  title?: string
  /** Empty: it is removed. */
  description?: string
  tags?: readonly string[]
}

/** Others who changed the same asset at the same moment, one after another. */
const MOST_ROUNDS = 5

/** An asset without its own text uses its title. */
function changed(media: Media, { title = media.title, description, tags }: MediaChange): Media {
  const given =
    description === undefined ? (media.alt_text_given ?? media.alt_text !== media.title) : description !== ''
  return {
    ...media,
    title,
    alt_text: given ? (description ?? media.alt_text) : title,
    alt_text_given: given,
    tags_json: tags === undefined ? media.tags_json : tags.length === 0 ? null : JSON.stringify(tags),
  }
}

/** @throws {AppError} `not_found`, `not_owner`, `conflict` */
export async function changeMedia(id: string, ownerId: string, change: MediaChange, now: number) {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const media = await getMedia(id)
    if (media?.status !== 'active') throw refuse('not_found', 'There is no media with this id, or it was deleted.')
    if (media.owner_id !== ownerId)
      throw refuse('not_owner', 'The media belongs to another owner; only its uploader may change it.')
    const next = { ...changed(media, change), version: media.version + 1, updated_at: now }
    if (await updateWords(next, media.version)) return listView(next, setting(ENV.cdnUrl))
  }
  throw refuse('conflict', 'Others are changing this file at the moment; send the change again.')
}
