// A program: makes one variant of a file again and again, and prints what each time took of the processor and of the clock, and
// the most memory that the process had.
//   node bench/programs/variant-times.ts FILE TYPE NAME ROUNDS [THREADS]
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { renderVariant } from '../../core/media/pictures/render-variant.ts'
import { parseVariantSpec } from '../../core/media/rules/variant-spec.ts'
import { peakMb } from '../support/memory.ts'

export interface VariantTimes {
  /** Milliseconds, of each round. */
  cpu: number[]
  wall: number[]
  peakMb: number
}

const [file, type, name, rounds, threads] = process.argv.slice(2) as [string, string, string, string, string?]
// As many as the function has, where nothing is said.
if (threads !== undefined) sharp.concurrency(Number(threads))
const bytes = readFileSync(file)
const spec = parseVariantSpec(name)!
const times: VariantTimes = { cpu: [], wall: [], peakMb: 0 }
for (let round = 0; round <= Number(rounds); round += 1) {
  const [began, before] = [performance.now(), process.cpuUsage()]
  await renderVariant(bytes, type, spec)
  const { user, system } = process.cpuUsage(before)
  // The first loads and compiles; of one alone it is all there is.
  if (round === 0 && Number(rounds) > 0) continue
  times.cpu.push((user + system) / 1000)
  times.wall.push(performance.now() - began)
}
times.peakMb = peakMb()
process.stdout.write(JSON.stringify(times))
