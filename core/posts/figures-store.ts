// Figures in the table: the last that the platform told of a post on an account, and of an account.
import { batchGet, get } from '../aws/table.ts'
import type { Figures } from '../platforms/connector.ts'
import { accountFiguresKey, postFiguresKey } from '../table-keys.ts'

export interface Kept {
  figures: Figures
  /** When the platform told them, Unix ms. */
  read_at: number
}

const keptIn = (item: Record<string, unknown>): Kept => ({
  figures: item.figures as Figures,
  read_at: Number(item.read_at),
})

/** What is kept of a post, by account and, in a thread, part: `<account>#<part>`. */
export async function figuresOfPost(
  postId: string,
  wanted: readonly { account_id: string; part: number }[],
): Promise<Map<string, Kept>> {
  const items = await batchGet(wanted.map(({ account_id, part }) => postFiguresKey(postId, account_id, part)))
  return new Map(items.map((item) => [String(item.sk), keptIn(item)]))
}

export async function figuresOfAccount(
  accountId: string,
  span: { from: number; to: number },
): Promise<Kept | undefined> {
  const item = await get(accountFiguresKey(accountId, span))
  return item && keptIn(item)
}
