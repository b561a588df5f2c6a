// Identifiers that callers see are UUIDs.
import { z } from 'zod'

/** A UUID as callers send it; compared and stored in lower case. */
export const Uuid = z.uuid({ error: 'must be a UUID' }).transform((value) => value.toLowerCase())

/** A new random UUID (version 4). */
export const newId = (): string => crypto.randomUUID()
