// Settings of a running simulator, and fields of accounts: shared ones, and those that platforms add. Each
// simulator takes the settings of all of them, so that one call can be sent to any.
import { z } from 'zod'
import type { PlatformRules } from './simulator.ts'

/** As long as a setting may delay something. */
export const Delay = z
  .int()
  .min(0)
  .max(24 * 3600 * 1000)

/** Moments that are counted so far from now are still dates. */
export const CENTURY_MS = 100 * 365 * 24 * 3600 * 1000

const SETTINGS = {
  clock_offset_ms: z.int().min(-CENTURY_MS).max(CENTURY_MS).default(0),
  /** When set, OAuth calls with another client are refused. */
  client_id: z.string().nullable().default(null),
  client_secret: z.string().nullable().default(null),
}
export type Settings = z.infer<z.ZodObject<typeof SETTINGS>>

const ACCOUNT_INPUT = {
  /** With the id of an account that exists: changes it. */
  external_id: z
    .string()
    .regex(/^\d{1,30}$/)
    .optional(),
  username: z
    .string()
    .regex(/^[A-Za-z0-9._]{1,30}$/)
    .optional(),
  name: z.string().max(200).optional(),
  account_type: z.enum(['Business', 'Media_Creator', 'Personal']).optional(),
  biography: z.string().max(500).optional(),
  scopes: z.array(z.string()).optional(),
  is_verified: z.boolean().optional(),
  followers_count: z.int().min(0).optional(),
  /** A JPEG in base64; null for an account without a picture; absent: one is drawn. */
  picture: z.base64().nullable().optional(),
  restricted: z.boolean().optional(),
}
export type AccountInput = z.infer<z.ZodObject<typeof ACCOUNT_INPUT>>

export interface Schemas {
  settings: z.ZodType<Settings>
  account: z.ZodType<AccountInput>
}

const all = (shapes: readonly z.core.$ZodShape[]): object => Object.assign({}, ...shapes)

/** @param platforms all that there are. */
export const schemasOf = (platforms: readonly PlatformRules[]): Schemas => ({
  settings: z.strictObject({ ...SETTINGS, ...all(platforms.map(({ settings }) => settings)) }),
  account: z.strictObject({
    ...ACCOUNT_INPUT,
    ...all(platforms.map(({ accountFields }) => accountFields)),
  }),
})

/** The settings with some replaced. */
export const changeSettings = <S extends Settings>(
  { settings }: { settings: z.ZodType<S> },
  current: S,
  changes: unknown,
): S => settings.parse({ ...current, ...z.record(z.string(), z.unknown()).parse(changes) })
