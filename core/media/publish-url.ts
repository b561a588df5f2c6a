// The address from which a platform fetches an asset when it is published.
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { kindOf, type Media, originalUrl } from './rules/media.ts'
import { type PublishUse, publishVariantOf, variantKey } from './rules/variant-spec.ts'

/** Pictures as a variant that meets the platform's rules, everything else as it was uploaded. */
export function publishUrl(media: Media, use: PublishUse): string {
  const { id, width, height, content_type, object_key } = media
  const size = width && height ? { width, height } : undefined
  const key = kindOf(content_type) === 'image' ? variantKey(id, publishVariantOf(use, size)) : object_key
  return originalUrl(setting(ENV.cdnUrl), key)
}
