// The name of an API key.
import * as z from 'zod/mini'
import { wellFormed } from '../nfc.ts'

/** 1 to 100 characters of one line, in NFC. */
export const KeyName = z.string().check(
  z.overwrite((value) => wellFormed(value).trim()),
  z.refine((value) => /^[^\p{Cc}\p{Zl}\p{Zp}]{1,100}$/u.test(value), {
    error: 'must be one line of 1 to 100 characters',
  }),
)
