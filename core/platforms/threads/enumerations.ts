// Words of Threads' options, for programs that offer them. Imports nothing.

/** The people who can reply to a post. */
export const REPLY_CONTROLS = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
] as const

/** The longest text that is attached to a post. */
export const MAX_ATTACHED_TEXT = 10_000
