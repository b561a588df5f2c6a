// The one list of error codes, and the error that carries them. Knows nothing of HTTP: `functions/chain/error-envelope.ts` maps kinds.

/** What went wrong, as the caller's next move depends on it. */
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

export interface ErrorCode {
  kind: ErrorKind
  /** What it means, for the reference. */
  meaning: string
  /** What the caller can do about it. */
  action: string
}

const define = <K extends string>(codes: Record<K, ErrorCode>) => codes

export const ERROR_CODES = define({
  // The shape of a value
  required: { kind: 'invalid', meaning: 'A required field is missing.', action: 'Send the field named in `path`.' },
  invalid_type: {
    kind: 'invalid',
    meaning: 'A value has another JSON type than the field takes.',
    action: 'Send the type that the message names.',
  },
  invalid_format: {
    kind: 'invalid',
    meaning: 'A value does not have the form that the field takes.',
    action: 'Correct the value; the message says the form.',
  },
  invalid_value: {
    kind: 'invalid',
    meaning: 'A value is not one of those allowed.',
    action: 'Use one of the values that the message lists.',
  },
  too_short: {
    kind: 'invalid',
    meaning: 'A text or list is shorter than allowed.',
    action: 'Lengthen it; the message says the limit.',
  },
  too_long: {
    kind: 'invalid',
    meaning: 'A text or list is longer than allowed.',
    action: 'Shorten it; the message says the limit and the length sent.',
  },
  too_small: {
    kind: 'invalid',
    meaning: 'A number is below the smallest allowed.',
    action: 'Raise it; the message says the limit.',
  },
  too_big: {
    kind: 'invalid',
    meaning: 'A number is above the largest allowed.',
    action: 'Lower it; the message says the limit.',
  },
  unknown_field: {
    kind: 'invalid',
    meaning: 'The request has a field that this endpoint does not know.',
    action: 'Remove it, or correct its spelling.',
  },
  duplicate: { kind: 'invalid', meaning: 'A list names the same thing twice.', action: 'Name it once.' },
  malformed_json: {
    kind: 'invalid',
    meaning: 'The body is not valid JSON.',
    action: 'Correct the body; the message says where it breaks off.',
  },
  malformed_multipart: {
    kind: 'invalid',
    meaning: 'The multipart body is broken or cut short.',
    action: 'Send the whole form again.',
  },
  empty_file: { kind: 'invalid', meaning: 'The uploaded file has no bytes.', action: 'Send a file that is not empty.' },
  // Posts
  unknown_account: {
    kind: 'invalid',
    meaning: "An account id is not one of the caller's connected accounts.",
    action: 'Take ids from GET /v1/accounts/social.',
  },
  account_disconnected: {
    kind: 'invalid',
    meaning: 'The account was disconnected.',
    action: 'Connect it again, or leave it out.',
  },
  account_reconnect_required: {
    kind: 'invalid',
    meaning: "The platform no longer accepts the account's token.",
    action: 'Connect the account again.',
  },
  account_action_required: {
    kind: 'invalid',
    meaning: "The platform wants the account's owner to act first.",
    action: "Open the platform's app, do what it asks, then try again.",
  },
  no_supported_account: {
    kind: 'invalid',
    meaning: 'None of the accounts is on a platform that takes this type of post.',
    action: 'Name an account of a supported platform.',
  },
  unknown_media: {
    kind: 'invalid',
    meaning: "A media id is not one of the caller's active assets.",
    action: 'Upload the media first, or take ids from GET /v1/media/users.',
  },
  media_count: {
    kind: 'invalid',
    meaning: 'The number of media is not what a platform or type of post takes.',
    action: 'Change the number; the message says the rule.',
  },
  media_kind: {
    kind: 'invalid',
    meaning: 'The kind of a medium is not what the type of post takes.',
    action: 'Send the kind that the message names.',
  },
  media_mixed: {
    kind: 'invalid',
    meaning: 'Images and video are mixed where a platform does not take that.',
    action: 'Send one kind only to that account.',
  },
  media_format: {
    kind: 'invalid',
    meaning: 'A platform does not take the file format.',
    action: 'Upload the medium in a format that the message names.',
  },
  media_too_large: {
    kind: 'invalid',
    meaning: 'A medium is larger than a platform takes.',
    action: 'Upload a smaller file; the message says the limit.',
  },
  option_not_supported: {
    kind: 'invalid',
    meaning: 'An option does not exist for this kind of post, or on none of the platforms it is sent to.',
    action: 'Leave it out, or send it where the message says that it is taken.',
  },
  option_conflict: {
    kind: 'invalid',
    meaning: 'Two things are asked for that a platform does not take together.',
    action: 'Leave one of them out; the message names both.',
  },
  option_needs_permission: {
    kind: 'invalid',
    meaning: "The account's owner did not grant a permission that the option needs.",
    action: 'Connect the account again and grant the permission that the message names, or leave the option out.',
  },
  option_needs_facebook_login: {
    kind: 'invalid',
    meaning: 'The platform offers the option to accounts that are connected with Facebook Login only.',
    action: 'Leave it out: accounts are connected with Instagram Login here.',
  },
  invalid_schedule: {
    kind: 'invalid',
    meaning: 'The time is in the past, too far ahead, or not a time.',
    action: 'Send a time later than now and within 365 days.',
  },
  no_free_slot: {
    kind: 'invalid',
    meaning: 'There is no slot that the post could be queued for.',
    action: 'Set the slots of the account with PUT /v1/accounts/social/{id}/slots, or name a time.',
  },
  token_expires_first: {
    kind: 'invalid',
    meaning: "The account's token cannot be kept alive until the scheduled time.",
    action: 'Connect the account again, or schedule earlier.',
  },
  // Connecting accounts
  personal_account: {
    kind: 'invalid',
    meaning: 'The account is a personal one; the platform lets only professional accounts be published to.',
    action: 'Turn it into a business or creator account in the app, then connect it.',
  },
  missing_permissions: {
    kind: 'invalid',
    meaning: 'The account was connected without a permission that publishing needs.',
    action: 'Connect it again and grant all that the message names.',
  },
  connection_refused: {
    kind: 'invalid',
    meaning: "The account's owner, or the platform, did not grant the connection.",
    action: 'Begin again, and agree on the page of the platform.',
  },
  invalid_state: {
    kind: 'invalid',
    meaning: 'The answer of the platform belongs to no connection that was begun, or comes a second time or too late.',
    action: 'Begin again.',
  },
  invalid_code: {
    kind: 'invalid',
    meaning: 'The platform does not take the code that it gave out: it was used, or is too old.',
    action: 'Begin again.',
  },
  account_of_another_owner: {
    kind: 'invalid',
    meaning: 'The account is connected to another owner already.',
    action: 'Have it disconnected there first, or connect another account.',
  },
  app_not_configured: {
    kind: 'unprocessable',
    meaning: 'Whoever runs this service has not set up the app of this platform.',
    action: 'Ask the operator.',
  },
  invalid_token: {
    kind: 'invalid',
    meaning: 'The platform does not accept the token.',
    action: 'Get a new token from the platform.',
  },
  platform_unavailable: {
    kind: 'unavailable',
    meaning: 'The platform did not answer, or cannot do this now.',
    action: 'Try again later.',
  },
  // Keys and ownership
  invalid_key: {
    kind: 'unauthenticated',
    meaning: 'The API key is missing, unknown, mistyped or revoked.',
    action: 'Send it in the header X-Secret-Token; ask the operator for a new one.',
  },
  session: {
    kind: 'unauthenticated',
    meaning: 'Nobody is signed in, or the session has ended.',
    action: 'Sign in again.',
  },
  session_required: {
    kind: 'forbidden',
    meaning: 'This is done in the dashboard by a person who is signed in; an API key may not.',
    action: 'Open the dashboard.',
  },
  role_required: {
    kind: 'forbidden',
    meaning: "The person's role for this owner does not include this.",
    action: 'Ask an admin of the team; the message names the role that is needed.',
  },
  no_owner: {
    kind: 'forbidden',
    meaning: 'The person who is signed in belongs to no owner.',
    action: 'Ask an admin for an invitation.',
  },
  invitation_of_another_address: {
    kind: 'forbidden',
    meaning: 'The invitation was sent to another address than that of the person who is signed in.',
    action: 'Sign in with the address that was invited, or ask for a new invitation.',
  },
  not_owner: {
    kind: 'forbidden',
    meaning: 'The media belongs to another owner.',
    action: 'Only the uploader may delete it.',
  },
  key_not_allowed: {
    kind: 'forbidden',
    meaning: 'The gateway does not let this key through.',
    action: "Ask the operator to check the key's usage plan.",
  },
  request_blocked: {
    kind: 'forbidden',
    meaning: 'The firewall in front of the API turned the request away.',
    action: 'Send fewer requests, or ask the operator with the request id.',
  },
  // Existence
  not_found: {
    kind: 'not_found',
    meaning: "There is nothing at this path, or the id is not one of the caller's.",
    action: 'Check method, path and id.',
  },
  // Conflicts
  media_in_use: {
    kind: 'conflict',
    meaning: 'A post that is not finished needs the media.',
    action: 'Cancel the posts named, or wait until they are finished.',
  },
  conflict: {
    kind: 'conflict',
    meaning: 'Something else changed it at the same moment.',
    action: 'Read it again, then repeat if it still applies.',
  },
  already_started: {
    kind: 'conflict',
    meaning: 'Publishing has begun and can no longer be stopped or changed.',
    action: "Read the post's state.",
  },
  not_scheduled: {
    kind: 'conflict',
    meaning: 'The post has no time that could be moved.',
    action: "Read the post's state; only a scheduled post that has not begun can be moved.",
  },
  not_retryable: {
    kind: 'conflict',
    meaning: 'No account of the post failed in a way that publishing again can help.',
    action: 'Read the post: `retryable` says it for each account, and `error` why.',
  },
  webhook_disabled: {
    kind: 'conflict',
    meaning: 'The webhook is switched off, by its owner or because its address took nothing for three days.',
    action: 'See that the address answers, and switch the webhook on: PATCH /v1/webhooks/:id with `enabled`.',
  },
  permission_not_granted: {
    kind: 'conflict',
    meaning: "The account's owner did not grant the permission that this needs.",
    action: 'Connect the account again and grant the permission that the message names.',
  },
  not_possible_on_platform: {
    kind: 'conflict',
    meaning: 'The platform has no way to do this for an account that is connected as accounts are here.',
    action: "Do it in the platform's app.",
  },
  not_published: {
    kind: 'conflict',
    meaning: 'Nothing of the post is known to be live on the account.',
    action: "Read the post's state.",
  },
  too_many_webhooks: {
    kind: 'conflict',
    meaning: 'The owner has as many webhooks as one may have.',
    action: 'Delete one that is no longer needed.',
  },
  last_admin: {
    kind: 'conflict',
    meaning: 'An owner must have an admin, and this would leave it without one.',
    action: 'Make somebody else an admin first.',
  },
  upload_incomplete: {
    kind: 'conflict',
    meaning: 'The file of this upload has not arrived.',
    action: 'PUT the file to the upload address first.',
  },
  idempotency_in_flight: {
    kind: 'conflict',
    meaning: 'A request with the same Idempotency-Key is being worked on.',
    action: 'Repeat it in a moment.',
  },
  idempotency_mismatch: {
    kind: 'unprocessable',
    meaning: 'The Idempotency-Key was used with another request.',
    action: 'Use a new key for a new request.',
  },
  // Bodies
  body_too_large: {
    kind: 'too_large',
    meaning: 'The body is larger than this way of sending takes.',
    action: 'Use the ways that the message names.',
  },
  file_too_large: {
    kind: 'too_large',
    meaning: 'The file is larger than the service stores.',
    action: 'Send a smaller file.',
  },
  quota_exceeded: {
    kind: 'too_large',
    meaning: "The owner's storage is full.",
    action: 'Delete media, or ask the operator for more.',
  },
  unsupported_media_type: {
    kind: 'unsupported_type',
    meaning: 'The Content-Type is not one that this endpoint takes.',
    action: 'Send one of those that the message names.',
  },
  range_not_satisfiable: {
    kind: 'range_not_satisfiable',
    meaning: 'The range lies outside the file.',
    action: 'Ask for bytes within the length in Content-Range.',
  },
  precondition_failed: {
    kind: 'precondition_failed',
    meaning: 'The file is not the version that the request asked for.',
    action: 'Fetch it without the precondition.',
  },
  url_not_allowed: {
    kind: 'invalid',
    meaning: 'The address is not one the service may fetch.',
    action: 'Use a public http or https address.',
  },
  source_failed: {
    kind: 'unprocessable',
    meaning: 'The source of a URL upload did not deliver the file.',
    action: 'Check that the address answers; the message says what happened.',
  },
  file_mismatch: {
    kind: 'unprocessable',
    meaning: 'The uploaded file is not what was announced.',
    action: 'Announce the real size and type.',
  },
  image_refused: {
    kind: 'unprocessable',
    meaning: 'The picture cannot be decoded, or is too large to.',
    action: 'Use another file.',
  },
  // Ours
  rate_limit_exceeded: {
    kind: 'rate_limited',
    meaning: 'The key made more requests than its rate allows.',
    action: 'Wait `retry_after` seconds.',
  },
  unavailable: {
    kind: 'unavailable',
    meaning: 'Something the service needs did not answer.',
    action: 'Try again shortly; posting requests with an Idempotency-Key.',
  },
  internal_error: {
    kind: 'internal',
    meaning: 'A fault of the service.',
    action: 'Try again; if it lasts, tell the operator the request id.',
  },
})

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
    return ERROR_CODES[this.code].kind
  }
}

/** Shorthand for the refusal of one thing. */
export const refuse = (
  code: Code,
  message: string,
  path?: string,
  options?: { headers?: Record<string, string>; cause?: unknown },
) => new AppError([path === undefined ? { code, message } : { code, path, message }], options)
