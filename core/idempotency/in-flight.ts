import { type AppError, refuse } from '../errors.ts'

/**
 * The refusal of a request whose first try is still under way. Clients wait as long as it says and send it again: the answer of the
 * first try is the one to have.
 * @param longestMs that a try may take; one that may take minutes is asked about less often.
 */
export const inFlight = (longestMs = 30_000): AppError =>
  refuse(
    'idempotency_in_flight',
    'A request with the same Idempotency-Key is still being processed; repeat it in a moment.',
    undefined,
    { headers: { 'Retry-After': String(Math.ceil(longestMs / 60_000)) } },
  )
