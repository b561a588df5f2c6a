// The mark of each platform: a drawing of our own, mark.svg in its folder, on a ground of its own so that it reads on light
// and dark alike. Apart from the views, as it stands wherever an account is named.
import type { PlatformId } from '../../../core/platforms/facts.ts'

export const PLATFORM_MARKS: Readonly<Record<PlatformId, string>> = {
  instagram: new URL('./instagram/mark.svg', import.meta.url).href,
  mastodon: new URL('./mastodon/mark.svg', import.meta.url).href,
  threads: new URL('./threads/mark.svg', import.meta.url).href,
  bluesky: new URL('./bluesky/mark.svg', import.meta.url).href,
  facebook: new URL('./facebook/mark.svg', import.meta.url).href,
}
