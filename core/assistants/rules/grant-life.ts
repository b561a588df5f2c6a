// How long what an assistant is given lasts, Unix ms.

/** A code is exchanged at once, by a program. */
export const CODE_MS = 60_000
/** An access token; the assistant gets the next one by its refresh token. */
export const ACCESS_MS = 3_600_000
/** A connection that is not refreshed for so long is over. */
export const UNUSED_MS = 30 * 24 * 3_600_000
/**
 * A refresh token that comes again within this was sent twice by the same program, as where two of its requests found the access
 * token ended: it is refused. Later, two programs have it: the connection ends.
 */
export const SENT_TWICE_MS = 60_000
