// Finds the time at which a queued post goes out: the next slot that is free on all of its accounts.
import type { Account } from '../accounts/rules/account.ts'
import type { Issue } from '../errors.ts'
import { MAX_SCHEDULE_AHEAD_MS } from '../platforms/post-types.ts'
import { providerNamed } from '../platforms/providers.ts'
import { nextFree } from './rules/slots.ts'
import { readSlots } from './slot-store.ts'

/** One transaction takes a slot of each beside everything else that a post writes. */
export const MAX_QUEUED_ACCOUNTS = 20

/** Sooner than this nothing is queued for: accepting takes a moment. */
const SOONEST_MS = 5000

const nameOf = (account: Account): string =>
  `${providerNamed(account.provider).display_name} @${account.external_username}`

/** @param accounts those that the post goes to. @returns the moment, Unix ms, or what is wrong. */
export async function nextSlotOf(accounts: readonly Account[], now: number): Promise<number | Issue> {
  const issue = (message: string): Issue => ({ code: 'no_free_slot', path: 'scheduled_at', message })
  if (accounts.length > MAX_QUEUED_ACCOUNTS)
    return issue(`next_slot takes at most ${MAX_QUEUED_ACCOUNTS} accounts; the post has ${accounts.length}.`)
  const stored = await Promise.all(accounts.map(({ id }) => readSlots(id)))
  const without = accounts.filter((_, at) => (stored[at]?.plan.slots.length ?? 0) === 0)
  if (without.length > 0) return issue(`${without.map(nameOf).join(', ')} has no slots: set them, or name a time.`)
  const slots = stored.flatMap((one) => one ?? [])
  const next = nextFree(slots, now + SOONEST_MS, now + MAX_SCHEDULE_AHEAD_MS)
  if (next !== undefined) return next
  return issue(
    accounts.length === 1
      ? `All slots of ${nameOf(accounts[0]!)} within 365 days are taken.`
      : 'The accounts have no slot in common that is free within 365 days: post to each by itself.',
  )
}
