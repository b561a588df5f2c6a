// A model of one platform, one table item and several workers, with a fault possible at every step and every
// interleaving: what the publishing engine is run against by the thousand.

import type { PlatformId } from '../../core/platforms/facts.ts'
import { verdictOf } from '../../core/platforms/meta/containers.ts'
import type { ErrorClass, Prepared, Result } from '../../core/platforms/outcome.ts'
import { type Effects, type Obstacle, PassFailed, publishStep } from '../../core/posts/publishing/engine.ts'
import { deletionAsked } from '../../core/posts/rules/deletion.ts'
import { newPublication } from '../../core/posts/rules/new-publication.ts'
import { hasWork } from '../../core/posts/rules/next-step.ts'
import { CALL_WINDOW_MS, LEASE_MS, MAX_HELD_MS, PUBLISH_TIMEOUT_MS } from '../../core/posts/rules/pace.ts'
import { handlesOf, keyOf } from '../../core/posts/rules/parts.ts'
import { planOf } from '../../core/posts/rules/plan.ts'
import { type Publication, VersionConflict } from '../../core/posts/rules/publication.ts'
import { randomFrom } from './random.ts'

interface Container {
  part: number
  made_at: number
  ready_at: number
  broken: boolean
  published: boolean
  /** The platform has taken it, and works on it until then. */
  taken_until?: number
  /** The parts of an upload that are still to be sent. */
  parts_left: number
}

/** No error, which would note where it was made each time. */
class Crash {}
/** The table gives an error, whether it wrote or not. */
class Away extends Error {}

/** A copy as one that was stored and read again: nothing is shared with it, and what is undefined is not there. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf) as T
  const copy: Record<string, unknown> = {}
  for (const name in value) if (value[name] !== undefined) copy[name] = copyOf(value[name])
  return copy as T
}

interface Worker {
  /** The data that it has read, lost when it dies before storing it. */
  knows: boolean
  dead: boolean
  done: boolean
  started: number
  /** The version that it last read, or wrote and knows of; and that of its last write, which may have failed. */
  known?: number
  wrote?: number
}

interface Turn {
  worker: Worker
  go(): void
  stop(): void
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** So long after a call that failed a platform may still do what it asked for. */
const LATE_MS = 25_000

export interface History {
  /** How often anything came out in public. */
  posts: number
  /** The same by part of a thread; one part where there is none. */
  byPart: number[]
  /** How often the first comment was written. */
  comments: number
  publication: Publication
  /** As it was when its deletion was asked for; the publication itself where it was not. */
  ended: Publication
  /** Which parts are off the platform again. */
  gone: boolean[]
  /** Whether the platform told what became of the container, after the last publish call. */
  verdictWasToBeHad: boolean
  calls: number
  steps: number
  begunEarly: boolean
  /** Publishing was asked for after the last time that the post may begin at. */
  begunLate: boolean
  /** Publishing was asked for before all other accounts were ready. */
  ungated: boolean
}

/** The kind of platform of a history. */
export interface ModelPlatform {
  id: PlatformId
  /** Its posts are told apart by a key of ours: publishing again with it shows nothing new, and nothing is joined. */
  keyed?: boolean
}

/** Runs one random history to its end. @throws when the publication does not reach an end. */
export async function runHistory(seed: number, platform: ModelPlatform = { id: 'threads' }): Promise<History> {
  const random = randomFrom(seed)
  const chance = (probability: number) => random() < probability
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!

  // Some histories are calm, some are terrible.
  const faultRate = pick([0, 0.05, 0.2, 0.5, 0.9])
  const crashRate = pick([0, 0.02, 0.1])
  let faultsLeft = Math.floor(random() * 60)
  // In some the platform never again tells what became of a container, once publishing was asked for.
  const silent = chance(0.05)
  /** In some the platform answers that it has taken a post, and shows it later or never. */
  const takes = !platform.keyed && chance(0.1)
  const awayRate = pick([0, 0, 0.05, 0.2])
  const tableFault = () => faultsLeft > 0 && chance(awayRate) && faultsLeft-- > 0
  /** The last writer. */
  let writer: Worker | undefined

  let now = 1_800_000_000_000
  const media = Array.from({ length: Math.floor(random() * 4) }, (_, at) => ({ id: `m${at}`, kind: 'image' as const }))
  const following = chance(0.25) ? 1 + Math.floor(random() * 2) : 0
  const commented = chance(0.25)
  const notBefore = now + (chance(0.3) ? Math.floor(random() * 600_000) : 0)
  // In some a limit holds for about as long as the engine waits for one.
  const limitedUntil = chance(0.1) ? notBefore + MAX_HELD_MS + (random() - 0.7) * HOUR : 0
  // Other faults happen after the limit.
  const fault = () => faultsLeft > 0 && now >= limitedUntil && chance(faultRate) && faultsLeft-- > 0
  const notAfter = chance(0.2) ? notBefore + Math.floor(random() * pick([20_000, 600_000, 7_200_000])) : undefined
  const together = chance(0.2)
  let gate: 'open' | 'waiting' | 'shut' = 'waiting'
  let stored: Readonly<Publication> = copyOf(
    newPublication({
      post_id: 'post',
      account_id: 'account',
      owner_id: 'owner',
      platform: platform.id,
      type: media.length === 0 ? 'text' : 'feed',
      plan: planOf('feed', platform.id, media),
      thread: Array.from({ length: following }, () => planOf('feed', platform.id, [])),
      steps: commented ? ['first_comment', 'comments_off'] : [],
      not_before: notBefore,
      not_after: notAfter,
      together,
      now,
    }),
  )
  /** A copy that the caller may change. */
  const read = (): Publication => copyOf(stored)

  const containers = new Map<string, Container>()
  /** The live posts of a platform that tells them apart by keys. */
  const keys = new Set<string>()
  /** Which key each part was first published with: it may never be another. */
  const keyOfPart = new Map<number, string>()
  let madeKeys = 0
  let posts = 0
  const byPart = Array.from({ length: following + 1 }, () => 0)
  const gone = byPart.map(() => false)
  let lastLive = 0
  let asked: Publication | undefined
  const deletes = chance(0.3)
  let comments = 0
  let calls = 0
  let steps = 0
  let verdict = false
  let finishedSeen: number | undefined
  let begunEarly = false
  let begunLate = false
  let ungated = false
  let obstacle: Obstacle | undefined
  const turns: Turn[] = []

  const turn = (worker: Worker) =>
    new Promise<void>((resolve, reject) => {
      if (worker.dead) return reject(new Crash())
      turns.push({ worker, go: resolve, stop: () => reject(new Crash()) })
    })

  const refuse = (cls: ErrorClass): { ok: false; error: { class: ErrorClass; message: string } } => ({
    ok: false,
    error: { class: cls, message: `fault: ${cls}` },
  })

  const make = (part: number): Result<Prepared> => {
    if (now < notBefore) begunEarly = true
    if (fault())
      return refuse(pick(['retry', 'retry', 'new_container', 'wait', 'permanent', 'reconnect', 'owner_action']))
    const id = `c${containers.size}`
    const parts_left = platform.keyed ? Math.floor(random() * 4) : 0
    containers.set(id, {
      ...{ part, made_at: now, ready_at: now + random() * 20_000, broken: fault(), published: false, parts_left },
    })
    // The reply is lost; the container is an orphan.
    return fault() ? refuse('retry') : { ok: true, value: { state: 'in_progress', handle: id, id } }
  }

  /** Effects that come after their call has failed. */
  let late: { at: number; act(): void }[] = []
  const untilNow = () => {
    const due = late.filter(({ at }) => at <= now)
    late = late.filter(({ at }) => at > now)
    for (const { act } of due) act()
  }

  const status = (id: string): Result<Pick<Prepared, 'state' | 'error' | 'goes_on'>> => {
    if ((silent && calls > 0) || fault()) return refuse(pick(['retry', 'retry', 'wait', 'reconnect', 'permanent']))
    const container = containers.get(id)
    if (!container) return refuse('permanent')
    if (container.taken_until !== undefined && now < container.taken_until)
      return { ok: true, value: { state: 'in_progress' } }
    // An upload goes on in parts; a part that is sent twice is there once.
    if (platform.keyed && !container.broken && container.parts_left > 0) {
      container.parts_left -= 1
      return { ok: true, value: { state: 'in_progress', goes_on: true } }
    }
    if (container.published) return { ok: true, value: { state: 'published' } }
    if (now - container.made_at > DAY) return { ok: true, value: { state: 'expired' } }
    if (now < container.ready_at) return { ok: true, value: { state: 'in_progress' } }
    if (!container.broken) return { ok: true, value: { state: 'finished' } }
    const error = { class: pick(['new_container', 'permanent'] as const), message: 'broken' }
    return { ok: true, value: { state: 'error', error } }
  }

  const keyStatus = (key: string): Result<Pick<Prepared, 'state'>> => {
    if ((silent && calls > 0) || fault()) return refuse(pick(['retry', 'retry', 'wait', 'reconnect', 'permanent']))
    return { ok: true, value: { state: keys.has(key) ? 'published' : 'finished' } }
  }

  /** The effect, at whatever moment within the call's time it takes place. */
  const goPublic = (id: string, key: string) => {
    if (platform.keyed && keys.has(key)) return true
    const container = containers.get(id)
    if (!container || container.broken || now - container.made_at > DAY || now < container.ready_at) return false
    // Publishing a published container again is undocumented: the model takes the worst case, a second post.
    container.published = !platform.keyed
    keys.add(key)
    posts += 1
    byPart[container.part]! += 1
    lastLive = now
    return true
  }

  const effectsOf = (worker: Worker): Effects => {
    const slow = async <T>(act: () => T): Promise<T> => {
      await turn(worker)
      untilNow()
      const value = act()
      await turn(worker)
      return value
    }
    return {
      now: () => now,
      sleep: async (ms) => {
        await turn(worker)
        now += ms
      },
      pace: { poll_ms: 3000, chance: random },
      load: () =>
        slow(() => {
          worker.known = stored.version
          return read()
        }),
      save: async (publication) => {
        await turn(worker)
        const away = tableFault()
        worker.wrote = publication.version + 1
        if (away && chance(0.5)) throw new Away()
        if (stored.version !== publication.version) throw new VersionConflict()
        const next = copyOf({ ...publication, version: publication.version + 1 })
        stored = next
        writer = worker
        verdict ||= worker.knows
        await turn(worker)
        if (away) throw new Away()
        worker.known = next.version
        return stored.version === next.version ? read() : copyOf(next)
      },
      giveBack: () =>
        slow(() => {
          const own = stored.version === worker.known || (writer === worker && stored.version === worker.wrote)
          if (!own || tableFault()) return undefined
          stored = copyOf({ ...stored, lease_until: 0, version: stored.version + 1 })
          writer = worker
          return read()
        }),
      comeBack: () => slow(() => undefined),
      obstacle: () => slow(() => obstacle),
      prepare: (_publication, job) =>
        slow(() => (job.container_id === undefined ? make(job.part ?? 0) : status(job.container_id))),
      terms: () => (platform.keyed ? { key: `key-${madeKeys++}`, repeat_within_ms: 10 * 60_000 } : {}),
      verify: (publication) =>
        slow(() => {
          const result = platform.keyed ? keyStatus(keyOf(publication)) : status(handlesOf(publication)[0]!)
          if (!result.ok) return result
          // FINISHED once may be read just before a late publication: it takes two, some time apart.
          if (result.value.state !== 'finished') worker.knows ||= result.value.state !== 'in_progress'
          else if (finishedSeen !== undefined && now - finishedSeen >= 30_000) worker.knows = true
          else finishedSeen ??= now
          return { ok: true, value: verdictOf(result.value) }
        }),
      publish: async (publication) => {
        const id = handlesOf(publication)[0]!
        const key = keyOf(publication)
        const { part: ofPart } = containers.get(id)!
        if (platform.keyed && (keyOfPart.get(ofPart) ?? key) !== key) throw new Error('another key')
        keyOfPart.set(ofPart, key)
        const called = now
        if (containers.get(id)?.part === 0) {
          if (notAfter !== undefined && called > notAfter + CALL_WINDOW_MS) begunLate = true
          if (together && gate !== 'open') ungated = true
        }
        calls += 1
        verdict = false
        worker.knows = false
        finishedSeen = undefined
        await turn(worker)
        // The connection is closed after the timeout: what has not arrived by then never does.
        untilNow()
        if (now - called > PUBLISH_TIMEOUT_MS) return refuse('ambiguous')
        if (fault() && chance(0.3)) {
          const { error } = refuse('retry')
          return { ok: false, error: { ...error, unsent: true } }
        }
        if (fault()) {
          const said = pick([
            'ambiguous',
            'retry',
            'same_container',
            'new_container',
            'wait',
            'reconnect',
            'owner_action',
            'permanent',
          ] as const)
          // A proxy gave up: what stands behind it goes on.
          if ((said === 'ambiguous' || said === 'retry') && chance(0.5))
            late.push({ at: now + random() * LATE_MS, act: () => void goPublic(id, key) })
          return refuse(said)
        }
        if (takes && !containers.get(id)!.broken && now >= containers.get(id)!.ready_at) {
          const taken_until = now + random() * 10 * 60_000
          const shown = { taken_until, broken: chance(0.2) }
          containers.set(id, { ...containers.get(id)!, ...shown })
          late.push({ at: taken_until, act: () => void goPublic(id, key) })
          return fault() ? refuse('ambiguous') : { ok: true, value: { media_id: 'taken', pending: true } }
        }
        const done = goPublic(id, key)
        await turn(worker)
        if (now - called > PUBLISH_TIMEOUT_MS || fault()) return refuse('ambiguous')
        return done ? { ok: true, value: { media_id: `live-${containers.get(id)!.part}` } } : refuse('same_container')
      },
      quota: () =>
        slow(() =>
          fault() || now < limitedUntil
            ? { ok: true, value: { used: 50, total: 50, window_seconds: 86_400 } }
            : { ok: true, value: { used: 0, total: 50, window_seconds: 86_400 } },
        ),
      findLink: () =>
        slow(() =>
          fault() ? refuse('retry') : { ok: true, value: { media_id: 'live-0', permalink: 'https://example.org/p' } },
        ),
      findPart: (_publication, part) =>
        slow(() =>
          fault()
            ? chance(0.5)
              ? refuse('retry')
              : { ok: true, value: null }
            : { ok: true, value: { media_id: `live-${part}`, permalink: 'https://example.org/p' } },
        ),
      takeAfterStep: async (_publication, step) => {
        const called = now
        await turn(worker)
        if (now - called > PUBLISH_TIMEOUT_MS) return refuse('ambiguous')
        const said = pick(['ambiguous', 'retry', 'wait', 'reconnect', 'permanent'] as const)
        if (fault()) return refuse(said)
        if (step.type === 'first_comment') comments += 1
        await turn(worker)
        // It may be done whatever is said; but nobody without the permission does it.
        if (now - called > PUBLISH_TIMEOUT_MS || fault()) return refuse(said === 'reconnect' ? 'ambiguous' : said)
        return { ok: true, value: { id: 'comment' } }
      },
      findAfterStep: () =>
        slow(() => {
          if (fault()) return refuse(pick(['retry', 'wait', 'reconnect'] as const))
          return { ok: true, value: comments > 0 ? { id: 'comment' } : null }
        }),
      askGate: () =>
        slow(() => {
          if (gate === 'waiting' && chance(0.4)) gate = chance(0.8) ? 'open' : 'shut'
          return gate
        }),
      keepFigures: () => slow(() => (fault() ? refuse('retry').error : undefined)),
      deletePost: async (_publication, id) => {
        const called = now
        await turn(worker)
        if (now - called > PUBLISH_TIMEOUT_MS) return refuse('ambiguous')
        const said = pick(['ambiguous', 'retry', 'wait', 'reconnect', 'permanent'] as const)
        const part = Number(id.split('-')[1])
        if (fault()) return refuse(said)
        if (gone[part]) return refuse('retry')
        gone[part] = true
        await turn(worker)
        // It may be done whatever is said; but nobody without the permission does it.
        return fault() ? refuse(said === 'reconnect' ? 'ambiguous' : said) : { ok: true, value: {} }
      },
      postExists: (_publication, id) =>
        slow(() => {
          if (fault()) return refuse(pick(['retry', 'wait', 'reconnect'] as const))
          // A post that is only just out may not be visible yet.
          const unseen = now - lastLive < 25_000 && fault()
          return { ok: true, value: !unseen && !gone[Number(id.split('-')[1])] }
        }),
      lockAccount: () => slow(() => !fault()),
      unlockAccount: async () => {
        await turn(worker)
      },
      remainingMs: () => 60_000 - (now - worker.started),
    }
  }

  const workers: Worker[] = []
  const running: Promise<void>[] = []
  const startWorker = () => {
    const worker: Worker = { knows: false, dead: false, done: false, started: now }
    workers.push(worker)
    running.push(
      publishStep(effectsOf(worker))
        .catch((error: unknown) => {
          const cause = error instanceof PassFailed ? error.cause : error
          if (!(cause instanceof Crash || cause instanceof Away)) throw error
        })
        .finally(() => {
          worker.done = true
        }),
    )
  }
  const idle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const over = () => {
    const publication = stored
    if (hasWork(publication)) return false
    const live = publication.state === 'published' || publication.state === 'partially_published'
    if (!deletes || !live || asked) return true
    asked = read()
    stored = copyOf({ ...deletionAsked(publication, now), version: publication.version + 1 })
    return false
  }

  for (; !over(); steps += 1) {
    if (steps > 6000) throw new Error(`seed ${seed}: no end; ${JSON.stringify(stored)}`)
    const alive = workers.filter((worker) => !worker.done)
    if (turns.length === 0 || (alive.length < 3 && chance(0.05))) {
      const { due_at, lease_until, not_before } = stored
      // Messages come when something is due, too early, twice, and long after.
      if (alive.length === 0 && chance(0.9))
        now = Math.max(now, due_at, not_before, lease_until) + Math.floor(random() * 2000)
      startWorker()
      await idle()
      continue
    }
    if (chance(0.02)) now += Math.floor(random() * pick([1000, LEASE_MS, 2 * LEASE_MS, 3_600_000, DAY]))
    if (chance(0.002) && !obstacle)
      obstacle = { failure: pick(['media_gone', 'account_disconnected', 'reconnect_required'] as const) }
    const next = turns.splice(Math.floor(random() * turns.length), 1)[0]!
    now += Math.floor(random() * 200)
    if (next.worker.dead) next.stop()
    else if (faultsLeft > 0 && chance(crashRate)) {
      next.worker.dead = true
      next.stop()
    } else next.go()
    await idle()
  }
  // Workers that are still on their way may finish too: what they do counts.
  for (let rest = 0; turns.length > 0 && rest < 2000; rest += 1) {
    turns.shift()!.go()
    await idle()
  }
  await Promise.all(running)
  const publication = read()
  const ended = asked ?? publication
  return {
    posts,
    byPart,
    comments,
    publication,
    ended,
    gone,
    verdictWasToBeHad: verdict,
    calls,
    steps,
    begunEarly,
    begunLate,
    ungated,
  }
}
