// A scheduled post begins when its time has come, moved or not, and the service ends when it is told to. They have the machine
// for themselves: what is measured are seconds.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Local, startLocal } from '../support/local.ts'
import { accountOn, busyKey, ended, type Json, post, readPost } from '../support/posting.ts'

let own: Local
let key: string

beforeAll(async () => {
  own = await startLocal({ env: { PUBLISH_POLL_MS: '200' } })
  key = await busyKey(own)
})
afterAll(() => own?.end())

const schedule = (content: string, scheduled_at: number) =>
  post(own, 'text', { content, accounts: [accountOn(own, 'threads')], scheduled_at }, key)

/** When the platform was asked for containers of posts, so far. */
const begun = async (): Promise<number[]> =>
  (await own.control<Json>('threads', 'GET', '/state')).requests
    .filter(({ operation }: Json) => operation === 'create')
    .map(({ at }: Json) => at)

it('a moved post starts within 3 seconds of its new time and never before, moved earlier or later', {
  tags: 'deep',
}, async () => {
  const soon = Date.now() + 9000
  const time = soon + 2000
  const ids = await Promise.all([soon, soon + 7_200_000].map((old, at) => schedule(`Moved ${at}`, old)))
  for (const id of ids) {
    const moved = await own.api('PATCH', `/api/v1/posts/${id}`, { key, json: { scheduled_at: time } })
    expect(moved.status, moved.text).toBe(200)
  }
  await Promise.all(ids.map((id) => ended(own, id, key)))
  const times = await begun()
  expect(times).toHaveLength(2)
  for (const at of times) {
    expect(at).toBeGreaterThanOrEqual(time)
    expect(at).toBeLessThan(time + 3000)
  }
})

it('a scheduled post starts within 2 seconds of its time and never before, also after a restart in between', async () => {
  const at = Date.now() + 12_000
  const id = await schedule('On time', at)
  expect(await readPost(own, id, key)).toMatchObject({
    status: 'scheduled',
    scheduled_at: at,
    publications: [{ state: 'waiting', next_attempt_at: at }],
  })
  const before = await begun()
  const { code, ms } = await own.stop()
  expect(code).toBe(0)
  expect(ms, 'at SIGTERM').toBeLessThan(5000)
  await own.restart()
  // On a machine that is busy it may come back only after the time: then at once.
  const due = Math.max(at, Date.now())
  await ended(own, id, key)
  const [first, ...more] = (await begun()).slice(before.length)
  expect(more).toEqual([])
  expect(first).toBeGreaterThanOrEqual(at)
  expect(first).toBeLessThan(due + 2000)
})
