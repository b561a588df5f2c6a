// A server's description, its limits, and how many calls it lets an account make.
import type { Account } from '../model.ts'
import { ApiError } from './errors.ts'
import type { MastodonSimulator } from './settings.ts'

const MB = 1024 * 1024
const MINUTE = 60_000

const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/heif', 'image/avif']
const VIDEOS = ['video/webm', 'video/mp4', 'video/quicktime', 'video/ogg']

const SERVERS = {
  mastodon: {
    version: '4.5.0',
    statuses: { max_characters: 500, max_media_attachments: 4, characters_reserved_per_url: 23 },
    media: {
      description_limit: 1500,
      image_size_limit: 16 * MB,
      image_matrix_limit: 33_177_600,
      video_size_limit: 99 * MB,
      video_frame_rate_limit: 120,
      video_matrix_limit: 8_294_400,
    },
    polls: { max_options: 4, max_characters_per_option: 50, min_expiration: 300, max_expiration: 2_629_746 },
    api_versions: { mastodon: 7 },
  },
  gotosocial: {
    version: '0.20.0',
    statuses: { max_characters: 5000, max_media_attachments: 6, characters_reserved_per_url: 25 },
    media: {
      description_limit: 1500,
      image_size_limit: 40 * MB,
      image_matrix_limit: 2_147_483_647,
      video_size_limit: 40 * MB,
      video_frame_rate_limit: 2_147_483_647,
      video_matrix_limit: 2_147_483_647,
    },
    polls: { max_options: 6, max_characters_per_option: 50, min_expiration: 300, max_expiration: 2_629_746 },
    api_versions: {},
  },
} as const

export function limitsOf({ store: { settings } }: MastodonSimulator) {
  const { statuses, ...rest } = SERVERS[settings.server]
  return {
    ...rest,
    statuses: {
      ...statuses,
      max_characters: settings.max_characters ?? statuses.max_characters,
      max_media_attachments: settings.max_media ?? statuses.max_media_attachments,
    },
    types: { images: IMAGES, videos: VIDEOS },
  }
}

/** `GET /api/v2/instance`. */
export function readInstance(sim: MastodonSimulator): unknown {
  const { version, statuses, media, polls, api_versions, types } = limitsOf(sim)
  return {
    domain: new URL(sim.url).host,
    title: 'Simulated server',
    version,
    source_url: 'https://github.com/mastodon/mastodon',
    description: 'A simulated server.',
    languages: ['en'],
    configuration: {
      urls: {},
      accounts: { max_featured_tags: 10 },
      statuses,
      media_attachments: { supported_mime_types: [...types.images, ...types.videos], ...media },
      polls,
    },
    registrations: { enabled: false, approval_required: false },
    ...(Object.keys(api_versions).length > 0 ? { api_versions } : {}),
  }
}

/** The rest of a limit on calls. */
function left(
  sim: MastodonSimulator,
  account: Account,
  { calls, within }: { calls: number; within: number },
  only?: string,
) {
  const now = sim.now()
  const start = now - (now % within)
  const { requests } = sim.store
  let used = 0
  for (let at = requests.length - 1; at >= 0 && requests[at]!.at >= start; at -= 1) {
    const { account: of, operation, status } = requests[at]!
    if (of === account.external_id && status !== 429 && (only === undefined || operation === only)) used += 1
  }
  return { limit: calls, remaining: Math.max(0, calls - used), reset: start + within }
}

const limitFor = (sim: MastodonSimulator, account: Account, operation: string) => {
  const { rate_limit, upload_limit, delete_limit } = sim.store.settings
  const own = { create: upload_limit, delete: delete_limit }[operation]
  return own === undefined
    ? left(sim, account, { calls: rate_limit, within: 5 * MINUTE })
    : left(sim, account, { calls: own, within: 30 * MINUTE }, operation)
}

const written = ({ limit, remaining, reset }: ReturnType<typeof left>): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': new Date(reset).toISOString(),
})

/** As on every answer to a call of an account. */
export function rateHeaders(
  sim: MastodonSimulator,
  account: Account | undefined,
  operation: string,
): Record<string, string> {
  if (!account) return {}
  const found = limitFor(sim, account, operation)
  return written({ ...found, remaining: Math.max(0, found.remaining - 1) })
}

/** @throws {ApiError} 429 */
export function checkRate(sim: MastodonSimulator, account: Account, operation: string): void {
  const found = limitFor(sim, account, operation)
  if (found.remaining > 0) return
  throw new ApiError(429, 'Too many requests', { headers: written(found) })
}
