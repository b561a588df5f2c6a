// The words that posts, their jobs and their containers are told apart by, each list once. Imports nothing.

/** What a request can ask for; each is an endpoint of its own. */
export const POST_TYPE_NAMES = ['feed', 'reels', 'stories', 'text'] as const
export type PostType = (typeof POST_TYPE_NAMES)[number]

export const MEDIA_KINDS = ['image', 'video', 'audio', 'other'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** Who can reply to a post on Threads. */
export const REPLY_CONTROLS = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
] as const

/**
 * `waiting` nothing done yet · `preparing` containers · `publishing` about to publish · `confirming` finding out what a publish
 * call did · then one of the ends; `partially_published` is of a thread that broke off, `deleted` was live.
 */
export const PUBLICATION_STATES = [
  'waiting',
  'preparing',
  'publishing',
  'confirming',
  'published',
  'partially_published',
  'failed',
  'cancelled',
  'deleted',
] as const

/** What a medium, or a text, is sent to a platform as. */
export const CONTAINER_TYPES = ['image', 'video', 'reel', 'story_image', 'story_video', 'text'] as const
export type ContainerType = (typeof CONTAINER_TYPES)[number]

/** The steps of a publication. */
export const JOB_TYPES = ['container_create', 'carousel_upload', 'publish_content'] as const
export type JobType = (typeof JOB_TYPES)[number]
