// What platforms were asked about accounts, in the table: the answers for as long as they are good, the number of calls in this
// hour, and until when a platform wants no calls.
import { batchGet, ConditionFailed, type Item, put, update } from '../aws/table.ts'
import type { Result } from '../platforms/outcome.ts'
import { askedAnswerKey, askedCallsKey, askedPauseKey } from '../table-keys.ts'

const seconds = (ms: number): number => Math.ceil(ms / 1000)

/** One caller asks at a time; after this long another may ask the same. */
const ASKING_MS = 8000

interface Known {
  /** The answer, while it is good. */
  answer?: Result<unknown>
  /** Unix ms until which nothing is asked; 0 where it may be. */
  pausedUntil: number
}

/** The stored answer to a question if it is still good, and until when the platform may not be asked. */
export async function knownOf(accountId: string, question: string, now: number): Promise<Known> {
  const [answer, pause] = [askedAnswerKey(accountId, question), askedPauseKey(accountId)]
  const items = await batchGet([answer, pause])
  const at = (key: { sk: string }): Item | undefined => items.find(({ sk }) => sk === key.sk)
  const until = Number(at(pause)?.until ?? 0)
  const { answer: said, good_until } = at(answer) ?? {}
  return {
    ...(typeof said === 'string' && Number(good_until) > now ? { answer: JSON.parse(said) as Result<unknown> } : {}),
    pausedUntil: until > now ? until : 0,
  }
}

/** @returns whether the caller should ask: nobody else is asking it, and no valid answer arrived in the meantime. */
export async function takeQuestion(accountId: string, question: string, now: number): Promise<boolean> {
  try {
    await update(askedAnswerKey(accountId, question), {
      UpdateExpression: 'SET asking_until = :until, expires_at = :expiry',
      ConditionExpression:
        '(attribute_not_exists(asking_until) OR asking_until <= :now) AND (attribute_not_exists(good_until) OR good_until <= :now)',
      ExpressionAttributeValues: { ':until': now + ASKING_MS, ':now': now, ':expiry': seconds(now + ASKING_MS) },
    })
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Takes so many of the hour's calls. @returns whether they were left. */
export async function takeCalls(accountId: string, hour: number, calls: number, most: number): Promise<boolean> {
  try {
    await update(askedCallsKey(accountId, hour), {
      UpdateExpression: 'ADD calls :calls SET expires_at = :expiry',
      ConditionExpression: 'attribute_not_exists(calls) OR calls <= :room',
      ExpressionAttributeValues: { ':calls': calls, ':room': most - calls, ':expiry': (hour + 2) * 3600 },
    })
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Keeps the answer for the next caller. @param goodMs 0 to record only that nobody is asking any more. */
export const keepAnswer = (
  accountId: string,
  question: string,
  answer: Result<unknown>,
  goodMs: number,
  now: number,
): Promise<void> =>
  put({
    ...askedAnswerKey(accountId, question),
    answer: JSON.stringify(answer),
    good_until: now + goodMs,
    expires_at: seconds(now + goodMs),
  })

/** Makes no calls for the account until then; a longer pause is kept. */
export async function keepPause(accountId: string, until: number): Promise<void> {
  await update(askedPauseKey(accountId), {
    UpdateExpression: 'SET #until = :until, expires_at = :expiry',
    ConditionExpression: 'attribute_not_exists(#until) OR #until < :until',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: { ':until': until, ':expiry': seconds(until) },
  }).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}
