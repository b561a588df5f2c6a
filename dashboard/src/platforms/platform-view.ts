// The composer's questions to a platform beyond its facts.
import type { ComponentType } from 'react'
import type { PostType } from '../../../core/platforms/enumerations.ts'

/** Options of platforms, by their names; absent or empty: none. */
export type OptionValues = Readonly<Record<string, string>>

export interface OptionFieldsProps {
  values: OptionValues
  onChange: (more: OptionValues) => void
}

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
  options?: {
    /** As the request names them, in the order of the fields. */
    names: readonly string[]
    /** Those of them that are lists: their values stand with commas between them. */
    lists?: readonly string[]
    /** The one whose text counts with the caption. */
    counted?: string
    fit(type: PostType): boolean
    Fields: ComponentType<OptionFieldsProps>
  }
}
