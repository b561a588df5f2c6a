// Finds out what an asset is (size, duration, how it is coded) from ranges of it, never the whole of a large file.

import { log } from '../log.ts'
import { announce } from '../webhooks/announce.ts'
import { inspectPicture } from './inspect-picture.ts'
import { inspectRecording } from './inspect-recording.ts'
import { getMedia, type Inspected, setInspected } from './media-store.ts'
import { kindOf, type Media } from './rules/media.ts'

const NOTHING: Inspected = { width: null, height: null, duration_ms: null, properties: null }

function inspect(media: Media): Promise<Inspected> {
  const kind = kindOf(media.content_type)
  if (kind === 'image') return inspectPicture(media)
  return kind === 'other' ? Promise.resolve(NOTHING) : inspectRecording(media)
}

/**
 * A broken file, or one whose figures contradict each other, is left without figures; it counts as inspected.
 * @throws when the bucket or the table fails: worth another try.
 */
export async function inspectMedia(id: string, now: number): Promise<void> {
  const media = await getMedia(id)
  if (media?.status !== 'active') return
  const found = await inspect(media)
  const event = await setInspected(media, found, now)
  if (event) await announce(event)
  log.info('media inspected', { media_id: id, content_type: media.content_type, ...found })
}
