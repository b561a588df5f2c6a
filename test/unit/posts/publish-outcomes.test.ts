// Next steps and their outcomes: every class of error at each step, every bound, every wait.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContainerType } from '../../../core/platforms/enumerations.ts'
import type { ErrorClass, Prepared, Result } from '../../../core/platforms/outcome.ts'
import { cancelled, failed, gaveUp, live } from '../../../core/posts/rules/changes.ts'
import { afterConfirming, ofAnother } from '../../../core/posts/rules/confirm-outcomes.ts'
import { afterChecking, afterCreating } from '../../../core/posts/rules/container-outcomes.ts'
import { OUTCOME_UNKNOWN } from '../../../core/posts/rules/failures.ts'
import { afterPermalink } from '../../../core/posts/rules/link-outcomes.ts'
import { nextStep, type Step } from '../../../core/posts/rules/next-step.ts'
import {
  confirmGap,
  firstLookDelay,
  GIVE_UP_MS,
  holdDelay,
  IN_FLIGHT_MS,
  LEASE_MS,
  LONGEST_DOUBT_MS,
  MAX_CALLS,
  MAX_HELD_MS,
  MAX_LOST_READS,
  MAX_PERMALINK_TRIES,
  MAX_REMAKES,
  MAX_SAME_CONTAINER,
  MAX_TRIES,
  MAX_UNSEEN_CHILDREN,
  overAfter,
  PUBLISH_TIMEOUT_MS,
  pollDelay,
  retryDelay,
} from '../../../core/posts/rules/pace.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import type { Attempt } from '../../../core/posts/rules/publication-fields.ts'
import {
  afterBusyAccount,
  afterFullQuota,
  afterPublishing,
  afterThrottling,
  beforePublishing,
  notCalled,
} from '../../../core/posts/rules/publish-outcomes.ts'
import {
  at,
  called,
  childrenReady,
  container,
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
const CLASSES: readonly ErrorClass[] = [
  'retry',
  'same_container',
  'new_container',
  'wait',
  'reconnect',
  'owner_action',
  'permanent',
  'ambiguous',
]
const NOW = T0 + 60_000

type Created = Result<Prepared>
/** When a container is certainly over, after it was made. */
const OVER_MS = overAfter({})

/** The next step, in a word. */
const next = (publication: Publication, now = publication.due_at): Step['do'] => nextStep(publication, now).do

const COMMENT = { type: 'first_comment', state: 'pending', tries: 0, created_at: T0 } as const
/** A thread whose second part was deleted before its link was read. */
const BROKEN_OFF: Pick<Publication, 'state' | 'permalink_state' | 'parts'> = {
  state: 'partially_published',
  permalink_state: 'found',
  parts: [
    { live_at: T0, media_id: 'm1', lookups: 0 },
    { live_at: T0, media_id: 'm2', lookups: 0, deleted_at: T0 },
    { lookups: 0 },
  ],
}

describe('nextStep', () => {
  it.each<[string, Publication, Step['do']]>([
    ['nothing was done', untouched(), 'create_containers'],
    ['a container is made', made(), 'check_containers'],
    [
      'some of several are made',
      { ...made(2), jobs: [untouched(2).jobs[0]!, ...made(2).jobs.slice(1)] },
      'create_containers',
    ],
    ['children are ready', childrenReady(), 'create_carousel'],
    ['everything is ready', ready(2), 'publish'],
    ['one picture is ready', ready(1), 'publish'],
    ['a text is ready', ready(0), 'publish'],
    ['a call was recorded', called({ verdict: 'unanswered' }), 'confirm'],
    ['a call was refused', called({ verdict: 'permanent' }), 'confirm'],
    ['it is live', live(ready(), { media_id: 'm1' }, at(T0)), 'read_permalink'],
    ['it is live and linked', { ...live(ready(), { media_id: 'm1' }, at(T0)), permalink_state: 'found' }, 'nothing'],
    [
      'no link was to be had',
      { ...live(ready(), { media_id: 'm1' }, at(T0)), permalink_state: 'unavailable' },
      'nothing',
    ],
    [
      'its link is looked for with its id, before what is done to the post by that id',
      { ...live(ready(), {}, at(T0)), permalink_tries: 1, steps: [COMMENT] },
      'read_permalink',
    ],
    [
      'it is a part of what was to be, on which nothing more is done',
      { ...live(ready(), { media_id: 'm1' }, at(T0)), ...BROKEN_OFF, steps: [COMMENT] },
      'nothing',
    ],
    ['it failed', failed(ready(), 'rejected', T0), 'nothing'],
    ['it was cancelled', cancelled(untouched(), T0), 'nothing'],
  ])('where %s', (_what, publication, step) => {
    expect(next(publication)).toBe(step)
  })

  it('waits for the later of its time and the time that was set for it', () => {
    expect(nextStep(untouched(1, { not_before: T0 + 500 }), T0)).toEqual({ do: 'wait', until: T0 + 500 })
    expect(nextStep(untouched(1, { due_at: T0 + 900, not_before: T0 + 500 }), T0 + 899)).toEqual({
      do: 'wait',
      until: T0 + 900,
    })
    expect(next(untouched(1, { not_before: T0 + 500 }), T0 + 500)).toBe('create_containers')
  })

  it('publishes the carousel, not one of its children', () => {
    expect(nextStep(ready(3), NOW)).toEqual({ do: 'publish', container_id: 'parent' })
    expect(nextStep(ready(1), NOW)).toEqual({ do: 'publish', container_id: 'c1' })
  })

  it('joins the children in the order of the post', () => {
    expect(nextStep(childrenReady(3), NOW)).toMatchObject({ do: 'create_carousel', children: ['c1', 'c2', 'c3'] })
  })

  it('ends what could not be begun for a week, but never what may be live', () => {
    for (const publication of [untouched(), made(), childrenReady(), ready(2)]) {
      expect(next(publication, T0 + GIVE_UP_MS)).not.toBe('give_up')
      expect(next(publication, T0 + GIVE_UP_MS + 1)).toBe('give_up')
    }
    expect(next(called(), T0 + 10 * GIVE_UP_MS)).toBe('confirm')
    expect(next(live(ready(), { media_id: 'm1' }, at(T0)), T0 + 10 * GIVE_UP_MS)).toBe('read_permalink')
    // All that the engine itself waits for fits well into that time.
    expect(MAX_HELD_MS + (MAX_REMAKES + 1) * OVER_MS).toBeLessThan(GIVE_UP_MS)
    expect(gaveUp(untouched(), NOW)).toMatchObject({ state: 'failed', failure: { code: 'platform_unavailable' } })
  })
})

describe('creating a container', () => {
  const created = (result: Created, publication = untouched(1, { started_at: T0 })) =>
    afterCreating(publication, new Map([[publication.jobs[0]!.id, result]]), at(NOW))
  const succeeded = container('c9')

  it('keeps the container and its age, and looks at a picture soon', () => {
    const after = created(succeeded)
    expect(after).toMatchObject({ state: 'preparing', due_at: NOW + firstLookDelay(PACE) })
    expect(jobOf(after, 'container_create')).toMatchObject({
      container_id: 'c9',
      container_at: NOW,
      state: 'pending',
      started_at: NOW,
      tries: 0,
    })
  })

  /** States of the post: the containers are made, or ready and joined. */
  const lookedAtAfter = (...types: ContainerType[]) => {
    const before = untouched(types.length, { started_at: T0 })
    const jobs = before.jobs.map((job, at) => (at < types.length ? { ...job, container_type: types[at] } : job))
    const containers = new Map(types.map((_, at) => [jobs[at]!.id, succeeded]))
    const made = afterCreating({ ...before, jobs }, containers, at(NOW))
    const carousel = made.jobs.find(({ type }) => type === 'carousel_upload')
    const joined = carousel && afterCreating(made, new Map([[carousel.id, succeeded]]), at(NOW))
    return [made, ...(joined ? [joined] : [])].map(({ due_at }) => due_at - NOW)
  }

  it.each<[string, ContainerType[], number[]]>([
    ['a text', ['text'], [1000]],
    ['a picture', ['image'], [1000]],
    ['a picture of a story', ['story_image'], [1000]],
    ['a carousel of pictures', ['image', 'image'], [1000, 1000]],
    ['a video', ['video'], [3000]],
    ['a reel', ['reel'], [3000]],
    ['a video of a story', ['story_video'], [3000]],
    ['a carousel with a video', ['image', 'video'], [3000, 3000]],
  ])('looks at %s when it is mostly ready', (_what, types, waits) => {
    expect(lookedAtAfter(...types)).toEqual(waits)
  })

  it.each([
    [100, 100],
    [1000, 1000],
    [3000, 1000],
    [9000, 3000],
    [60_000, 20_000],
  ])('looks at a picture no later than looks are apart, and seldom where that is long: %i ms', (poll_ms, wait) => {
    expect(firstLookDelay({ ...PACE, poll_ms })).toBe(wait)
  })

  it('looks at a picture that was not ready soon as at any other', () => {
    const first = created(succeeded)
    const reading = new Map([[first.jobs[0]!.id, status('in_progress')]])
    expect(afterChecking(first, reading, at(first.due_at)).due_at).toBe(first.due_at + PACE.poll_ms)
  })

  it('pauses as the usage headers ask', () => {
    expect(created({ ...succeeded, pause_ms: 300_000 }).due_at).toBe(NOW + 300_000)
  })

  it.each<[ErrorClass, object]>([
    ['reconnect', { state: 'failed', failure: { code: 'reconnect_required', platform: { code: 1 } } }],
    ['owner_action', { state: 'failed', failure: { code: 'action_required' } }],
    ['permanent', { state: 'failed', failure: { code: 'rejected', platform: { message: 'said permanent' } } }],
    ['wait', { state: 'preparing', held_since: NOW, due_at: NOW + 63_000 }],
    ['retry', { state: 'preparing', due_at: NOW + 2250 }],
    ['ambiguous', { state: 'preparing', due_at: NOW + 2250 }],
    ['same_container', { state: 'preparing', due_at: NOW + 2250 }],
    ['new_container', { state: 'preparing', due_at: NOW + 2250 }],
  ])('that is answered %s', (errorClass, expected) => {
    const after = created(refusal(errorClass))
    expect(after).toMatchObject(expected)
    expect(jobOf(after, 'container_create').container_id).toBeUndefined()
    if (after.state === 'failed') {
      expect(after.jobs.every(({ state }) => state === 'failed')).toBe(true)
      expect(after.ended_at).toBe(NOW)
    } else expect(after.last_problem).toMatchObject({ message: `said ${errorClass}` })
  })

  it.each(['retry', 'ambiguous', 'same_container'] as const)(
    'is tried 12 times after %s, then given up',
    (errorClass) => {
      let publication = untouched(1, { started_at: T0 })
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        publication = created(refusal(errorClass), publication)
        expect(jobOf(publication, 'container_create').tries).toBe(tries)
      }
      expect(created(refusal(errorClass), publication)).toMatchObject({
        state: 'failed',
        failure: { code: 'platform_unavailable', platform: { message: `said ${errorClass}` } },
      })
    },
  )

  it('is made again three times where the media could not be fetched (9004/2207052), then failed', () => {
    let publication = untouched(1, { started_at: T0 })
    const error = refusal('new_container', { code: 9004, subcode: 2207052 })
    for (let remake = 1; remake <= MAX_REMAKES; remake += 1) {
      publication = created(error, publication)
      expect(publication.state).toBe('preparing')
      expect(jobOf(publication, 'container_create').remakes).toBe(remake)
    }
    expect(created(error, publication)).toMatchObject({
      state: 'failed',
      failure: { code: 'media_not_processed', platform: { code: 9004, subcode: 2207052 } },
    })
  })

  it('waits at least as long as the platform asks', () => {
    expect(created(refusal('retry', { retry_after_ms: 120_000 })).due_at).toBe(NOW + 120_000)
    // Each call while throttled prolongs the block: an hour's cap of ours must not come before three of theirs.
    expect(created(refusal('wait', { retry_after_ms: 3 * HOUR })).due_at).toBeGreaterThanOrEqual(NOW + 3 * HOUR)
  })

  it('that our own preparing of the picture failed for is not called the platform’s refusal', () => {
    const cause = {
      message: 'The picture could not be prepared: it cannot be decoded.',
      code: undefined,
      ours: true,
    } as const
    const refused = created(refusal('permanent', cause))
    expect(refused.failure).toEqual({ code: 'media_unusable', message: cause.message })
    let publication = untouched(1, { started_at: T0 })
    for (let tries = 0; tries <= MAX_TRIES; tries += 1) publication = created(refusal('retry', cause), publication)
    expect(publication.failure).toEqual({ code: 'media_not_ready', message: cause.message })
  })

  it('of several: the first end wins, else what is due last, and none of the made ones is lost', () => {
    const publication = untouched(3, { started_at: T0 })
    const [a, b, c] = publication.jobs.map(({ id }) => id) as [string, string, string]
    const mixed = afterCreating(
      publication,
      new Map<string, Created>([
        [a, container('a')],
        [b, refusal('retry', { retry_after_ms: 50_000 })],
        [c, container('c')],
      ]),
      at(NOW),
    )
    expect(mixed.due_at).toBe(NOW + 50_000)
    expect(nextStep(mixed, mixed.due_at)).toMatchObject({ do: 'create_containers', jobs: [{ id: b }] })
    const ended = afterCreating(
      publication,
      new Map<string, Created>([
        [a, refusal('permanent')],
        [b, container('b')],
      ]),
      at(NOW),
    )
    expect(ended).toMatchObject({ state: 'failed', failure: { code: 'rejected' } })
  })

  describe('of a carousel', () => {
    const joined = (errorClass: ErrorClass, publication: Publication) =>
      afterCreating(publication, new Map([[jobOf(publication, 'carousel_upload').id, refusal(errorClass)]]), at(NOW))

    it('makes the children again at once where the platform says so', () => {
      const after = joined('new_container', childrenReady(2))
      expect(nextStep(after, after.due_at)).toMatchObject({ do: 'create_containers', jobs: [{}, {}] })
      expect(jobOf(after, 'carousel_upload').remakes).toBe(1)
    })

    it('makes the children again where they stay unknown or have expired', () => {
      let publication = childrenReady(2)
      for (let tries = 1; tries < MAX_UNSEEN_CHILDREN; tries += 1) {
        publication = joined('same_container', publication)
        expect(next(publication)).toBe('create_carousel')
      }
      publication = joined('same_container', publication)
      expect(next(publication)).toBe('create_containers')
    })

    it('is not made again without limit', () => {
      let publication = childrenReady(2)
      for (let rounds = 0; publication.state !== 'failed' && rounds < 50; rounds += 1) {
        const again = joined('new_container', publication)
        publication = again.state === 'failed' ? again : { ...childrenReady(2), jobs: again.jobs }
      }
      expect(publication.failure?.code).toBe('media_not_processed')
    })
  })
})

describe('checking a container', () => {
  const checked = (result: ReturnType<typeof status> | ReturnType<typeof refusal>, publication = made(), now = NOW) =>
    afterChecking(publication, new Map([[publication.jobs[0]!.id, result]]), at(now))

  it('that is ready goes on at once', () => {
    const after = checked(status('finished'))
    expect(after.due_at).toBe(NOW)
    expect(next(after)).toBe('publish')
    expect(jobOf(after, 'container_create')).toMatchObject({ state: 'completed', completed_at: NOW })
  })

  it('that is ready waits all the same while the usage headers ask for a pause', () => {
    expect(checked(status('finished', undefined, 300_000)).due_at).toBe(NOW + 300_000)
    expect(checked(status('in_progress', undefined, 300_000)).due_at).toBe(NOW + 300_000)
  })

  it('that is in progress is looked at more and more seldom, and is not made again while it is valid', () => {
    expect(checked(status('in_progress')).due_at).toBe(NOW + 30_000)
    const old = checked(status('in_progress'), made(), T0 + OVER_MS - 1)
    expect(old.due_at).toBe(T0 + OVER_MS - 1 + 60_000)
    expect(jobOf(old, 'container_create')).toMatchObject({ container_id: 'c1', remakes: 0 })
    const over = checked(status('in_progress'), made(), T0 + OVER_MS)
    expect(jobOf(over, 'container_create')).toMatchObject({ remakes: 1 })
    expect(next(over)).toBe('create_containers')
  })

  it.each<[string, ReturnType<typeof status>, object]>([
    ['expired', status('expired'), { state: 'preparing' }],
    ['failed for no reason', status('error'), { state: 'preparing' }],
    ['failed, a new one can help', status('error', problem('new_container')), { state: 'preparing' }],
    ['failed for good', status('error', problem('permanent')), { state: 'failed', failure: { code: 'rejected' } }],
    [
      'failed, owner to act',
      status('error', problem('owner_action')),
      { state: 'failed', failure: { code: 'action_required' } },
    ],
  ])('that %s', (_what, result, expected) => {
    const after = checked(result)
    expect(after).toMatchObject(expected)
    if (after.state === 'preparing') expect(next(after)).toBe('create_containers')
  })

  it.each<ErrorClass>(['permanent', 'owner_action', 'reconnect'])(
    'that failed, or cannot be read (%s), says what to do',
    (errorClass) => {
      const error = problem(errorClass, { advice: 'Do this.' })
      expect(checked(status('error', error)).failure?.message).toBe('Do this.')
      if (errorClass !== 'permanent') expect(checked({ ok: false, error }).failure?.message).toBe('Do this.')
    },
  )

  it('that is live is this post', () => {
    expect(checked(status('published'))).toMatchObject({ state: 'published', permalink_state: 'open' })
    // A child of a carousel is no post.
    expect(checked(status('published'), made(2)).state).toBe('preparing')
  })

  it.each<[ErrorClass, object]>([
    ['reconnect', { state: 'failed', failure: { code: 'reconnect_required' } }],
    ['owner_action', { state: 'failed', failure: { code: 'action_required' } }],
    ['wait', { state: 'preparing', held_since: NOW }],
    ['permanent', { state: 'preparing' }],
    ['retry', { state: 'preparing', due_at: NOW + 2250 }],
    ['same_container', { state: 'preparing', due_at: NOW + 2250 }],
    ['new_container', { state: 'preparing', due_at: NOW + 2250 }],
    ['ambiguous', { state: 'preparing', due_at: NOW + 2250 }],
  ])('whose reading is answered %s', (errorClass, expected) => {
    const after = checked(refusal(errorClass))
    expect(after).toMatchObject(expected)
    if (errorClass === 'permanent') expect(next(after)).toBe('create_containers')
    else if (after.state !== 'failed') expect(next(after)).toBe('check_containers')
  })

  it('waits as long as is asked before it reads again', () => {
    expect(checked(refusal('retry', { retry_after_ms: 90_000 })).due_at).toBe(NOW + 90_000)
  })

  it(`that cannot be read is lost after ${MAX_LOST_READS} times, and is made again ${MAX_REMAKES} times`, () => {
    let publication = made()
    let remakes = 0
    for (let reads = 0; publication.state !== 'failed' && reads < 200; reads += 1) {
      publication = checked(refusal('retry'), publication)
      const job = jobOf(publication, 'container_create')
      if (job.remakes > remakes) {
        expect(job.tries).toBe(0)
        remakes = job.remakes
        publication = made(1, {
          jobs: publication.jobs.map((one) =>
            one.id === job.id ? { ...one, container_id: 'c', container_at: NOW } : one,
          ),
        })
      }
    }
    expect(remakes).toBe(MAX_REMAKES)
    expect(publication.failure?.code).toBe('media_not_processed')
  })
})

describe('a limit', () => {
  it('is waited for over the rolling day, then failed as what it is', () => {
    const full = { used: 50, total: 50, window_seconds: 86_400 }
    let publication = ready()
    let now = NOW
    for (let rounds = 0; publication.state !== 'failed'; rounds += 1) {
      expect(rounds).toBeLessThan(60)
      publication = afterFullQuota(publication, full, at(now))
      now = Math.max(now, publication.due_at)
    }
    expect(publication.failure).toMatchObject({
      code: 'limit_not_lifted',
      platform: { message: 'The account has used 50 of its 50 posts in 24 hours.' },
    })
    expect(now - NOW).toBeGreaterThan(MAX_HELD_MS)
  })

  it('that holds on does not end what an earlier call may have published: that is found out first', () => {
    const long = { held_since: NOW - MAX_HELD_MS - HOUR }
    const repeatable = { key: 'k', repeat_within_ms: HOUR }
    const first = beforePublishing({ ...ready(), ...long }, at(NOW), repeatable)
    const unclear = afterPublishing(first, refusal('ambiguous'), at(NOW + 1000))
    expect(next(unclear)).toBe('publish')
    const repeat = beforePublishing(unclear, at(unclear.due_at), repeatable)
    const limited = afterPublishing(repeat, refusal('wait', { retry_after_ms: 60_000 }), at(unclear.due_at))
    expect(limited).toMatchObject({ state: 'confirming', attempt: { verdict: 'wait', doubtful: true } })
    expect(limited.due_at).toBeGreaterThanOrEqual(unclear.due_at + 60_000)
    expect(afterConfirming(limited, outcome('published'), at(limited.due_at)).state).toBe('published')
  })

  it('on looking after a call in doubt is looked into once more while some platforms can still tell its outcome', () => {
    const MINUTE = 60_000
    const limit = refusal('wait', { retry_after_ms: 3 * HOUR })
    const unclear = afterPublishing(beforePublishing(ready(), at(NOW)), refusal('ambiguous'), at(NOW + 1000))
    const limited = afterConfirming(unclear, limit, at(NOW + 2000))
    expect(limited.due_at - NOW).toBeLessThan(50 * MINUTE - confirmGap(PACE, 0))
    expect(limited.due_at - NOW).toBeGreaterThan(30 * MINUTE)
    expect(afterConfirming(limited, outcome('published'), at(limited.due_at)).state).toBe('published')
    // That once, and not after a clear refusal: each call prolongs the block.
    const again = afterConfirming(limited, limit, at(limited.due_at))
    expect(again.due_at - limited.due_at).toBeGreaterThanOrEqual(3 * HOUR)
    const clear = afterPublishing(beforePublishing(ready(), at(NOW)), refusal('wait'), at(NOW + 1000))
    expect(afterConfirming(clear, limit, at(NOW + 2000)).due_at - NOW).toBeGreaterThanOrEqual(3 * HOUR)
  })

  it('that is said to be over, and is not, is waited for as one of which nothing is said', () => {
    let now = NOW
    let publication = ready()
    let calls = 0
    for (; publication.state !== 'failed'; calls += 1) {
      publication = afterThrottling(publication, problem('wait', { retry_after_ms: 0 }), at(now))
      if (publication.state !== 'failed') expect(publication.due_at - now).toBeGreaterThanOrEqual(60_000)
      now = publication.due_at
    }
    expect(calls).toBeLessThan(50)
    const unread = afterConfirming(called(), refusal('wait', { retry_after_ms: 0 }), at(NOW))
    expect(unread.due_at - NOW).toBeGreaterThanOrEqual(60_000)
  })

  it('that was not lifted in time ends it once the container was read', () => {
    const long = { held_since: NOW - MAX_HELD_MS - HOUR }
    const refused = afterPublishing(beforePublishing({ ...ready(), ...long }, at(NOW)), refusal('wait'), at(NOW))
    expect(refused).toMatchObject({ state: 'confirming', attempt: { verdict: 'wait' } })
    expect(afterConfirming(refused, outcome('published'), at(refused.due_at)).state).toBe('published')
    expect(afterConfirming(refused, outcome('finished'), at(refused.due_at)).failure).toMatchObject({
      code: 'limit_not_lifted',
      platform: { message: expect.any(String) },
    })
  })

  it('that holds publishing is not forgotten because the container had to be made again meanwhile', () => {
    const since = T0 - 20 * HOUR
    const publication = { ...called({ verdict: 'wait' }), held_since: since }
    const expired = afterConfirming(publication, outcome('expired'), at(NOW))
    const job = expired.jobs[0]!
    const again = afterCreating(expired, new Map([[job.id, container('c2')]]), at(NOW))
    expect(again.held_since).toBe(since)
    // One that held the creating is over when creating worked.
    const fresh = untouched(1, { held_since: since })
    const first = afterCreating(fresh, new Map([[fresh.jobs[0]!.id, container('c')]]), at(NOW))
    expect(first.held_since).toBeUndefined()
  })

  it('met when the quota was read holds publishing before any call', () => {
    const after = afterThrottling(ready(), problem('wait', { retry_after_ms: 2 * HOUR }), at(NOW))
    expect(after).toMatchObject({ state: 'preparing', held_since: NOW })
    expect(after.attempt).toBeUndefined()
    expect(after.due_at).toBeGreaterThanOrEqual(NOW + 2 * HOUR)
  })

  it('of one publication at a time is waited for a moment', () => {
    const { due_at } = afterBusyAccount(ready(), at(NOW))
    expect(due_at - NOW).toBeGreaterThan(0)
    expect(due_at - NOW).toBeLessThanOrEqual(PACE.poll_ms)
  })
})

describe('publishing', () => {
  it('is recorded before the call, with a time after which nobody can still be making it', () => {
    const before = beforePublishing(ready(2), at(NOW))
    expect(before).toMatchObject({
      state: 'publishing',
      due_at: NOW + IN_FLIGHT_MS,
      attempt: { container_id: 'parent', at: NOW, calls: 1, verdict: 'unanswered', doubtful: false, reads: 0 },
    })
    expect(next(before)).toBe('confirm')
    expect(nextStep(before, NOW).do).toBe('wait')
    expect(IN_FLIGHT_MS).toBeGreaterThan(PUBLISH_TIMEOUT_MS)
    expect(LEASE_MS).toBeGreaterThan(IN_FLIGHT_MS)
  })

  it('that was not called after all counts no call', () => {
    const after = notCalled(beforePublishing(ready(), at(NOW)), at(NOW + 6000))
    expect(after.attempt).toBeUndefined()
    expect(jobOf(after, 'publish_content').tries).toBe(0)
    expect(next(after)).toBe('publish')
  })

  it('that worked is live at once, with its media id, and its link still to be read', () => {
    const after = afterPublishing(
      beforePublishing(ready(2), at(NOW)),
      { ok: true, value: { media_id: 'm1' } },
      at(NOW + 900),
    )
    expect(after).toMatchObject({ state: 'published', media_id: 'm1', permalink_state: 'open', ended_at: NOW + 900 })
    expect(after.attempt).toBeUndefined()
    expect(after.failure).toBeUndefined()
    expect(after.jobs.every(({ state }) => state === 'completed')).toBe(true)
  })

  it.each<[ErrorClass, Attempt['verdict'], boolean]>([
    ['ambiguous', 'unclear', true],
    ['retry', 'unclear', true],
    ['same_container', 'same_container', false],
    ['new_container', 'new_container', false],
    ['without_card', 'without_card', true],
    ['wait', 'wait', false],
    ['reconnect', 'reconnect', false],
    ['owner_action', 'owner_action', false],
    ['permanent', 'permanent', false],
  ])('that is answered %s is followed by reading the container, whatever it said', (errorClass, verdict, doubtful) => {
    const after = afterPublishing(beforePublishing(ready(), at(NOW)), refusal(errorClass), at(NOW))
    expect(after).toMatchObject({ state: 'confirming', attempt: { verdict, doubtful } })
    expect(next(after)).toBe('confirm')
    expect(after.due_at).toBeGreaterThan(NOW)
  })

  it('that surely was not sent leaves no mark: what the account posts until the next call is not of that call', () => {
    const unsent = refusal('retry', { unsent: true })
    const after = afterPublishing(beforePublishing(ready(), at(NOW), { mark: '5' }), unsent, at(NOW))
    expect(after).toMatchObject({ state: 'preparing', attempt: undefined })
    expect(jobOf(after, 'publish_content').mark).toBeUndefined()
    expect(beforePublishing(after, at(NOW), { mark: '9' }).jobs).toContainEqual(expect.objectContaining({ mark: '9' }))
  })

  it('that the platform asks to be left alone after is not read before', () => {
    const before = beforePublishing(ready(), at(NOW))
    expect(afterPublishing(before, refusal('ambiguous', { retry_after_ms: 60_000 }), at(NOW)).due_at).toBe(NOW + 60_000)
    expect(
      afterPublishing(before, refusal('wait', { retry_after_ms: 2 * HOUR }), at(NOW)).due_at,
    ).toBeGreaterThanOrEqual(NOW + 2 * HOUR)
  })

  it('that is unclear is not left for hours, though the server asks for that: later nobody could tell any more', () => {
    const unclear = afterPublishing(
      beforePublishing(ready(), at(NOW)),
      refusal('ambiguous', { retry_after_ms: HOUR }),
      at(NOW),
    )
    expect(unclear.due_at).toBe(NOW + LONGEST_DOUBT_MS)
    const unread = afterConfirming(unclear, refusal('retry', { retry_after_ms: HOUR }), at(unclear.due_at))
    expect(unread.due_at).toBe(unclear.due_at + LONGEST_DOUBT_MS)
  })
})

describe('finding out what a publish call did', () => {
  const confirmed = (
    publication: Publication,
    result: ReturnType<typeof outcome> | ReturnType<typeof refusal>,
    now = NOW,
  ) => afterConfirming(publication, result, at(now))

  it.each([
    'unanswered',
    'unclear',
    'same_container',
    'new_container',
    'wait',
    'reconnect',
    'owner_action',
    'permanent',
  ] as const)('PUBLISHED is live after %s', (verdict) => {
    expect(confirmed(called({ verdict }), outcome('published'))).toMatchObject({
      state: 'published',
      permalink_state: 'open',
    })
  })

  it.each<[Attempt['verdict'], object, Step['do']]>([
    ['permanent', { state: 'failed', failure: { code: 'rejected', platform: { message: 'words' } } }, 'nothing'],
    ['reconnect', { state: 'failed', failure: { code: 'reconnect_required' } }, 'nothing'],
    ['owner_action', { state: 'failed', failure: { code: 'action_required' } }, 'nothing'],
    ['new_container', { state: 'preparing' }, 'create_containers'],
    ['same_container', { state: 'preparing' }, 'publish'],
    ['wait', { state: 'preparing', due_at: NOW }, 'publish'],
  ])('FINISHED once believes a clear %s', (verdict, expected, step) => {
    const after = confirmed(called({ verdict, problem: { message: 'words' } }), outcome('finished'))
    expect(after).toMatchObject(expected)
    expect(after.attempt === undefined || after.state === 'failed').toBe(true)
    expect(next(after)).toBe(step)
  })

  it.each(['unanswered', 'unclear'] as const)('FINISHED after %s takes two readings, some time apart', (verdict) => {
    const first = confirmed(called({ verdict }), outcome('finished'))
    expect(first).toMatchObject({
      state: 'confirming',
      due_at: NOW + confirmGap(PACE),
      attempt: { finished_seen_at: NOW },
    })
    const early = confirmed(first, outcome('finished'), NOW + confirmGap(PACE) - 1)
    expect(early.attempt?.finished_seen_at).toBe(NOW)
    expect(early.state).toBe('confirming')
    const second = confirmed(first, outcome('finished'), NOW + confirmGap(PACE))
    expect(next(second)).toBe('publish')
  })

  it('FINISHED after a call that was silent for long is believed as long again after the first reading', () => {
    const silent = 2 * confirmGap(PACE)
    const first = confirmed(called({ verdict: 'unclear', unclear_ms: silent, reads: 3 }), outcome('finished'))
    expect(first).toMatchObject({ due_at: NOW + silent, attempt: { reads: 0 } })
    const early = confirmed(first, outcome('finished'), NOW + silent - 1)
    expect(early).toMatchObject({ state: 'confirming', due_at: NOW + silent })
    expect(next(confirmed(first, outcome('finished'), NOW + silent))).toBe('publish')
  })

  it('that has made another publication’s post is in doubt as a call that was never answered', () => {
    const seen = { others: ['m1'], unclear_ms: 10, reads: 2, finished_seen_at: T0 }
    const after = ofAnother(called({ verdict: 'unclear', ...seen }), 'm2', '4', at(NOW))
    expect(after).toMatchObject({ state: 'confirming', due_at: NOW + PACE.poll_ms })
    expect(after.attempt).toMatchObject({ others: ['m1', 'm2'], verdict: 'unclear', doubtful: true, reads: 0 })
    expect(after.attempt).toMatchObject({ unclear_ms: PUBLISH_TIMEOUT_MS, finished_seen_at: undefined })
    const { id, key, mark } = jobOf(after, 'publish_content')
    expect([key, mark]).toEqual([`${id}+`, '4'])
  })

  it('IN_PROGRESS in between starts over', () => {
    const first = confirmed(called(), outcome('finished'))
    const between = confirmed(first, outcome('in_progress'), NOW + 10_000)
    expect(between.attempt?.finished_seen_at).toBeUndefined()
    expect(confirmed(between, outcome('finished'), NOW + confirmGap(PACE)).state).toBe('confirming')
  })

  it(`calls publish at most ${MAX_CALLS} times on one container`, () => {
    const seen = { finished_seen_at: T0 }
    expect(next(confirmed(called({ calls: MAX_CALLS - 1, ...seen }), outcome('finished')))).toBe('publish')
    expect(confirmed(called({ calls: MAX_CALLS, ...seen }), outcome('finished'))).toMatchObject({
      state: 'failed',
      failure: { code: 'platform_unavailable' },
    })
  })

  it(`makes a new container after ${MAX_SAME_CONTAINER} clear "not found" on one`, () => {
    const said = { verdict: 'same_container' as const }
    expect(next(confirmed(called({ calls: MAX_SAME_CONTAINER - 1, ...said }), outcome('finished')))).toBe('publish')
    const anew = confirmed(called({ calls: MAX_SAME_CONTAINER, ...said }), outcome('finished'))
    expect(next(anew)).toBe('create_containers')
    expect(jobOf(anew, 'publish_content').tries).toBe(0)
  })

  it.each<[string, Attempt['verdict'], ReturnType<typeof outcome>, object]>([
    ['EXPIRED', 'unclear', outcome('expired'), { state: 'failed', failure: { code: 'platform_unavailable' } }],
    ['ERROR', 'unclear', outcome('error'), { state: 'failed', failure: { code: 'media_not_processed' } }],
    [
      'ERROR for good',
      'unclear',
      outcome('error', problem('permanent')),
      { state: 'failed', failure: { code: 'rejected' } },
    ],
    ['EXPIRED', 'wait', outcome('expired'), { state: 'preparing' }],
    ['EXPIRED', 'same_container', outcome('expired'), { state: 'preparing' }],
    ['ERROR', 'new_container', outcome('error', problem('new_container')), { state: 'preparing' }],
    ['EXPIRED', 'permanent', outcome('expired'), { state: 'failed', failure: { code: 'rejected' } }],
    ['EXPIRED', 'reconnect', outcome('expired'), { state: 'failed', failure: { code: 'reconnect_required' } }],
  ])('%s after %s', (_state, verdict, result, expected) => {
    const after = confirmed(called({ verdict, problem: { message: 'words' } }), result)
    expect(after).toMatchObject(expected)
    if (after.state === 'preparing') expect(next(after)).toBe('create_containers')
  })

  it.each(CLASSES)('in doubt, a reading that is answered %s decides nothing', (errorClass) => {
    for (const verdict of ['unanswered', 'unclear'] as const) {
      const after = confirmed(called({ verdict }), refusal(errorClass))
      expect(after).toMatchObject({ state: 'confirming', attempt: { verdict } })
      expect(after.due_at).toBeGreaterThan(NOW)
      expect(next(after)).toBe('confirm')
    }
  })

  it.each(CLASSES)(
    'is outcome_unknown, and not retryable, when %s is all that is heard until the container is over',
    (errorClass) => {
      let publication = called()
      let now = NOW
      for (let reads = 0; publication.state !== 'failed'; reads += 1) {
        expect(reads).toBeLessThan(1000)
        publication = confirmed(publication, refusal(errorClass), now)
        if (publication.state !== 'failed') now = publication.due_at
      }
      expect(publication.failure?.code).toBe('outcome_unknown')
      expect(publication.failure?.message).toBe(OUTCOME_UNKNOWN.not_asked)
      expect(now - T0).toBeGreaterThan(OVER_MS)
    },
  )

  it('tells apart a platform that did not say and one that could not be asked', () => {
    const answer = confirmed(called(), { ok: true, value: { state: 'unknown', final: true } })
    expect(answer.failure).toMatchObject({ code: 'outcome_unknown', message: OUTCOME_UNKNOWN.never_told })
    expect(OUTCOME_UNKNOWN.never_told).toContain('did not say whether the post went live')
    // The call itself may have had no answer.
    expect(OUTCOME_UNKNOWN.never_told).not.toContain('answered')
    expect(OUTCOME_UNKNOWN.not_asked).toContain('could not be asked whether the post went live')
  })

  it('is still asked for a few times after a stop of more than a day', () => {
    const late = T0 + OVER_MS + 60_000
    const first = confirmed(called(), refusal('wait'), late)
    expect(first).toMatchObject({ state: 'confirming', attempt: { reads: 1 } })
    expect(confirmed(first, outcome('published'), first.due_at).state).toBe('published')
  })

  it('is looked for after a call that a limit held back for longer than its container lives', () => {
    const calledAt = T0 + MAX_HELD_MS
    const unsure = confirmed(called({ at: calledAt }), { ok: true, value: { state: 'unknown' } }, calledAt + 60_000)
    expect(unsure.state).toBe('confirming')
    expect(confirmed(unsure, outcome('published'), unsure.due_at).state).toBe('published')
    expect(confirmed(unsure, { ok: true, value: { state: 'unknown' } }, calledAt + HOUR + 1).failure?.code).toBe(
      'outcome_unknown',
    )
  })

  it('IN_PROGRESS for ever is unknown in doubt, and not taken otherwise', () => {
    const later = T0 + OVER_MS + 1
    expect(confirmed(called(), outcome('in_progress'), later).failure).toMatchObject({
      code: 'outcome_unknown',
      message: OUTCOME_UNKNOWN.never_told,
    })
    expect(confirmed(called({ verdict: 'same_container' }), outcome('in_progress'), later).failure?.code).toBe(
      'platform_unavailable',
    )
    expect(confirmed(called({ verdict: 'same_container' }), outcome('in_progress')).state).toBe('confirming')
  })

  it('believes a clear refusal in the end, where the container cannot be read', () => {
    let publication = called({ verdict: 'permanent', problem: { message: 'words' } })
    let reads = 0
    for (; publication.state !== 'failed'; reads += 1) {
      expect(reads).toBeLessThan(20)
      publication = confirmed(publication, refusal('retry'))
    }
    expect(reads).toBe(MAX_LOST_READS + 1)
    expect(publication.failure).toMatchObject({ code: 'rejected', platform: { message: 'words' } })
  })

  it.each<ErrorClass>(['permanent', 'permission', 'owner_action', 'reconnect'])(
    'says what to do where the call was refused (%s)',
    (errorClass) => {
      const error = problem(errorClass, { advice: 'Do this.' })
      const refused = called({ verdict: errorClass as Attempt['verdict'], problem: error, advice: error.advice })
      expect(confirmed(refused, outcome('finished')).failure?.message).toBe('Do this.')
      expect(confirmed(called(), outcome('error', error)).failure?.message).toBe('Do this.')
    },
  )

  it('says what to do where the platform turns the account away', () => {
    for (const errorClass of ['reconnect', 'owner_action'] as const)
      expect(
        confirmed(called({ verdict: 'same_container' }), refusal(errorClass, { advice: 'Do this.' })).failure?.message,
      ).toBe('Do this.')
  })

  it('believes a clear refusal where the token is no good any more', () => {
    expect(confirmed(called({ verdict: 'permanent' }), refusal('reconnect')).failure?.code).toBe('reconnect_required')
    expect(confirmed(called({ verdict: 'same_container' }), refusal('owner_action')).failure?.code).toBe(
      'action_required',
    )
    // A limit is no refusal of the post: it is asked for again.
    expect(confirmed(called({ verdict: 'wait' }), refusal('reconnect')).state).toBe('confirming')
  })

  it('waits as long as is asked before it reads again', () => {
    expect(confirmed(called(), refusal('retry', { retry_after_ms: 90_000 })).due_at).toBe(NOW + 90_000)
    expect(confirmed(called(), refusal('wait', { retry_after_ms: 90_000 })).due_at).toBeGreaterThanOrEqual(NOW + 90_000)
  })
})

describe('the link', () => {
  const posted = live(ready(), {}, at(T0))

  it('is kept with the media id that it came with', () => {
    const result = { ok: true, value: { media_id: 'm2', permalink: 'https://www.threads.net/@a/post/b' } } as const
    expect(afterPermalink(posted, result, at(NOW))).toMatchObject({
      state: 'published',
      media_id: 'm2',
      permalink: 'https://www.threads.net/@a/post/b',
      permalink_state: 'found',
    })
  })

  it.each([...CLASSES, 'none', 'nothing'] as const)('that is answered %s never makes a live post fail', (answer) => {
    let publication: Publication = live(ready(), { media_id: 'm1' }, at(T0))
    for (let tries = 1; tries <= MAX_PERMALINK_TRIES; tries += 1) {
      expect(next(publication)).toBe('read_permalink')
      const result =
        answer === 'none'
          ? ({ ok: true, value: { permalink: null } } as const)
          : answer === 'nothing'
            ? ({ ok: true, value: null } as const)
            : refusal(answer)
      publication = afterPermalink(publication, result, at(publication.due_at))
      expect(publication).toMatchObject({ state: 'published', media_id: 'm1', permalink_tries: tries })
    }
    expect(publication.permalink_state).toBe('unavailable')
    expect(publication.failure).toBeUndefined()
    expect(next(publication)).toBe('nothing')
  })

  it('is not asked for while a limit holds, as each call prolongs it', () => {
    const read = (result: Parameters<typeof afterPermalink>[1], now = T0) =>
      afterPermalink(live(ready(), { media_id: 'm1' }, at(T0)), result, at(now)).due_at - now
    expect(read(refusal('wait', { retry_after_ms: 45 * 60_000 }))).toBe(45 * 60_000)
    expect(read(refusal('wait'))).toBe(holdDelay(0, undefined, PACE))
    expect(read(refusal('wait'), T0 + 30 * 60_000)).toBe(holdDelay(30 * 60_000, undefined, PACE))
    // A server that fails may name any time: the steps after the post wait for this look, too.
    expect(read(refusal('retry', { retry_after_ms: 90_000 }))).toBe(90_000)
    expect(read(refusal('retry', { retry_after_ms: HOUR }))).toBe(LONGEST_DOUBT_MS)
    expect(read(refusal('retry'))).toBe(retryDelay(1, PACE))
  })
})

describe('waits', () => {
  const pace = fc.record({
    poll_ms: fc.integer({ min: 100, max: 300_000 }),
    chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
  const paceOf = ({ poll_ms, chance }: { poll_ms: number; chance: number }) => ({ poll_ms, chance: () => chance })

  it('of retries double, with jitter between half and all, and are bounded', () => {
    fc.assert(
      fc.property(pace, fc.integer({ min: 1, max: 60 }), (given, tries) => {
        const full = Math.min(300_000, given.poll_ms * 2 ** (tries - 1))
        const wait = retryDelay(tries, paceOf(given))
        expect(wait).toBeGreaterThanOrEqual(Math.floor(full / 2))
        expect(wait).toBeLessThanOrEqual(full)
        expect(Number.isInteger(wait)).toBe(true)
        expect(retryDelay(tries + 1, paceOf(given))).toBeGreaterThanOrEqual(wait)
      }),
    )
  })

  it('between two looks grow with the age of the container, from the poll delay to a minute', () => {
    fc.assert(
      fc.property(
        pace,
        fc.integer({ min: 0, max: 30 * HOUR }),
        fc.integer({ min: 0, max: HOUR }),
        (given, age, more) => {
          const wait = pollDelay(age, paceOf(given))
          expect(wait).toBeGreaterThanOrEqual(Math.min(60_000, given.poll_ms))
          expect(wait).toBeLessThanOrEqual(60_000)
          expect(pollDelay(age + more, paceOf(given))).toBeGreaterThanOrEqual(wait)
        },
      ),
    )
  })

  it('while a limit holds are never shorter than asked, and an hour at most where nothing is asked', () => {
    fc.assert(
      fc.property(
        pace,
        fc.integer({ min: 0, max: 30 * HOUR }),
        fc.option(fc.integer({ min: 0, max: 24 * HOUR }), { nil: undefined }),
        (given, held, asked) => {
          const wait = holdDelay(held, asked, paceOf(given))
          expect(wait).toBeGreaterThanOrEqual(asked ?? 1000)
          expect(wait).toBeLessThanOrEqual(Math.ceil(1.1 * (asked ?? HOUR)) + 1101)
        },
      ),
    )
  })

  it('never lie in the past, and every end has all its jobs ended', () => {
    const results = fc.constantFrom(...CLASSES.map((errorClass) => refusal(errorClass)))
    const states = fc.constantFrom(
      ...(['in_progress', 'finished', 'published', 'error', 'expired'] as const).map((state) => outcome(state)),
    )
    const attempts = fc.record({
      verdict: fc.constantFrom(
        ...([
          'unanswered',
          'unclear',
          'same_container',
          'new_container',
          'wait',
          'reconnect',
          'owner_action',
          'permanent',
        ] as const),
      ),
      calls: fc.integer({ min: 1, max: MAX_CALLS }),
      reads: fc.integer({ min: 0, max: 8 }),
      doubtful: fc.boolean(),
      finished_seen_at: fc.option(fc.integer({ min: T0, max: NOW }), { nil: undefined }),
    })
    fc.assert(
      fc.property(
        attempts,
        fc.oneof(results, states),
        fc.integer({ min: NOW, max: NOW + 30 * HOUR }),
        (attempt, result, now) => {
          const after = afterConfirming(called(attempt), result, at(now))
          if (after.state === 'failed' || after.state === 'published') {
            expect(after.jobs.some(({ state }) => state === 'pending')).toBe(false)
            expect(after.ended_at).toBe(now)
          } else expect(after.due_at).toBeGreaterThanOrEqual(now)
          // In doubt there is one way to another publish call: FINISHED, twice.
          const doubt = attempt.doubtful || attempt.verdict === 'unanswered' || attempt.verdict === 'unclear'
          if (doubt && after.state === 'preparing') {
            expect(result).toEqual(outcome('finished'))
            expect(now - (attempt.finished_seen_at ?? now)).toBeGreaterThanOrEqual(confirmGap(PACE))
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
