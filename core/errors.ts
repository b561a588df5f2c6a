// The one list of error codes, and the error that carries them. Knows nothing of HTTP: `functions/chain/error-envelope.ts` maps kinds.

/** Kinds of errors, told apart by the caller's next move. */
export type ErrorKind =
  | 'invalid' // 400: the request breaks a rule
  | 'unauthenticated' // 401: no key, or one that is not good
  | 'forbidden' // 403: not the caller's to change
  | 'not_found' // 404
  | 'conflict' // 409
  | 'precondition_failed' // 412
  | 'too_large' // 413
  | 'unsupported_type' // 415
  | 'range_not_satisfiable' // 416
  | 'unprocessable' // 422: well-formed, but it cannot be done
  | 'rate_limited' // 429
  | 'unavailable' // 503: something we need did not answer; worth trying again
  | 'internal' // 500

/** The codes, each with its kind. Their meaning is in the reference (`openapi/error-words.ts`): no function needs it. */
export const ERROR_CODES = {
  // The shape of a value
  required: 'invalid',
  invalid_type: 'invalid',
  invalid_format: 'invalid',
  invalid_value: 'invalid',
  too_short: 'invalid',
  too_long: 'invalid',
  too_small: 'invalid',
  too_big: 'invalid',
  unknown_field: 'invalid',
  duplicate: 'invalid',
  malformed_json: 'invalid',
  malformed_multipart: 'invalid',
  empty_file: 'invalid',
  // Posts
  unknown_account: 'invalid',
  account_disconnected: 'invalid',
  account_reconnect_required: 'invalid',
  account_action_required: 'invalid',
  no_supported_account: 'invalid',
  unknown_media: 'invalid',
  media_count: 'invalid',
  media_kind: 'invalid',
  media_mixed: 'invalid',
  media_format: 'invalid',
  media_too_large: 'invalid',
  option_not_supported: 'invalid',
  option_conflict: 'invalid',
  option_needs_permission: 'invalid',
  option_needs_facebook_login: 'invalid',
  invalid_schedule: 'invalid',
  no_free_slot: 'invalid',
  token_expires_first: 'invalid',
  // Connecting accounts
  personal_account: 'invalid',
  missing_permissions: 'invalid',
  connection_refused: 'invalid',
  invalid_state: 'invalid',
  invalid_code: 'invalid',
  account_of_another_owner: 'invalid',
  app_not_configured: 'unprocessable',
  invalid_token: 'invalid',
  platform_unavailable: 'unavailable',
  // Keys and ownership
  invalid_key: 'unauthenticated',
  session: 'unauthenticated',
  session_required: 'forbidden',
  role_required: 'forbidden',
  approval_required: 'forbidden',
  no_owner: 'forbidden',
  invitation_of_another_address: 'forbidden',
  not_owner: 'forbidden',
  key_not_allowed: 'forbidden',
  request_blocked: 'forbidden',
  // Existence
  not_found: 'not_found',
  // Conflicts
  media_in_use: 'conflict',
  conflict: 'conflict',
  already_started: 'conflict',
  approval_changed: 'conflict',
  approval_late: 'conflict',
  draft_changed: 'conflict',
  not_scheduled: 'conflict',
  not_retryable: 'conflict',
  webhook_disabled: 'conflict',
  permission_not_granted: 'conflict',
  not_possible_on_platform: 'conflict',
  search_limit_reached: 'conflict',
  not_published: 'conflict',
  too_many_webhooks: 'conflict',
  last_admin: 'conflict',
  upload_incomplete: 'conflict',
  idempotency_in_flight: 'conflict',
  idempotency_mismatch: 'unprocessable',
  // Bodies
  body_too_large: 'too_large',
  file_too_large: 'too_large',
  quota_exceeded: 'too_large',
  unsupported_media_type: 'unsupported_type',
  range_not_satisfiable: 'range_not_satisfiable',
  precondition_failed: 'precondition_failed',
  url_not_allowed: 'invalid',
  source_failed: 'unprocessable',
  file_mismatch: 'unprocessable',
  image_refused: 'unprocessable',
  // Ours
  rate_limit_exceeded: 'rate_limited',
  unavailable: 'unavailable',
  internal_error: 'internal',
} as const satisfies Record<string, ErrorKind>

export type Code = keyof typeof ERROR_CODES

/** One thing that is wrong: `path` only where a field is meant, array positions as `hashtags[3]`. */
export interface Issue {
  code: Code
  path?: string
  message: string
}

/** Issues that one answer names: what is wrong with a request in so many ways is better looked at as a whole. */
export const MAX_ISSUES = 50

/** A refusal that the caller sees as it is. Everything thrown that is not an AppError is a fault of ours. */
export class AppError extends Error {
  /** The first of them, `MAX_ISSUES` at most. */
  readonly issues: Issue[]
  /** Response headers that belong to the refusal, e.g. `Retry-After`. */
  readonly headers: Record<string, string>

  constructor(issues: Issue[], options: { headers?: Record<string, string>; cause?: unknown } = {}) {
    super(issues[0]?.message ?? 'request refused', { cause: options.cause })
    this.name = 'AppError'
    this.issues = issues.slice(0, MAX_ISSUES)
    this.headers = options.headers ?? {}
  }

  get code(): Code {
    return this.issues[0]?.code ?? 'internal_error'
  }

  get kind(): ErrorKind {
    return ERROR_CODES[this.code]
  }
}

/** Shorthand for the refusal of one thing. */
export const refuse = (
  code: Code,
  message: string,
  path?: string,
  options?: { headers?: Record<string, string>; cause?: unknown },
) => new AppError([path === undefined ? { code, message } : { code, path, message }], options)
