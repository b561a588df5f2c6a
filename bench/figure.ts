// What a figure is, and what the figures share.
import type { Service } from './support/service.ts'

export interface Row {
  /** What was measured. */
  name: string
  /** The ratio or the count. */
  value: number
  /** Of `value`: a ratio when absent. */
  unit?: string
  /** Whether it is as it should be; absent where it is only reported. */
  met?: boolean
  /** What else there is to say of it, in a few words. */
  note?: string
}

export interface Figure {
  /** For `--only`. */
  name: string
  title: string
  /** What it is measured against. */
  against: string
  aim: string
  run(bench: Bench): Promise<Row[]>
}

export interface Bench {
  /** Folder of the synthesized stack with the functions' bundles. */
  assembly: string
  /** The running service that figures share; started when the first asks for it. */
  service(): Promise<Service>
  /** Hosts that its URL uploads may fetch from. */
  source: { host: string; serve(path: string, from: SourceFile): void }
  progress(line: string): void
  /** Undone at the end. */
  undo(step: () => Promise<unknown> | unknown): void
}

/** A file that a source hands out. */
export interface SourceFile {
  type: string
  bytes: number
  /** The first bytes; the rest is filling. */
  head: Buffer
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * Measures two things in turns, so that whatever else the machine does meets both.
 * @param withinMs half of the rounds are enough when it takes longer.
 * @returns the median of the rounds' own ratios: one disturbed round changes nothing.
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<{ ratio: number; ours: number; theirs: number }> {
  const taken: [number, number][] = []
  const until = performance.now() + withinMs
  for (let round = 0; round < rounds; round += 1) {
    if (round >= rounds / 2 && performance.now() > until) break
    // Whoever goes second finds the machine warmer: they take turns.
    if (round % 2 === 0) {
      const first = await ours()
      taken.push([first, await theirs()])
    } else {
      const first = await theirs()
      taken.push([await ours(), first])
    }
  }
  return {
    ratio: median(taken.map(([own, other]) => own / other)),
    ours: median(taken.map(([own]) => own)),
    theirs: median(taken.map(([, other]) => other)),
  }
}
