// SVG is in effect a program: a page of it can cost hours or gigabytes. So it is checked, and then rendered in a
// process of its own that is ended when it costs too much; nothing else stops the library in the middle of a drawing.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { refuse } from '../../errors.ts'
import { MAX_DRAWING_BYTES, MAX_DRAWING_SIDE } from './limits.ts'
import { pictureRefused, variantRefused } from './refusal.ts'

/**
 * Processor time counts, so that a busy machine does not refuse what is harmless: the kernel ends the process after it, and counts
 * whole seconds. The clock is the last resort, and all there is where the kernel is not asked.
 */
const MAX_CPU_SECONDS = 2
const MAX_CLOCK_MS = process.platform === 'linux' ? 15_000 : 2_000
/** Less than this when the clock has run out: the machine was busy, and the drawing may be harmless. */
const FEW_CPU_MS = 600
/**
 * Limit of the process's own memory in kilobytes (`RLIMIT_DATA`); the kernel refuses more. The process starts with 45 MB of it.
 * About 45 MB of program code are in memory too and do not count.
 */
const MAX_DATA_KB = 192 * 1024

/** Linux reports processor time in hundredths of a second. */
const TICK_MS = 10

const PLAIN_ENCODINGS = /^(utf-8|us-ascii|ascii|iso-8859-1|windows-1252)$/i

/** @throws {AppError} `image_refused` for what is too large, or hides from being looked at. */
export function checkDrawing(bytes: Buffer): void {
  if (bytes.length > MAX_DRAWING_BYTES) {
    throw pictureRefused(`the drawing has ${bytes.length} bytes, and at most ${MAX_DRAWING_BYTES} are rendered`)
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw pictureRefused('the drawing is compressed')
  const text = bytes.toString('latin1')
  const encoding = /^[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text.slice(0, 200))?.[1]
  if (bytes.includes(0) || (encoding !== undefined && !PLAIN_ENCODINGS.test(encoding))) {
    throw pictureRefused('the drawing is not plain UTF-8 text')
  }
  if (/<!ENTITY/i.test(text)) throw pictureRefused('the drawing declares entities')
}

// The program that the process runs: it reads the drawing from its input, renders it as wide as wanted within the longest side,
// and writes PNG to its output.
const RENDER = `
const sharp = require(process.argv[1])
const [wanted, side] = process.argv.slice(2).map(Number)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
const run = async () => {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const drawing = Buffer.concat(chunks)
  const { width, height, density = 72 } = await sharp(drawing, { limitInputPixels: false }).metadata()
  const scale = Math.min(wanted / width, side / width, side / height)
  const fitting = Math.min(100000, Math.max(1, density * scale))
  const image = sharp(drawing, { density: fitting, limitInputPixels: 2 * side * side })
  process.stdout.write(await image.png({ compressionLevel: 1 }).toBuffer())
}
run().catch(() => process.exit(1))
`

/** Variables that Node.js itself may need to start: Lambda has libraries of its own in a folder of their own. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH'] as const

/** Credentials and settings of the function stay here: what is rendered may find a hole in the library. */
const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))

const SHARP = createRequire(import.meta.url).resolve('sharp')

/** Few threads, and no memory for compiled code: the limit is for the drawing, and each of both would reserve much of it. */
const FLAGS = ['--jitless', '--v8-pool-size=0']
const LIMIT_AND_BECOME = `ulimit -d ${MAX_DATA_KB}; ulimit -t ${MAX_CPU_SECONDS}; UV_THREADPOOL_SIZE=1 exec "$0" "$@"`

/** Node.js has no call for limits of a process: on Linux a shell sets it and becomes the process. */
function startRendering(width: number) {
  const program = [process.execPath, ...FLAGS, '-e', RENDER, SHARP, String(width), String(MAX_DRAWING_SIDE)]
  const limited = ['/bin/sh', '-c', LIMIT_AND_BECOME, ...program]
  const [command, ...words] = process.platform === 'linux' ? limited : program
  return spawn(command!, words, { stdio: ['pipe', 'pipe', 'ignore'], env: bareEnvironment() })
}

/** How a process ends whose libraries get no more memory, that has used up its processor time, or that the clock ended. */
const OUT_OF_BOUNDS: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGXCPU', 'SIGKILL']

/** Processor time of a process so far, in milliseconds; undefined where the system does not report it. */
async function cpuOf(pid: number): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may hold anything: the fields are counted from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return undefined
  }
}

/**
 * The drawing as a PNG about as wide as wanted.
 * @throws {AppError} `image_refused` when it cannot be rendered, or costs too much; `unavailable` when the machine is busy.
 */
export async function renderDrawing(bytes: Buffer, width: number): Promise<Buffer> {
  checkDrawing(bytes)
  const child = startRendering(width)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  // It may be ended before it has read everything.
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  let late = false
  const clock = setTimeout(async () => {
    const cpuMs = await cpuOf(child.pid!)
    // Where the cost of a drawing cannot be told, only the clock limits it.
    late = cpuMs !== undefined && cpuMs < FEW_CPU_MS
    child.kill('SIGKILL')
  }, MAX_CLOCK_MS)
  try {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (...how) => resolve(how))
    })
    if (late) throw refuse('unavailable', 'The drawing could not be rendered in time; try again shortly.')
    if (OUT_OF_BOUNDS.includes(signal)) throw variantRefused('the drawing takes too much time or memory to render')
    if (code !== 0) throw variantRefused('the drawing cannot be rendered')
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(clock)
  }
}
