// One try of a request. A function may stop between its work and keeping the answer: the next try finds the work by its id.
import { newId } from '../ids.ts'

export interface Attempt {
  /** The same in all tries of a request: the id of what it makes. */
  id: string
  /** When the first try began, Unix ms. */
  begunAt: number
  /** An earlier try may have done the work, or a part of it. */
  again: boolean
}

/** The first attempt of a request with a key, and the only one of a request without a key. */
export const firstAttempt = (now: number): Attempt => ({ id: newId(), begunAt: now, again: false })
