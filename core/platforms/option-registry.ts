// The platforms' options, one row each: what requests are described by, checked with and turned into parameters. A platform
// that has no row here has no options.
import {
  InstagramOptions,
  instagramParameters,
  instagramProblems,
  instagramWarnings,
  MAX_USER_TAGS,
  UserTag,
} from './instagram/options.ts'
import { ThreadsOptions, threadsParameters, threadsProblems, threadsWarnings } from './threads/options.ts'

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
