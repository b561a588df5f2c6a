// Keeping figures in the table. Apart from reading them, so that whoever reads is granted nothing more.
import { put } from '../aws/table.ts'
import { accountFiguresKey, type Key, postFiguresKey } from '../table-keys.ts'
import type { Kept } from './figures-store.ts'
import { ACCOUNT_KEPT_MS, KEPT_MS } from './rules/figures.ts'

const itemOf = (key: Key, { figures, read_at }: Kept, keptMs: number) => ({
  ...key,
  figures,
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
