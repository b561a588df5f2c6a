// Schemas that many answers share.
import { z } from 'zod'

export const Time = z.int().describe('Unix time, milliseconds.')

/** What posting, uploading and deleting answer with, at the least. */
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
