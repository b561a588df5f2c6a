// An owner as stored: keys, media, accounts, posts and figures belong to one.
import * as z from 'zod/mini'
import { DEFAULT_RATE_LIMIT } from '../api-keys/api-key.ts'
import { wellFormed } from '../nfc.ts'

export const Owner = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    created_at: z.number(),
    /** The highest rate, in requests a minute, that a key may be given in the dashboard. */
    rate_limit_max: z._default(z.number(), DEFAULT_RATE_LIMIT),
  }),
)
export type Owner = z.infer<typeof Owner>

/** 1 to 100 characters of one line, compared as NFC. */
export const OwnerName = z.string().check(
  z.overwrite((value) => wellFormed(value).trim()),
  z.refine((value) => /^[^\p{Cc}\p{Zl}\p{Zp}]{1,100}$/u.test(value), {
    error: 'must be one line of 1 to 100 characters',
  }),
)
