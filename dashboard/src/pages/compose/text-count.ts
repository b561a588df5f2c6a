import type { Schemas } from '@social-publisher/client'
import { textBoundsOf } from '../../../../core/platforms/caption-length.ts'
import type { PlatformId } from '../../../../core/platforms/facts.ts'

/**
 * How long a text is on an account, as the service counts what it is sent, and how long it may be.
 * @param beside what else counts with it.
 */
export function textCount(
  platform: PlatformId,
  limits: Schemas['Connection']['server_limits'],
  { text, beside }: { text: string; beside: string },
): { count: number; limit: number } {
  const { max, length } = textBoundsOf(platform, limits)
  return { count: length(text, beside), limit: max }
}
