// Words of Bluesky's options, for programs that offer them. Imports nothing.

/** The people who can reply to a post. All but the first two can be combined. */
export const REPLIES_FROM = ['everyone', 'nobody', 'mentioned', 'following', 'followers'] as const
export type ReplyRule = (typeof REPLIES_FROM)[number]

/** The people who can quote it. */
export const QUOTES_FROM = ['everyone', 'nobody'] as const

/** Labels that an author can give their own post: it is shown behind a warning, by each reader's settings. */
export const CONTENT_LABELS = ['sexual', 'nudity', 'porn', 'graphic-media'] as const
