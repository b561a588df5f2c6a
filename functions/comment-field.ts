// The field for comments on a post that waits for an editor.
import * as z from 'zod/mini'
import { LONGEST_COMMENT } from '../core/approvals/approval.ts'
import { nfc } from '../core/nfc.ts'

/** Trimmed. @param least characters of it. */
export const commentField = (least: number) =>
  z.string().check(
    z.overwrite((value) => nfc(value).trim()),
    z.minLength(least),
    z.maxLength(LONGEST_COMMENT),
  )
