// Searches with an account while somebody writes a post: which accounts can, and what is sent.
import { accessOf, factsOf, type LookUp } from '../../../../core/platforms/facts.ts'
import type { Connection } from '../../api/schemas.ts'
import { isPlatform } from '../../platforms/names.ts'

/** The service's bounds of a search (core/accounts/rules/look-up-request.ts). */
export const MAX_SEARCH = 100
const MIN_SEARCH = 2

/** The accounts that can look something up, those that are connected first: another says what is wrong with it. */
export const searchersIn = (accounts: readonly Connection[], what: LookUp): Connection[] =>
  accounts
    .filter(({ platform: { name }, connected_via }) =>
      isPlatform(name) ? accessOf(factsOf(name), connected_via).looks_up?.includes(what) : false,
    )
    .sort((a, b) => Number(b.status === 'connected') - Number(a.status === 'connected'))

/** Whether another way of connecting one of the accounts would let it look something up. */
export const couldLookUp = (accounts: readonly Connection[], what: LookUp): boolean =>
  accounts.some(
    ({ platform: { name } }) =>
      isPlatform(name) &&
      Object.values(factsOf(name).access_by ?? {}).some(({ looks_up }) => looks_up?.includes(what) ?? false),
  )

/** @returns what is searched for; null where it is too short, or nothing that the service takes. */
export function placeText(typed: string): string | null {
  const text = typed.normalize('NFC').replace(/\s+/g, ' ').trim()
  return [...text].length < MIN_SEARCH || text.length > MAX_SEARCH || /\p{C}/u.test(text) ? null : text
}

/** @returns the hashtag without `#`, in lower case; null for one that cannot be searched for. */
export function hashtagText(typed: string): string | null {
  const text = typed.normalize('NFC').trim().replace(/^#/, '').toLowerCase()
  return text.length <= MAX_SEARCH && /^[\p{L}\p{M}\p{N}_]+$/u.test(text) ? text : null
}
