// Threads publishes no table of codes: these were met (platform-apis, sections 3 and 8). The rest are the shared ones.
import type { ErrorRow } from '../meta/error-table.ts'

export const THREADS_ERRORS: readonly ErrorRow[] = [
  {
    code: 24,
    subcode: 4279009,
    meaning: 'container not found, not ready, or not visible yet',
    class: 'same_container',
  },
  {
    code: 100,
    subcode: 4279004,
    meaning: 'children of the carousel not visible yet, or gone',
    class: 'same_container',
  },
  // Subcodes with -1 or 100, at creation or when it is published (platform-options, table D).
  { subcode: 4279047, meaning: "the link's card cannot be built", class: 'without_card' },
  { subcode: 4279013, meaning: 'the user is restricted', class: 'owner_action' },
  { name: 'THREADS_API__LINK_LIMIT_EXCEEDED', meaning: 'more than five links', class: 'permanent' },
  {
    name: 'THREADS_API__FEATURE_NOT_AVAILABLE',
    meaning: 'the profile may not choose countries',
    class: 'permanent',
    advice: 'Threads does not let this account choose countries: post without allowed_countries.',
  },
  { name: 'THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES', meaning: 'no such country', class: 'permanent' },
]

/** Why processing failed, as `error_message` of a container's status names it. */
export const THREADS_PROCESSING: readonly ErrorRow[] = [
  { name: 'FAILED_DOWNLOADING_VIDEO', meaning: 'the video could not be fetched', class: 'new_container' },
  { name: 'FAILED_PROCESSING_AUDIO', meaning: 'the sound could not be processed', class: 'new_container' },
  { name: 'FAILED_PROCESSING_VIDEO', meaning: 'the video could not be processed', class: 'new_container' },
  { name: 'INVALID_ASPEC_RATIO', meaning: 'shape not supported', class: 'permanent' },
  { name: 'INVALID_ASPECT_RATIO', meaning: 'shape not supported', class: 'permanent' },
  { name: 'INVALID_BIT_RATE', meaning: 'bit rate not supported', class: 'permanent' },
  { name: 'INVALID_DURATION', meaning: 'duration not supported', class: 'permanent' },
  { name: 'INVALID_FRAME_RATE', meaning: 'frame rate not supported', class: 'permanent' },
  { name: 'FAILED_FRAME_RATE', meaning: 'frame rate not supported', class: 'permanent' },
  { name: 'INVALID_AUDIO_CHANNELS', meaning: 'number of sound channels not supported', class: 'permanent' },
  { name: 'INVALID_AUDIO_CHANNEL_LAYOUT', meaning: 'layout of sound channels not supported', class: 'permanent' },
  { name: 'UNKNOWN', meaning: 'no reason given', class: 'new_container' },
]
