// How a file that is sent in parts is cut. S3 joins parts of 5 MB and more; only the last may be smaller.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html

import { SMALLEST_PART_BYTES } from './transfer-limits.ts'

/** As many addresses as fit an answer, and as many copies as completing has time for. */
export const MOST_PARTS = 100

const MEBIBYTE = 1024 * 1024

export interface Part {
  /** From 1. */
  number: number
  first_byte: number
  size_bytes: number
}

/** How large the parts of a file are, bytes: whole mebibytes. @param size of the file, bytes. */
export const partBytesOf = (size: number): number =>
  Math.max(SMALLEST_PART_BYTES, Math.ceil(size / MOST_PARTS / MEBIBYTE) * MEBIBYTE)

/** The parts of a file, in order: each of `partBytes`, but for the last. */
export const partsOf = (size: number, partBytes: number): Part[] =>
  Array.from({ length: Math.ceil(size / partBytes) }, (_, at) => ({
    number: at + 1,
    first_byte: at * partBytes,
    size_bytes: Math.min(partBytes, size - at * partBytes),
  }))
