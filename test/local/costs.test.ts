// The cost of each endpoint at AWS: round trips in sequence, calls, write units. Counted, so the same on every machine.
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { smallPicture } from '../../bench/support/calls.ts'
import { chainOf } from '../../bench/support/chain.ts'
import { costOf, type RequestCost } from '../../bench/support/costs.ts'
import { recordRequests } from '../../bench/support/record-requests.ts'
import { prepareBelongings, requestsOf } from '../../bench/support/requests.ts'
import { serviceOf } from '../../bench/support/service.ts'
import { openFiles } from '../../bench/support/source.ts'
import { ROUTES } from '../../lib/routes.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

/** At most this: what is counted now. What an endpoint needs beyond it has to be worth a change here. */
interface Budget {
  rounds: number
  calls: number
  writeUnits: number
}

const BUDGETS: Record<string, Budget> = {
  'POST /v1/media': { rounds: 4, calls: 6, writeUnits: 8 },
  // With a place taken among those that an owner may have at once, and given back.
  'POST /v1/media (url)': { rounds: 5, calls: 8, writeUnits: 10 },
  'GET /v1/media/users': { rounds: 4, calls: 5, writeUnits: 2 },
  'GET /v1/media/{id}': { rounds: 3, calls: 4, writeUnits: 2 },
  'GET /v1/media/{id} (no key)': { rounds: 2, calls: 2, writeUnits: 0 },
  'HEAD /v1/media/{id}': { rounds: 2, calls: 3, writeUnits: 2 },
  'GET /v1/media/tags': { rounds: 3, calls: 3, writeUnits: 2 },
  // Changed with its line in the list.
  'PATCH /v1/media/{id}': { rounds: 4, calls: 4, writeUnits: 6 },
  // A deletion is recorded in the same transaction.
  'DELETE /v1/media/{id}': { rounds: 6, calls: 6, writeUnits: 10 },
  // An event is counted in the same transaction.
  'POST /v1/media/uploads': { rounds: 3, calls: 4, writeUnits: 7 },
  // The session, and the file in the bucket.
  'GET /v1/media/uploads/{id}': { rounds: 4, calls: 4, writeUnits: 2 },
  // Closed, then what arrived, then the session with what it announced.
  'DELETE /v1/media/uploads/{id}': { rounds: 6, calls: 7, writeUnits: 8 },
  // The file is copied to where the CDN serves it from, and taken away from where it arrived.
  'POST /v1/media/uploads/{id}/complete': { rounds: 9, calls: 10, writeUnits: 11 },
  'GET /v1/accounts/social': { rounds: 4, calls: 4, writeUnits: 2 },
  'POST /v1/posts/feed': { rounds: 3, calls: 6, writeUnits: 11 },
  'POST /v1/posts/feed (Idempotency-Key)': { rounds: 3, calls: 6, writeUnits: 13 },
  'POST /v1/posts/feed (scheduled)': { rounds: 3, calls: 6, writeUnits: 11 },
  'POST /v1/posts/reels': { rounds: 3, calls: 6, writeUnits: 11 },
  'POST /v1/posts/stories': { rounds: 3, calls: 6, writeUnits: 11 },
  'POST /v1/posts/text': { rounds: 3, calls: 5, writeUnits: 9 },
  'GET /v1/posts': { rounds: 4, calls: 4, writeUnits: 2 },
  'GET /v1/posts/{id}': { rounds: 3, calls: 3, writeUnits: 2 },
  'PATCH /v1/posts/{id}': { rounds: 6, calls: 7, writeUnits: 9 },
  'POST /v1/posts/{id}/retry': { rounds: 5, calls: 6, writeUnits: 9 },
  'DELETE /v1/posts/{id}': { rounds: 6, calls: 6, writeUnits: 13 },
  'DELETE /v1/posts/{id}/publications/{account_id}': { rounds: 5, calls: 6, writeUnits: 8 },
  // Asked of the platform, by the function that may decrypt a token, and kept.
  'GET /v1/posts/{id}/insights': { rounds: 6, calls: 7, writeUnits: 3 },
  'GET /v1/posts/{id}/collaborators': { rounds: 4, calls: 4, writeUnits: 2 },
  'GET /v1/accounts/social/{id}/insights': { rounds: 6, calls: 6, writeUnits: 3 },
  // The hours of today that are not summed up yet are counted, so it depends on the time of day.
  'GET /v1/usage': { rounds: 9, calls: 20, writeUnits: 2 },
  'GET /v1/openapi.json': { rounds: 2, calls: 2, writeUnits: 2 },
  'GET /docs': { rounds: 2, calls: 2, writeUnits: 2 },
  'GET /reference': { rounds: 2, calls: 2, writeUnits: 2 },
  // Made in a transaction, which is what keeps the limit however many come at once. All changes are remembered in theirs.
  'POST /v1/webhooks': { rounds: 5, calls: 6, writeUnits: 8 },
  'GET /v1/webhooks': { rounds: 3, calls: 3, writeUnits: 2 },
  'POST /v1/webhooks/{id}/rotate': { rounds: 5, calls: 5, writeUnits: 6 },
  'POST /v1/webhooks/{id}/test': { rounds: 4, calls: 5, writeUnits: 4 },
  'GET /v1/webhooks/{id}/deliveries': { rounds: 4, calls: 4, writeUnits: 2 },
  'POST /v1/webhooks/{id}/deliveries/{delivery}/replay': { rounds: 5, calls: 6, writeUnits: 4 },
  'PATCH /v1/webhooks/{id}': { rounds: 4, calls: 4, writeUnits: 6 },
  'DELETE /v1/webhooks/{id}': { rounds: 4, calls: 4, writeUnits: 6 },
  'GET /v1/nothing': { rounds: 2, calls: 2, writeUnits: 2 },
}

let local: SharedLocal
const costs = new Map<string, RequestCost>()
const routes = new Set<string>()

beforeAll(async () => {
  const picture = await smallPicture()
  local = await sharedLocal()
  const { host, origin, serve } = local.outside
  const files = openFiles()
  serve(files.listener)
  files.serve('/picture.jpg', { type: 'image/jpeg', bytes: picture.length, head: picture })
  const key = await local.admin<{ api_key: string; key_id: string }>(
    ...['key', 'create', '--owner', 'demo', '--rate-limit', '100000'],
  )
  const service = serviceOf({
    session: local.process.session,
    dataDir: local.dataDir,
    assembly: inject('assembly'),
    additions: [{ where: 'TABLE_NAME', variables: { URL_UPLOAD_ALLOW_HOSTS: host } }],
    key,
    admin: local.admin,
  })
  const requests = requestsOf(service, await prepareBelongings(service, picture, origin.slice('http://'.length)))
  for (const { request, calls } of await recordRequests(service, requests)) {
    costs.set(request.name, costOf(calls))
    routes.add(request.route)
  }
})

/** Requests that people make by hand in the dashboard, now and then; they are not counted. */
const OF_PEOPLE = [
  'sign-in',
  'session',
  'team',
  'keys',
  'connect',
  'connect-links',
  'planned-posts',
  'accounts/connections',
]

describe('the calls of one request', { tags: 'deep' }, () => {
  it('are counted for every endpoint', () => {
    // The endpoint for assistants makes requests of its own, each of which is counted here.
    const counted = ROUTES.filter(({ file }) => ![...OF_PEOPLE, 'mcp'].includes(file))
    expect(counted.map(({ method, path }) => `${method} ${path}`).filter((row) => !routes.has(row))).toEqual([])
    expect([...costs.keys()]).toEqual(Object.keys(BUDGETS))
  })

  it.each(Object.entries(BUDGETS))('%s stays within its budget', (name, { rounds, calls, writeUnits }) => {
    const cost = costs.get(name)!
    const over = Object.entries({ rounds, calls, writeUnits }).filter(
      ([what, most]) => cost[what as keyof Budget] > most,
    )
    expect(over, JSON.stringify(cost.detail)).toEqual([])
  })

  it.each(Object.keys(BUDGETS))('%s pays one limiter update and one usage record above its own, with a key', (name) => {
    const anonymous = name.includes('no key')
    const { counts, units } = chainOf(costs.get(name)!)
    expect(counts).toEqual(anonymous ? [0, 0] : [1, 1])
    expect(units).toBe(anonymous ? 0 : 2)
  })

  it('let a post of one account and one picture be accepted in at most three round trips', () => {
    expect(costs.get('POST /v1/posts/feed')!.rounds).toBeLessThanOrEqual(3)
  })
})
