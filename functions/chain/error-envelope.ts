// Errors in HTTP: the status of each kind, and the error envelope. No other file maps either.
import { AppError, ERROR_CODES, type ErrorKind, type Issue } from '../../core/errors.ts'

export const STATUS_OF: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
}

export interface ErrorBody {
  success: false
  message: string
  errors: Issue[]
  request_id: string
}

/** The envelope of every error but 429. */
export const errorBody = (issues: Issue[], requestId: string): ErrorBody => ({
  success: false,
  message:
    issues.length === 1 ? issues[0]!.message : `${issues.length} problems: ${issues.map((i) => i.message).join(' ')}`,
  errors: issues,
  request_id: requestId,
})

/** An error that is not an AppError is ours: the answer reveals nothing internal. */
export const asAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError(
        [
          {
            code: 'internal_error',
            message: 'An error in the service. If it happens again, give the operator the request id.',
          },
        ],
        {
          cause: error,
        },
      )

export const statusOf = (error: AppError): number => STATUS_OF[ERROR_CODES[error.code]]

/** The body that the specification fixes for 429. */
export const rateLimitBody = (message: string, retryAfterSeconds: number) => ({
  error: { type: 'rate_limit_exceeded', message, retry_after: retryAfterSeconds },
})
