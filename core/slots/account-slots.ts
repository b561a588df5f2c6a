// The weekly slots of an account as its owner sees and sets them.
import { getAccount } from '../accounts/account-store.ts'
import type { Account } from '../accounts/rules/account.ts'
import { ConditionFailed } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { type AccountSlots, type SlotPlan, type SlotsRequest, slotTimes } from './rules/slots.ts'
import { setSlots } from './slot-plan-store.ts'
import { readSlots } from './slot-store.ts'

const DAY = 24 * 3_600_000
/** How far ahead a post can be queued. */
export const QUEUE_DAYS = 365
const SHOWN = 10
/** A calendar of a month shows six weeks. */
export const MOST_DAYS = 62

export interface SlotsView {
  account_id: string
  time_zone: string | null
  slots: SlotPlan['slots']
  /** The next that are free, Unix ms. */
  next_free: number[]
  updated_at: number | null
}

async function accountOf(ownerId: string, accountId: string): Promise<Account> {
  const account = await getAccount(accountId)
  if (account?.owner_id !== ownerId || account.status === 'disconnected')
    throw refuse('not_found', 'There is no account with this id.')
  return account
}

/** Those after one moment, up to another, Unix ms; `most` at most. */
function freeOf({ plan, taken }: AccountSlots, after: number, until: number, most: number): number[] {
  const free: number[] = []
  for (const moment of slotTimes(plan, after, until)) {
    if (free.length === most) break
    if (!taken.has(moment)) free.push(moment)
  }
  return free
}

async function view(accountId: string, { from, to }: { from?: number; to?: number }, now: number): Promise<SlotsView> {
  const stored = await readSlots(accountId)
  const after = from === undefined ? now : Math.max(now, from - 1)
  const [until, most] = to === undefined ? [now + QUEUE_DAYS * DAY, SHOWN] : [to, Number.POSITIVE_INFINITY]
  return {
    account_id: accountId,
    time_zone: stored?.plan.time_zone ?? null,
    slots: stored?.plan.slots ?? [],
    next_free: stored ? freeOf(stored, after, until, most) : [],
    updated_at: stored?.updated_at ?? null,
  }
}

/** @param range with an end: all that are free in it, in place of the next. @throws {AppError} `not_found`, `too_big` */
export async function showSlots(
  ownerId: string,
  accountId: string,
  range: { from?: number; to?: number },
  now: number,
): Promise<SlotsView> {
  const { from = now, to = from } = range
  if (to - from > MOST_DAYS * DAY)
    throw refuse('too_big', `to: At most ${MOST_DAYS} days after \`from\` are looked at.`, 'to')
  await accountOf(ownerId, accountId)
  return view(accountId, range, now)
}

/** Replaces them; with `updated_at`, only those that were read. @throws {AppError} `not_found`, `conflict` */
export async function replaceSlots(
  ownerId: string,
  accountId: string,
  { updated_at: seen, ...plan }: SlotsRequest,
  now: number,
): Promise<SlotsView> {
  await setSlots(await accountOf(ownerId, accountId), plan, seen, now).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
    throw refuse(
      'conflict',
      'Somebody set the slots of this account meanwhile. Look at them again, then set yours.',
      'updated_at',
    )
  })
  return view(accountId, {}, now)
}
