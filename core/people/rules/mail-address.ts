// Addresses of mail, as people are invited by them.
import * as z from 'zod/mini'
import { nfc } from '../../nfc.ts'

const LONGEST = 254

/** Compared without regard to case; mail servers that tell cases apart are rare. */
export const sameAddress = (address: string): string => nfc(address).trim().toLowerCase()

export const MailAddress = z.pipe(
  z.string().check(
    z.overwrite(sameAddress),
    z.refine(
      (value) =>
        value.length <= LONGEST &&
        /^[^\s@<>"(),:;[\]\\\p{Cc}]{1,64}@([\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u.test(value),
      {
        error: 'must be an e-mail address',
      },
    ),
  ),
  z.transform((value) => value),
)
