// The platforms' options, one row each: what requests are described by, checked with and turned into parameters. A platform
// that has no row here has no options.
import type { PlatformId } from './facts.ts'
import {
  INSTAGRAM_OPTIONS,
  InstagramOptions,
  instagramParameters,
  instagramProblems,
  instagramWarnings,
  MAX_USER_TAGS,
  UserTag,
} from './instagram/options.ts'
import type { OptionRow } from './options.ts'
import { THREADS_OPTIONS, threadsParameters, threadsProblems, threadsWarnings } from './threads/options.ts'
import { ThreadsOptions } from './threads/options-fields.ts'

/** Each option of a platform with where it may stand and what it needs. */
export const OPTION_ROWS: Record<PlatformId, Readonly<Record<string, OptionRow>>> = {
  instagram: INSTAGRAM_OPTIONS,
  threads: THREADS_OPTIONS,
}

export {
  InstagramOptions,
  instagramParameters,
  instagramProblems,
  instagramWarnings,
  MAX_USER_TAGS,
  ThreadsOptions,
  threadsParameters,
  threadsProblems,
  threadsWarnings,
  UserTag,
}
