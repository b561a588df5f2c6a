// Lantern's options as a request has them.
import * as z from 'zod/mini'
import { Uuid } from '../../../../core/ids.ts'
import type { OptionFields } from '../../../../core/platforms/option-fields.ts'
import { textField } from '../../../../core/platforms/text-field.ts'

const spark = () => z.strictObject({ height: z.int().check(z.minimum(1), z.maximum(9)) })
const Spark = z.lazy(spark)

const LanternOptions = z.lazy(() =>
  z.strictObject({
    colour: z.optional(z.enum(['red', 'green', 'white'])),
    wick_mm: z.optional(z.int().check(z.minimum(1))),
    sparks: z.optional(z.array(z.extend(spark(), { media_index: z.optional(z.int().check(z.minimum(0))) }))),
    shade_media_id: z.optional(Uuid),
    follows_id: z.optional(z.string()),
    procession: z.optional(
      z.array(
        z.strictObject({
          content: z.optional(textField('content', { max: 100 })),
          media: z.optional(z.strictObject({ media_asset_ids: z.array(Uuid) })),
        }),
      ),
    ),
    wish: z.optional(textField('wish', { min: 1, max: 50 })),
  }),
)
export type LanternOptions = z.infer<typeof LanternOptions>

export const fields: OptionFields = { options: LanternOptions, on_media: { sparks: { entry: Spark, most: 2 } } }
