// What an error says about what became of the request.
import { PublisherError, Unreachable } from '@social-publisher/client'

/** Whether nobody knows what became of it: no answer, or a fault of the service. */
export const isUnclear = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof PublisherError && error.status >= 500)

const hasStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof PublisherError && statuses.includes(error.status)

/** Whether the same question may be answered another time. */
export const mayPass = (error: unknown): boolean => isUnclear(error) || hasStatus(error, 429)

/** Whether the change may be made all the same, by this request or by one before it. */
export const mayBeDone = (error: unknown): boolean => isUnclear(error) || hasStatus(error, 404, 409)
