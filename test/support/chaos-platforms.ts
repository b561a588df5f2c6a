// The platforms of a chaos run, a row each: how an account of it is connected, what it takes, how a thread is written for it, and
// what is set on its simulator before. What goes wrong on it is in `chaos-faults.ts`.
import type { Shape } from './chaos-posts.ts'

export interface ChaosPlatform {
  /** An account's fields, beside its name. */
  account: Record<string, unknown>
  /** The words of the operator's command that connect it. @param token or another secret that its owner signs in with. */
  connect(token: string, origin: string, username: string): readonly string[]
  /** An account's name, where the platform's names have a form of their own. */
  username?(at: number): string
  takes: readonly Shape[]
  /** Those of them whose outcome is soon known whatever is lost; absent: all. */
  soonKnown?: readonly Shape[]
  /** The options that make a thread of these further posts; absent where it has none. */
  thread?(parts: readonly object[]): Record<string, unknown>
  /** Whether a post tells which of the containers it was made of. */
  tellsContainer: boolean
  /** The day's limits are for days; in a run they would only stop it. @param seed of the run. */
  settings(seed: number): Record<string, unknown>
  /** The simulator's name of an account, where the service adds the server to the name. */
  nameThere?(username: string): string
  /** Where the platform shows a post, where that is not what its simulator calls the post's address. */
  linkOf?(post: { id: string }): string
}

const graph = { quota_total: 100_000, container_limit: 100_000 }

export const CHAOS_PLATFORMS = {
  instagram: {
    account: {
      scopes: ['instagram_business_basic', 'instagram_business_content_publish', 'instagram_business_manage_comments'],
    },
    connect: (token) => [`--access-token=${token}`],
    takes: ['pictures', 'picture', 'video', 'mixed', 'reel', 'story'],
    tellsContainer: true,
    settings: () => graph,
  },
  threads: {
    account: {
      scopes: ['threads_basic', 'threads_content_publish', 'threads_manage_replies', 'threads_read_replies'],
    },
    connect: (token) => [`--access-token=${token}`],
    takes: ['text', 'pictures', 'video'],
    thread: (parts) => ({ threads: { thread: parts } }),
    tellsContainer: true,
    settings: () => graph,
  },
  bluesky: {
    account: {},
    username: (at) => `chaos-${at}.test`,
    connect: (token, origin, username) => ['--identifier', username, '--app-password', token, '--host', origin],
    takes: ['text', 'pictures', 'picture', 'video'],
    thread: (parts) => ({ bluesky: { thread: parts } }),
    tellsContainer: false,
    // Each other seed is a server that takes no video itself: the video service does, in parts.
    settings: (seed) => ({
      daily_videos: 1_000_000,
      ...(seed % 2 === 0 ? { max_blob_bytes: 10_000, video_part_bytes: 5000 } : {}),
    }),
    // The network has one address to look at posts, whatever servers the accounts are on.
    linkOf: ({ id }) => id.replace(/^at:\/\/([^/]+)\/[^/]+\/(.+)$/, 'https://bsky.app/profile/$1/post/$2'),
  },
  facebook: {
    account: { scopes: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'pages_manage_engagement'] },
    connect: (token) => [`--access-token=${token}`],
    takes: ['text', 'pictures', 'picture', 'video', 'reel', 'story'],
    // The others are looked for during 90 seconds, a video for a quarter of an hour.
    soonKnown: ['reel'],
    tellsContainer: false,
    // A post that is there twice is to show.
    settings: () => ({ ...graph, reel_limit: 100_000, duplicate_text: 'accept' }),
  },
  mastodon: {
    account: {},
    connect: (token, origin) => ['--host', origin, `--access-token=${token}`],
    takes: ['text', 'pictures', 'picture', 'video'],
    thread: (parts) => ({ mastodon: { thread: parts } }),
    tellsContainer: false,
    nameThere: (username) => username.replace(/@.*$/, ''),
    // Each seed is another kind of server.
    settings: (seed) => ({
      rate_limit: 1_000_000,
      upload_limit: 1_000_000,
      idempotency: (['ignores', 'honours', 'fails'] as const)[seed % 3],
      used_media: seed % 2 === 0 ? 'drops' : 'refuses',
      server: seed % 3 === 0 ? 'gotosocial' : 'mastodon',
    }),
  },
} as const satisfies Record<string, ChaosPlatform>

export type ChaosPlatformId = keyof typeof CHAOS_PLATFORMS
export const CHAOS_PLATFORM_IDS = Object.keys(CHAOS_PLATFORMS) as ChaosPlatformId[]
/** The demo's account on each platform, and one more that may comment: with fewer there are posts that no account takes. */
export const FEWEST_ACCOUNTS = 2 * CHAOS_PLATFORM_IDS.length
export const chaosPlatform = (id: ChaosPlatformId): ChaosPlatform => CHAOS_PLATFORMS[id]
