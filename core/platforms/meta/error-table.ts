// What a platform's error means for the next step. Rows are data: the codes that both platforms share are
// here, each platform adds its own. Decided by codes and names, never by the wording of a message (but for one advice).
import type { ErrorClass, PlatformError } from '../connector.ts'

/** The call that was tried: the same code can mean different things before and while publishing. */
export type Operation = 'create' | 'publish' | 'read' | 'auth'

export interface ErrorRow {
  code?: number
  /** Instead of `code`: all from the first to the last. */
  codes?: readonly [number, number]
  subcode?: number
  /** The code says it all, also with a subcode that no row knows: nothing was published. */
  any_subcode?: true
  /** Errors that come as a name instead. */
  name?: string
  meaning: string
  /** It says that a permission was not granted; what for, depends on what was asked. */
  permission?: true
  /** Tells people what to do, in place of the general sentence where that one would mislead them. */
  advice?: string
  class: ErrorClass | { publish: ErrorClass; read?: ErrorClass; otherwise: ErrorClass }
}

export interface ErrorFacts {
  http_status: number
  code?: number
  subcode?: number
  name?: string
  is_transient?: boolean
}

const NOT_APPROVED = {
  class: 'permanent',
  advice:
    'Meta has not approved the app of this service for such posts: the operator has to request it from Meta (App Review).',
} as const

/** The account is marked and tried again like one whose token ended: what was switched on again works by itself. */
const SWITCHED_OFF = {
  meaning: 'the access of the app was switched off',
  class: 'reconnect',
  advice:
    'Meta has switched off the access of the app of this service. Connecting the account again does not help: the operator has to look at the app in the developer console of Meta.',
} as const

const AMBIGUOUS = { publish: 'ambiguous', otherwise: 'retry' } as const

/** Codes of the Graph API that both platforms answer with. */
export const GRAPH_ERRORS: readonly ErrorRow[] = [
  { code: -1, meaning: 'server fault', class: AMBIGUOUS },
  { code: 1, meaning: 'temporary fault, or unknown', class: AMBIGUOUS },
  { code: 2, meaning: 'service temporarily unavailable', class: AMBIGUOUS },
  { code: 3, meaning: 'the app lacks the capability', ...NOT_APPROVED },
  { code: 4, meaning: 'the app is throttled', class: 'wait' },
  {
    code: 4,
    subcode: 2207051,
    meaning: 'action blocked as suspected spam; seen although the post went live',
    class: { publish: 'ambiguous', read: 'retry', otherwise: 'owner_action' },
  },
  { code: 9, subcode: 2207042, meaning: 'daily cap of posts reached', class: 'wait' },
  { code: 10, meaning: 'permission missing', permission: true, class: 'reconnect' },
  { code: 10, subcode: 4279067, meaning: 'the app was not reviewed for it', ...NOT_APPROVED },
  { code: 17, any_subcode: true, meaning: 'the user is throttled', class: 'wait' },
  { code: 32, any_subcode: true, meaning: 'the page is throttled', class: 'wait' },
  { code: 100, meaning: 'bad parameter', class: 'permanent' },
  {
    code: 100,
    subcode: 33,
    meaning: 'object missing or not visible yet',
    class: { publish: 'same_container', otherwise: 'retry' },
  },
  { code: 102, any_subcode: true, meaning: 'session invalid', class: 'reconnect' },
  { code: 190, any_subcode: true, meaning: 'token invalid', class: 'reconnect' },
  { code: 190, subcode: 458, meaning: 'the owner removed the app', class: 'reconnect' },
  { code: 190, subcode: 459, meaning: 'checkpoint: the owner must log in to the app', class: 'owner_action' },
  { code: 190, subcode: 460, meaning: 'password changed', class: 'reconnect' },
  { code: 190, subcode: 463, meaning: 'token expired', class: 'reconnect' },
  { code: 190, subcode: 464, meaning: 'unconfirmed user: the owner must confirm the account', class: 'owner_action' },
  { code: 190, subcode: 467, meaning: 'token invalid', class: 'reconnect' },
  { code: 190, subcode: 492, meaning: 'no role on the page', class: 'reconnect' },
  { codes: [200, 299], meaning: 'permission missing', permission: true, class: 'reconnect' },
  { name: 'API access blocked', ...SWITCHED_OFF },
  { name: 'API access deactivated', ...SWITCHED_OFF },
  { code: 341, any_subcode: true, meaning: 'limit of the app reached', class: 'wait' },
  { code: 368, meaning: 'blocked for a while for breaking policies', class: 'owner_action' },
  { code: 506, meaning: 'duplicate post', class: 'permanent' },
  { code: 613, any_subcode: true, meaning: 'custom rate limit', class: 'wait' },
  { code: 613, subcode: 1996, meaning: 'erratic volume of calls', class: 'wait' },
  {
    codes: [80000, 80014],
    any_subcode: true,
    meaning: 'business use case throttled (80002 is Instagram)',
    class: 'wait',
  },
]

/** Subcodes of publishing are unique across codes; others, like 33, mean nothing without theirs. */
const isUnique = (subcode: number | undefined): subcode is number => subcode !== undefined && subcode >= 1_000_000

/** Codes by which the platform says that the app as a whole makes too many calls (platform-apis, section 8). */
const APP_LIMITS: readonly (number | undefined)[] = [4, 341]

/** An error's details beside its class. */
export const aboutOf = (
  rows: readonly ErrorRow[],
  facts: Omit<ErrorFacts, 'http_status'>,
  found: ErrorClass,
): Pick<PlatformError, 'permission' | 'of_app' | 'advice'> => {
  const { permission, advice } = exactRow(rows, facts) ?? rowOfCode(rows, facts.code) ?? {}
  return {
    ...(permission ? { permission } : {}),
    ...(found === 'wait' && APP_LIMITS.includes(facts.code) ? { of_app: true } : {}),
    ...(advice === undefined ? {} : { advice }),
  }
}

/** The meaning of trying again: a publish call may have worked, so it is never simply repeated. */
export const repeat = (operation: Operation): ErrorClass => (operation === 'publish' ? 'ambiguous' : 'retry')

function classIn({ class: given }: ErrorRow, operation: Operation): ErrorClass {
  if (typeof given === 'string') return given
  if (operation === 'publish') return given.publish
  return (operation === 'read' ? given.read : undefined) ?? given.otherwise
}

/** The row of exactly this fault: by name, by code and subcode, or by a subcode that is unique. */
export const exactRow = (rows: readonly ErrorRow[], facts: Omit<ErrorFacts, 'http_status'>): ErrorRow | undefined =>
  rows.find((row) => row.name !== undefined && row.name === facts.name) ??
  rows.find((row) => row.subcode !== undefined && row.subcode === facts.subcode && row.code === facts.code) ??
  (isUnique(facts.subcode) ? rows.find((row) => row.subcode === facts.subcode) : undefined)

const rowOfCode = (rows: readonly ErrorRow[], code: number | undefined): ErrorRow | undefined =>
  code === undefined
    ? undefined
    : rows.find(
        (row) =>
          row.subcode === undefined &&
          (row.code === code || (row.codes !== undefined && code >= row.codes[0] && code <= row.codes[1])),
      )

/** An error that no row knows. */
function unlisted(status: number, operation: Operation): ErrorClass {
  if (status >= 500 || status === 408) return repeat(operation)
  if (status === 429) return 'wait'
  if (status === 401) return 'reconnect'
  if (operation === 'publish') return 'ambiguous'
  return operation === 'read' ? 'retry' : 'permanent'
}

/** The meaning of an answer with an error. @param rows the platform's own, then the shared ones. */
export function classify(rows: readonly ErrorRow[], facts: ErrorFacts, operation: Operation): ErrorClass {
  const { http_status: status, code, subcode } = facts
  // Behind a 5xx anything may have happened, whatever the body says.
  if (operation === 'publish' && status >= 500) return 'ambiguous'
  const exact = exactRow(rows, facts)
  if (exact) return classIn(exact, operation)
  if (status === 429) return 'wait'
  const row = rowOfCode(rows, code)
  // A code is mostly not enough if its subcode is unknown to us: 4 and 4/2207051 differ.
  if (operation === 'publish' && isUnique(subcode) && !row?.any_subcode) return 'ambiguous'
  const found = row ? classIn(row, operation) : unlisted(status, operation)
  const mayPass = found === 'permanent' || found === 'same_container' || found === 'new_container'
  return facts.is_transient && mayPass ? repeat(operation) : found
}

/**
 * The meaning of a container's failed processing: it stays as it is, so only a new one can help, unless the reason
 * is known to lie elsewhere.
 */
export function classifyProcessing(rows: readonly ErrorRow[], reason: { subcode?: number; name?: string }): ErrorClass {
  const row = exactRow(rows, reason)
  const found = row ? classIn(row, 'create') : 'new_container'
  return found === 'retry' || found === 'same_container' ? 'new_container' : found
}
