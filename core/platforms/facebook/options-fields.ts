// Facebook's options as a request has them. Schemas are made when they are first used: most posts say nothing of all this.
import * as z from 'zod/mini'
import { COUNTRIES } from '../meta/enumerations.ts'
import type { OptionFields } from '../option-fields.ts'
import { ExternalId, eachOnce } from '../options.ts'
import { documented, textField } from '../text-field.ts'
import { WebAddress } from '../web-address.ts'

/** Ours: no limit is documented. */
const MAX_TITLE = 255
/** As that of a comment in the app. */
const MAX_COMMENT = 8000
/** Ours, so that a list is not longer than what it leaves out. */
const MAX_COUNTRIES = 25

export const FacebookOptions = z.lazy(() =>
  z.strictObject({
    link: z.optional(WebAddress),
    title: z.optional(textField('title', { min: 1, max: MAX_TITLE })),
    is_ai_generated: z.optional(z.boolean()),
    place_id: z.optional(ExternalId),
    countries: z.optional(
      documented(
        z
          .array(z.enum(COUNTRIES as [string, ...string[]], { error: 'must be a country: two letters of ISO 3166-1' }))
          .check(z.minLength(1), z.maxLength(MAX_COUNTRIES), eachOnce('countries')),
        { uniqueItems: true },
      ),
    ),
    first_comment: z.optional(textField('first_comment', { min: 1, max: MAX_COMMENT })),
  }),
)
export type FacebookOptions = z.infer<typeof FacebookOptions>

export const fields: OptionFields = { options: FacebookOptions }
