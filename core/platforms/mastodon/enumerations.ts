// Words of Mastodon's options, for programs that offer them. Imports nothing.

/** The people who see a post: everyone, everyone but not in public timelines, followers, the people that it mentions. */
export const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'] as const

/** The people who may quote a post. */
export const QUOTE_POLICIES = ['public', 'followers', 'nobody'] as const
