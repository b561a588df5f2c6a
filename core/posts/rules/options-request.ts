// A request with all that the platforms' options bring into it. Posting functions load it with
// the first request that says any of it: describing them takes longer than everything else that such a function loads of its own.
import * as z from 'zod/mini'
import { Uuid } from '../../ids.ts'
import type { PostType } from '../../platforms/enumerations.ts'
import { PLATFORM_IDS } from '../../platforms/facts.ts'
import { optionFieldsOf } from '../../platforms/option-fields.ts'
import { MAX_DESCRIPTION, textField } from '../../platforms/text-field.ts'
import { postRequest } from './post-request.ts'

/** A medium with its texts and tags: the long form of `media_asset_ids`. */
const MediaItem = z.lazy(() =>
  z.strictObject({
    media_asset_id: Uuid,
    alt_text: z.optional(textField('alt_text', { max: MAX_DESCRIPTION })),
    ...Object.fromEntries(
      PLATFORM_IDS.flatMap((id) =>
        Object.entries(optionFieldsOf(id)?.on_media ?? {}).map(([name, { entry, most }]) => [
          name,
          z.optional(z.array(entry).check(z.maxLength(most))),
        ]),
      ),
    ),
  }),
)

const Options = z.lazy(() =>
  z.strictObject(
    Object.fromEntries(
      PLATFORM_IDS.flatMap((id) => {
        const fields = optionFieldsOf(id)
        return fields ? [[id, z.optional(fields.options)]] : []
      }),
    ),
  ),
)

/** The body of `POST /v1/posts/<type>` with every field there is. */
export const optionsRequest = (type: PostType) => postRequest(type, { item: MediaItem, options: Options })
