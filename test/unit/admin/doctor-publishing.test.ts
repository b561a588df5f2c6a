// Doctor on posts that do not come out: the sweeper, which runs on, hides none of them.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Stack } from '../../../bin/admin/command.ts'
import { overdue } from '../../../bin/admin/doctor/publishing.ts'
import { sweepPublications } from '../../../core/posts/sweep-publications.ts'
import { startWorld, type World } from '../posts/worker-world.ts'

const MINUTE = 60_000

let world: World
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.stop())

const found = () => overdue({} as Stack)

it('says by how much a post is late that the sweeper sends again and again and no worker takes', async () => {
  await world.post()
  expect(await found()).toEqual([{ of: 'publishing', state: 'fine', says: 'Nothing is overdue.' }])
  for (let minute = 0; minute < 20; minute += 1) {
    vi.setSystemTime(Date.now() + MINUTE)
    await sweepPublications(Date.now())
  }
  expect(await found()).toMatchObject([
    { state: 'broken', says: expect.stringMatching(/^1 publication is overdue, the oldest by 20 minutes/) },
  ])
})

it('does not take a post for late that waits for a later time', async () => {
  await world.post({ scheduled_at: Date.now() + 12 * MINUTE })
  vi.setSystemTime(Date.now() + 10 * MINUTE)
  await sweepPublications(Date.now())
  expect(await found()).toMatchObject([{ state: 'fine' }])
})
