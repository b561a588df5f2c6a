// The hashtags that an account has searched for: a platform lets it search for so many different ones in a span, and each new one
// takes a place before the platform is asked, no matter who asks and how many at once.
import { batchGet, ConditionFailed, update } from '../aws/table.ts'
import { askedHashtagsKey } from '../table-keys.ts'

export interface SearchLimit {
  most: number
  within_ms: number
}

/** Others may take places at the same moment. */
const MAX_ROUNDS = 10

type Searched = Readonly<Record<string, number>>

async function readSearched(
  accountId: string,
  { within_ms }: SearchLimit,
  now: number,
): Promise<{ searched: Searched; version: number }> {
  const [item] = await batchGet([askedHashtagsKey(accountId)], { consistent: true })
  const all = Object.entries((item?.searched ?? {}) as Searched)
  return {
    searched: Object.fromEntries(all.filter(([, at]) => at > now - within_ms)),
    version: Number(item?.version ?? 0),
  }
}

/** How many different ones count at this time. */
export const countSearched = async (accountId: string, limit: SearchLimit, now: number): Promise<number> =>
  Object.keys((await readSearched(accountId, limit, now)).searched).length

const hasRoom = (searched: Searched, hashtag: string, { most }: SearchLimit): boolean =>
  Object.hasOwn(searched, hashtag) || Object.keys(searched).length < most

/** @returns whether a place is left for it at this time; takes none. */
export const maySearch = async (
  accountId: string,
  hashtag: string,
  limit: SearchLimit,
  now: number,
): Promise<boolean> => hasRoom((await readSearched(accountId, limit, now)).searched, hashtag, limit)

/** @returns whether it may be searched for: it was before, or there was a place left for it. */
export async function takeHashtag(
  accountId: string,
  hashtag: string,
  limit: SearchLimit,
  now: number,
): Promise<boolean> {
  for (let round = 1; ; round += 1) {
    const { searched, version } = await readSearched(accountId, limit, now)
    if (Object.hasOwn(searched, hashtag)) return true
    if (!hasRoom(searched, hashtag, limit)) return false
    try {
      await update(askedHashtagsKey(accountId), {
        UpdateExpression: 'SET searched = :searched, version = :next, expires_at = :expiry',
        ConditionExpression: version === 0 ? 'attribute_not_exists(version)' : 'version = :version',
        ExpressionAttributeValues: {
          ':searched': { ...searched, [hashtag]: now },
          ':next': version + 1,
          ':expiry': Math.ceil((now + limit.within_ms) / 1000),
          ...(version === 0 ? {} : { ':version': version }),
        },
      })
      return true
    } catch (error) {
      if (!(error instanceof ConditionFailed) || round === MAX_ROUNDS) throw error
    }
  }
}
