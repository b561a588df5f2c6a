// The prepared handle of a piece, as the publication keeps it: JSON that only this connector reads.
import * as z from 'zod/mini'
import { Id } from '../meta/graph.ts'

export type Handle =
  /** Nothing is made of text before it is published, nor of a plain video, which Facebook fetches then. */
  | { as: 'text' }
  | { as: 'video'; url: string }
  /** A photo that nobody sees yet. */
  | { as: 'photo' | 'story_photo'; id: string }
  /** A video that is being uploaded. @param sent_at when Facebook was told where it is, Unix ms. */
  | { as: 'reel' | 'story_video'; id: string; url: string; sent_at?: number }

const Stored = z.lazy(() =>
  z.discriminatedUnion('as', [
    z.object({ as: z.literal('text') }),
    z.object({ as: z.literal('video'), url: z.string() }),
    z.object({ as: z.enum(['photo', 'story_photo']), id: Id }),
    z.object({
      as: z.enum(['reel', 'story_video']),
      id: Id,
      url: z.string(),
      sent_at: z.optional(z.number()),
    }),
  ]),
)

export const written = (handle: Handle): string => JSON.stringify(handle)

/** @throws {Error} for what this connector did not write. */
export const readHandle = (text: string): Handle => Stored.parse(JSON.parse(text)) as Handle
