// A further post of a thread, which answers the one before it: a text, media, or both.
import * as z from 'zod/mini'
import { Uuid } from '../ids.ts'
import { ONE_FORM, oneForm } from './one-form.ts'
import { conditional, documented, MAX_DESCRIPTION, SAYS_SOMETHING, textField, withField } from './text-field.ts'

/** Parts that follow the first; ours. */
export const MAX_PARTS = 20

/** As long as the API's own text is: what a platform takes of it is its own rule. */
const MAX_CONTENT = 2000

/** The media of a part: their ids, or the long form with alternative text and the like. */
const partMedia = (most: number) =>
  z.pipe(
    documented(
      z
        .strictObject({
          media_asset_ids: z.optional(z.array(Uuid).check(z.minLength(1), z.maxLength(most))),
          items: z.optional(
            z
              .array(
                z.strictObject({
                  media_asset_id: Uuid,
                  alt_text: z.optional(textField('alt_text', { max: MAX_DESCRIPTION })),
                }),
              )
              .check(z.minLength(1), z.maxLength(most)),
          ),
        })
        .check(oneForm),
      ONE_FORM,
    ),
    z.transform((media) => ({
      ...media,
      media_asset_ids: media.items?.map(({ media_asset_id }) => media_asset_id) ?? media.media_asset_ids!,
    })),
  )

/**
 * @param limits.media most media of one part.
 * @param limits.tooLong what the platform finds too long in the text, a sentence each.
 */
export const threadPart = (limits: { media: number; tooLong?: (content: string) => readonly string[] }) =>
  documented(
    z
      .strictObject({
        content: z.optional(textField('content', { max: MAX_CONTENT })),
        media: z.optional(partMedia(limits.media)),
      })
      .check(
        z.superRefine(({ content = '', media }, context) => {
          if (content.trim() === '' && !media)
            return context.addIssue({
              code: 'custom',
              params: { code: 'required' },
              message: 'needs content, media, or both',
            })
          for (const message of limits.tooLong?.(content) ?? [])
            context.addIssue({ code: 'custom', params: { code: 'too_long' }, path: ['content'], message })
        }),
      ),
    conditional({ not: withField('media') }, withField('content', { pattern: SAYS_SOMETHING })),
  )
