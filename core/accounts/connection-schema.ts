// Connections and what they can do, as answers show them.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { MakerShown } from '../people/people-schema.ts'
import { SHOWN_RULES } from '../platforms/count-text.ts'
import { SHAPES } from '../platforms/options.ts'
import type { Choice, Offered } from './choice-store.ts'
import { type Capabilities, type Connection, QUOTA_PROBLEMS } from './connections.ts'
import { MOST_COUNTED } from './rules/account-rules.ts'

const connection = {
  id: z.uuid(),
  platform: z.object({ name: z.string(), display_name: z.string() }),
  connected_via: z
    .string()
    .optional()
    .describe(
      "The platform that was signed in to, where it is another than the account's own: `facebook` for an Instagram account that came with a Page.",
    ),
  username: z.string(),
  name: z.string(),
  profile_url: z.string().describe("Address of the profile's picture; empty where there is none."),
  status: z
    .enum(['connected', 'reconnect_required', 'action_required', 'listed'])
    .describe(
      '`reconnect_required`: the token is no good any more. `action_required`: its owner must act in the app. `listed`: nothing is published there.',
    ),
  status_reason: z.string().nullable(),
  token_ends_at: Time.nullable().describe('Unless it is refreshed before; the service does that by itself.'),
  last_synced_at: Time.nullable(),
  last_error: z.string().nullable(),
  missing_permissions: z.array(z.string()),
  scheduled_posts: z
    .int()
    .max(MOST_COUNTED)
    .describe(`Posts that are still to go out there; ${MOST_COUNTED} means as many or more.`),
  server_limits: z
    .object({
      text_max: z.int().optional().describe('Characters of a text.'),
      link_length: z.int().optional().describe('What a link counts, whatever its length.'),
      media_max: z.int().optional().describe('Pictures in one post.'),
    })
    .optional()
    .describe("What the account's own server takes in place of what its platform does; absent where it says nothing."),
  created_by: MakerShown.nullable().optional(),
}
export const ConnectionShown = shows<Connection>()(z.object(connection)).meta({ id: 'Connection' })
export const Connected = z
  .object({ ...connection, again: z.boolean().describe('Whether the owner had the account before.') })
  .meta({ id: 'Connected' })

const OfferedShown = shows<Offered>()(
  z.object({
    id: z.string(),
    platform: z.string(),
    username: z.string(),
    name: z.string(),
    picture_url: z.string().describe('Empty where there is none.'),
    problem: z.string().nullable().describe('Why it cannot be connected; null where it can.'),
  }),
)
export const ChoiceShown = shows<Choice>()(
  z.object({ id: z.string(), expires_at: Time, accounts: z.array(OfferedShown) }),
).meta({ id: 'Choice' })

/** The outcome of a sign-in. */
export const SignedInShown = z.union([Connected, z.object({ choice: ChoiceShown })])
export const ChosenShown = z.object({
  accounts: z.array(Connected),
  refused: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
})

const Span = z.object({ min: z.int(), max: z.int() })
const ability = {
  available: z.boolean().nullable().describe('Null where it is not known what was granted: then the platform says.'),
  permission: z.string().nullable().describe('What it takes beyond publishing.'),
}
const Ability = z.object(ability)
const PostLimits = z
  .object({
    images: Span.nullable(),
    videos: Span.nullable(),
    mixed: z.boolean(),
    total: Span,
    max_image_bytes: z.int(),
    max_video_bytes: z.int(),
  })
  .meta({ id: 'PostLimits' })
const Limits = z.object({
  caption: z.object({ max: z.int(), counts: z.enum(SHOWN_RULES) }),
  posts: z.object({
    feed: PostLimits.optional(),
    reels: PostLimits.optional(),
    stories: PostLimits.optional(),
    text: PostLimits.optional(),
  }),
  daily_posts: z.int().describe('As documented; `quota` is what the platform says.'),
  daily_deletions: z.int().nullable(),
})
const OptionAbility = z.object({
  option: z.string(),
  goes_with: z.array(z.enum(SHAPES)),
  ...ability,
  needs_facebook_login: z.boolean(),
})

const ServerLimits = z
  .object({
    text_max: z.int().optional().describe('Characters of a text.'),
    link_length: z.int().optional().describe('What a link counts, whatever its length.'),
    media_max: z.int().optional().describe('Pictures in one post.'),
    image_bytes: z.int().optional().describe('For a picture as it is sent: larger ones are made to fit.'),
    video_bytes: z.int().optional().describe('For a video, which is sent as it is.'),
    alt_text_max: z.int().optional().describe('Characters of an alternative text.'),
    media_types: z.array(z.string()).readonly().optional().describe('Types that it takes: `image/jpeg`.'),
    own: z
      .record(z.string(), z.int())
      .readonly()
      .optional()
      .describe(
        "What only this platform's servers say: `poll_options`, `poll_option_chars`, `poll_min_s`, `poll_max_s`, `image_pixels`, ...",
      ),
  })
  .meta({ id: 'ServerLimits' })
  .describe(
    "All that the account's own server says that it takes, in place of what its platform does; absent where it says nothing.",
  )

export const CapabilitiesShown = shows<Capabilities>()(
  z.object({
    account_id: z.uuid(),
    platform: z.string(),
    server_limits: ServerLimits.optional(),
    post_types: z.array(z.enum(['feed', 'reels', 'stories', 'text'])),
    permissions: z.array(z.string()).nullable().describe('Null where they are not known.'),
    limits: Limits.optional(),
    options: z.array(OptionAbility).optional().describe('Those of `options.<platform>`.'),
    insights: Ability.optional(),
    deletion: Ability.optional().describe('Taking a published post off the platform.'),
    quota: z
      .object({ used: z.int(), total: z.int(), period_ms: z.int() })
      .nullable()
      .describe('Null where the platform did not say; then `quota_problem` says why.'),
    quota_problem: z.string().nullable(),
    quota_problem_code: z
      .enum(QUOTA_PROBLEMS)
      .nullable()
      .describe(
        '`not_told`: no account of the platform is told. `ask_later`: it could not be asked, or did not answer. `refused`: it refused.',
      ),
  }),
).meta({ id: 'Capabilities' })
