import type { Schemas } from '@social-publisher/client'
import { CAPTION_RULES, textBoundsOf } from '../../../../core/platforms/caption-length.ts'
import type { PlatformId } from '../../../../core/platforms/facts.ts'

export type Unit = 'characters' | 'bytes'

/**
 * How long a text is on an account, as the service counts what it is sent, and how long it may be. A second bound
 * (bytes, on Bluesky) is told where it is the one that the text breaks.
 * @param beside what else counts with it.
 */
export function textCount(
  platform: PlatformId,
  limits: Schemas['Connection']['server_limits'],
  { text, beside }: { text: string; beside: string },
): { count: number; limit: number; unit: Unit } {
  const { max, length } = textBoundsOf(platform, limits)
  const first = { count: length(text, beside), limit: max, unit: 'characters' as Unit }
  const second = CAPTION_RULES[platform].also.map((also) => ({
    ...{ count: also.length(text), limit: also.max },
    unit: also.counts === 'utf8_bytes' ? ('bytes' as const) : first.unit,
  }))
  return [first, ...second].find(({ count, limit }) => count > limit) ?? first
}
