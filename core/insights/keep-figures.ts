// Keeping figures in the table. Apart from reading them, so that whoever reads is granted nothing more.
import { put } from '../aws/table.ts'
import { accountFiguresKey, type Key, postFiguresKey } from '../table-keys.ts'
import type { Kept } from './figures-store.ts'
import { KEPT_MS } from './rules/figures.ts'

const itemOf = (key: Key, { figures, read_at }: Kept) => ({
  ...key,
  figures,
  read_at,
  expires_at: Math.ceil((read_at + KEPT_MS) / 1000),
})

export const keepFiguresOfPost = (postId: string, accountId: string, part: number, kept: Kept): Promise<void> =>
  put(itemOf(postFiguresKey(postId, accountId, part), kept))

export const keepFiguresOfAccount = (
  accountId: string,
  span: { from: number; to: number },
  kept: Kept,
): Promise<void> => put(itemOf(accountFiguresKey(accountId, span), kept))
