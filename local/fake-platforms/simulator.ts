// The state that every part of a running simulator works on, and the platform's description for the frame.
import type { z } from 'zod'
import type { Consent } from './consent.ts'
import type { FaultPlan, FaultWord } from './faults.ts'
import type { Input } from './input.ts'
import type { Account, Container, ContainerState, MediaFailure } from './model.ts'
import type { Schemas, Settings } from './settings.ts'
import type { Store } from './store.ts'

export interface Simulator<R extends PlatformRules = PlatformRules, S extends Settings = Settings> {
  readonly platform: string
  readonly rules: R
  readonly store: Store<S>
  readonly schemas: Schemas
  readonly mediaDir: string
  readonly log: (line: string) => void
  /** Ends waiting and downloads when the simulator closes. */
  readonly closing: AbortController
  /** Work that must end before the journal closes: requests and downloads. */
  readonly work: Set<Promise<void>>
  /** Origin of this simulator. */
  url: string
  now(): number
}

/** An answer is JSON, or JSON text that keeps a number above 2^53 as it is; with status 200 unless it says another. */
export type Answer = ({ json: unknown } | { rawJson: string }) & { status?: number }

export interface Call {
  /** One of the platform's `operations`. */
  operation: string
  /** The account that the token belongs to, valid or not: fault rules match it. */
  account?: Account
  /** The container or post the call is about. */
  object?: string
  run(plan: FaultPlan): Answer | Promise<Answer>
}

/** An error as the platform answers it, and what of it is recorded. */
export interface ErrorAnswer {
  status: number
  json: unknown
  headers?: Record<string, string>
  noted: { code: number; subcode?: number } | null
}

interface Introduction {
  username: string
  name: string
  biography: string
}

/** Differences between the platforms, as far as the frame needs them. */
export interface PlatformRules {
  readonly name: string
  readonly displayName: string
  readonly tokenPrefix: string
  readonly scopes: { basic: string; publish: string }
  /** The grants of a new account's owner by default; absent: those that publishing needs. */
  readonly usualScopes?: readonly string[]
  /** Scopes that go beyond publishing. */
  readonly moreScopes: readonly string[]
  /** `appScoped`: the platform gives apps an id of their own for an account. */
  readonly idPrefix: { account: string; appScoped?: string }
  readonly demo: Introduction
  /** One that cannot be published to, where the platform has such accounts. */
  readonly personal?: Introduction & { account_type: string }
  /** How long tokens last. */
  readonly tokenMs: { short: number; long: number }
  /** Names of calls, for fault rules and the record. */
  readonly operations: readonly string[]
  /** Faults in the platform's own words, beside those that any HTTP server can have. */
  readonly faults: readonly FaultWord[]
  /** The platform's own settings. */
  readonly settings: z.core.$ZodShape
  /** The platform's own fields of an account. */
  readonly accountFields: z.core.$ZodShape
  /** The call that a request means. @throws what `answerError` knows where there is no such address. */
  route(sim: Simulator, input: Input): Call
  /** How the platform answers an error, its own or a body that cannot be read; undefined: it is a bug. */
  answerError(error: unknown): ErrorAnswer | undefined
  /** The longest form with files; absent: it takes none. */
  readonly maxUpload?: number
  /** Why an app may not ask for consent, where apps are registered with the platform. */
  refusesApp?(sim: Simulator, params: Map<string, unknown>): string | undefined
  /** The ending of every address that leads back from the consent page. */
  readonly redirectEnding?: string
  /** Headers of every answer. */
  headersFor?(sim: Simulator, call: Call | undefined): Record<string, string>
  /** Headers that faults add to an answer. */
  faultHeaders?(plan: FaultPlan, call: Call | undefined): Record<string, string>
  /** Where what was made for a post stands now. */
  stateOf(sim: Simulator, container: Container): { state: ContainerState; failure: MediaFailure | null }
  /** Goes on with what a stopped process left behind. */
  resume(sim: Simulator): void
  /** The shortcode or id of the post whose page has the path. */
  postAt(path: string): string | undefined
  /** The page of consent, where it is not `/oauth/authorize` or shows more than accounts; undefined for another address. */
  consent?(sim: Simulator, input: Input): Consent | undefined
  /** Makes the initial content, if that is more than `demo` and `personal`: its token is the demo token. */
  furnish?(sim: Simulator, grantAll: boolean): Promise<void>
  /** An account's second name, where it matters to the person who connects it. */
  noteOn?(account: Account): string
}

/** Keeps the simulator open until the work is done. */
export function track(sim: Simulator, work: Promise<void>): void {
  sim.work.add(work)
  void work.finally(() => sim.work.delete(work))
}
