// Results of look-ups with accounts, as answers show them.
import { z } from 'zod'
import { shows } from '../answer-schema.ts'
import type { FoundHashtag, FoundPlaces } from './look-ups.ts'

export const PlacesShown = shows<FoundPlaces>()(
  z.object({
    account_id: z.uuid(),
    places: z.array(
      z.object({
        id: z.string().describe('What `options.instagram.location_id` takes.'),
        name: z.string(),
        address: z.string().nullable(),
        latitude: z.number(),
        longitude: z.number(),
      }),
    ),
  }),
).meta({ id: 'FoundPlaces' })

export const HashtagShown = shows<FoundHashtag>()(
  z.object({
    account_id: z.uuid(),
    hashtag: z.string().describe('Without `#`, in lower case.'),
    found: z.boolean().describe('Whether anybody has used it.'),
    posts: z
      .array(
        z.object({
          permalink: z.string(),
          caption: z.string(),
          media_type: z.string(),
          likes: z.number().nullable().describe('Null where they are hidden.'),
          comments: z.number().nullable(),
        }),
      )
      .describe('Its most popular posts, by any account.'),
    searches: z
      .object({ used: z.int(), limit: z.int(), period_ms: z.int() })
      .describe(
        'Different hashtags that the account has searched for. Searching for one of them again does not count.',
      ),
  }),
).meta({ id: 'FoundHashtag' })
