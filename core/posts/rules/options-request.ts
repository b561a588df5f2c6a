// A request with all that the platforms' options bring into it. Posting functions load it with
// the first request that says any of it: describing them takes longer than all else that such a function loads of its own.
import * as z from 'zod/mini'
import { Uuid } from '../../ids.ts'
import { MAX_DESCRIPTION } from '../../media/rules/media.ts'
import type { PostType } from '../../platforms/enumerations.ts'
import { InstagramOptions, MAX_USER_TAGS, ThreadsOptions, UserTag } from '../../platforms/option-registry.ts'
import { textField } from '../../platforms/text-field.ts'
import { postRequest } from './post-request.ts'

/** A medium with what is said of it: the long form of `media_asset_ids`. */
const MediaItem = z.lazy(() =>
  z.strictObject({
    media_asset_id: Uuid,
    alt_text: z.optional(textField('alt_text', { max: MAX_DESCRIPTION })),
    user_tags: z.optional(z.array(UserTag).check(z.maxLength(MAX_USER_TAGS))),
  }),
)

const Options = z.lazy(() =>
  z.strictObject({ instagram: z.optional(InstagramOptions), threads: z.optional(ThreadsOptions) }),
)

/** The body of `POST /v1/posts/<type>` with every field there is. */
export const optionsRequest = (type: PostType) => postRequest(type, { item: MediaItem, options: Options })
