// The types of an endpoint: its specification, its input and its answer.
import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { Caller } from '../../core/api-keys/caller.ts'
import type { Role } from '../../core/api-keys/rules/roles.ts'
import type { Issue } from '../../core/errors.ts'
import type { Attempt } from '../../core/idempotency/attempt.ts'
import type { Auth, Needs } from './access.ts'

export interface Reply {
  status: number
  headers?: Record<string, string>
  /** Each is a header of its own. */
  cookies?: string[]
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, with the type that `headers` give. */
  text?: string
  /** Sent as it is; only in a streaming endpoint. */
  stream?: Readable
}

export interface RequestContext<Params, Query, Body, Prepared> {
  /** The caller. In an endpoint that needs no key this is absent unless a good key was sent. */
  caller: Caller
  params: Params
  query: Query
  body: Body
  /** The undecoded body, for endpoints that take something else than JSON. */
  rawBody: Buffer
  /** The result of `prepare`. */
  prepared: Prepared
  /** Header by its name in lower case. */
  header(name: string): string | undefined
  method: string
  /** As it was asked for, with the stage. */
  path: string
  requestId: string
  /** Unix ms at which the request came in. */
  now: number
  /** Which try of the request it is. */
  attempt: Attempt
  /** Work that the answer does not depend on, done at the same time as the usage record. */
  afterwards(work: () => Promise<unknown>): void
}

/** The parts of a request by which it is identified. */
export type Asked = Pick<
  RequestContext<unknown, unknown, unknown, never>,
  'caller' | 'params' | 'query' | 'body' | 'rawBody' | 'header' | 'now'
>

/** Runs the request, or answers as it was answered before. */
export type Once = (asked: Asked, run: (attempt: Attempt) => Promise<Reply>) => Promise<Reply>

export interface Spec<Params, Query, Body, Prepared> {
  auth?: Auth
  /** The role that a session needs; by default that of `roleFor` for the method and path. */
  needs?: Needs
  /**
   * Looks at the role of a person once more, in the table and before the request is run: `checkRoleNow`. Every endpoint that
   * changes something an editor or admin is needed for has it.
   */
  checkRole?(ownerId: string, personId: string, needed: Role): Promise<void>
  params?: z.ZodMiniType<Params>
  query?: z.ZodMiniType<Query>
  /** The query is not looked at. */
  anyQuery?: boolean
  /** A JSON body. */
  body?: z.ZodMiniType<Body>
  /** In place of `body` for requests with fields that few have and that take long to describe; loaded with the first. */
  fullBody?: { isNeeded(raw: unknown): boolean; load(): Promise<z.ZodMiniType<Body>> }
  /** A multipart form is taken as well: `body` is then undefined, and `run` reads `rawBody`. */
  form?: boolean
  /** Reads that may go on while the rate limit is being checked; never writes. */
  prepare?(context: Omit<RequestContext<Params, Query, Body, never>, 'prepared' | 'attempt'>): Promise<Prepared>
  /** Further issues of a body that does not match its schema, so that all are reported together. */
  examine?(given: { caller: Caller; raw: unknown; now: number }): Promise<Issue[]>
  /** `once(...)` where a caller may send an `Idempotency-Key`; `'itself'` where `run` reads the key. */
  idempotent?: Once | 'itself'
  run(context: RequestContext<Params, Query, Body, Prepared>): Promise<Reply>
}

/** The input of an endpoint, beside its handler: the OpenAPI document is generated from it. */
export interface Takes {
  auth: Auth
  needs: Needs | undefined
  params: z.ZodMiniType | undefined
  query: z.ZodMiniType | undefined
  body: z.ZodMiniType | undefined
  /** The fields that a body may have, where they are not those of `body`. */
  loadBody: (() => Promise<z.ZodMiniType>) | undefined
  form: boolean
  /** Whether an `Idempotency-Key` is obeyed. */
  repeatable: boolean
}
