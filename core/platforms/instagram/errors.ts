// Instagram's own codes (platform-apis, section 8). Where a publish call may have worked after all, that is `ambiguous`.
import type { ErrorRow } from '../meta/error-table.ts'

const UNUSABLE_NAME = {
  meaning: 'a collaborator or a tagged person cannot be named',
  class: { publish: 'ambiguous', otherwise: 'permanent' },
  advice:
    'Instagram cannot name one of the collaborators or tagged people: check each username and that the account is public, or leave it out.',
} as const

export const INSTAGRAM_ERRORS: readonly ErrorRow[] = [
  { code: -2, subcode: 2207003, meaning: 'media download timed out', class: 'new_container' },
  { code: -2, subcode: 2207020, meaning: 'media expired', class: 'new_container' },
  { code: -1, subcode: 2207001, meaning: 'server fault', class: { publish: 'ambiguous', otherwise: 'retry' } },
  {
    code: -1,
    subcode: 2207032,
    meaning: 'container creation failed',
    class: { publish: 'ambiguous', otherwise: 'new_container' },
  },
  {
    code: -1,
    subcode: 2207053,
    meaning: 'unknown upload error',
    class: { publish: 'ambiguous', otherwise: 'new_container' },
  },
  { code: 1, subcode: 2207057, meaning: 'thumbnail offset out of range', class: 'permanent' },
  { code: 18, subcode: 2207034, meaning: '30 hashtags were searched for within 7 days', class: 'permanent' },
  { code: 24, subcode: 2207024, meaning: 'there is no such hashtag', class: 'permanent' },
  { code: 24, subcode: 2207006, meaning: 'media id not found', class: 'new_container' },
  { code: 24, subcode: 2207008, meaning: 'container unknown or expired', class: 'same_container' },
  { code: 25, subcode: 2207050, meaning: 'account restricted, inactive or checkpointed', class: 'owner_action' },
  { code: 100, subcode: 2207023, meaning: 'unknown media type', class: 'permanent' },
  { code: 100, subcode: 2207028, meaning: 'a carousel takes 2 to 10 items', class: 'permanent' },
  { code: 100, subcode: 2207035, meaning: 'product tag fault', class: 'permanent' },
  { code: 100, subcode: 2207036, meaning: 'product tag fault', class: 'permanent' },
  { code: 100, subcode: 2207037, meaning: 'product tag fault', class: 'permanent' },
  { code: 100, subcode: 2207040, meaning: 'more than 20 mentions', class: 'permanent' },
  { code: 352, subcode: 2207026, meaning: 'video format not supported', class: 'permanent' },
  { code: 9004, subcode: 2207052, meaning: 'the media address could not be fetched', class: 'new_container' },
  { code: 9007, subcode: 2207027, meaning: 'not ready to be published', class: 'same_container' },
  { code: 36000, subcode: 2207004, meaning: 'image larger than 8 MiB', class: 'permanent' },
  { code: 36001, subcode: 2207005, meaning: 'image format not supported', class: 'permanent' },
  { code: 36001, subcode: 2207083, meaning: 'image cannot be decoded', class: 'permanent' },
  { code: 36003, subcode: 2207009, meaning: 'image shape not supported', class: 'permanent' },
  { code: 36004, subcode: 2207010, meaning: 'caption too long', class: 'permanent' },
  // Seen in the field, without a documented code.
  { subcode: 2207077, meaning: 'video download failed', class: 'new_container' },
  {
    subcode: 2207081,
    meaning: 'no trial reels for the account',
    class: 'permanent',
    advice: 'Instagram has no trial reels for this account: post it without trial_reel.',
  },
  { code: 110, subcode: 2207018, ...UNUSABLE_NAME },
  { code: 100, subcode: 2207066, ...UNUSABLE_NAME },
  { subcode: 2207082, meaning: 'media upload failed', class: { publish: 'ambiguous', otherwise: 'retry' } },
  { code: -1, subcode: 2207073, meaning: 'a post of this type cannot be deleted', class: 'permanent' },
  { code: 10, subcode: 9053, meaning: 'the catalogue audio may not be used', class: 'permanent' },
  { name: 'INSTAGRAM_PLATFORM_API__PERMISSION', meaning: 'no partnership label for the account', class: 'permanent' },
  { name: 'INSTAGRAM_PLATFORM_API__INVALID_PARAM', meaning: 'partnership label fault', class: 'permanent' },
  {
    name: 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID',
    meaning: 'the location does not exist',
    class: 'permanent',
    advice: 'Instagram takes the id of a Facebook Page with coordinates as location_id: post with another, or without.',
  },
]
