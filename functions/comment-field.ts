// The field for comments on a post that waits for an editor.
import * as z from 'zod/mini'
import { LONGEST_COMMENT } from '../core/approvals/approval.ts'
import { wellFormed } from '../core/nfc.ts'

/** Tabs and ends of lines stay. Others say nothing, and in JSON each takes seven times its size. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** Trimmed, and text that can be stored. @param least characters of it. */
export const commentField = (least: number) =>
  z.string().check(
    z.overwrite((value) => wellFormed(value).replace(CONTROLS, ' ').trim()),
    z.minLength(least),
    z.maxLength(LONGEST_COMMENT),
  )
