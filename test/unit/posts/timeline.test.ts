// The timeline: what changed between two saves, bounded, repetitions counted.
import { describe, expect, it } from 'vitest'
import { failed } from '../../../core/posts/rules/changes.ts'
import { afterConfirming } from '../../../core/posts/rules/confirm-outcomes.ts'
import { afterCreating } from '../../../core/posts/rules/container-outcomes.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { afterPublishing, beforePublishing } from '../../../core/posts/rules/publish-outcomes.ts'
import { MAX_EVENTS, toldOn, withLines } from '../../../core/posts/rules/timeline.ts'
import { at, childrenReady, made, ready, refusal, T0, untouched } from '../../support/publications.ts'

const events = ({ events = [] }: Publication) => events.map(({ event }) => event)

describe('the timeline', () => {
  it('shows a publish call, its answer, and the end', () => {
    const before = ready()
    const called = toldOn(before, beforePublishing(before, at(T0)), T0)
    const answered = toldOn(called, afterPublishing(called, refusal('ambiguous'), at(T0 + 1)), T0 + 1)
    const live = toldOn(answered, afterConfirming(answered, { ok: true, value: { state: 'live' } }, at(T0 + 2)), T0 + 2)
    expect(live.events).toEqual([
      { at: T0, event: 'publish_called', container_id: 'c1' },
      { at: T0 + 1, event: 'publish_answered', verdict: 'unclear', platform: { message: 'said ambiguous', code: 1 } },
      { at: T0 + 2, event: 'published' },
    ])
  })

  it('shows the failure with the words of the platform, shortened', () => {
    const before = untouched()
    const problem = { message: 'x'.repeat(1000), code: 9 }
    const [line] = toldOn(before, failed(before, 'rejected', T0, problem), T0).events!
    expect(line).toMatchObject({ event: 'failed', code: 'rejected', platform: { code: 9 } })
    expect(line!.platform!.message).toHaveLength(300)
  })

  it('tells when a container is made, and apart from that when it is ready', () => {
    const [before, container, over] = [untouched(), made(), childrenReady(1)]
    const same = ({ jobs }: Publication): Publication => ({
      ...before,
      jobs: before.jobs.map((job, index) => ({ ...jobs[index]!, id: job.id })),
    })
    const first = toldOn(before, same(container), T0)
    expect(events(first)).toEqual(['container_created'])
    const second = toldOn(first, { ...same(over), events: first.events }, T0 + 1)
    expect(events(second)).toEqual(['container_created', 'container_ready'])
  })

  it('counts what repeats on one line', () => {
    let publication = untouched()
    for (let time = T0; time < T0 + 4; time += 1) {
      const results = new Map([[publication.jobs[0]!.id, refusal('retry')]])
      publication = toldOn(publication, afterCreating(publication, results, at(time)), time)
    }
    expect(publication.events).toEqual([
      { at: T0, event: 'problem', platform: { message: 'said retry', code: 1 }, times: 4, last_at: T0 + 3 },
    ])
  })

  it('keeps the last lines only, and says nothing where nothing changed', () => {
    let publication = untouched()
    for (let time = 0; time < 2 * MAX_EVENTS; time += 1)
      publication = withLines(publication, [{ event: 'rescheduled', scheduled_at: time }], time)
    expect(publication.events).toHaveLength(MAX_EVENTS)
    expect(publication.events!.at(-1)).toEqual({ at: 99, event: 'rescheduled', scheduled_at: 99 })
    const same = { ...publication, lease_until: 5 }
    expect(toldOn(publication, same, T0)).toBe(same)
    expect(events(untouched())).toEqual([])
  })

  it('shows each change once, and none that has not happened yet', () => {
    const before = ready()
    const told = (change: Partial<Publication>, from = before) => {
      const after = toldOn(from, { ...from, ...change }, T0)
      // An unchanged state is not told again.
      expect(toldOn(after, { ...after }, T0 + 1).events).toEqual(after.events)
      return after.events
    }
    const permalink = 'https://x.test/1'
    expect(told({ permalink })).toEqual([{ at: T0, event: 'permalink_found', permalink }])
    expect(told({ permalink: undefined }, { ...before, permalink })).toBeUndefined()
    expect(told({ ready_at: T0 })).toEqual([{ at: T0, event: 'waiting_for_others' }])
    expect(told({ ready_at: T0 + 5 }, { ...before, ready_at: T0 })).toBeUndefined()
    const parts = [{ lookups: 0, live_at: T0, media_id: 'm1' }, { lookups: 0 }]
    const first = { at: T0, event: 'part_published', part: 0, platform_media_id: 'm1' }
    expect(told({ parts }, { ...before, parts: [{ lookups: 0 }, { lookups: 0 }] })).toEqual([first])
    const [one] = parts
    expect(told({ parts: [one!, { lookups: 0, live_at: T0 }] }, { ...before, parts })).toEqual([
      { at: T0, event: 'part_published', part: 1 },
    ])
    expect(told({ parts: [one!, { lookups: 0 }] }, { ...before, parts: [one!, { lookups: 0 }] })).toBeUndefined()
    const gone = [{ ...one!, deleted_at: T0 }, { lookups: 0 }]
    const deletion = { state: 'pending' as const, requested_at: T0, tries: 0, reads: 0, lookups: 0 }
    expect(told({ deletion }, { ...before, parts })).toEqual([{ at: T0, event: 'deletion_requested' }])
    expect(told({ parts: gone }, { ...before, parts, deletion })).toEqual([{ at: T0, event: 'part_deleted', part: 0 }])
    expect(told({ deletion: { ...deletion, state: 'completed' } }, { ...before, deletion })).toEqual([
      { at: T0, event: 'deleted' },
    ])
    const message = 'The platform did not delete it.'
    expect(told({ deletion: { ...deletion, state: 'failed', message } }, { ...before, deletion })).toEqual([
      { at: T0, event: 'deletion_failed', message },
    ])
  })
})
