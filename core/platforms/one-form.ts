// Media in a request, in one of two forms: their ids, or items with alternative text and the like.
import * as z from 'zod/mini'
import { conditional, withField } from './text-field.ts'

/** What `oneForm` checks, for the API document. */
export const ONE_FORM = conditional(withField('media_asset_ids'), { not: withField('items') }, withField('items'))

/** Runs also where a field was found wrong, and says first what is missing: as if the field were simply required. */
export const oneForm = z.check(
  ({ value, issues }: z.core.ParsePayload<{ media_asset_ids?: unknown; items?: unknown }>) => {
    if (typeof value !== 'object' || value === null) return
    const path = ['media_asset_ids']
    if (value.media_asset_ids === undefined && value.items === undefined)
      issues.unshift({ code: 'invalid_type', expected: 'array', input: undefined, path })
    else if (value.media_asset_ids !== undefined && value.items !== undefined) {
      const message = 'media.items is the long form of media_asset_ids: send one of the two.'
      issues.push({ code: 'custom', params: { code: 'option_conflict' }, input: value, path: ['items'], message })
    }
  },
  { when: () => true },
)
