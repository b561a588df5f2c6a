// How much a key was used lately, by the windows that its requests are counted in anyway.
import { queryPages } from '../aws/table.ts'
import { rateWindowKey } from '../table-keys.ts'
import { COUNTED_MS, MINUTE } from './windows.ts'

/** Requests with the key in the 24 hours up to now, to the minute; those over its rate among them. */
export async function countRequests(keyId: string, now: number): Promise<number> {
  const last = rateWindowKey(keyId, Math.floor(now / MINUTE))
  const first = rateWindowKey(keyId, Math.floor((now - COUNTED_MS) / MINUTE) + 1)
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ProjectionExpression: 'hits',
    ExpressionAttributeValues: { ':pk': last.pk, ':first': first.sk, ':last': last.sk },
  })
  let count = 0
  for await (const items of pages) for (const { hits } of items) count += Number(hits ?? 0)
  return count
}
