// Where a platform fetches an asset from when it is published.
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { kindOf, type Media, originalUrl } from './rules/media.ts'
import { type PublishUse, publishVariantOf, variantKey } from './rules/variant-spec.ts'

/** Pictures as the variant that meets the platform's rules, everything else as it was uploaded. */
export function publishUrl(media: Media, use: PublishUse): string {
  const key = kindOf(media.content_type) === 'image' ? variantKey(media.id, publishVariantOf(use)) : media.object_key
  return originalUrl(setting(ENV.cdnUrl), key)
}
