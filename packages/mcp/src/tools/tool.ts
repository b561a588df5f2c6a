// What a tool is, the hints that it gives, and what several tools take and return.
import type { Publisher } from '@social-publisher/client'
import { z } from 'zod'

/** Where the tools run. */
export interface Place {
  /** Reads a file of the user's machine; absent where there is none. */
  readFile?: (path: string) => Promise<{ name: string; bytes: Blob }>
  /** The longest that a call may wait for a post, seconds. */
  longestWaitSeconds: number
  /** How long publishing waits by itself for the outcome, seconds. */
  usualWaitSeconds: number
}

export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  name: string
  title: string
  description: string
  /** Hints for the assistant and its user: whether to ask before. */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  input: z.ZodObject<Shape>
  run(publisher: Publisher, input: never, signal: AbortSignal): Promise<unknown>
}

export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const
/** Stores something that nobody sees; called twice, twice. */
export const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true } as const
/** Reaches the public, and cannot be taken back on every platform. */
export const PUBLISHES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
} as const

/** A tool, its input typed by its schema. */
export const tool = <Shape extends z.ZodRawShape>(
  given: Omit<Tool<Shape>, 'run'> & {
    run(publisher: Publisher, input: z.infer<z.ZodObject<Shape>>, signal: AbortSignal): Promise<unknown>
  },
): Tool => given as unknown as Tool

export const iso = (time: number | null | undefined): string | null => (time ? new Date(time).toISOString() : null)

/** @param what the key is made up for: with the key of a try before, another try would only get its answer. */
export const keyFor = (what: 'post' | 'try') =>
  z
    .string()
    .min(8)
    .max(100)
    // It is sent in a header; with spaces alone it would be empty there.
    .regex(/^[\x21-\x7e][\x20-\x7e]*$/, 'Use letters, digits and signs of ASCII, such as a UUID.')
    .describe(
      `Made up by you for this one ${what}, such as a UUID. Repeating a call with the same key within 24 hours never posts twice; use it again only to repeat the very same call, for example after no answer came. Later, look with list_posts before you repeat it.`,
    )
export const ID = z.uuid({
  error:
    'This is not an id. Ids come from other tools: those of accounts from list_accounts, those of posts from list_posts.',
})
export const POST_ID = ID.describe('Id of a post, from publish_post, schedule_post or list_posts.')

/** An input that no single field is to blame for. */
export class WrongInput extends Error {}
