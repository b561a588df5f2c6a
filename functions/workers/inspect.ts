// Finds out the size and duration of an asset after its upload.
import * as z from 'zod/mini'
import { inspectMedia } from '../../core/media/inspect-media.ts'
import { worker } from '../worker.ts'

const Message = z.object({ media_id: z.string() })

export const handler = worker(
  (body) => Message.parse(body),
  ({ message }) => inspectMedia(message.media_id, Date.now()),
)
