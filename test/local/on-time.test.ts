// A scheduled post begins when its time has come, moved or not, and the service ends when it is told to. They have the machine
// for themselves: what is measured are seconds.
import { expect, it } from 'vitest'
import { startLocal } from '../support/local.ts'
import { accountOn, busyKey, ended, type Json, post, readPost } from '../support/posting.ts'

it('a scheduled post starts within 2 seconds of its time and never before, also after a restart within 5 seconds', async () => {
  const own = await startLocal({ env: { PUBLISH_POLL_MS: '200' } })
  try {
    const ownKey = await busyKey(own)
    const at = Date.now() + 12_000
    const id = await post(
      own,
      'text',
      { content: 'On time', accounts: [accountOn(own, 'threads')], scheduled_at: at },
      ownKey,
    )
    expect(await readPost(own, id, ownKey)).toMatchObject({
      status: 'scheduled',
      scheduled_at: at,
      publications: [{ state: 'waiting', next_attempt_at: at }],
    })
    const { code, ms } = await own.stop()
    expect(code).toBe(0)
    expect(ms).toBeLessThan(5000)
    await own.restart()
    // On a machine that is busy it may come back only after the time: then at once.
    const due = Math.max(at, Date.now())
    await ended(own, id, ownKey)
    const { requests } = await own.control<Json>('threads', 'GET', '/state')
    const first = requests.filter(({ operation }: Json) => operation === 'create')
    expect(first).toHaveLength(1)
    expect(first[0].at).toBeGreaterThanOrEqual(at)
    expect(first[0].at).toBeLessThan(due + 2000)
  } finally {
    await own.end()
  }
})

it('a moved post starts within 3 seconds of its new time and never before, moved earlier or later', async () => {
  const own = await startLocal({ env: { PUBLISH_POLL_MS: '200' } })
  try {
    const ownKey = await busyKey(own)
    const soon = Date.now() + 6000
    const time = soon + 2000
    const ids = await Promise.all(
      [soon, soon + 7_200_000].map((scheduled_at) =>
        post(own, 'text', { content: 'Moved', accounts: [accountOn(own, 'threads')], scheduled_at }, ownKey),
      ),
    )
    for (const id of ids) {
      const moved = await own.api('PATCH', `/api/v1/posts/${id}`, { key: ownKey, json: { scheduled_at: time } })
      expect(moved.status).toBe(200)
    }
    await Promise.all(ids.map((id) => ended(own, id, ownKey)))
    const { requests } = await own.control<Json>('threads', 'GET', '/state')
    const created = requests.filter(({ operation }: Json) => operation === 'create')
    expect(created).toHaveLength(2)
    for (const { at } of created) {
      expect(at).toBeGreaterThanOrEqual(time)
      expect(at).toBeLessThan(time + 3000)
    }
  } finally {
    await own.end()
  }
})
