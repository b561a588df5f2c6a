// Figures in the table: the latest that the platform reported for a post on an account, and for an account.
import { batchGet, get, queryAll } from '../aws/table.ts'
import type { Figures } from '../platforms/connector.ts'
import { accountFiguresKey, daysOfFigures, postFiguresKey, readDayFigures } from '../table-keys.ts'

export interface Kept {
  figures: Figures
  /** When the platform told them, Unix ms. */
  read_at: number
  /** The names of those that are of no span: counts as they stood then. */
  standing?: readonly string[]
  /** Of a post: its figures as they stood on the days on which they were read, Unix days, the oldest first. */
  days?: readonly { day: number; figures: Figures }[]
}

const keptIn = (item: Record<string, unknown>): Kept => ({
  figures: item.figures as Figures,
  read_at: Number(item.read_at),
  ...(item.standing ? { standing: item.standing as string[] } : {}),
  ...(item.days ? { days: item.days as { day: number; figures: Figures }[] } : {}),
})

/** The kept figures of a post, by account and, in a thread, part: `<account>#<part>`. */
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

export interface KeptDay extends Kept {
  /** Unix day. */
  day: number
  what: 'WITHIN' | 'STANDING'
  /** Names of figures that count people. */
  people: readonly string[]
}

/** The kept figures of the days `from` to `to`, both included: at most two items each. */
export async function figuresOfDays(accountId: string, from: number, to: number): Promise<KeptDay[]> {
  const range = daysOfFigures(accountId, from, to)
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': range.pk, ':from': range.from, ':to': range.to },
  })
  return items.map((item) => {
    const [day, what] = readDayFigures(String(item.sk))
    return { ...keptIn(item), day, what: what as KeptDay['what'], people: (item.people as string[] | undefined) ?? [] }
  })
}
