// The weekly slots of an account as its owner sees and sets them.
import { getAccount } from '../accounts/account-store.ts'
import type { Account } from '../accounts/rules/account.ts'
import { refuse } from '../errors.ts'
import { nextFree, type SlotPlan } from './rules/slots.ts'
import { setSlots } from './slot-plan-store.ts'
import { readSlots } from './slot-store.ts'

const DAY = 24 * 3_600_000
/** How far ahead a post can be queued. */
export const QUEUE_DAYS = 365
const SHOWN = 10

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

async function view(accountId: string, now: number): Promise<SlotsView> {
  const stored = await readSlots(accountId)
  const next_free: number[] = []
  for (let after: number | undefined = now; stored && next_free.length < SHOWN; ) {
    after = nextFree([stored], after, now + QUEUE_DAYS * DAY)
    if (after === undefined) break
    next_free.push(after)
  }
  return {
    account_id: accountId,
    time_zone: stored?.plan.time_zone ?? null,
    slots: stored?.plan.slots ?? [],
    next_free,
    updated_at: stored?.updated_at ?? null,
  }
}

/** @throws {AppError} `not_found` */
export async function showSlots(ownerId: string, accountId: string, now: number): Promise<SlotsView> {
  await accountOf(ownerId, accountId)
  return view(accountId, now)
}

/** Replaces them. @throws {AppError} `not_found` */
export async function replaceSlots(
  ownerId: string,
  accountId: string,
  plan: SlotPlan,
  now: number,
): Promise<SlotsView> {
  await setSlots(await accountOf(ownerId, accountId), plan, now)
  return view(accountId, now)
}
