// The text of a look-up, as a request has it.
import * as z from 'zod/mini'
import { nfc } from '../../nfc.ts'

const MAX_TEXT = 100

/** Words of a place's name or address. */
export const PlaceText = z
  .pipe(
    z
      .string()
      .check(
        z.minLength(2),
        z.maxLength(MAX_TEXT),
        z.regex(/^\P{C}+$/u, { error: 'must have no control characters, and be valid Unicode' }),
        z.regex(/\S.*\S/u, { error: 'must have at least two characters besides white space' }),
      ),
    z.transform((value) => nfc(value).trim()),
  )
  .register(z.globalRegistry, { type: 'string', minLength: 2, maxLength: MAX_TEXT })

/** A hashtag with or without its `#`, as platforms compare them: without it, in lower case. They search for none with emoji. */
export const HashtagText = z
  .pipe(
    z
      .string()
      .check(
        z.maxLength(MAX_TEXT),
        z.regex(/^#?[\p{L}\p{M}\p{N}_]+$/u, { error: 'must be one hashtag of letters, digits and _' }),
      ),
    z.transform((value) => nfc(value.replace(/^#/, '')).toLowerCase()),
  )
  .register(z.globalRegistry, { type: 'string', minLength: 1, maxLength: MAX_TEXT })
