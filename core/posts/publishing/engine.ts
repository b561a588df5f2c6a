// Takes one publication as far as it goes now. Decides nothing itself: `next-step.ts` says what, and `container-outcomes.ts`,
// `publish-outcomes.ts` and `confirm-outcomes.ts` say what came of it. Everything outside is an effect, so that tests can run
// this against a model of a platform.
import type { PlatformError, Prepared, Published, Quota, Result, Verdict } from '../../platforms/outcome.ts'
import { afterLooking, afterTakingStep, beforeStep, noPost, showsTwice, stepNotCalled } from '../rules/after-steps.ts'
import { failed, gaveUp, isTooLate, type Moment, tooLate } from '../rules/changes.ts'
import { afterConfirming, ofAnother } from '../rules/confirm-outcomes.ts'
import { afterChecking, afterCreating } from '../rules/container-outcomes.ts'
import { afterDeleting, afterLookingForDeleted, afterSearchingForDeletion, beforeDeleting } from '../rules/deletion.ts'
import type { FailureCode } from '../rules/failures.ts'
import { afterGate, type Gate, ready } from '../rules/gate.ts'
import { afterFindingPart, afterPartPermalink, afterPermalink } from '../rules/link-outcomes.ts'
import { nextStep, type Step } from '../rules/next-step.ts'
import { CALL_WINDOW_MS, type Pace } from '../rules/pace.ts'
import { markOf, partAt } from '../rules/parts.ts'
import { hasEnded, type Publication, VersionConflict } from '../rules/publication.ts'
import type { AfterStep, Job, PlatformProblem } from '../rules/publication-fields.ts'
import {
  afterBusyAccount,
  afterFullQuota,
  afterPublishing,
  afterThrottling,
  beforePublishing,
  type CallTerms,
  notCalled,
  notMarked,
} from '../rules/publish-outcomes.ts'
import { afterFigures, planned } from '../rules/story-figures.ts'
import { leased } from '../rules/sweep-time.ts'

/** Why nothing can be made on the platform for this account; it was found before anything was. */
export interface Obstacle {
  failure: FailureCode
  message?: string
  /** The problem that the platform named when it was asked; undefined if it was not asked. */
  problem?: PlatformProblem
}

/** A post is bound to another publication already. */
export interface Bound {
  /** Where the account's posts ended before the calls of both. */
  mark: string | undefined
}

/** The effects that a step uses. Platform calls return their outcome and do not throw. */
export interface Effects {
  now(): number
  sleep(ms: number): Promise<void>
  pace: Pace
  load(): Promise<Publication | undefined>
  /**
   * Writes it with `version` raised by one, if nobody else wrote since it was loaded; an ended one together with
   * everything that counts it.
   * @throws {VersionConflict} when somebody did.
   */
  save(publication: Publication): Promise<Publication>
  /**
   * Gives back the lease of a pass that failed, whether or not its last write took effect; absent: the lease ends by itself.
   * @returns the publication as it is then stored; undefined where another has it.
   */
  giveBack?(): Promise<Publication | undefined>
  /** Has it come back at its `due_at`. */
  comeBack(publication: Publication): Promise<void>
  /** Account and media as they are now; checked before every call to the platform while nothing can be live yet. */
  obstacle(publication: Publication): Promise<Obstacle | undefined>
  /** Makes what the job is for, goes on with it, or looks how far it is. */
  prepare(publication: Publication, job: Job): Promise<Result<Prepared>>
  /** How the platform tells calls apart; asked before a call is recorded. */
  terms(publication: Publication): CallTerms | Promise<CallTerms>
  /** Where the account's posts end now; absent or undefined on platforms that need not be asked. */
  mark?(publication: Publication): Promise<Result<string> | undefined>
  publish(publication: Publication): Promise<Result<Published>>
  /**
   * Binds a live post to the publication, where nothing but its words tells it from others; absent on platforms without any.
   * @returns undefined, or, where it is bound to another one, from which mark on to look for this one's.
   */
  bind?(publication: Publication, mediaId: string): Promise<Bound | undefined>
  /** The outcome of the publish call that was recorded. */
  verify(publication: Publication): Promise<Result<Verdict>>
  quota(publication: Publication): Promise<Result<Quota | null>>
  findLink(publication: Publication): Promise<Result<{ media_id?: string; permalink: string | null } | null>>
  /** The id and link of a live part of a thread: the id is looked for where it is not known. */
  findPart(
    publication: Publication,
    part: number,
  ): Promise<Result<{ media_id?: string; permalink: string | null } | null>>
  /** A step that follows the post. */
  takeAfterStep(publication: Publication, step: AfterStep): Promise<Result<{ id?: string }>>
  /** The post that a step may have made. */
  findAfterStep(publication: Publication, step: AfterStep): Promise<Result<{ id: string } | null>>
  /** Takes a post off the platform. Doing it again shows nothing. */
  deletePost(publication: Publication, mediaId: string): Promise<Result<Record<string, never>>>
  /** Whether the platform still has the post. */
  postExists(publication: Publication, mediaId: string): Promise<Result<boolean>>
  /** Whether all accounts of a post that goes out everywhere or nowhere are ready. */
  askGate(publication: Publication): Promise<Gate>
  /** Reads the figures of a story and keeps them. @returns what kept them from being read. */
  keepFigures(publication: Publication): Promise<PlatformError | undefined>
  /** One publication of an account in the publish step at a time. @returns whether it is this one. */
  lockAccount(publication: Publication): Promise<boolean>
  unlockAccount(publication: Publication): Promise<void>
  /** Milliseconds that are left for this. */
  remainingMs(): number
}

/** Waits shorter than this are sat out; longer ones go back to the queue, whose delays are whole seconds. */
const SIT_OUT_MS = 1500

/** A pass that has less time than this left ends: one step, with all that it waits for, may take that long. */
const ENOUGH_MS = 42_000

const settle = async <T>(
  jobs: readonly Job[],
  call: (job: Job) => Promise<Result<T>>,
): Promise<Map<string, Result<T>>> =>
  new Map(await Promise.all(jobs.map(async (job) => [job.id, await call(job)] as const)))

/** Does the one thing that is next, and returns the publication as it then is; not yet written. */
async function take(publication: Publication, effects: Effects): Promise<Publication> {
  const moment = (): Moment => ({ now: effects.now(), pace: effects.pace })
  const step = nextStep(publication, effects.now())
  if (step.do === 'create_containers' || step.do === 'create_carousel' || step.do === 'check_containers') {
    const obstacle = await effects.obstacle(publication)
    if (obstacle) return failed(publication, obstacle.failure, effects.now(), obstacle.problem, obstacle.message)
  }
  switch (step.do) {
    case 'create_containers': {
      const results = await settle(step.jobs, (job) => effects.prepare(publication, job))
      return afterCreating(publication, results, moment())
    }
    case 'create_carousel': {
      const result = await effects.prepare(publication, step.job)
      return afterCreating(publication, new Map([[step.job.id, result]]), moment())
    }
    case 'check_containers': {
      const results = await settle(step.jobs, (job) => effects.prepare(publication, job))
      return afterChecking(publication, results, moment())
    }
    case 'confirm': {
      const verdict = await effects.verify(publication)
      const found = verdict.ok && verdict.value.state === 'live' ? verdict.value.media_id : undefined
      const bound = found === undefined ? undefined : await effects.bind?.(publication, found)
      if (bound) return ofAnother(publication, found!, bound.mark, moment())
      return afterConfirming(publication, verdict, moment())
    }
    case 'read_permalink':
      return afterPermalink(publication, await effects.findLink(publication), moment())
    case 'find_part':
      return afterFindingPart(publication, step.part, await effects.findPart(publication, step.part), moment())
    case 'read_part_permalink':
      return afterPartPermalink(publication, step.part, await effects.findPart(publication, step.part), moment())
    case 'wait_for_others':
      return ready(publication, effects.now())
    case 'ask_gate':
      return afterGate(publication, await effects.askGate(publication), moment())
    case 'end_too_late':
      return tooLate(publication, effects.now())
    case 'plan_figures':
      return planned(publication)
    case 'read_figures':
      return afterFigures(publication, await effects.keepFigures(publication), moment())
    case 'delete_post': {
      const recorded = await effects.save(leased(beforeDeleting(publication, moment()), effects.now()))
      return afterDeleting(recorded, step.part, await effects.deletePost(recorded, step.media_id), moment())
    }
    case 'look_for_deleted':
      return afterLookingForDeleted(
        publication,
        step.part,
        await effects.postExists(publication, step.media_id),
        moment(),
      )
    case 'find_to_delete': {
      const found = publication.parts
        ? await effects.findPart(publication, step.part)
        : await effects.findLink(publication)
      return afterSearchingForDeletion(publication, step.part, found, moment())
    }
    case 'take_after_step':
      return takeStep(publication, step.step, effects)
    case 'give_up':
      return gaveUp(publication, effects.now())
    default:
      return publication
  }
}

/** A step that follows the post: recorded before its call where a second one would show. */
async function takeStep(publication: Publication, step: AfterStep, effects: Effects): Promise<Publication> {
  const moment = (): Moment => ({ now: effects.now(), pace: effects.pace })
  if (publication.media_id === undefined) return noPost(publication, step, moment())
  if (step.attempt)
    return afterLooking(publication, step.type, await effects.findAfterStep(publication, step), moment())
  if (!showsTwice(step))
    return afterTakingStep(publication, step.type, await effects.takeAfterStep(publication, step), moment())
  const began = effects.now()
  const recorded = await effects.save(leased(beforeStep(publication, step, moment()), effects.now()))
  if (effects.now() - began > CALL_WINDOW_MS) return stepNotCalled(recorded, step.type, moment())
  return afterTakingStep(recorded, step.type, await effects.takeAfterStep(recorded, step), moment())
}

/** The publish step: lock, quota, record, call. @returns the publication after the call, not yet written. */
async function publish(publication: Publication, effects: Effects): Promise<Publication> {
  const moment = (): Moment => ({ now: effects.now(), pace: effects.pace })
  // A call that is repeated may have worked: nothing else can end it any more.
  const repeated = publication.attempt !== undefined
  const obstacle = repeated ? undefined : await effects.obstacle(publication)
  if (obstacle) return failed(publication, obstacle.failure, effects.now(), obstacle.problem, obstacle.message)
  if (!(await effects.lockAccount(publication))) return afterBusyAccount(publication, moment())
  let rival = false
  try {
    // Further parts are answers, which count against a separate limit.
    const quota = repeated || partAt(publication) > 0 ? undefined : await effects.quota(publication)
    // A limit that cannot be read does not hold anything up: publishing itself will say.
    if (quota?.ok && quota.value && quota.value.used >= quota.value.total)
      return afterFullQuota(publication, quota.value, moment())
    if (quota && !quota.ok && quota.error.class === 'wait') return afterThrottling(publication, quota.error, moment())
    const mark = markOf(publication) === undefined ? await effects.mark?.(publication) : undefined
    if (mark && !mark.ok) return notMarked(publication, mark.error, moment())
    if (isTooLate(publication, effects.now())) return tooLate(publication, effects.now())
    if (repeated && nextStep(publication, effects.now()).do !== 'publish') return publication
    const terms = { ...(await effects.terms(publication)), ...(mark ? { mark: mark.value } : {}) }
    const recorded = await effects.save(leased(beforePublishing(publication, moment(), terms), effects.now()))
    // After a pause this long another worker may have taken over and be reading the container.
    if (effects.now() - recorded.attempt!.at > CALL_WINDOW_MS) return notCalled(recorded, moment())
    const result = await effects.publish(recorded)
    const made = result.ok && !result.value.pending ? result.value.media_id : undefined
    const bound = made === undefined ? undefined : await effects.bind?.(recorded, made)
    if (bound) return ofAnother(recorded, made!, bound.mark, moment())
    return afterPublishing(recorded, result, moment())
  } catch (error) {
    rival = error instanceof VersionConflict
    throw error
  } finally {
    // The worker that wrote first may be publishing it under the same lock.
    if (!rival) await effects.unlockAccount(publication)
  }
}

/** Whether there is something to do within this pass; short waits are sat out by the caller. */
const nextIn = (publication: Publication, now: number): number => {
  const step = nextStep(publication, now)
  return step.do === 'nothing' ? Number.POSITIVE_INFINITY : step.do === 'wait' ? step.until - now : 0
}

/** Whether the step makes nothing: of two that look, the first that writes has it. */
const onlyLooks = (step: Step): boolean => step.do === 'check_containers' && !step.jobs.some(({ goes_on }) => goes_on)

/** Whether the step found out only what the next look would find too: then the next step's write includes it. */
const onlyLooked = (step: Step, before: Publication, after: Publication): boolean =>
  onlyLooks(step) && !hasEnded(after) && after.parts === before.parts

/** A pass failed and holds nothing any more: the next one may begin at `from`, Unix ms. */
export class PassFailed extends Error {
  readonly from: number

  constructor(from: number, cause: unknown) {
    super('a pass over a publication failed', { cause })
    this.name = 'PassFailed'
    this.from = from
  }
}

/**
 * Takes the publication as far as it can go now. A message is dropped that comes too early, for something that has ended, or
 * while another worker has the publication: that worker sends the next message, and so does the sweeper.
 * @throws {PassFailed} where the next pass need not wait for the lease of this one.
 */
export async function publishStep(effects: Effects): Promise<void> {
  let publication = await effects.load().catch((error: unknown) => {
    throw new PassFailed(effects.now(), error)
  })
  if (!publication) return
  if (effects.now() < publication.lease_until) return
  const early = nextIn(publication, effects.now())
  if (early > SIT_OUT_MS) return
  if (early > 0) await effects.sleep(early)
  try {
    publication = { ...publication, started_at: publication.started_at ?? effects.now() }
    if (!onlyLooks(nextStep(publication, effects.now())))
      publication = await effects.save(leased(publication, effects.now()))
    for (;;) {
      const step = nextStep(publication, effects.now())
      const after: Publication =
        step.do === 'publish' ? await publish(publication, effects) : await take(publication, effects)
      const wait = nextIn(after, effects.now())
      const goOn = wait <= SIT_OUT_MS && effects.remainingMs() > ENOUGH_MS + wait
      if (goOn && wait <= 0 && onlyLooked(step, publication, after)) {
        publication = after
        continue
      }
      publication = await effects.save(goOn ? leased(after, effects.now()) : { ...after, lease_until: 0 })
      if (!goOn) break
      if (wait > 0) await effects.sleep(wait)
    }
    if (nextStep(publication, effects.now()).do !== 'nothing') await effects.comeBack(publication)
  } catch (error) {
    if (error instanceof VersionConflict) return
    const left = await effects.giveBack?.().catch(() => undefined)
    throw left ? new PassFailed(Math.max(left.due_at, left.not_before), error) : error
  }
}
