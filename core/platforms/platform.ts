// What a platform must be able to do. A platform is one folder with its facts and an implementation of this, plus a row in
// `facts.ts` and one in `connectors.ts`.
//
// Connectors neither sleep, loop, store nor log tokens: each method is one step, and says what came of it.

import type { ContainerType } from '../posts/rules/enumerations.ts'
import type { PlatformId } from './facts.ts'
import type { ContainerStatus, PublishedAs, Quota, Result } from './outcome.ts'

export type { ContainerStatus, ErrorClass, PlatformError, Quota, Result } from './outcome.ts'

/** An account as a connector needs it. Ids are decimal strings above 2^53: never numbers. */
export interface Credentials {
  external_id: string
  token: string
}

export interface ContainerSpec {
  /** `image` and `video` are feed pictures and videos (or children). */
  type: ContainerType
  /** Public address that the platform downloads. Absent for text. */
  url?: string
  /** Absent on children of a carousel, whose parent carries it. */
  caption?: string
  alt_text?: string
  carousel_item: boolean
  /** What the platform's options of the post add, by the platform's names. */
  options?: Record<string, unknown>
}

export interface CarouselSpec {
  children: readonly string[]
  caption?: string
  /** What the platform's options of the post add, by the platform's names. */
  options?: Record<string, unknown>
}

/** What the platform says of the account that a token belongs to. */
export interface Profile {
  external_id: string
  username: string
  name: string
  biography: string
  picture_url: string
  /** Instagram: `business` or `media_creator` (lower case), or `personal`; null where the platform has no such thing. */
  account_type: string | null
}

export interface TokenGrant {
  token: string
  /** Unix ms. */
  expires_at: number
  /** Absent where the reply did not say. */
  scopes?: string[]
}

export interface PublishedMedia {
  media_id: string
  permalink: string | null
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

/** Taking posts off the platform again. */
export interface Deletion {
  /** Repeating it changes nothing: the second time the platform knows no such post. */
  deletePost(account: Credentials, mediaId: string): Promise<Result<Record<string, never>>>
  /** Whether the platform has the post; a fresh one may not be visible yet. */
  postExists(account: Credentials, mediaId: string): Promise<Result<boolean>>
}

/** Figures by the platform's names; what it leaves out is absent. */
export type Figures = Record<string, number>

/** What kind of post figures are of: each has its own. */
export type FiguresOf = 'post' | 'reel' | 'story'

export interface Insights {
  /** Of a post since it was published. */
  ofPost(account: Credentials, mediaId: string, kind: FiguresOf, timeoutMs?: number): Promise<Result<Figures>>
  /** Of the account within a span of time, Unix ms. */
  ofAccount(account: Credentials, span: { from: number; to: number }, timeoutMs?: number): Promise<Result<Figures>>
}

export interface Platform {
  readonly id: PlatformId

  /** The very parameters that creating this would carry; undefined for what the platform does not have. */
  containerParameters(spec: ContainerSpec): Record<string, unknown> | undefined
  carouselParameters(spec: CarouselSpec): Record<string, unknown>
  createContainer(account: Credentials, spec: ContainerSpec): Promise<Result<{ container_id: string }>>
  createCarousel(account: Credentials, spec: CarouselSpec): Promise<Result<{ container_id: string }>>
  containerStatus(account: Credentials, containerId: string): Promise<Result<ContainerStatus>>
  /** The only public step. Never retried by itself. */
  publish(account: Credentials, containerId: string): Promise<Result<PublishedAs>>
  /** `permalink` is null where the platform leaves it out. */
  permalink(account: Credentials, mediaId: string): Promise<Result<{ permalink: string | null }>>
  /** A post of exactly this caption and type made in the time span; null unless exactly one matches. */
  findPublished(
    account: Credentials,
    wanted: {
      caption: string
      kind: 'image' | 'video' | 'carousel' | 'text' | 'story'
      since: number
      until: number
      /** The post that it answers; absent for one that stands by itself. */
      reply_to?: string
    },
  ): Promise<Result<PublishedMedia | null>>
  /** @param timeoutMs when somebody waits for the answer: less than the usual. */
  quota(account: Credentials, timeoutMs?: number): Promise<Result<Quota>>

  /** Absent where the platform's API has none. */
  readonly comments?: Comments
  readonly deletion?: Deletion
  readonly insights?: Insights

  profile(token: string): Promise<Result<Profile>>
  refresh(token: string): Promise<Result<TokenGrant>>
  /** The address to send the account's owner to. @param app.scopes what publishing needs, unless given. */
  authorizeUrl(app: { client_id: string; redirect_uri: string; state: string; scopes?: readonly string[] }): string
  /** Code (single use, 1 h) to long-lived token (60 days). */
  exchangeCode(app: {
    client_id: string
    client_secret: string
    redirect_uri: string
    code: string
  }): Promise<Result<TokenGrant>>
}
