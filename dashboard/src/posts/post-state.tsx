import postsTexts from '../i18n/en/posts.ts'
import { useTexts } from '../i18n/texts.ts'
import { Badge } from '../parts/badge.tsx'
import type { PostState } from './post-filters.ts'

export const STATE_TONES = {
  scheduled: 'neutral',
  publishing: 'neutral',
  published: 'good',
  partially_failed: 'warning',
  failed: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
} as const satisfies Record<PostState, 'good' | 'warning' | 'bad' | 'neutral'>

/** A post's state in words. */
export function PostStateBadge({ state }: { state: PostState }) {
  return <Badge tone={STATE_TONES[state]}>{useTexts('posts', postsTexts).states[state]}</Badge>
}
