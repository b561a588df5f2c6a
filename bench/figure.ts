// The type of a figure, and helpers that figures share.
import type { Service } from './support/service.ts'

export interface Row {
  /** The measurement. */
  name: string
  /** The ratio or the count. */
  value: number
  /** Of `value`: a ratio when absent. */
  unit?: string
  /** Whether it is as it should be; absent where it is only reported. */
  met?: boolean
  /** A short note. */
  note?: string
}

export interface Figure {
  /** For `--only`. */
  name: string
  title: string
  /** The reference that it is compared with. */
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

interface Turns {
  /** Half of the rounds are enough when it takes longer, milliseconds. */
  withinMs?: number
  /** More rounds are added, up to `atMost`, as long as chance could have put the ratio on the other side of `aim`. */
  doubtful?: { aim: number; atMost: number }
}

/**
 * Whether the median of what these were drawn from is on the side of `aim` on which the median of these is. Of `n` draws,
 * half lie below the true median, give or take the square root of `n` in 19 of 20 cases.
 */
function isClear(ratios: readonly number[], aim: number): boolean {
  const sorted = ratios.toSorted((a, b) => a - b)
  const [middle, margin] = [sorted.length / 2, Math.sqrt(sorted.length)]
  const lower = sorted[Math.max(0, Math.floor(middle - margin))]!
  const upper = sorted[Math.min(sorted.length, Math.ceil(middle + margin)) - 1]!
  return upper <= aim || lower > aim
}

/**
 * Measures two things in turns, so that other work of the machine affects both.
 * @returns the median of the rounds' own ratios: one disturbed round changes nothing.
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  { withinMs = Number.POSITIVE_INFINITY, doubtful }: Turns = {},
): Promise<{ ratio: number; ours: number; theirs: number; rounds: number }> {
  const taken: [number, number][] = []
  const ratios = () => taken.map(([own, other]) => own / other)
  const until = performance.now() + withinMs
  const enough = (round: number): boolean => {
    if (round < rounds) return round >= rounds / 2 && performance.now() > until && !doubtful
    return !doubtful || round >= doubtful.atMost || isClear(ratios(), doubtful.aim)
  }
  for (let round = 0; !enough(round); round += 1) {
    // The second one finds the machine warmer, so they take turns.
    if (round % 2 === 0) {
      const first = await ours()
      taken.push([first, await theirs()])
    } else {
      const first = await theirs()
      taken.push([await ours(), first])
    }
  }
  return {
    ratio: median(ratios()),
    ours: median(taken.map(([own]) => own)),
    theirs: median(taken.map(([, other]) => other)),
    rounds: taken.length,
  }
}
