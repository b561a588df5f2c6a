// Facebook's own codes (platforms-next, section 1.4). The rest are the Graph API's. Some come as a code, some as a subcode.
import type { ErrorRow } from '../meta/error-table.ts'

/** The same number as a code and as a subcode. */
const either = (number: number, row: Omit<ErrorRow, 'code' | 'subcode'>): ErrorRow[] => [
  { code: number, ...row },
  { subcode: number, ...row },
]

/** Answers by which the post may be there already: a look tells, not the answer. */
export const MAYBE_THERE: readonly (number | undefined)[] = [506, 1366051]

export const FACEBOOK_ERRORS: readonly ErrorRow[] = [
  { code: 4, any_subcode: true, meaning: 'the app is throttled', class: 'wait' },
  // These come with subcodes that no page lists (1609005 for a link, 1455006 for a text), and are about what was sent.
  { code: 100, any_subcode: true, meaning: 'bad parameter', class: 'permanent' },
  { code: 506, any_subcode: true, meaning: 'duplicate post', class: 'permanent' },
  { code: 190, subcode: 459, meaning: 'checkpoint: sign in again', class: 'reconnect' },
  { code: 190, subcode: 464, meaning: 'unconfirmed user: sign in again', class: 'reconnect' },
  ...either(1366051, { meaning: 'these photos were posted already', class: 'permanent' }),
  ...either(1366046, { meaning: 'photo too large, or not a picture', class: 'permanent' }),
  ...either(1390008, { meaning: 'posting too fast', class: 'permanent' }),
  ...either(1404078, { meaning: 'the Page needs an authorization to publish', class: 'owner_action' }),
  ...either(4854002, { meaning: 'the owner must confirm who they are', class: 'owner_action' }),
  ...either(1363047, { meaning: 'service unavailable', class: { publish: 'ambiguous', otherwise: 'retry' } }),
  ...either(1609010, { meaning: 'service unavailable', class: { publish: 'ambiguous', otherwise: 'retry' } }),
  { code: 6000, any_subcode: true, meaning: 'the video could not be uploaded', class: 'permanent' },
]

/** Advice to the owner where only a change of the post helps. */
export const ADVICE: Readonly<Record<number, string>> = {
  506: 'Facebook refuses the same text twice in a row: change it, or leave it where it is posted already.',
  1366051: 'Facebook has posted these photos before: post them with other pictures, or leave them where they are.',
  1390008: 'Facebook finds that the Page posts too fast: post again later, and less at once.',
}
