// The words that posts and platforms share: types of post, kinds of media, what is sent as what. Each list once. Imports nothing.

/** Types of posts that a request can ask for; each is an endpoint of its own. */
export const POST_TYPE_NAMES = ['feed', 'reels', 'stories', 'text'] as const
export type PostType = (typeof POST_TYPE_NAMES)[number]

export const MEDIA_KINDS = ['image', 'video', 'audio', 'other'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** The type of container that a medium, or a text, is sent to a platform as. */
export const CONTAINER_TYPES = ['image', 'video', 'reel', 'story_image', 'story_video', 'text'] as const
export type ContainerType = (typeof CONTAINER_TYPES)[number]

/** Kinds of posts. */
export type PostKind = 'image' | 'video' | 'carousel' | 'text' | 'story'

/** Steps that an option of its platform can add to a post once it is live. */
export const AFTER_STEPS = ['first_comment', 'comments_off'] as const
export type AfterStepType = (typeof AFTER_STEPS)[number]
