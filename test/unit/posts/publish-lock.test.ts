// The lock of an account belongs to one publication at a time, and to the worker of it that wrote first.
import { expect, it } from 'vitest'
import { type Effects, publishStep } from '../../../core/posts/publishing/engine.ts'
import { VersionConflict } from '../../../core/posts/rules/publication.ts'
import { ready, T0 } from '../../support/publications.ts'

/** Runs a pass whose write before the publish call `fails` as given. @returns what it did with the lock and the platform. */
async function passWith(fails: () => Error | undefined): Promise<string[]> {
  const done: string[] = []
  const effects: Partial<Effects> = {
    now: () => T0,
    sleep: async () => undefined,
    pace: { poll_ms: 100, chance: () => 0.5 },
    load: async () => ready(0),
    save: async (publication) => {
      const error = publication.attempt ? fails() : undefined
      if (error) throw error
      return { ...publication, version: publication.version + 1 }
    },
    comeBack: async () => undefined,
    obstacle: async () => undefined,
    quota: async () => ({ ok: true, value: { used: 0, total: 250, window_seconds: 86_400 } }),
    terms: () => ({}),
    lockAccount: async () => done.push('locked') > 0,
    unlockAccount: async () => {
      done.push('unlocked')
    },
    publish: async () => {
      done.push('published')
      return { ok: true, value: { media_id: '1' } }
    },
    findLink: async () => ({ ok: true, value: { permalink: 'https://www.threads.net/@a/post/1' } }),
    remainingMs: () => 60_000,
  }
  await publishStep(effects as Effects).catch((error: unknown) => done.push((error as Error).message))
  return done
}

it('is let go after the call', async () => {
  expect(await passWith(() => undefined)).toEqual(['locked', 'published', 'unlocked'])
})

it('is left to another worker that has written first, and may be publishing under it', async () => {
  expect(await passWith(() => new VersionConflict())).toEqual(['locked'])
})

it('is released if the write failed for another reason: nobody publishes then', async () => {
  expect(await passWith(() => new Error('the table is away'))).toEqual(['locked', 'unlocked', 'the table is away'])
})
