// The result of a check of `doctor`, and helpers that make one.
import type { Stack } from '../command.ts'

/** `unknown`: it could not be checked, or exists only on AWS and this is the local run. */
export type State = 'fine' | 'soon' | 'broken' | 'unknown'

export interface Finding {
  of: string
  state: State
  says: string
  /** When it breaks, Unix ms. */
  at?: number
}

export const DAY = 86_400_000

export const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const fine = (of: string, says: string): Finding => ({ of, state: 'fine', says })
export const soon = (of: string, says: string, at?: number): Finding => ({
  of,
  state: 'soon',
  says,
  ...(at === undefined ? {} : { at }),
})
export const broken = (of: string, says: string): Finding => ({ of, state: 'broken', says })

export type Check = (stack: Stack) => Promise<Finding[]>
