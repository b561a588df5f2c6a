// The meaning of the servers' refusals (platforms-next, section 2.6): by name, and by status where the name is not known.
import type { ErrorClass } from '../outcome.ts'

/** The purpose of a call: reading and making things that nobody sees may be repeated, publishing may not be by itself. */
export type Operation = 'read' | 'make' | 'publish' | 'auth'

/** The effect that may have happened. */
export const unclear = (operation: Operation): ErrorClass => (operation === 'publish' ? 'ambiguous' : 'retry')

interface Row {
  class: ErrorClass
  advice?: string
  permission?: true
}

const SUSPENDED: Row = {
  class: 'owner_action',
  advice: 'The account is suspended or deactivated. Its owner has to sign in at Bluesky and see to it.',
}
const SIGN_IN: Row = { class: 'reconnect' }

const ROWS: Readonly<Record<string, Row>> = {
  ExpiredToken: { class: 'renew' },
  InvalidToken: { class: 'renew' },
  invalid_token: { class: 'renew' },
  AuthMissing: SIGN_IN,
  AuthenticationRequired: SIGN_IN,
  AuthRequired: SIGN_IN,
  AccountNotFound: SIGN_IN,
  invalid_grant: SIGN_IN,
  invalid_client: SIGN_IN,
  // Also while the server cannot read the document at our address, which passes; it looks at no token before.
  invalid_client_metadata: { class: 'retry' },
  use_dpop_nonce: { class: 'retry' },
  ScopeMissing: { class: 'reconnect', permission: true },
  ScopeMissingError: { class: 'reconnect', permission: true },
  InsufficientScope: { class: 'reconnect', permission: true },
  insufficient_scope: { class: 'reconnect', permission: true },
  AccountTakedown: SUSPENDED,
  AccountDeactivated: SUSPENDED,
  AccountSuspended: SUSPENDED,
  RepoTakendown: SUSPENDED,
  RepoDeactivated: SUSPENDED,
  RepoSuspended: SUSPENDED,
  AuthFactorTokenRequired: {
    class: 'permanent',
    advice:
      'This is the password of the account itself. Make an app password in the settings of Bluesky, and use that.',
  },
  RateLimitExceeded: { class: 'wait' },
  slow_down: { class: 'wait' },
  BlobNotFound: { class: 'new_container' },
  // The video service.
  DailyLimitExceeded: { class: 'wait' },
  TooManyOpenUploads: { class: 'wait' },
  UploadForbidden: {
    class: 'owner_action',
    advice: "Bluesky does not let this account upload video yet. Its owner has to confirm the account's email address.",
  },
  ServiceOverloaded: { class: 'retry' },
  UploadNotReady: { class: 'retry' },
  UploadNotFound: { class: 'new_container' },
  UploadExpired: { class: 'new_container' },
  UploadFailed: { class: 'new_container' },
  UploadAborted: { class: 'new_container' },
  MissingParts: { class: 'new_container' },
  PartSizeMismatch: { class: 'new_container' },
}

/** The meaning of an error. @param name of the reply's `error`; undefined where it did not say. */
export function meaningOf(name: string | undefined, status: number, operation: Operation): Row {
  const row = name === undefined ? undefined : Object.hasOwn(ROWS, name) ? ROWS[name] : undefined
  if (row && status < 500) return row
  if (status === 429) return { class: 'wait' }
  if (status >= 500 || status < 400) return { class: row?.class === 'retry' ? 'retry' : unclear(operation) }
  if (status === 401) return SIGN_IN
  if (status === 408) return { class: unclear(operation) }
  return { class: 'permanent' }
}
