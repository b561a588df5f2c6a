// Parts that the schemas of answers share. A schema stands beside the view that it describes, in `*-schema.ts`, and is held against
// it by `shows`; only the API's document is made from them, no function loads one.
import { z } from 'zod'

export const Time = z.int().describe('Unix time, milliseconds.')

/** The least that posting, uploading and deleting answer with. */
export const Done = z.object({ success: z.literal(true), message: z.string() })

export const ResultInfo = z
  .object({
    count: z.int().describe('Items on this page.'),
    page: z.int(),
    limit: z.int(),
    total_count: z.int(),
    total_pages: z.int(),
  })
  .meta({ id: 'ResultInfo' })

/**
 * A schema that the compiler holds against what a view returns: when a field is renamed, left out or changes its type, it does
 * not compile until the document says so too.
 */
export const shows =
  <View>() =>
  <S extends z.ZodType>(schema: View extends z.output<S> ? S : never): S =>
    schema
