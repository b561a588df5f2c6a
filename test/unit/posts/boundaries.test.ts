// Where a bound is: the last value on each side of it, and how waits grow. An engine that is off by one there would give
// up a try too early, or wait for ever.
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/platforms/outcome.ts'
import { type Effects, publishStep } from '../../../core/posts/publishing/engine.ts'
import { afterLooking, afterTakingStep, beforeStep, stepNotCalled } from '../../../core/posts/rules/after-steps.ts'
import { failed, isTooLate, live } from '../../../core/posts/rules/changes.ts'
import { afterConfirming } from '../../../core/posts/rules/confirm-outcomes.ts'
import { afterChecking, afterCreating } from '../../../core/posts/rules/container-outcomes.ts'
import { afterDeleting, afterLookingForDeleted, afterSearchingForDeletion } from '../../../core/posts/rules/deletion.ts'
import { afterGate, gateOf, isShut, staysShut } from '../../../core/posts/rules/gate.ts'
import { afterFindingPart, afterPartPermalink } from '../../../core/posts/rules/link-outcomes.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { nextStep } from '../../../core/posts/rules/next-step.ts'
import {
  CALL_WINDOW_MS,
  confirmGap,
  GIVE_UP_MS,
  holdDelay,
  IN_FLIGHT_MS,
  LEASE_MS,
  MAX_CALLS,
  MAX_HELD_MS,
  MAX_LOST_READS,
  MAX_PERMALINK_TRIES,
  MAX_REMAKES,
  MAX_SAME_CONTAINER,
  MAX_TRIES,
  MAX_UNSEEN_CHILDREN,
  overAfter,
  pollDelay,
  retryDelay,
} from '../../../core/posts/rules/pace.ts'
import { isOfPart } from '../../../core/posts/rules/parts.ts'
import { planOf } from '../../../core/posts/rules/plan.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { afterPublishing, beforePublishing, notCalled } from '../../../core/posts/rules/publish-outcomes.ts'
import { afterFigures, STORY_FIGURES_AFTER_MS } from '../../../core/posts/rules/story-figures.ts'
import { leased, SWEEP_LATER_MS, sweepTime } from '../../../core/posts/rules/sweep-time.ts'
import { OWNER, uuid } from '../../support/domain.ts'
import {
  at,
  called,
  childrenReady,
  jobOf,
  made,
  outcome,
  PACE,
  problem,
  ready,
  refusal,
  status,
  T0,
  untouched,
} from '../../support/publications.ts'

const HOUR = 3_600_000
const NOW = T0 + 60_000

/** The result of one look at the only container. */
const checked = (
  publication: Publication,
  result: Parameters<typeof afterChecking>[1] extends ReadonlyMap<string, infer R> ? R : never,
  now: number,
) => afterChecking(publication, new Map([[jobOf(publication, 'container_create').id, result]]), at(now))

const FAILED_COMMENT = { type: 'first_comment', state: 'failed', tries: 1, created_at: T0 } as const

describe('posts that wait for each other', () => {
  const waiting = ready(1, { together: true, ready_at: T0 })

  it('wait for 20 hours to the millisecond, and look again less and less often', () => {
    const still = afterGate(waiting, 'waiting', at(T0 + 20 * HOUR))
    expect(still.state).not.toBe('failed')
    expect(still.due_at).toBe(T0 + 20 * HOUR + pollDelay(20 * HOUR, PACE))
    const over = afterGate(waiting, 'waiting', at(T0 + 20 * HOUR + 1))
    expect(over).toMatchObject({ state: 'failed', failure: { code: 'stopped' } })
  })
})

it('the gate opens once every account is ready, and none has ended', () => {
  const progress = { failed: 0, cancelled: 0 }
  const gate = (...all: Publication[]) => gateOf(progress, false, all)
  const waiting = ready(1, { ready_at: T0 })
  expect(gate(waiting, waiting)).toBe('to_be_opened')
  expect(gate(waiting, ready())).toBe('waiting')
  expect(gate(waiting, { ...waiting, state: 'cancelled' })).toBe('waiting')
  expect(gateOf({ ...progress, failed: 1 }, false, [waiting])).toBe('shut')
  expect(gateOf({ ...progress, cancelled: 1 }, false, [waiting])).toBe('shut')
  expect(gateOf({ ...progress, failed: 1 }, true, [waiting])).toBe('open')
})

it('the gate is open where one of them is out, although the post does not say so after the table was restored', () => {
  const progress = { failed: 0, cancelled: 0 }
  const waiting = ready(1, { together: true, ready_at: T0 })
  const thread = { ...waiting, parts: [{ live_at: T0 }, {}] } as Publication
  for (const out of [{ ...waiting, state: 'published' as const }, { ...waiting, state: 'deleted' as const }, thread]) {
    expect(gateOf(progress, false, [waiting, out])).toBe('open')
    expect(gateOf({ ...progress, failed: 1 }, false, [waiting, out])).toBe('open')
  }
  expect(gateOf({ ...progress, failed: 1 }, false, [waiting, { ...waiting, state: 'failed' }])).toBe('shut')
})

it('a gate that was opened is shut by nothing, and one that was not by what cannot be published again', () => {
  const progress = { total: 3, published: 0, failed: 2, cancelled: 0 }
  const post = { on_failure: 'stop', gate_open: false, progress } as const
  expect([1, 2].map((again) => isShut(post, again))).toEqual([true, false])
  expect(isShut({ ...post, gate_open: true }, 1)).toBe(false)
  const broken = failed(ready(), 'platform_unavailable', T0)
  const commented = { ...live(ready(), { media_id: 'm1' }, at(T0)), steps: [FAILED_COMMENT] }
  expect(
    [
      [broken, broken],
      [broken, commented],
    ].map((all) => staysShut(post, all, NOW)),
  ).toEqual([false, true])
})

describe('a container', () => {
  const OVER = overAfter({})
  const inProgress = status('in_progress') as never

  it('is waited for until it is certainly over, and made again from then on', () => {
    const last = checked(made(), inProgress, T0 + OVER - 1)
    expect(jobOf(last, 'container_create').container_id).toBe('c1')
    const over = checked(made(), inProgress, T0 + OVER)
    expect(jobOf(over, 'container_create')).toMatchObject({ container_id: undefined, remakes: 1, state: 'pending' })
  })

  it('decides an unknown outcome only once it is certainly over', () => {
    const unknown = outcome('in_progress')
    expect(afterConfirming(called(), unknown, at(T0 + OVER)).state).toBe('confirming')
    expect(afterConfirming(called(), unknown, at(T0 + OVER + 1))).toMatchObject({
      state: 'failed',
      failure: { code: 'outcome_unknown' },
    })
  })

  it('that is prepared in several calls lives from its first one on, for as long as the last one said', () => {
    const begun = untouched()
    const job = jobOf(begun, 'container_create')
    const prepared = {
      ok: true as const,
      value: { state: 'in_progress' as const, id: 'c1', handle: 'c1', lives_ms: 1000 },
    }
    const livesOf = (publication: Publication, now: number) =>
      jobOf(afterCreating(publication, new Map([[job.id, prepared]]), at(now)), 'container_create')
    expect(livesOf(begun, NOW)).toMatchObject({ container_at: NOW, lives_ms: 1000 })
    const jobs = begun.jobs.map((one) => (one.id === job.id ? { ...one, container_at: T0 } : one))
    expect(livesOf({ ...begun, jobs }, NOW)).toMatchObject({ container_at: T0, lives_ms: NOW - T0 + 1000 })
  })

  it('is lost after one more failed read than the bound, and not before', () => {
    const read = (tries: number) => {
      const publication = made()
      const jobs = publication.jobs.map((job) => (job.type === 'container_create' ? { ...job, tries } : job))
      return jobOf(checked({ ...publication, jobs }, refusal('retry') as never, NOW), 'container_create')
    }
    expect(read(MAX_LOST_READS - 1)).toMatchObject({ container_id: 'c1', tries: MAX_LOST_READS })
    expect(read(MAX_LOST_READS)).toMatchObject({ container_id: undefined, remakes: 1 })
  })

  it('that was refused clearly is given so many failed reads before the refusal is believed', () => {
    const refused = (reads: number) => called({ verdict: 'permanent', reads })
    expect(afterConfirming(refused(MAX_LOST_READS - 1), refusal('retry'), at(NOW))).toMatchObject({
      state: 'confirming',
      attempt: { reads: MAX_LOST_READS },
    })
    expect(afterConfirming(refused(MAX_LOST_READS), refusal('retry'), at(NOW))).toMatchObject({
      state: 'failed',
      failure: { code: 'rejected' },
    })
  })

  it('whose outcome is unknown is allowed so many failed reads after it is over', () => {
    const doubtful = (reads: number) => called({ reads })
    const late = at(T0 + OVER + 1)
    expect(afterConfirming(doubtful(MAX_LOST_READS - 1), refusal('retry'), late).state).toBe('confirming')
    expect(afterConfirming(doubtful(MAX_LOST_READS), refusal('retry'), late)).toMatchObject({
      failure: { code: 'outcome_unknown' },
    })
  })

  it('is made again after a wait that grows each time', () => {
    const failing = status('error', problem('new_container')) as never
    const waits = Array.from({ length: MAX_REMAKES }, (_, remakes) => {
      const publication = made()
      const jobs = publication.jobs.map((job) => (job.type === 'container_create' ? { ...job, remakes } : job))
      return checked({ ...publication, jobs }, failing, NOW).due_at - NOW
    })
    expect(waits).toEqual([1, 2, 3].map((remake) => retryDelay(remake, PACE)))
    expect(waits).toEqual([...new Set(waits)].sort((one, other) => one - other))
  })
})

describe('what a container is made of', () => {
  const creating = (tries: number, error: ReturnType<typeof problem>) => {
    const publication = untouched()
    const jobs = publication.jobs.map((job) => (job.type === 'container_create' ? { ...job, tries } : job))
    const results = new Map([[jobOf(publication, 'container_create').id, { ok: false as const, error }]])
    return afterCreating({ ...publication, jobs }, results, at(NOW))
  }

  it.each([
    ['not ready on our side', problem('retry', { ours: true }), 'media_not_ready'],
    ['not taken by the platform', problem('retry'), 'platform_unavailable'],
    [
      'not asked for, as the session is being renewed',
      problem('retry', { ours: true, unsent: true }),
      'platform_unavailable',
    ],
  ] as const)('that is %s is tried so often, and fails then', (_, error, code) => {
    const last = creating(MAX_TRIES - 1, error)
    expect(last).toMatchObject({ state: 'preparing', due_at: NOW + retryDelay(MAX_TRIES, PACE) })
    expect(creating(MAX_TRIES, error)).toMatchObject({ state: 'failed', failure: { code } })
  })

  it('that is not asked for at last fails for what the platform said before', () => {
    const publication = { ...untouched(), last_problem: { message: 'No answer.' } }
    const jobs = publication.jobs.map((job) => (job.type === 'container_create' ? { ...job, tries: MAX_TRIES } : job))
    const error = problem('retry', { ours: true, unsent: true, message: 'The session is being renewed.' })
    const results = new Map([[jobOf(publication, 'container_create').id, { ok: false as const, error }]])
    const { failure } = afterCreating({ ...publication, jobs }, results, at(NOW))
    expect(failure).toMatchObject({ code: 'platform_unavailable', platform: { message: 'No answer.' } })
  })

  const CHILDREN = ['c1', 'c2']
  const childrenOf = ({ jobs }: Publication) =>
    jobs.filter(({ type }) => type === 'container_create').map(({ container_id }) => container_id)

  it('and is not seen yet is waited for so often, and made again then', () => {
    const joining = (tries: number) => {
      const publication = childrenReady()
      const jobs = publication.jobs.map((job) => (job.type === 'carousel_upload' ? { ...job, tries } : job))
      const results = new Map([[jobOf(publication, 'carousel_upload').id, refusal('same_container')]])
      return childrenOf(afterCreating({ ...publication, jobs }, results, at(NOW)))
    }
    expect(joining(MAX_UNSEEN_CHILDREN - 2)).toEqual(CHILDREN)
    expect(joining(MAX_UNSEEN_CHILDREN - 1)).toEqual([undefined, undefined])
  })

  it('stays where what joins it fails once, and is made again where it fails again or late', () => {
    const failing = (remakes: number, now: number) => {
      const publication = ready(2)
      const jobs = publication.jobs.map((job) =>
        job.type === 'carousel_upload' ? { ...job, remakes, state: 'pending' as const } : job,
      )
      const results = new Map([
        [jobOf(publication, 'carousel_upload').id, status('error', problem('new_container')) as never],
      ])
      const after = afterChecking({ ...publication, jobs }, results, at(now))
      expect(jobOf(after, 'carousel_upload')).toMatchObject({ container_id: undefined, remakes: remakes + 1 })
      return childrenOf(after)
    }
    const half = overAfter({}) / 2
    expect(failing(0, NOW)).toEqual(CHILDREN)
    expect(failing(0, T0 + half)).toEqual(CHILDREN)
    expect(failing(0, T0 + half + 1)).toEqual([undefined, undefined])
    expect(failing(1, NOW)).toEqual([undefined, undefined])
  })
})

describe('pieces that are joined', () => {
  const piecesAfter = (given: Parameters<typeof called>[0]) => {
    const { state, attempt } = called({ container_id: 'parent', ...given })
    const after = afterConfirming(ready(2, { state, attempt }), outcome('finished'), at(NOW))
    return after.jobs
      .filter(({ type }) => type !== 'publish_content')
      .map(({ container_id, state }) => [container_id, state])
  }
  const ANEW = Array.from({ length: 3 }, () => [undefined, 'pending'])

  it('are made again where publishing what joins them asks for that', () => {
    expect(piecesAfter({ verdict: 'new_container' })).toEqual(ANEW)
  })

  it('are made again where publishing the same again was refused so often, and are kept until then', () => {
    const refused = (calls: number) => piecesAfter({ verdict: 'same_container', calls })
    expect(refused(MAX_SAME_CONTAINER - 1).map(([id]) => id)).toEqual(['c1', 'c2', 'parent'])
    expect(refused(MAX_SAME_CONTAINER)).toEqual(ANEW)
  })
})

describe('the last moment', () => {
  it('of a post that is not to be published after a time is that time', () => {
    const limited = ready(1, { not_after: NOW })
    expect([NOW, NOW + 1].map((now) => isTooLate(limited, now))).toEqual([false, true])
    expect(nextStep(limited, NOW).do).toBe('publish')
    expect(nextStep(limited, NOW + 1)).toEqual({ do: 'end_too_late' })
  })

  it('of a post that cannot be brought to an end is seven days after its time', () => {
    expect(nextStep(ready(), T0 + GIVE_UP_MS).do).toBe('publish')
    expect(nextStep(ready(), T0 + GIVE_UP_MS + 1)).toEqual({ do: 'give_up' })
    // However often it was put off.
    expect(nextStep(ready(1, { due_at: T0 + GIVE_UP_MS }), T0 + GIVE_UP_MS + 1)).toEqual({ do: 'give_up' })
  })

  it('of a post that a limit holds is longer than a day after the first refusal', () => {
    const held = (now: number) => {
      const publication = untouched(1, { held_since: T0 })
      return afterCreating(publication, new Map([[publication.jobs[0]!.id, refusal('wait')]]), at(now))
    }
    expect(held(T0 + MAX_HELD_MS).state).toBe('preparing')
    expect(held(T0 + MAX_HELD_MS + 1)).toMatchObject({ state: 'failed', failure: { code: 'limit_not_lifted' } })
  })

  it('of a post for whose picture there is no room here is as long, counts no try, and names no limit of the platform', () => {
    const noRoom = refusal('wait', { ours: true, message: 'no room' })
    const held = (now: number) => {
      const publication = untouched(1, { held_since: T0 })
      return afterCreating(publication, new Map([[publication.jobs[0]!.id, noRoom]]), at(now))
    }
    const last = held(T0 + MAX_HELD_MS)
    expect(last).toMatchObject({ state: 'preparing', jobs: [{ tries: 0 }, { state: 'pending' }] })
    // Room comes free within minutes, however long it took so far.
    expect(last.due_at - (T0 + MAX_HELD_MS)).toBeLessThan(6 * 60_000)
    const failure = { code: 'media_not_ready', message: 'no room' }
    expect(held(T0 + MAX_HELD_MS + 1)).toMatchObject({ state: 'failed', failure })
  })
})

describe('a publish call that can be repeated', () => {
  const UNTIL = NOW + 1000
  const stepAt = (now: number, given: object) =>
    nextStep(called({ verdict: 'unanswered', repeat_until: UNTIL, ...given }), now).do

  it('is repeated so often, in its time, and only while nobody knows what it did', () => {
    expect(stepAt(NOW, { calls: MAX_CALLS - 1 })).toBe('publish')
    expect(stepAt(NOW, { calls: MAX_CALLS })).toBe('confirm')
    expect(stepAt(UNTIL - 1, {})).toBe('publish')
    expect(stepAt(UNTIL, {})).toBe('confirm')
    expect(stepAt(NOW, { verdict: 'unclear' })).toBe('publish')
    expect(stepAt(NOW, { verdict: 'permanent' })).toBe('confirm')
  })

  const terms = { key: 'key', repeat_within_ms: 5000 }
  const untilOf = (publication: Publication) => beforePublishing(publication, at(NOW), terms).attempt!.repeat_until

  it('is repeated no later than the post may be published; what follows its first part may be', () => {
    expect(untilOf(ready())).toBe(NOW + 5000)
    expect(untilOf(ready(1, { not_after: NOW + 1000 }))).toBe(NOW + 1000)
    const text = planOf('text', 'threads', [])
    const ids = {
      post_id: uuid(500),
      account_id: uuid(902),
      owner_id: OWNER,
      platform: 'threads',
      type: 'text',
    } as const
    const thread = newPublication({
      ...ids,
      plan: text,
      thread: [text],
      not_before: T0,
      not_after: NOW + 1000,
      now: T0,
    })
    expect(untilOf(thread)).toBe(NOW + 1000)
    const goesOn = live({ ...thread, held_since: T0 }, { media_id: 'm1' }, at(T0))
    expect(untilOf(goesOn)).toBe(NOW + 5000)
    expect(isTooLate(goesOn, NOW + 1001)).toBe(false)
    // Each part has a day of its own for limits.
    expect(goesOn.held_since).toBeUndefined()
  })

  it('is repeated as what it was: with its key and its mark, until its first end, and as long in doubt', () => {
    const first = beforePublishing(ready(), at(NOW), { ...terms, mark: '5' })
    const unclear = afterPublishing(first, refusal('ambiguous'), at(NOW + 700))
    const second = beforePublishing(unclear, at(NOW + 4000), { ...terms, key: 'another', mark: '9' })
    const attempt = { repeat_until: NOW + 5000, calls: 2, doubtful: true, unclear_ms: 700 }
    expect(second.attempt).toMatchObject(attempt)
    expect(jobOf(second, 'publish_content')).toMatchObject({ key: 'key', mark: '5', started_at: NOW })
  })

  it('waits longer each time it is repeated, and only a poll where the container is read instead', () => {
    const waited = (calls: number, repeat_until?: number) =>
      afterPublishing(called({ calls, repeat_until }), refusal('ambiguous'), at(NOW)).due_at - NOW
    expect([1, 2, 3].map((calls) => waited(calls, UNTIL))).toEqual([1, 2, 3].map((calls) => retryDelay(calls, PACE)))
    expect(waited(3)).toBe(PACE.poll_ms)
  })

  it('that was surely not made is not counted, and is known no more unless one before it is in doubt', () => {
    const triesOf = (publication: Publication) => jobOf(publication, 'publish_content').tries
    const back = notCalled(called({ calls: 3 }), at(NOW))
    expect([triesOf(back), back.attempt]).toEqual([2, undefined])
    expect(triesOf(notCalled(called({ calls: 0 }), at(NOW)))).toBe(0)
    const doubtful = notCalled(called({ calls: 3, doubtful: true, verdict: 'unanswered' }), at(NOW))
    expect([triesOf(doubtful), doubtful.attempt]).toMatchObject([2, { calls: 2, verdict: 'unclear' }])
  })
})

describe('a thread', () => {
  const text = planOf('text', 'threads', [])
  const thread = newPublication({
    post_id: uuid(500),
    account_id: uuid(902),
    owner_id: OWNER,
    platform: 'threads',
    type: 'text',
    plan: text,
    thread: [text, text],
    not_before: T0,
    now: T0,
  })
  /** Its first part is out; this often its id or link was looked for. */
  const looked = (lookups: number): Publication => {
    const first = live(thread, {}, at(T0))
    return { ...first, parts: first.parts!.map((part, index) => (index === 0 ? { ...part, lookups } : part)) }
  }

  it('looks for the id of a part as long as the platform asks it to wait, and so often', () => {
    const limit = refusal('wait', { retry_after_ms: 7 * 60_000 })
    expect(afterFindingPart(looked(0), 0, limit, at(NOW)).due_at).toBe(NOW + 7 * 60_000)
    expect(afterFindingPart(looked(0), 0, refusal('retry'), at(NOW)).due_at).toBe(NOW + retryDelay(1, PACE))
    const nothing: Result<null> = { ok: true, value: null }
    const last = afterFindingPart(looked(MAX_PERMALINK_TRIES - 2), 0, nothing, at(NOW))
    expect(last).toMatchObject({
      state: 'preparing',
      due_at: NOW + retryDelay(MAX_PERMALINK_TRIES - 1, PACE),
    })
    expect(afterFindingPart(looked(MAX_PERMALINK_TRIES - 1), 0, nothing, at(NOW))).toMatchObject({
      state: 'partially_published',
      failure: { code: 'part_not_found' },
    })
  })

  it('leaves the platform alone while a limit holds that says nothing of its end', () => {
    const limit = refusal('wait')
    expect(afterFindingPart(looked(0), 0, limit, at(T0)).due_at).toBe(T0 + holdDelay(0, undefined, PACE))
    const late = T0 + 20 * 60_000
    for (const after of [afterFindingPart, afterPartPermalink])
      expect(after(looked(3), 0, limit, at(late)).due_at).toBe(late + holdDelay(20 * 60_000, undefined, PACE))
  })

  it('keeps the link that came with the id of a part, and reads it later where none did', () => {
    const found = (permalink: string | null) =>
      afterFindingPart(looked(1), 0, { ok: true, value: { media_id: 'm1', permalink } }, at(NOW)).parts![0]
    expect(found('https://threads.example/1')).toMatchObject({
      media_id: 'm1',
      lookups: 0,
      permalink: 'https://threads.example/1',
    })
    expect(found(null)).toMatchObject({ media_id: 'm1', lookups: 0 })
    expect(found(null)).not.toHaveProperty('permalink')
  })

  it('reads the links of further parts; that of the first is the link of the whole', () => {
    const whole: Publication = {
      ...thread,
      state: 'published',
      media_id: 'm1',
      permalink_state: 'found',
      permalink_tries: 1,
      parts: ['m1', 'm2', 'm3'].map((media_id) => ({ live_at: T0, media_id, lookups: 0 })),
    }
    expect(nextStep(whole, NOW)).toEqual({ do: 'read_part_permalink', part: 1 })
    const last = whole.parts!.map((part, at) => (at === 1 ? { ...part, permalink: null } : part))
    expect(nextStep({ ...whole, parts: last }, NOW)).toEqual({ do: 'read_part_permalink', part: 2 })
  })

  it('looks for the link of a part so often, and takes it for one without then', () => {
    const read = (lookups: number) => afterPartPermalink(looked(lookups), 0, refusal('retry'), at(NOW))
    const last = read(MAX_PERMALINK_TRIES - 2)
    expect(last.parts![0]).toMatchObject({ lookups: MAX_PERMALINK_TRIES - 1 })
    expect(last.parts![0]).not.toHaveProperty('permalink')
    expect(last.due_at).toBe(NOW + retryDelay(MAX_PERMALINK_TRIES - 1, PACE))
    expect(read(MAX_PERMALINK_TRIES - 1)).toMatchObject({ due_at: NOW })
    expect(read(MAX_PERMALINK_TRIES - 1).parts![0]).toMatchObject({ permalink: null })
  })

  it('completes the jobs of the part that is live, and no others', () => {
    const statesOf = (publication: Publication, part: number) =>
      publication.jobs.filter((job) => isOfPart(job, part)).map(({ state, completed_at }) => [state, completed_at])
    const first = live(thread, { media_id: 'm1' }, at(NOW))
    expect(statesOf(first, 0)).toEqual([
      ['completed', NOW],
      ['completed', NOW],
    ])
    for (const part of [1, 2])
      expect(statesOf(first, part)).toEqual([
        ['pending', undefined],
        ['pending', undefined],
      ])
    const second = live(first, { media_id: 'm2' }, at(NOW + 1))
    expect(statesOf(second, 0).flat()).toContain(NOW)
    expect(statesOf(second, 1)).toEqual([
      ['completed', NOW + 1],
      ['completed', NOW + 1],
    ])
    expect(statesOf(second, 2).flat()).not.toContain('completed')
  })
})

describe('a step after publishing', () => {
  const published = (type: 'first_comment' | 'comments_off', tries = 0): Publication => ({
    ...live(ready(), { media_id: 'm1' }, at(T0)),
    steps: [{ type, state: 'pending', tries, created_at: T0 }],
  })
  const stepIn = (publication: Publication) => publication.steps![0]!

  it('that shows nothing twice is tried so often, and then fails', () => {
    const tried = (tries: number) =>
      stepIn(afterTakingStep(published('comments_off', tries), 'comments_off', refusal('retry'), at(NOW)))
    expect(tried(MAX_TRIES - 2)).toMatchObject({ state: 'pending', tries: MAX_TRIES - 1 })
    expect(tried(MAX_TRIES - 1)).toMatchObject({ state: 'failed' })
  })

  it('that was not done is called so often, and then fails', () => {
    const refusedAfter = (tries: number) => {
      const publication = published('first_comment', tries - 1)
      const recorded = beforeStep(publication, stepIn(publication), at(NOW))
      const refused = afterTakingStep(recorded, 'first_comment', refusal('new_container'), at(NOW))
      return afterLooking(refused, 'first_comment', { ok: true, value: null }, at(NOW))
    }
    expect(stepIn(refusedAfter(MAX_CALLS - 1))).toMatchObject({ state: 'pending', attempt: undefined })
    expect(refusedAfter(MAX_CALLS - 1).due_at).toBe(NOW + retryDelay(MAX_CALLS - 1, PACE))
    expect(stepIn(refusedAfter(MAX_CALLS))).toMatchObject({ state: 'failed' })
  })

  it('is looked for so often before nobody knows whether it was done', () => {
    const looked = (reads: number) => {
      const publication = published('first_comment')
      const recorded = beforeStep(publication, stepIn(publication), at(NOW))
      const steps = [{ ...stepIn(recorded), attempt: { ...stepIn(recorded).attempt!, reads } }]
      return stepIn(afterLooking({ ...recorded, steps }, 'first_comment', refusal('retry'), at(NOW)))
    }
    expect(looked(MAX_LOST_READS - 1)).toMatchObject({ state: 'pending', attempt: { reads: MAX_LOST_READS } })
    expect(looked(MAX_LOST_READS)).toMatchObject({ state: 'failed' })
  })

  it('that the account may neither take nor look for was not taken; of any other nobody knows', () => {
    const looked = (said: 'reconnect' | 'permanent' | 'ambiguous', errorClass: 'reconnect' | 'permanent') => {
      const publication = published('first_comment')
      const recorded = beforeStep(publication, stepIn(publication), at(NOW))
      const refused = afterTakingStep(recorded, 'first_comment', refusal(said), at(NOW))
      return stepIn(afterLooking(refused, 'first_comment', refusal(errorClass), at(NOW)))
    }
    expect(looked('reconnect', 'reconnect')).toMatchObject({ state: 'failed', message: 'said reconnect' })
    expect(looked('reconnect', 'reconnect').attempt).toBeUndefined()
    for (const [said, errorClass] of [
      ['ambiguous', 'reconnect'],
      ['reconnect', 'permanent'],
    ] as const) {
      const step = looked(said, errorClass)
      expect(step).toMatchObject({ state: 'failed', message: expect.stringContaining('is not known') })
      // A retry looks first.
      expect(step.attempt).toBeDefined()
    }
  })

  it('that was surely not called is as it was before', () => {
    const publication = published('first_comment', 2)
    const recorded = beforeStep(publication, stepIn(publication), at(NOW))
    expect(stepIn(recorded)).toMatchObject({ tries: 3, attempt: { at: NOW } })
    // Until nobody can still be making the call.
    expect(recorded.due_at).toBe(NOW + IN_FLIGHT_MS)
    const back = stepNotCalled(recorded, 'first_comment', at(NOW + 1))
    expect(stepIn(back)).toMatchObject({ tries: 2, attempt: undefined })
    expect(back.due_at).toBe(NOW + 1 + PACE.poll_ms)
  })

  it('that meets a limit waits as long as the platform asks, also after a comment that was called', () => {
    const limit = refusal('wait', { retry_after_ms: 7 * 60_000 })
    const wait = holdDelay(0, 7 * 60_000, PACE)
    expect(wait).toBeGreaterThan(6 * 60_000)
    expect(afterTakingStep(published('comments_off'), 'comments_off', limit, at(NOW)).due_at).toBe(NOW + wait)
    const publication = published('first_comment')
    const recorded = beforeStep(publication, stepIn(publication), at(NOW))
    expect(afterTakingStep(recorded, 'first_comment', limit, at(NOW)).due_at).toBe(NOW + wait)
    // Looking for it meets one too.
    expect(afterLooking(recorded, 'first_comment', limit as Result<never>, at(NOW + 1000)).due_at).toBe(
      NOW + 1000 + holdDelay(1000, 7 * 60_000, PACE),
    )
  })

  it('that is missing is believed to be so after the gap, to the millisecond', () => {
    const publication = published('first_comment')
    const recorded = beforeStep(publication, stepIn(publication), at(NOW))
    const once = afterLooking(recorded, 'first_comment', { ok: true, value: null }, at(NOW))
    const again = (ms: number) => stepIn(afterLooking(once, 'first_comment', { ok: true, value: null }, at(NOW + ms)))
    expect(again(confirmGap(PACE) - 1).attempt).toBeDefined()
    expect(again(confirmGap(PACE)).attempt).toBeUndefined()
  })
})

describe('a deletion', () => {
  const deleting = (given: object): Publication => ({
    ...live(ready(), { media_id: 'm1' }, at(T0)),
    deletion: { state: 'pending', requested_at: T0, tries: 0, reads: 0, lookups: 0, ...given } as never,
  })

  it('is looked for so often before nobody knows what it did', () => {
    const looked = (reads: number) =>
      afterLookingForDeleted(deleting({ verdict: 'ambiguous', reads }), 0, refusal('retry') as Result<never>, at(NOW))
    expect(looked(MAX_LOST_READS - 1).deletion).toMatchObject({ state: 'pending', reads: MAX_LOST_READS })
    expect(looked(MAX_LOST_READS).deletion).toMatchObject({ state: 'failed' })
  })

  it('is known not to have happened where the account may neither delete nor look, and in no other case', () => {
    const message = 'said by the call'
    const looked = (verdict: string, errorClass: 'reconnect' | 'permanent') =>
      afterLookingForDeleted(deleting({ verdict, message }), 0, refusal(errorClass) as Result<never>, at(NOW)).deletion!
    expect(looked('reconnect', 'reconnect')).toMatchObject({ state: 'failed', message })
    for (const [verdict, errorClass] of [
      ['ambiguous', 'reconnect'],
      ['reconnect', 'permanent'],
    ] as const)
      expect(looked(verdict, errorClass)).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('is not known'),
      })
  })

  it('is not taken for done where the account may not delete and does not see the post: it may only not be shown', () => {
    const message = 'The permission is not granted.'
    const seen = { missing_seen_at: NOW - confirmGap(PACE) }
    const missing = (verdict: string) =>
      afterLookingForDeleted(deleting({ verdict, message, ...seen }), 0, { ok: true, value: false }, at(NOW))
    for (const verdict of ['reconnect', 'permission', 'owner_action'])
      expect(missing(verdict)).toMatchObject({ state: 'published', deletion: { state: 'failed', message } })
    for (const verdict of ['permanent', 'retry', 'ambiguous', 'wait'])
      expect(missing(verdict)).toMatchObject({ state: 'deleted', deletion: { state: 'completed' } })
  })

  it('is asked for again at once where a limit was waited for, after a wait that grows else', () => {
    const there = (given: object) =>
      afterLookingForDeleted(deleting(given), 0, { ok: true, value: true }, at(NOW)).due_at - NOW
    expect(there({ verdict: 'wait', tries: 3 })).toBe(0)
    expect(there({ verdict: 'retry', tries: 3 })).toBe(retryDelay(3, PACE))
  })

  it('that a limit holds is asked for until longer than a day after the first refusal', () => {
    const there = (now: number) =>
      afterLookingForDeleted(deleting({ verdict: 'wait', held_since: T0 }), 0, { ok: true, value: true }, at(now))
    expect(there(T0 + MAX_HELD_MS).deletion).toMatchObject({ state: 'pending' })
    expect(there(T0 + MAX_HELD_MS + 1).deletion).toMatchObject({ state: 'failed' })
  })

  it('looks for an unknown id so often, as long as the platform asks it to wait', () => {
    const searched = (lookups: number, result: Result<never> | { ok: true; value: null }) =>
      afterSearchingForDeletion({ ...deleting({ lookups }), media_id: undefined }, 0, result, at(NOW))
    expect(searched(0, refusal('wait', { retry_after_ms: 7 * 60_000 })).due_at).toBe(NOW + 7 * 60_000)
    const last = searched(MAX_PERMALINK_TRIES - 2, { ok: true, value: null })
    expect(last.deletion).toMatchObject({ state: 'pending', lookups: MAX_PERMALINK_TRIES - 1 })
    expect(last.due_at).toBe(NOW + retryDelay(MAX_PERMALINK_TRIES - 1, PACE))
    expect(searched(MAX_PERMALINK_TRIES - 1, { ok: true, value: null }).deletion).toMatchObject({ state: 'failed' })
  })

  it('is asked for so often while the post is still there', () => {
    const asked = (tries: number) => {
      const refused = afterDeleting(deleting({ tries: tries - 1 }), 0, refusal('retry') as Result<never>, at(NOW))
      return afterLookingForDeleted(refused, 0, { ok: true, value: true }, at(NOW)).deletion
    }
    expect(asked(MAX_TRIES - 1)).toMatchObject({ state: 'pending', verdict: undefined })
    expect(asked(MAX_TRIES)).toMatchObject({ state: 'failed' })
  })
})

describe('figures of a story', () => {
  const story = (): Publication => ({
    ...live(ready(1, { type: 'stories' }), { media_id: 'm1', permalink: 'https://x.test/1' }, at(T0)),
    figures: { state: 'open', tries: 0 },
  })
  const planOfFigures = { ...story(), figures: { state: 'open' as const, tries: 0, at: T0 + STORY_FIGURES_AFTER_MS } }

  it('are read an hour before they are gone: not a millisecond earlier', () => {
    expect(STORY_FIGURES_AFTER_MS).toBe(23 * HOUR)
    expect(nextStep(story(), NOW)).toEqual({ do: 'plan_figures' })
    expect(nextStep({ ...planOfFigures, due_at: T0 }, T0 + 23 * HOUR - 1)).toEqual({
      do: 'wait',
      until: T0 + 23 * HOUR,
    })
    expect(nextStep({ ...planOfFigures, due_at: T0 }, T0 + 23 * HOUR)).toMatchObject({ do: 'read_figures' })
  })

  it('are tried again while they exist, and ended when they are gone', () => {
    const failing = problem('retry')
    const wait = Math.max(60_000, retryDelay(1, PACE))
    const inTime = T0 + 24 * HOUR - wait - 1
    expect(afterFigures(planOfFigures, failing, at(inTime))).toMatchObject({
      figures: { state: 'open', tries: 1 },
      due_at: inTime + wait,
    })
    expect(afterFigures(planOfFigures, failing, at(inTime + 1)).figures).toMatchObject({ state: 'given_up' })
    expect(afterFigures(planOfFigures, undefined, at(inTime)).figures).toMatchObject({ state: 'kept' })
  })

  it('are not due sooner, nor again, because the story could not be deleted', () => {
    const refused = {
      state: 'pending' as const,
      requested_at: NOW,
      tries: 1,
      verdict: 'permanent',
      reads: 0,
      lookups: 0,
    }
    const failing = (story: Publication, now: number) =>
      afterLookingForDeleted({ ...story, deletion: refused }, 0, { ok: true, value: true }, at(now))
    expect(failing(planOfFigures, NOW)).toMatchObject({ deletion: { state: 'failed' }, due_at: T0 + 23 * HOUR })
    expect(failing(planOfFigures, T0 + 23 * HOUR + 1).due_at).toBe(T0 + 23 * HOUR + 1)
    const kept = { ...planOfFigures, figures: { ...planOfFigures.figures, state: 'kept' as const } }
    expect(failing(kept, NOW).due_at).toBe(NOW)
  })
})

describe('a lease', () => {
  it('is held from now on, and the sweeper comes after it', () => {
    const until = NOW + LEASE_MS
    const held = (sweep_at?: number) => leased({ due_at: T0, lease_until: 0, sweep_at }, NOW)
    expect(held()).toMatchObject({ lease_until: until, sweep_at: NOW + SWEEP_LATER_MS })
    expect(held(until - 1).sweep_at).toBe(NOW + SWEEP_LATER_MS)
    expect(held(until).sweep_at).toBe(until)
  })

  it('and what is due decide the time of the sweeper, which stands where it is not before and not long after them', () => {
    const at = (sweep_at?: number) => sweepTime({ due_at: T0, lease_until: NOW, sweep_at })
    expect(at()).toBe(NOW)
    expect(sweepTime({ due_at: NOW, lease_until: T0 })).toBe(NOW)
    const stands = [NOW - 1, NOW, NOW + SWEEP_LATER_MS, NOW + SWEEP_LATER_MS + 1]
    expect(stands.map(at)).toEqual([NOW, NOW, NOW + SWEEP_LATER_MS, NOW])
  })
})

describe('a pass of the worker', () => {
  /**
   * Runs one over `publication`, whose container stays in progress, or is published where it is ready.
   * @param given `left` is told as the time that is left, the last of them from then on; `recording` is how long the write before
   * a publish call takes.
   */
  async function pass(
    publication: Publication,
    { left = [60_000], poll_ms = 1000, recording = 0, used = 0 }: Partial<Given> = {},
  ) {
    let now = T0
    const done: string[] = []
    let looks = 0
    const effects: Partial<Effects> = {
      now: () => now,
      sleep: async (ms) => {
        done.push(`slept ${ms}`)
        now += ms
      },
      pace: { poll_ms, chance: () => 0.5 },
      load: async () => publication,
      save: async (written) => {
        if (written.attempt) now += recording
        return { ...written, version: written.version + 1 }
      },
      comeBack: async ({ due_at }) => void done.push(`comes back in ${due_at - now}`),
      obstacle: async () => undefined,
      prepare: async () => {
        done.push('looked')
        return { ok: true, value: { state: 'in_progress' } }
      },
      terms: () => ({}),
      quota: async () => ({ ok: true, value: { used, total: 250, window_seconds: 86_400 } }),
      lockAccount: async () => true,
      unlockAccount: async () => undefined,
      publish: async () => {
        done.push('published')
        return refusal('wait', { retry_after_ms: 60_000 })
      },
      remainingMs: () => left[Math.min(looks++, left.length - 1)]!,
    }
    await publishStep(effects as Effects)
    return done
  }
  interface Given {
    left: number[]
    poll_ms: number
    recording: number
    used: number
  }

  it('goes on only where the time that is left is enough for the wait and a step after it', async () => {
    expect(await pass(made(), { left: [43_000] })).toEqual(['looked', 'comes back in 1000'])
    expect(await pass(made(), { left: [43_001, 0] })).toEqual(['looked', 'slept 1000', 'looked', 'comes back in 1000'])
  })

  it('sits out a second and a half, and leaves longer waits to the queue', async () => {
    expect(await pass(made(), { poll_ms: 1500, left: [60_000, 0] })).toContain('slept 1500')
    expect(await pass(made(), { poll_ms: 1501 })).toEqual(['looked', 'comes back in 1501'])
    expect(await pass(made(1, { due_at: T0 + 1500 }), { left: [0] })).toContain('slept 1500')
    expect(await pass(made(1, { due_at: T0 + 1501 }))).toEqual([])
  })

  it('begins once nobody else has the publication', async () => {
    expect(await pass(made(1, { lease_until: T0 + 1 }))).toEqual([])
    expect(await pass(made(1, { lease_until: T0 }), { left: [0] })).toContain('looked')
  })

  it('publishes within the time that a recorded call has, and not after it', async () => {
    expect(await pass(ready(), { recording: CALL_WINDOW_MS, left: [0] })).toContain('published')
    expect(await pass(ready(), { recording: CALL_WINDOW_MS + 1, left: [0] })).not.toContain('published')
  })

  it('publishes the last post that a day has room for, and holds the next', async () => {
    expect(await pass(ready(), { used: 249 })).toContain('published')
    expect(await pass(ready(), { used: 250 })).not.toContain('published')
    // A call that is repeated may be the one that used it up.
    const repeated = called({ verdict: 'unanswered', repeat_until: T0 + 1000 })
    expect(await pass(repeated, { used: 250 })).toContain('published')
  })
})
