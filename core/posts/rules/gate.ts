// All or nothing, purely: publications of a post that is to go out everywhere or nowhere wait for each other with their
// containers ready. Ready ones stay so until the gate opens, or they end: what was seen of all of them still holds then.
import { comeBack, failed, type Moment } from './changes.ts'
import { pollDelay } from './pace.ts'
import { liveParts, partAt } from './parts.ts'
import type { Post } from './post.ts'
import { canRetry, hasEnded, type Publication } from './publication.ts'

export type GateStep = { do: 'wait_for_others' } | { do: 'ask_gate' }

/** `open`: all are ready. `shut`: one has ended without being published, so none is. */
export type Gate = 'open' | 'waiting' | 'shut'

/** Containers live 24 h: what waits longer than this would go out with some that are over. */
const MAX_READY_MS = 20 * 3_600_000

/** If more time than this is left, every waiting account looks once more in time: the gate opens as soon as the last one is ready. */
const SURE_MS = 20_000

/** Waiting accounts plan their last look this long before the latest time. */
const LAST_ASK_MS = 10_000

/** An account that looks this long before the latest time is still published in time. */
const LAST_LOOK_MS = 2000

/** The gate between containers that are ready and publishing; nothing where a publication goes out by itself. */
export const nextAtGate = (publication: Publication): GateStep | undefined =>
  !publication.together || publication.gate_open || partAt(publication) > 0
    ? undefined
    : { do: publication.ready_at === undefined ? 'wait_for_others' : 'ask_gate' }

/** Its containers are ready: stored before other code relies on it. */
export const ready = (publication: Publication, now: number): Publication =>
  comeBack({ ...publication, ready_at: now }, now)

/** The gate's answer. */
export function afterGate(publication: Publication, gate: Gate, { now, pace }: Moment): Publication {
  if (gate === 'open') return comeBack({ ...publication, gate_open: true }, now)
  if (gate === 'shut') return failed(publication, 'stopped', now)
  const since = publication.ready_at!
  if (now - since > MAX_READY_MS) {
    const message = 'The post was not published: its other accounts were not ready in time.'
    return failed(publication, 'stopped', now, undefined, message)
  }
  return comeBack(publication, nextAsk(publication, now + pollDelay(now - since, pace), now))
}

/**
 * Whether the gate may open now: not if another account would look again only when it is too late for it.
 * @param others the other accounts of the post, which are ready as well.
 */
export function mayOpen(
  { not_after }: Pick<Publication, 'not_after'>,
  others: readonly Pick<Publication, 'due_at'>[],
  now: number,
): boolean {
  if (not_after === undefined || now <= not_after - SURE_MS) return true
  // One that is due already may be asking at this moment: its next look could be too late.
  return others.every(({ due_at }) => due_at > now && due_at <= not_after - LAST_LOOK_MS)
}

/** When a waiting publication looks again: at the latest shortly before the latest time. */
function nextAsk({ not_after }: Publication, usual: number, now: number): number {
  const last = not_after === undefined ? now : not_after - LAST_ASK_MS
  return last > now ? Math.min(usual, last) : usual
}

/** Whether something of it is out, or was until it was deleted. */
const isOut = (publication: Publication): boolean =>
  ['published', 'partially_published', 'deleted'].includes(publication.state) || liveParts(publication) > 0

/**
 * How the gate stands. One that is out went through it: after the table was restored to an earlier time the post may not say so, and the
 * others would wait for an account that has ended.
 * @param publications all of the post, read together with it.
 */
export function gateOf(
  progress: { failed: number; cancelled: number },
  open: boolean,
  publications: readonly Publication[],
): Gate | 'to_be_opened' {
  if (open || publications.some(isOut)) return 'open'
  if (progress.failed > 0 || progress.cancelled > 0) return 'shut'
  const waiting = publications.every((one) => !hasEnded(one) && one.ready_at !== undefined)
  return waiting ? 'to_be_opened' : 'waiting'
}

/** Whether publishing so many of them again would find the gate shut: accounts that are left out stop the others. */
export const isShut = ({ on_failure, gate_open, progress }: Gated, again: number): boolean =>
  on_failure === 'stop' && !gate_open && progress.total > 1 && progress.failed + progress.cancelled > again

type Gated = Pick<Post, 'on_failure' | 'gate_open' | 'progress'>

/** Whether the gate stays shut even if all that can be published again is. */
export const staysShut = (post: Gated, publications: readonly Publication[], now: number): boolean =>
  isShut(post, publications.filter((one) => one.state !== 'published' && canRetry(one, now)).length)
