// The refusal of a request that a platform, or the server of an account, does not answer now.
import { METRICS } from '../contract.ts'
import { type AppError, refuse } from '../errors.ts'
import { measure } from '../metrics.ts'

/** Counted: its status is one of our own faults to the gateway, and one account's server is nothing to alarm the operator for. */
export function notAnswering(message: string): AppError {
  measure({ [METRICS.notAnswering]: 1 })
  return refuse('platform_unavailable', message)
}
