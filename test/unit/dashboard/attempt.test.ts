// The request that makes a post, while the composer sends it and afterwards.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  isSeries,
  isTooOld,
  keyOfDraft,
  keyOfTurn,
  newAttempt,
  pageAfter,
} from '../../../dashboard/src/pages/compose/attempt.ts'
import { momentOf } from '../../../dashboard/src/posts/wall-time.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2031, 2, 1, 12)
const draft = { type: 'feed', when: 'now', wall: '', repeat: '', until: '', made: [], shared: null } as const
const series = { ...draft, when: 'later', wall: '2031-03-04T09:30', repeat: 'daily', until: '2031-03-06' } as const
const at = (day: string) => momentOf(`${day}T09:30`)!.at

describe('an attempt', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Europe/Berlin')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('has the type, the body, the time and a key that no other one has', () => {
    const body = { content: 'Hello' }
    const first = newAttempt(draft, body, false, NOW)
    expect(first).toEqual({ type: 'feed', body, at: NOW, key: expect.stringMatching(/^compose-[\da-f-]{36}$/) })
    expect(newAttempt(draft, body, false, NOW).key).not.toBe(first.key)
  })

  it('of a draft of the team has the key of its version, as all who publish it make one post', () => {
    const keyOf = (version: number) => newAttempt({ ...draft, shared: { id: 'd1', version } }, {}, false, NOW).key
    expect(keyOf(3)).toBe(keyOfDraft({ id: 'd1', version: 3 }))
    expect(keyOf(3)).toBe(keyOf(3))
    expect(keyOf(4)).not.toBe(keyOf(3))
  })

  it('says that it is for approval only where it is', () => {
    expect(newAttempt(draft, {}, true, NOW)).toHaveProperty('forApproval', true)
    expect(newAttempt(draft, {}, false, NOW)).not.toHaveProperty('forApproval')
  })

  it('of a series has the moments whose posts are not made yet', () => {
    const days = ['2031-03-04', '2031-03-05', '2031-03-06'].map(at)
    expect(newAttempt(series, {}, false, NOW).times).toEqual(days)
    expect(newAttempt({ ...series, made: ['2031-03-04'] }, {}, true, NOW).times).toEqual(days.slice(1))
  })

  it('of a series counts the keys of its posts, so that a version of a draft of the team makes one series or one post', () => {
    const shared = { id: 'd1', version: 3 }
    const key = keyOfDraft(shared)
    const keysOf = (more: Partial<Parameters<typeof newAttempt>[0]>) => {
      const attempt = newAttempt({ ...series, shared, ...more }, {}, false, NOW)
      return attempt.times!.map((_, turn) => keyOfTurn(attempt, turn))
    }
    expect(keysOf({})).toEqual([key, `${key}-1`, `${key}-2`])
    // Another person's series of the version meets it at its first post, and at the first that differs.
    expect(keysOf({ wall: '2031-03-05T11:00' })).toEqual([key, `${key}-1`])
    // It goes on where it broke off, also where its days were changed meanwhile.
    expect(keysOf({ made: ['2031-03-04'], until: '2031-03-07' })).toEqual([`${key}-1`, `${key}-2`, `${key}-3`])
    // Begun by an earlier version of the dashboard: what the service took has these keys.
    expect(keyOfTurn({ key, times: [at('2031-03-04'), at('2031-03-05')] }, 1)).toBe(`${key}-${at('2031-03-05')}`)
  })

  it('has no moments where the draft goes out at once, or its type cannot be scheduled', () => {
    expect(newAttempt({ ...series, when: 'now' }, {}, false, NOW)).not.toHaveProperty('times')
    expect(newAttempt({ ...series, type: 'stories' }, {}, false, NOW)).not.toHaveProperty('times')
    // Saved for the team, neither is called a series.
    expect([series, { ...series, type: 'stories' } as const, draft].map(isSeries)).toEqual([true, false, false])
  })

  it('can be repeated until an hour before the service forgets its key', () => {
    expect(isTooOld({ at: NOW }, NOW + 23 * HOUR_MS)).toBe(false)
    expect(isTooOld({ at: NOW }, NOW + 23 * HOUR_MS + 1)).toBe(true)
  })
})

describe('the page after sending', () => {
  it.each([
    ['one post', {}, '/posts/p1'],
    ['a series', { times: [1, 2] }, '/posts?show=scheduled'],
    ['one post for approval', { forApproval: true }, '/approvals/p1'],
    ['a series for approval', { times: [1, 2], forApproval: true }, '/approvals'],
  ] as const)('of %s', (_, attempt, page) => {
    expect(pageAfter(attempt, 'p1')).toBe(page)
  })
})
