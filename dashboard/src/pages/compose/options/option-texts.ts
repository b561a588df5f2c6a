// Texts about the options of each platform: a row each.
import type { PlatformId } from '../../../../../core/platforms/facts.ts'
import blueskyTexts from '../../../i18n/en/bluesky.ts'
import facebookTexts from '../../../i18n/en/facebook.ts'
import instagramTexts from '../../../i18n/en/instagram.ts'
import mastodonTexts from '../../../i18n/en/mastodon.ts'
import threadsTexts from '../../../i18n/en/threads.ts'
import { useTexts } from '../../../i18n/texts.ts'
import type { OptionTexts } from '../../../platforms/option-kinds.ts'

const IN_ENGLISH = {
  bluesky: blueskyTexts,
  facebook: facebookTexts,
  instagram: instagramTexts,
  mastodon: mastodonTexts,
  threads: threadsTexts,
} satisfies Readonly<Record<PlatformId, OptionTexts>>

export const useOptionTexts = (id: PlatformId): OptionTexts => useTexts(id, IN_ENGLISH[id] as never)
