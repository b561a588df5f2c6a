// When the sweeper looks after a publication: the time in its index. Moving that costs two writes, so it lies a
// little behind what the queue carries, and is moved only where it would come too early, or much too late.
import { LEASE_MS } from './pace.ts'
import type { Publication } from './publication.ts'

/** As far behind as most publications of pictures take from their time to their end. */
export const SWEEP_LATER_MS = LEASE_MS + 15_000

type Timed = Pick<Publication, 'due_at' | 'lease_until' | 'sweep_at'>

/** @returns Unix ms: what stands, where that will do. */
export function sweepTime({ due_at, lease_until, sweep_at }: Timed): number {
  const needed = Math.max(due_at, lease_until)
  return sweep_at !== undefined && sweep_at >= needed && sweep_at <= needed + SWEEP_LATER_MS ? sweep_at : needed
}

/** Held by one worker for a while from now on. */
export function leased<Held extends Timed>(publication: Held, now: number): Held {
  const lease_until = now + LEASE_MS
  const { sweep_at = 0 } = publication
  return { ...publication, lease_until, sweep_at: sweep_at < lease_until ? now + SWEEP_LATER_MS : sweep_at }
}
