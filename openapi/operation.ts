// The parts of the document that are not in an endpoint's row and schemas: prose, answers, examples.
import type { z } from 'zod'
import type { ErrorKind } from '../core/errors.ts'
import type { Route } from '../lib/routes.ts'
import type { HeaderName } from './headers.ts'
import type { Json } from './schema.ts'

export const TAGS = {
  Posts: 'Publish to many accounts with one request, and follow the result.',
  Media: 'Files to post: stored once, served by a content delivery network, converted for each platform.',
  Accounts: 'The social accounts that you publish to. They are connected in the dashboard, or by the operator.',
  Webhooks: 'Be notified instead of polling.',
  Usage: 'Counts of your requests and jobs.',
  Dashboard:
    'For people in the dashboard: signing in, keys, teams, connecting accounts. Needs a session; API keys are refused.',
  Links:
    'For clients without a user: what a link from the dashboard lets them do. Needs no key; the link’s secret is in the body.',
  Reference: 'This document.',
} as const

export interface Example {
  summary: string
  value: unknown
}

export type Examples = Record<string, Example>

export interface Answer {
  description: string
  /** A JSON body. */
  body?: z.ZodType
  examples?: Examples
  /** Another body than JSON: its media types. */
  types?: readonly string[]
  /** Beside those that every answer has. */
  headers?: readonly HeaderName[]
}

export interface RequestHeader {
  description: string
  schema?: Json
}

export interface Operation {
  /** Clients name their function after it. */
  id: string
  tag: keyof typeof TAGS
  summary: string
  description: string
  /** Additions to the zod schema of a field of the query, the path or the body, by its place: `media.media_asset_ids`. */
  fields?: Record<string, Json>
  requestHeaders?: Record<string, RequestHeader>
  /** The JSON body's. */
  examples?: Examples
  /** The fields of the form, where one is taken as well. */
  form?: Json
  answers: Record<number, Answer>
  /** Kinds of error beyond those that follow from the row: key, rate, body, id. */
  errors?: readonly ErrorKind[]
}

export type OperationName = `${Route['method']} ${string}`
export type Operations = Record<OperationName, Operation>
