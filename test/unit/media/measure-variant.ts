// A program: makes one variant of a file and prints what became of it and what it cost, children included.
import { readFileSync } from 'node:fs'
import { AppError } from '../../../core/errors.ts'
import { renderVariant } from '../../../core/media/pictures/render-variant.ts'
import { parseVariantSpec } from '../../../core/media/rules/variant-spec.ts'

const [file, type, name, blind] = process.argv.slice(2) as [string, string, string, string?]

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** User and system time of this process and of the children that ended, in hundredths of a second. */
const cpuMs = (): number => {
  const stat = read('/proc/self/stat')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * 10
}
const peakMb = (pid: number | string): number =>
  Number(/VmHWM:\s*(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

let childMb = 0
const watch = setInterval(() => {
  for (const pid of read(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean)) {
    childMb = Math.max(childMb, peakMb(pid))
  }
}, 5)

// Nobody looks at what it costs, as on a machine that is too busy for it.
if (blind) globalThis.setInterval = (() => undefined) as unknown as typeof setInterval

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
const cost = {
  refused,
  cpuMs: cpuMs() - before.cpu,
  grownMb: Math.round(peakMb('self') - before.mb),
  childMb: Math.round(childMb),
}
process.stdout.write(JSON.stringify(cost))
