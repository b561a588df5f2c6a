// The contract of a platform, in words that every platform has. A platform is one folder with its facts and an
// implementation of this, plus a row in `facts.ts` and one in `connectors.ts`.
//
// The engine drives a connector through three steps, and alone decides when, how often, and with which outcome:
//
//   prepare   makes something that nobody sees yet: a container, an uploaded blob, a media id, a part of an upload
//   publish   the one public step. Recorded before it is made
//   verify    after an unclear answer, or a refusal: is the post live, surely not, or is it not known
//
// Connectors neither sleep, loop, store nor log secrets. Each method is one step of at most 30 seconds, never throws for
// what the platform does, and returns the outcome. Handles and sessions are opaque: only the connector reads them.

import type { AccountLimits } from './account-limits.ts'
import type { ContainerType, PostKind } from './enumerations.ts'
import type { Prepared, Published, Quota, Result, Verdict } from './outcome.ts'
import type { Profile, SignIn, TokenGrant } from './sign-in.ts'

export type { AccountLimits } from './account-limits.ts'
export type { ErrorClass, PlatformError, Prepared, Published, Quota, Result, Verdict } from './outcome.ts'

/** An account as a connector needs it. Ids are text: many are above 2^53. */
export interface Credentials {
  external_id: string
  /**
   * The session, as `SignIn` gave it: a bare token, or whatever the connector needs in one text (JSON: tokens, host, key of a
   * proof of possession, app of that host). Sealed wherever it is stored, never logged.
   */
  token: string
  /** The limits of the account's server, as its profile said last. */
  limits?: AccountLimits | null
}

/** The bytes of a medium, for platforms that do not download it themselves. */
export interface PieceFile {
  size_bytes: number
  content_type: string
  width: number | null
  height: number | null
  duration_ms: number | null
  /** @param from first byte, from 0. @param to the byte after the last. @throws what keeps it from being read now. */
  read(from: number, to: number): Promise<Uint8Array>
}

/** The piece to be prepared: a medium or a text as one type of container, or the container that joins others. */
export interface Piece {
  /** `image` and `video` are feed pictures and videos; `joined` is made of other pieces, where facts say `joins_pieces`. */
  type: ContainerType | 'joined'
  /** Where the platform downloads the medium, where facts say that it does. Absent for text. */
  url?: string
  /** The medium's bytes, where facts say that they are uploaded. */
  file?: PieceFile
  /** Where the platform downloads the picture that an option names beside the media; `options` carry it by the platform's name. */
  cover_url?: string
  /** The text that stands with the post. Absent on pieces that are joined, for what joins them carries it. */
  text?: string
  alt_text?: string
  /** One of several media of the post. */
  one_of_several: boolean
  /** Which of several that are published together it is, from 0. */
  index?: number
  /** For `joined`: the handles of the pieces that it joins, in order. */
  handles?: readonly string[]
  /** Parameters that the platform's options of the post add to this piece, by the platform's names. */
  options?: Record<string, unknown>
}

/** The public step, and the data with which its outcome is read again. */
export interface Publishing {
  /** What `prepare` made, in the order of the post; with `joins_pieces` the one that joins the others. */
  handles: readonly string[]
  kind: PostKind
  text: string
  /** The platform's options, as the request has them. */
  options: Readonly<Record<string, unknown>>
  /** The post that it answers. */
  reply_to?: string
  /**
   * Made once (by `newKey`, or a random id), stored before the first call, and the same on every repeat of this very post: what
   * the platform tells repeats by, where it does.
   */
  key: string
  /** What `mark` said before the first call, stored with it. */
  mark?: string
}

/** The data for `verify`. */
export interface InDoubt extends Publishing {
  /** When work on the post began and now, with a minute on each side: Unix ms. */
  since: number
  until: number
  /** When publishing was last asked for, Unix ms. */
  asked_at: number
  /** The platform's id from when it took it, for one that was `pending`. */
  media_id?: string
  /** Posts that fit and are known to be other publications' (`onlyByWords`). */
  others?: readonly string[]
  /** The last call was refused clearly, and none before it was unclear. */
  refused?: {
    code?: number
    subcode?: number
    /** How many calls there were on what was prepared. */
    calls: number
  }
}

/** What `find` looks for: an own post of exactly this. */
export interface Wanted {
  text: string
  kind: PostKind
  since: number
  until: number
  reply_to?: string
  /** As in `Publishing`: who sees a post may decide whether it is listed. */
  options?: Readonly<Record<string, unknown>>
}

/** Comments under the account's own posts. */
export interface Comments {
  /** Made a second time it shows twice: never retried by itself. */
  write(account: Credentials, mediaId: string, message: string): Promise<Result<{ id: string }>>
  /** The account's own comment of exactly this text; null where there is none. */
  find(
    account: Credentials,
    mediaId: string,
    wanted: { text: string; username: string },
  ): Promise<Result<{ id: string } | null>>
  setEnabled(account: Credentials, mediaId: string, enabled: boolean): Promise<Result<Record<string, never>>>
}

/** A place that a post can be at. */
export interface Place {
  id: string
  name: string
  /** Null where the platform tells none. */
  address: string | null
  latitude: number
  longitude: number
}

/** A post of anybody that a hashtag is found in. */
export interface HashtagPost {
  permalink: string
  caption: string
  /** In lower case, by the platform's name: `image`, `carousel_album`. */
  media_type: string
  /** Null where it is hidden. */
  likes: number | null
  comments: number | null
}

export interface Collaborator {
  username: string
  /** `other`: a word of the platform that its documents do not have. */
  state: 'accepted' | 'pending' | 'other'
}

/** Look-ups while somebody writes a post, or afterwards: where facts say `looks_up`. */
export interface LookUps {
  places(account: Credentials, text: string, timeoutMs: number): Promise<Result<Place[]>>
  /** Its most popular posts; null where there is no such hashtag. Takes two calls. @param name without `#`, in lower case. */
  hashtag(account: Credentials, name: string, timeoutMs: number): Promise<Result<HashtagPost[] | null>>
  /** The people who were invited to share a post of the account. */
  collaborators(account: Credentials, mediaId: string, timeoutMs: number): Promise<Result<Collaborator[]>>
}

/** People that a text names. A name that nobody has stays plain text. */
export interface Mentions {
  /** The names in a text, each once. */
  namesIn(text: string): readonly string[]
  /** Whether anybody is called that. Needs no account. */
  isSomebody(name: string): Promise<Result<boolean>>
}

/** Taking posts off the platform again. */
export interface Deletion {
  /** Repeating it changes nothing: the second time the platform knows no such post. */
  deletePost(account: Credentials, mediaId: string): Promise<Result<Record<string, never>>>
  /** Whether the platform has the post; a fresh one may not be visible yet. */
  postExists(account: Credentials, mediaId: string): Promise<Result<boolean>>
}

/** Figures by the platform's names; what it leaves out is absent. */
export type Figures = Record<string, number>

/** The kind of post: each has its own figures. */
export type FiguresOf = 'post' | 'reel' | 'story'

/** Figures of accounts by their names. Those in no list are for the requested span, and add up. */
export interface FigureKinds {
  /** Counts as they stand when they are asked for, whatever the span: followers. */
  standing: readonly string[]
  /** Counts of people: those of single days do not add up to that of all of them. */
  people: readonly string[]
  /** For how many days after a day its figures may still change; null where all of them are standing. */
  late_days: number | null
}

export interface Insights {
  readonly kinds: FigureKinds
  /** Figures of a post since it was published. */
  ofPost(account: Credentials, mediaId: string, kind: FiguresOf, timeoutMs?: number): Promise<Result<Figures>>
  /** Figures of the account within a span of time, Unix ms. */
  ofAccount(account: Credentials, span: { from: number; to: number }, timeoutMs?: number): Promise<Result<Figures>>
}

export interface Connector {
  /**
   * Makes a piece, continues one, or looks at one: the next of these. Nobody sees what it makes. It is called until it says
   * `finished`, and may be called again after an answer that was lost: then it makes another, or goes on where `made` is.
   * @param made the handle of this piece so far; absent for one that has not been started.
   */
  prepare(account: Credentials, piece: Piece, made?: string): Promise<Result<Prepared>>
  /**
   * The one public step. Never repeated by itself, except with the same key where facts say `repeatable`. A refusal that surely
   * changed nothing has its class; whatever may have happened is `ambiguous`.
   */
  publish(account: Credentials, post: Publishing): Promise<Result<Published>>
  /** The outcome of a publish call. Reads only. Where it can only list and compare, it says `not` only when that is certain. */
  verify(account: Credentials, post: InDoubt): Promise<Result<Verdict>>
  /** Makes the key of a post, where the platform has its own form of them. @param now Unix ms. */
  newKey?(now: number): string
  /**
   * Where the account's own posts end at this time, in a text that only the connector reads: for platforms on which only a list
   * of later posts tells what a call did. Asked and stored before the first call; no call is made without it.
   */
  mark?(account: Credentials, post: Publishing): Promise<Result<string>>

  /**
   * Whether `verify` knows a post that was made of these by nothing but its words: then one that is live is bound to one
   * publication alone, for others may say the same. Absent: a post always tells what it was made of.
   */
  onlyByWords?(handles: readonly string[]): boolean
  /**
   * The earlier of two marks: both publications can be found after it. Where a post is bound to another publication of the same
   * words, this one looks from there, as what the other one's call made may be older than its own mark. Goes with `onlyByWords`.
   */
  earlierMark?(mark: string, other: string): string

  /** `permalink` is null where the platform leaves it out. */
  permalink(account: Credentials, mediaId: string): Promise<Result<{ permalink: string | null }>>
  /**
   * For a post whose id is not known: the one that fits; null unless exactly one does. The result is `certain` only where the
   * platform lists the account's posts of that time as a whole: then nothing else can be it.
   */
  find(account: Credentials, wanted: Wanted): Promise<Result<Published | null>>
  /**
   * How many posts the account may publish; null where the platform does not say: then its answer only shows that the session
   * is good. @param timeoutMs when somebody waits for the answer: less than the usual.
   */
  quota(account: Credentials, timeoutMs?: number): Promise<Result<Quota | null>>

  /** Absent where the platform's API has none. */
  readonly comments?: Comments
  readonly deletion?: Deletion
  readonly insights?: Insights
  readonly lookUps?: LookUps
  /** Where facts say `looks_up_mentions`. */
  readonly mentions?: Mentions

  profile(token: string): Promise<Result<Profile>>
  /**
   * Renews the session. With a single-use refresh token (`facts.session`) the call is recorded before it is made, and made by one
   * worker at a time: an answer that may have been lost is `ambiguous`, never `retry`.
   */
  refresh(token: string): Promise<Result<TokenGrant>>
  /**
   * Whether the session can be renewed with the same token once more after an answer that was lost. Where not, or absent, a lost answer
   * ends a session with a single-use refresh token, and the owner has to connect the account again.
   */
  survivesLostAnswer?(token: string): boolean
  /** Ends the session at the platform: nobody can use it any more. Absent where the platform has no way to. */
  revoke?(token: string): Promise<Result<Record<string, never>>>
  readonly signIn: SignIn
}
