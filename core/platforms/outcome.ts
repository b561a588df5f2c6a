// What comes back from a platform, as the publishing engine sees it.

/**
 * What a failure means for what comes next:
 * `retry` the same call again later · `same_container` look again, then the same container · `new_container` make the
 * container anew · `wait` a limit, until a window passes · `reconnect` the token is no good · `owner_action` the
 * account's owner must act in the app · `permanent` this content will never be taken · `permission` the owner did not
 * grant what this post asks for beside being published · `without_card` the container anew, with the link in the text in
 * place of a card · `ambiguous` it may have happened.
 */
export type ErrorClass =
  | 'retry'
  | 'same_container'
  | 'new_container'
  | 'wait'
  | 'reconnect'
  | 'owner_action'
  | 'permanent'
  | 'permission'
  | 'without_card'
  | 'ambiguous'

/** The platform's own words, kept for the owner. Never holds a token or a URL with one. */
export interface PlatformError {
  class: ErrorClass
  message: string
  code?: number
  subcode?: number
  type?: string
  trace_id?: string
  http_status?: number
  /** What the platform asked us to wait, milliseconds. */
  retry_after_ms?: number
  /** A permission is what is missing: the token itself works. Which one, the platform does not say. */
  missing_permission?: true
  /** What the owner can do about it, in place of the general sentence. */
  advice?: string
  /** The platform was never asked: our own preparing failed. */
  ours?: true
}

export type Result<T> =
  | {
      ok: true
      value: T
      /** Set when the platform's usage headers say that calls should pause, milliseconds. */
      pause_ms?: number
    }
  | { ok: false; error: PlatformError }

/** What publishing came to. */
export interface PublishedAs {
  media_id: string
  /** False where the story that was asked for with the post was not made. */
  story_shared?: boolean
}

export interface ContainerStatus {
  state: 'in_progress' | 'finished' | 'published' | 'error' | 'expired'
  /** With `error`: why. */
  error?: PlatformError
}

export interface Quota {
  used: number
  total: number
  /** The window in which they count, seconds. */
  window_seconds: number
}
