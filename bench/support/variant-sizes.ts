// The time and cost of a variant in Lambda at each memory size, computed from a measurement on this machine's processor.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from '../figure.ts'
import type { VariantTimes } from '../programs/variant-times.ts'
import { photograph } from './photograph.ts'

/** Sizes of memory that are compared, MB. */
const SIZES = [1024, 1536, 1769, 2048, 3008] as const

/** Lambda gives as much of a processor as memory: one at this size, and two at most up to 3,008 MB (aws-facts, section 10). */
const PROCESSOR_MB = 1769

/** At most this share of its memory is what the largest picture needs. */
const MEMORY_SHARE = 0.75

const PROGRAM = fileURLToPath(new URL('../programs/variant-times.ts', import.meta.url))
/** 64 megapixels, as many as are decoded, in the format whose decoder needs most. */
const LARGEST = fileURLToPath(new URL('../../test/samples/largest.avif', import.meta.url))
const ROUNDS = 9

export interface VariantWork {
  /** CPU seconds for a photograph of 12 megapixels. */
  cpuMs: number
  /** The same by the clock, with two threads. */
  clockMs: number
  /** The largest picture's figure. */
  peakMb: number
}

/** @param name of the variant, as in its path. @param heap the environment that limits the heap of the deployed function. */
export async function measureVariant(name: string, heap: Record<string, string>): Promise<VariantWork> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-variant-'))
  const timesOf = async (...words: string[]): Promise<VariantTimes> => {
    const env = { PATH: process.env.PATH ?? '', ...heap }
    return JSON.parse((await promisify(execFile)(process.execPath, [PROGRAM, ...words], { env })).stdout)
  }
  try {
    const picture = join(folder, '12.jpg')
    writeFileSync(picture, await photograph(4000, 3000))
    const one = await timesOf(picture, 'image/jpeg', name, String(ROUNDS))
    const two = await timesOf(picture, 'image/jpeg', name, String(ROUNDS), '2')
    const { peakMb } = await timesOf(LARGEST, 'image/avif', name, '0')
    // The quickest round by the clock: the others shared the machine.
    return { cpuMs: median(one.cpu), clockMs: Math.min(...one.wall, ...two.wall), peakMb }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns milliseconds that making the photograph's variant takes on Lambda, a core of this machine taken for one of Lambda's. */
export const lambdaMs = (memoryMb: number, { cpuMs, clockMs }: VariantWork): number =>
  Math.max(clockMs, cpuMs / (memoryMb / PROCESSOR_MB))

/** @param priceAt dollars for one at a size of memory. @returns a price for each size, and the cheapest that has the memory. */
export function comparedSizes(
  work: VariantWork,
  priceAt: (memoryMb: number) => number,
): { prices: { memoryMb: number; dollars: number }[]; cheapest: number } {
  const prices = SIZES.map((memoryMb) => ({ memoryMb, dollars: priceAt(memoryMb) }))
  const enough = prices.filter(({ memoryMb }) => work.peakMb <= MEMORY_SHARE * memoryMb)
  return { prices, cheapest: enough.sort((a, b) => a.dollars - b.dollars)[0]?.memoryMb ?? 0 }
}
