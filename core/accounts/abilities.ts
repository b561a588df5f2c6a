// The abilities of an account: options, limits, and what its owner's permissions allow. The platform is not asked.

import { ruleOn } from '../platforms/account-limits.ts'
import { textBoundsOf } from '../platforms/caption-length.ts'
import { type ShownRule, shownRule } from '../platforms/count-text.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import { optionsOf } from '../platforms/option-registry.ts'
import { byFacebook, type Shape, scopeOf } from '../platforms/options.ts'
import type { PlatformRule, Span } from '../platforms/platform-facts.ts'
import { accessOf } from '../platforms/platform-facts.ts'
import type { Account } from './rules/account.ts'

export interface Ability {
  /** Null where nobody knows what was granted: then the platform says. */
  available: boolean | null
  /** The permission that it takes beyond those of publishing. */
  permission: string | null
}

export interface OptionAbility extends Ability {
  option: string
  goes_with: Shape[]
  /** Only an account that is connected with Facebook Login has it. */
  needs_facebook_login: boolean
}

export interface PostLimits {
  images: Span | null
  videos: Span | null
  mixed: boolean
  total: Span
  max_image_bytes: number
  max_video_bytes: number
}

export interface Limits {
  caption: { max: number; counts: ShownRule }
  posts: Partial<Record<PostType, PostLimits>>
  /** In a rolling day, as documented; `quota` is what the platform says. */
  daily_posts: number
  daily_deletions: number | null
}

export interface Abilities {
  limits: Limits
  options: OptionAbility[]
  insights: Ability
  deletion: Ability
}

const NOT_THERE: Ability = { available: false, permission: null }

const able = (permission: string | undefined, granted: readonly string[] | null): Ability => ({
  available: permission === undefined ? true : granted === null ? null : granted.includes(permission),
  permission: permission ?? null,
})

const limitsOf = ({ images, videos, mixed, total, maxImageBytes, maxVideoBytes }: PlatformRule): PostLimits => ({
  images: images ?? null,
  videos: videos ?? null,
  mixed,
  total,
  max_image_bytes: maxImageBytes,
  max_video_bytes: maxVideoBytes,
})

type AbleAccount = Pick<Account, 'permissions'> & Partial<Pick<Account, 'limits' | 'connected_via'>>

export function abilitiesOf(
  platform: PlatformId,
  { permissions, limits = null, connected_via = null }: AbleAccount,
): Abilities {
  const { caption, posts, daily_posts } = factsOf(platform)
  const { deletion, further_scopes = {} } = accessOf(factsOf(platform), connected_via)
  const options = Object.entries(optionsOf(platform).rows).map(
    ([option, row]): OptionAbility => ({
      option,
      goes_with: [...row.shapes],
      ...(row.facebook_login && !byFacebook({ connected_via })
        ? NOT_THERE
        : able(scopeOf(row, { connected_via }), permissions)),
      needs_facebook_login: row.facebook_login === true,
    }),
  )
  const types = Object.entries(posts).map(([type, rule]) => [type, limitsOf(ruleOn(rule, limits))])
  return {
    limits: {
      caption: { max: textBoundsOf(platform, limits).max, counts: shownRule(caption.counts) },
      posts: Object.fromEntries(types),
      daily_posts,
      daily_deletions: deletion?.daily ?? null,
    },
    options,
    insights: further_scopes.insights ? able(further_scopes.insights[0], permissions) : NOT_THERE,
    deletion: deletion ? able(deletion.scope, permissions) : NOT_THERE,
  }
}
