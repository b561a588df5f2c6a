// What every part of a running simulator works on.

import type { GraphError } from './errors.ts'
import type { FaultPlan } from './faults.ts'
import type { Input } from './input.ts'
import type { Fetched } from './media-fetch.ts'
import type { Account, Container, ContainerKind, MediaFailure, Operation, PlatformName, Post } from './model.ts'
import type { Store } from './store.ts'

export interface Simulator {
  readonly platform: PlatformName
  readonly rules: PlatformRules
  readonly store: Store
  readonly mediaDir: string
  readonly log: (line: string) => void
  /** Ends waiting and downloads when the simulator closes. */
  readonly closing: AbortController
  /** What is under way and must end before the journal closes: requests and downloads. */
  readonly work: Set<Promise<void>>
  /** Origin of this simulator. */
  url: string
  now(): number
}

/** What a container will be, once its parameters were found right. */
export interface Draft {
  kind: ContainerKind
  is_child: boolean
  text: string
  alt_text: string | null
  url: string | null
  children: string[]
}

/** An answer is JSON, or JSON text that keeps a number above 2^53 as it is. */
export type Answer = { json: unknown } | { rawJson: string }

export interface Call {
  operation: Operation
  /** Whom the token belongs to, good or not: what fault rules match. */
  account?: Account
  /** The container or post the call is about. */
  object?: string
  run(plan: FaultPlan): Answer | Promise<Answer>
}

/** What differs between the platforms. */
export interface PlatformRules {
  readonly name: PlatformName
  readonly scopes: { basic: string; publish: string }
  /** Scopes that go beyond publishing. */
  readonly moreScopes: readonly string[]
  /** Parameters that say what is published, not how: what stands beside them is an option. */
  readonly plain: ReadonlySet<string>
  readonly quotaTotal: number
  readonly idPrefix: { container: string; post: string; account: string; appScoped: string }
  /** Parameters that documents name; what becomes of others is a setting. */
  readonly parameters: ReadonlySet<string>
  readonly demo: { username: string; name: string; biography: string }
  /** One that cannot be published to, where the platform has such accounts. */
  readonly personal?: { username: string; name: string; biography: string }
  /** The call that a request means; undefined where there is no such address. */
  route(sim: Simulator, input: Input): Call | undefined
  /** @param scopes what the caller's token was granted. */
  readDraft(sim: Simulator, account: Account, params: Map<string, unknown>, scopes: readonly string[]): Draft
  maxBytes(kind: ContainerKind): number
  /** What the platform finds wrong with what it downloaded. */
  checkMedia(container: Pick<Container, 'kind' | 'params'>, fetched: Fetched): MediaFailure | null
  /** A second file that the container needs, such as a cover, and what is wrong with it. */
  extraFile?(
    container: Pick<Container, 'params'>,
  ): { url: string; check(fetched: Fetched): MediaFailure | null } | undefined
  /** Whether the post counts against the limit of posts. */
  counts?(post: Post): boolean
  /** Whether a fault of this medium is found while the creation is still being answered. */
  checksAtCreation(sim: Simulator, kind: ContainerKind): boolean
  errors: {
    /** A container that is unknown, somebody else's, used up or expired. */
    container(): GraphError
    /** Children of a carousel that are unknown, gone, or not visible yet; absent where that is as for any container. */
    children?(): GraphError
    notReady(): GraphError
    failed(failure: MediaFailure): GraphError
    quota(): GraphError
    restricted(): GraphError
  }
  mediaType(kind: ContainerKind): { media_type: string; media_product_type: string }
  permalink(post: Pick<Post, 'kind' | 'shortcode' | 'username' | 'id'>): string
}
