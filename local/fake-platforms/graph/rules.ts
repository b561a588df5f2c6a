// The rules of a platform of Graph's kind, and those that all of them share.
import { type Input, UnreadableBody } from '../input.ts'
import { type Account, type Container, type ContainerKind, DAY_MS, type MediaFailure, type Post } from '../model.ts'
import type { Settings } from '../settings.ts'
import type { Answer, ErrorAnswer, PlatformRules, Simulator } from '../simulator.ts'
import { resumeDownloads, stateOf } from './containers.ts'
import { ExchangeError, GraphError, invalidParameter } from './errors.ts'
import { GRAPH_FAULTS, usageHeaders } from './faults.ts'
import type { Fetched } from './media-fetch.ts'
import type { GraphSettings } from './settings.ts'

export type GraphSimulator<S = unknown> = Simulator<GraphRules, Settings & GraphSettings & S>

/** The container that will be made, once its parameters were found right. */
export interface Draft {
  kind: ContainerKind
  is_child: boolean
  text: string
  alt_text: string | null
  url: string | null
  children: string[]
}

export interface GraphRules extends PlatformRules {
  readonly idPrefix: PlatformRules['idPrefix'] & { container: string; post: string }
  /** Parameters that say what is published, not how: all others are options. */
  readonly plain: ReadonlySet<string>
  /** Documented parameters; a setting says how others are treated. */
  readonly parameters: ReadonlySet<string>
  readonly quotaTotal: number
  /** Answers in 24 hours, which then do not count as posts. */
  answersTotal?(sim: GraphSimulator): number
  /** @param scopes what the caller's token was granted. */
  readDraft(sim: GraphSimulator, account: Account, params: Map<string, unknown>, scopes: readonly string[]): Draft
  maxBytes(kind: ContainerKind): number
  /** The platform's fault with the downloaded file. */
  checkMedia(container: Pick<Container, 'kind' | 'params'>, fetched: Fetched): MediaFailure | null
  /** A second file that the container needs, such as a cover, and what is wrong with it. */
  extraFile?(
    container: Pick<Container, 'params'>,
  ): { url: string; check(fetched: Fetched): MediaFailure | null } | undefined
  /** Whether the post counts against the limit of posts. */
  counts?(post: Post): boolean
  /** Whether a fault of this medium is found while the creation is still being answered. */
  checksAtCreation(sim: GraphSimulator, kind: ContainerKind): boolean
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
  /** The answer to a code that was exchanged. */
  exchangeReply(sim: GraphSimulator, account: Account, scopes: string[], accessToken: string): Answer
}

/** The shared part of all platforms of Graph's kind. */
export const GRAPH = {
  // Callers have to strip it.
  redirectEnding: '_',
  tokenMs: { short: DAY_MS / 24, long: 60 * DAY_MS },
  operations: [
    'create',
    'carousel',
    'status',
    'publish',
    'permalink',
    'quota',
    'profile',
    'refresh',
    'list',
    'exchange',
    'debug',
    'comment',
    'comments',
    'comment_switch',
    'delete',
    'insights',
  ],
  faults: GRAPH_FAULTS,
  faultHeaders: usageHeaders,
  answerError,
  stateOf,
  resume: (sim) => resumeDownloads(sim as GraphSimulator),
} as const satisfies Partial<PlatformRules>

function answerError(error: unknown): ErrorAnswer | undefined {
  if (error instanceof UnreadableBody) {
    return answerError(
      error.tooLarge ? new GraphError(1, error.message, { httpStatus: 413 }) : invalidParameter(error.message),
    )
  }
  if (error instanceof ExchangeError) return { status: error.httpStatus, json: error.body(), noted: null }
  if (!(error instanceof GraphError)) return undefined
  const { code, subcode, httpStatus } = error
  return { status: httpStatus, json: error.body(), noted: { code, subcode } }
}

export const unknownAddress = ({ method, path }: Input): GraphError =>
  new GraphError(100, `Unknown path or method: ${method} ${path}`, { httpStatus: 404 })
