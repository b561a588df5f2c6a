// A scheduled post begins when its time has come. It has the machine for itself: what is measured are seconds.
import { expect, it } from 'vitest'
import { startLocal } from '../support/local.ts'
import { accountOn, busyKey, ended, type Json, post, readPost } from '../support/posting.ts'

it('a scheduled post starts within 2 seconds of its time and never before, also after a restart in between', async () => {
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
