// Keeping figures in the table. Apart from reading them, so that readers are granted nothing more.
import { put } from '../aws/table.ts'
import { accountFiguresKey, dayFiguresKey, type Key, postFiguresKey } from '../table-keys.ts'
import type { Kept } from './figures-store.ts'

const DAY = 24 * 3_600_000

/** Figures of a post are kept for as long as platforms keep their own: two years. */
export const KEPT_MS = 2 * 365 * DAY

/** Figures of an account are of the span that was asked for: they only stand in while the platform does not answer. */
export const ACCOUNT_KEPT_MS = 7 * DAY

const itemOf = (
  key: Key,
  { figures, read_at, standing, days, people }: Kept & { people?: readonly string[] },
  keptMs: number,
) => ({
  ...key,
  figures,
  ...(standing ? { standing } : {}),
  ...(days ? { days } : {}),
  ...(people && people.length > 0 ? { people } : {}),
  read_at,
  expires_at: Math.ceil((read_at + keptMs) / 1000),
})

export const keepFiguresOfPost = (postId: string, accountId: string, part: number, kept: Kept): Promise<void> =>
  put(itemOf(postFiguresKey(postId, accountId, part), kept, KEPT_MS))

export const keepFiguresOfAccount = (
  accountId: string,
  span: { from: number; to: number },
  kept: Kept,
): Promise<void> => put(itemOf(accountFiguresKey(accountId, span), kept, ACCOUNT_KEPT_MS))

/** Those of a single day stay as long as those of a post. @param kept.people names of figures that count people. */
export const keepFiguresOfDay = (
  accountId: string,
  day: number,
  what: 'WITHIN' | 'STANDING',
  kept: Kept & { people?: readonly string[] },
): Promise<void> => put(itemOf(dayFiguresKey(accountId, day, what), kept, KEPT_MS))
