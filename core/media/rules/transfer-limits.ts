// How large and how slow a transfer may be, and how many there may be at once: a slow sender holds a function for next to
// nothing.

/** The least that must move, bytes a second, on average over a window. */
export const MIN_BYTES_PER_SECOND = 64 * 1024
export const PACE_WINDOW_MS = 10_000

/** Files that are fetched by address for one owner at once. */
export const MAX_IMPORTS = 5

/** Largest file that is stored, whichever way it comes: what S3 takes in one PUT. */
export const MAX_FILE_BYTES = 5 * 1024 ** 3

/** No part of a file that is sent in parts is smaller, bytes, but the last. What is not larger than this is one part. */
export const SMALLEST_PART_BYTES = 8 * 1024 * 1024
