// The composer's questions to a platform beyond its facts.
import type { OptionField } from './option-kinds.ts'

export interface PlatformView {
  /** About as it shows a post. */
  preview: {
    /** The text stands above the media. */
    captionFirst?: true
    /** After this many characters the feed folds a caption. */
    foldsAt?: number
    /** The frame of a post in the feed that asks for no crop. */
    shape: 'portrait' | 'free'
  }
  /** How each of its options is asked for, by the name that requests have, those that are used most first. */
  options: Readonly<Record<string, OptionField>>
  /** Those that are always shown. */
  usual: readonly string[]
}
