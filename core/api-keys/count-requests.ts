// How much a key was used lately, by the windows that its requests are counted in anyway. Hours that are over are summed up once
// and kept, so that a list of keys reads two hours of windows of each and not a day.
import { get, put, queryPages } from '../aws/table.ts'
import { rateHoursKey, rateWindowKey } from '../table-keys.ts'
import { COUNTED_MS, MINUTE, windowExpiry } from './windows.ts'

const HOUR_MINUTES = 60
/** How long after its end an hour may still get requests: clocks are off, and a request counts for the time of its arrival. */
const LATE_MINUTES = 2

type Sums = Map<number, number>

async function* windowsOf(
  keyId: string,
  first: number,
  last: number,
): AsyncGenerator<{ minute: number; hits: number }> {
  if (last < first) return
  const [from, to] = [rateWindowKey(keyId, first), rateWindowKey(keyId, last)]
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ProjectionExpression: 'sk, hits',
    ExpressionAttributeValues: { ':pk': from.pk, ':first': from.sk, ':last': to.sk },
  })
  for await (const items of pages)
    for (const { sk, hits } of items) yield { minute: Number(sk), hits: Number(hits ?? 0) }
}

const keptSums = async (keyId: string): Promise<Sums> => {
  const kept = (await get(rateHoursKey(keyId), { consistent: false }))?.hours as Record<string, number> | undefined
  return new Map(Object.entries(kept ?? {}).map(([hour, count]) => [Number(hour), count]))
}

/** Requests with the key in the 24 hours up to now, to the minute; those over its rate among them. */
export async function countRequests(keyId: string, now: number): Promise<number> {
  const last = Math.floor(now / MINUTE)
  const first = Math.floor((now - COUNTED_MS) / MINUTE) + 1
  const firstHour = Math.ceil(first / HOUR_MINUTES)
  const overHour = Math.floor((last - LATE_MINUTES) / HOUR_MINUTES)
  const kept = await keptSums(keyId)
  let next = firstHour
  let count = 0
  for (; next < overHour && kept.has(next); next += 1) count += kept.get(next)!
  const sums: Sums = new Map(Array.from({ length: Math.max(0, overHour - next) }, (_, at) => [next + at, 0]))
  for await (const { hits } of windowsOf(keyId, first, firstHour * HOUR_MINUTES - 1)) count += hits
  for await (const { minute, hits } of windowsOf(keyId, next * HOUR_MINUTES, last)) {
    count += hits
    const hour = Math.floor(minute / HOUR_MINUTES)
    if (sums.has(hour)) sums.set(hour, sums.get(hour)! + hits)
  }
  if (sums.size > 0) {
    const hours = [...kept, ...sums].filter(([hour]) => hour >= firstHour)
    await put({
      ...rateHoursKey(keyId),
      hours: Object.fromEntries(hours.map(([hour, sum]) => [String(hour), sum])),
      expires_at: windowExpiry(last),
    })
  }
  return count
}
