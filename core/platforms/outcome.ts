// Results of platform calls, as the publishing engine sees them.

/** No answer to a publish call is waited for longer than this; then its outcome is ambiguous. */
export const PUBLISH_TIMEOUT_MS = 25_000

/**
 * The next move after a failure:
 * `retry` the same call again later · `same_container` look again, then the same container · `new_container` make the
 * container again · `wait` a limit, until a window passes · `reconnect` the token is no good · `owner_action` the
 * account's owner must act in the app · `permanent` this content will never be taken · `permission` the owner did not
 * grant what this post asks for beside being published · `without_card` the container again, with the link in the text in
 * place of a card · `ambiguous` it may have happened · `renew` the session has run out and can be
 * renewed, and nothing happened: the caller renews it and calls again.
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
  | 'renew'

/** The platform's own words, kept for the owner. Never holds a token or a URL with one. */
export interface PlatformError {
  class: ErrorClass
  message: string
  /** Numbers by which a platform tells its errors apart. */
  code?: number
  subcode?: number
  /** Words by which it does: `InvalidSwap`, `OAuthException`. */
  type?: string
  trace_id?: string
  http_status?: number
  /** The wait that the platform asked for, milliseconds. */
  retry_after_ms?: number
  /** A permission is missing; the session itself is good. Which one, the platform does not say. */
  permission?: true
  /** Advice to the owner, in place of the general sentence. */
  advice?: string
  /** With `wait`: the limit holds for the whole app, so for every account. */
  of_app?: true
  /** The platform was never asked: our own preparing failed. */
  ours?: true
  /** For signing in: the host does not know our app any more. It is registered again, and signing in begins again. */
  app_gone?: true
  /** The call was not sent, so nothing can have happened: the same call can be made again. */
  unsent?: true
}

export type Result<T> =
  | {
      ok: true
      value: T
      /** Set when the platform's usage headers say that calls should pause, milliseconds. */
      pause_ms?: number
      /** Set for a search: all posts of the time were seen, and none but the named one fits. */
      certain?: true
    }
  | { ok: false; error: PlatformError }

/** The state of preparing a piece. */
export interface Prepared {
  /**
   * `in_progress` look again, or go on · `finished` ready to be published · `published` it is live already, though nobody is
   * known to have asked · `error` it failed, and stays so · `expired` it is over.
   */
  state: 'in_progress' | 'finished' | 'published' | 'error' | 'expired'
  /** The handle to go on with, look at and publish; absent where it is the given one. At most 8 KB, and kept with the post. */
  handle?: string
  /** The platform's id of it, shown to the account's owner; absent where there is nothing to show. */
  id?: string
  /** With `in_progress`: the next call makes more of it (the next part of an upload) at once, instead of only looking. */
  goes_on?: true
  /** With `in_progress`: when to look again at the earliest, where the platform says so, milliseconds. */
  look_again_ms?: number
  /** How long it can be published from now on, milliseconds; a day where nothing is said. */
  lives_ms?: number
  /** With `error`: why. */
  error?: PlatformError
}

/** The outcome of a publish call. */
export type Verdict =
  /** Absent fields are looked for afterwards. */
  | { state: 'live'; media_id?: string; permalink?: string }
  /** It is not, and what was prepared is still good. Asked again after a while, for a call may still take effect. */
  | { state: 'not' }
  /** It certainly is not and never will be: the prepared pieces are of no use any more. */
  | { state: 'lost'; expired?: true; error?: PlatformError }
  /** @param final nothing will ever tell: the owner has to look. */
  | { state: 'unknown'; final?: true }

/** A post that is live. */
export interface Published {
  media_id: string
  /** Absent where it has to be asked for; null where the platform has none. */
  permalink?: string | null
  /** False where the story that was asked for with the post was not made. */
  story_shared?: boolean
  /** The platform has taken it, and nobody sees it yet: `verify` tells when it is out, or that it never will be. */
  pending?: true
}

export interface Quota {
  used: number
  total: number
  /** The window in which they count, seconds. */
  window_seconds: number
}
