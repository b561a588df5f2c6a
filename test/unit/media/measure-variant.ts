// A program: makes one variant of a file and prints what became of it and what it cost, children included.
import { readFileSync } from 'node:fs'
import { AppError } from '../../../core/errors.ts'
import { renderVariant } from '../../../core/media/pictures/render-variant.ts'
import { parseVariantSpec } from '../../../core/media/rules/variant-spec.ts'

const [file, type, name] = process.argv.slice(2) as [string, string, string]

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** User and system time of this process, and of its children that ended. Linux counts hundredths of a second. */
const cpuMs = (): { own: number; children: number } => {
  const stat = read('/proc/self/stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ms = (...at: number[]) => at.reduce((sum, index) => sum + Number(fields[index]), 0) * 10
  return { own: ms(11, 12), children: ms(13, 14) }
}
const peakMb = (pid: number | string): number =>
  Number(/VmHWM:\s*(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

let childMb = 0
const watch = setInterval(() => {
  for (const pid of read(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean)) {
    childMb = Math.max(childMb, peakMb(pid))
  }
}, 15)

const bytes = readFileSync(file)
const before = { cpu: cpuMs(), mb: peakMb('self') }
let refused: string | undefined
try {
  await renderVariant(bytes, type, parseVariantSpec(name)!)
} catch (error) {
  if (!(error instanceof AppError)) throw error
  refused = error.code
}
clearInterval(watch)
const after = cpuMs()
const cost = {
  refused,
  ownCpuMs: after.own - before.cpu.own,
  childCpuMs: after.children - before.cpu.children,
  grownMb: Math.round(peakMb('self') - before.mb),
  childMb: Math.round(childMb),
}
process.stdout.write(JSON.stringify(cost))
