// Metrics on the way of a publication: each once, of the right moment.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { METRICS } from '../../../core/contract.ts'
import { sweepPublications } from '../../../core/posts/sweep-publications.ts'
import { says, startWorld, type World } from './worker-world.ts'

let world: World
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await startWorld()
  vi.stubEnv('METRICS_NAMESPACE', 'Shop')
})
beforeEach(() => {
  world.reset()
  lines.length = 0
  write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    if (String(text).includes('"_aws"')) lines.push(JSON.parse(String(text)) as Record<string, unknown>)
    return true
  })
})
let write: { mockRestore(): void }
afterEach(() => write.mockRestore())
afterAll(async () => {
  vi.unstubAllEnvs()
  await world.stop()
})

const measured = (name: string) => lines.filter((line) => name in line)

describe('metrics of publishing', () => {
  it('count what was published, once, with the seconds since it was due', async () => {
    const { ids, post } = await world.post()
    vi.setSystemTime(Date.now() + 90_000)
    await world.drive(ids)
    const published = measured(METRICS.published)
    expect(published).toHaveLength(1)
    expect(published[0]).toMatchObject({
      [METRICS.published]: 1,
      [METRICS.failed]: 0,
      post_id: post.id,
      platform: 'threads',
    })
    const seconds = Number(published[0]![METRICS.dueToPublished])
    expect(seconds).toBeGreaterThanOrEqual(90)
    expect(seconds).toBeLessThan(200)
  })

  it('count what failed in sum and by its reason', async () => {
    const { ids } = await world.post()
    world.answer('create', says({ message: 'Invalid parameter', code: 100 }))
    expect((await world.drive(ids)).state).toBe('failed')
    const failed = measured(METRICS.failed)
    expect(failed).toHaveLength(2)
    expect(failed[0]).toMatchObject({ [METRICS.published]: 0, [METRICS.failed]: 1 })
    expect(failed[1]).toMatchObject({ [METRICS.failed]: 1, failure: 'rejected' })
    expect(JSON.stringify(lines)).not.toContain('token-of')
  })
})

describe('the age of the most overdue', () => {
  it('goes on from when it was due, however often it was queued again', async () => {
    const start = Date.now()
    const { ids } = await world.post()
    const first = await sweepPublications(start + 60_000)
    expect(first.oldest_ms).toBeGreaterThanOrEqual(60_000)
    // Just queued again: nothing is taken for lost.
    expect((await sweepPublications(start + 120_000)).oldest_ms).toBe(0)
    const again = await sweepPublications(start + 420_000)
    expect(again.requeued).toBeGreaterThan(0)
    expect(again.oldest_ms).toBe(first.oldest_ms + 360_000)
    expect((await world.publication(ids)).state).toBe('waiting')
  })
})
