// Making a variant beside IPX, which many sites make theirs with: the same files, sizes and qualities, in turns.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readAssembly } from '../../local/template.ts'
import { alternate, type Figure, type Row } from '../figure.ts'
import type { Made, Wanted } from '../programs/picture-maker.ts'
import { bundle } from '../support/bundle.ts'
import { photograph } from '../support/photograph.ts'

/** Installed for the figure alone: in package.json it would cost everybody its time. */
const IPX = 'ipx@3.1.1'
const INSTALL_MS = 180_000
const AIM = 0.9
const MEMORY_AIM = 0.9
const PROGRAM = fileURLToPath(new URL('../programs/picture-maker.ts', import.meta.url))
const HEIC = fileURLToPath(new URL('../../test/samples/large.heic', import.meta.url))
const WIDTH = 1080
/** Half of the rounds are enough where they take longer. */
const WITHIN_MS = 10_000

const CASES = [
  { name: '12 MP JPEG to JPEG', file: 'picture.jpg', type: 'image/jpeg', format: 'jpg', quality: 82, rounds: 9 },
  { name: '12 MP JPEG to WebP', file: 'picture.jpg', type: 'image/jpeg', format: 'webp', quality: 80, rounds: 7 },
  { name: '12 MP JPEG to AVIF', file: 'picture.jpg', type: 'image/jpeg', format: 'avif', quality: 52, rounds: 1 },
  { name: '12 MP HEIC to JPEG', file: 'picture.heic', type: 'image/heic', format: 'jpg', quality: 82, rounds: 3 },
] as const

interface Maker {
  make(wanted: Wanted): Promise<Made>
  peakMb(): Promise<number>
  end(): void
}

/** As our functions are deployed: what takes types away is no part of them. */
let program: Promise<string> | undefined

async function startMaker(words: string[], environment: Record<string, string> = {}): Promise<Maker> {
  program ??= bundle({ file: PROGRAM }, { external: ['sharp', 'libheif-js/*'], amongPackages: true })
  const child: ChildProcess = fork(join(await program, 'index.mjs'), words, {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let fail = (_: Error) => {}
  child.once('exit', (code, signal) => fail(new Error(`${words[0]} ended with ${signal ?? code}`)))
  const answer = <T>() =>
    new Promise<T>((resolve, reject) => {
      fail = reject
      child.once('message', (message) => resolve(message as T))
    })
  await answer()
  const ask = <T>(order: object): Promise<T> => {
    const answered = answer<T>()
    child.send(order)
    return answered
  }
  return { make: (wanted) => ask(wanted), peakMb: () => ask({ do: 'peak' }), end: () => child.kill('SIGKILL') }
}

/** The memory setting of the deployed function. */
function heapOf(assembly: string): Record<string, string> {
  const functions = readAssembly(assembly).resources('AWS::Lambda::Function')
  const { Environment } = functions.find(({ path }) => path.includes('/Media/Variant/'))!.properties as {
    Environment: { Variables: Record<string, string> }
  }
  return { MALLOC_ARENA_MAX: Environment.Variables.MALLOC_ARENA_MAX! }
}

/** @returns why it could not be installed, if it could not: the figure is the only one that needs a network. */
async function installIpx(folder: string): Promise<string | undefined> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', IPX]
  return promisify(execFile)('npm', words, { cwd: folder, timeout: INSTALL_MS }).then(
    () => undefined,
    (error: Error) => error.message.split('\n')[0],
  )
}

async function compared(
  wanted: Wanted,
  name: string,
  rounds: number,
  ipxFolder: string,
  heap: Record<string, string>,
): Promise<Row[]> {
  const [ours, ipx] = await Promise.all([startMaker(['ours'], heap), startMaker(['ipx', ipxFolder])])
  try {
    // The first of each loads and compiles.
    const [own, theirs] = [await ours.make(wanted), await ipx.make(wanted)]
    if (own.failure) throw new Error(`${name}: ${own.failure}`)
    if (theirs.failure) {
      const note = `${Math.round(await ours.peakMb())} MB; IPX cannot: ${theirs.failure.trim().split('\n').at(-1)}`
      return [{ name: `${name}: ours alone`, value: Math.round(own.cpuMs), unit: 'ms', note }]
    }
    const cpuOf = (maker: Maker) => async () => (await maker.make(wanted)).cpuMs
    const cpu = await alternate(rounds, cpuOf(ours), cpuOf(ipx), { withinMs: WITHIN_MS })
    const [ourPeak, theirPeak] = [await ours.peakMb(), await ipx.peakMb()]
    const sizes = `${Math.round(own.bytes / 1000)} / ${Math.round(theirs.bytes / 1000)} KB`
    return [
      {
        name,
        value: cpu.ratio,
        met: cpu.ratio <= AIM,
        note: `${cpu.ours.toFixed(0)} / ${cpu.theirs.toFixed(0)} ms; ${sizes}`,
      },
      {
        name: `${name}: peak memory`,
        value: ourPeak / theirPeak,
        met: ourPeak <= MEMORY_AIM * theirPeak,
        note: `${Math.round(ourPeak)} / ${Math.round(theirPeak)} MB`,
      },
    ]
  } finally {
    ours.end()
    ipx.end()
  }
}

export const peers: Figure = {
  name: 'peers',
  title: `making a variant ${WIDTH} wide beside IPX`,
  against: `${IPX}, installed for this: CPU time and peak memory, each in a process of its own, in turns`,
  aim: `CPU time ${AIM} or less, memory ${MEMORY_AIM}`,
  run: async ({ assembly, progress }) => {
    const heap = heapOf(assembly)
    const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'))
    try {
      progress(`installing ${IPX}`)
      const missing = await installIpx(folder)
      if (missing) throw new Error(`IPX could not be installed: ${missing}`)
      writeFileSync(join(folder, 'picture.jpg'), await photograph(4000, 3000))
      copyFileSync(HEIC, join(folder, 'picture.heic'))
      const rows: Row[] = []
      for (const { name, file, rounds, ...rest } of CASES) {
        progress(name)
        rows.push(...(await compared({ ...rest, file: join(folder, file), width: WIDTH }, name, rounds, folder, heap)))
      }
      return rows
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
