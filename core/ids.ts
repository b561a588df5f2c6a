// Identifiers that callers see are UUIDs.
import * as z from 'zod/mini'

/** A UUID in the letters that the caller sent. */
export const UuidAsSent = z.uuid({ error: 'must be a UUID' })

/** A UUID as callers send it; compared and stored in lower case. */
export const Uuid = z.pipe(
  UuidAsSent,
  z.transform((value) => value.toLowerCase()),
)

/** A new random UUID (version 4). */
export const newId = (): string => crypto.randomUUID()
