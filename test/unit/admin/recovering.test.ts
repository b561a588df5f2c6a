// The report of `recover`. It comes also where the command breaks off, as a further call does not name what this one has ended.
import { expect, it, vi } from 'vitest'
import { recover } from '../../../bin/admin/recovering.ts'
import type { Recovered } from '../../../core/posts/publishing/recover-publications.ts'

const world = vi.hoisted(() => ({ found: [] as unknown[], broken: undefined as Error | undefined }))
vi.mock('../../../core/aws/event-sources.ts', () => ({ eventSourceOf: async () => ({ state: 'Disabled' }) }))
vi.mock('../../../core/posts/publishing/recover-publications.ts', () => ({
  recoverPublications: async (_since: number, tell: (one: unknown) => void) => {
    for (const one of world.found) tell(one)
    if (world.broken) throw world.broken
  },
}))

const unknown: Recovered = {
  post_id: '8c4f1ad0-0000-4000-8000-000000000001',
  account_id: '8c4f1ad0-0000-4000-8000-0000000000aa',
  platform: 'threads',
  recovery: 'unknown',
  not_before: Date.UTC(2026, 10, 22, 9),
}

const said: string[] = []
const call = () => {
  process.env.PUBLISH_QUEUE_URL = 'http://127.0.0.1/queue'
  said.length = 0
  const options = { since: '2026-11-22T09:00:00Z' }
  return recover({ options, words: {}, terminal: { say: (line: string) => said.push(line) } } as never)
}

it('names what it has ended although it breaks off', async () => {
  world.found = [unknown]
  world.broken = new Error('the table does not answer')
  const { text, json, failed } = await call()
  expect(failed).toBe(true)
  expect(text).toContain('It broke off (the table does not answer): call it again')
  expect(text).toContain(unknown.post_id)
  expect(json).toMatchObject({ error: 'the table does not answer', publications: [unknown] })
  // At once, too: the command may be stopped before its end.
  expect(said.join()).toContain(unknown.post_id)
})

it('says nothing but the reason where it broke off before the first', async () => {
  world.found = []
  world.broken = new Error('the table does not answer')
  await expect(call()).rejects.toThrow('the table does not answer')
})

it('says that it did not break off by exit code 0', async () => {
  world.found = [unknown]
  world.broken = undefined
  const { text, json, failed } = await call()
  expect([failed, json.error]).toEqual([undefined, undefined])
  expect(text).not.toContain('broke off')
})
