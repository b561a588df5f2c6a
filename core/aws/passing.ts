// Failures of AWS that pass by themselves: the same request may go well a moment later.

/** Throttling, as the services name it, and transactions in the way of a write or of one another. */
const BUSY = new Set([
  'Contended',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionConflictException',
  'TransactionInProgressException',
])

/** Whether a call to AWS failed, after all tries of the SDK, because AWS was busy, had a failure of its own or did not answer. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (BUSY.has(error.name)) return true
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  // A call that got no answer has no status.
  return $metadata !== undefined && (($metadata.httpStatusCode ?? 0) >= 500 || error.name === 'TimeoutError')
}
