// The words that publications and their jobs are told apart by, each list once. Imports nothing.

/**
 * `waiting` nothing done yet · `preparing` containers · `publishing` about to publish · `confirming` finding out what a publish
 * call did · then one of the ends; `partially_published` is a thread that broke off, `deleted` was live.
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

/** The steps of a publication. */
export const JOB_TYPES = ['container_create', 'carousel_upload', 'publish_content'] as const
export type JobType = (typeof JOB_TYPES)[number]
