// Making a variant: CPU time and peak memory over plain sharp (and libheif) doing the same.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Figure, median, type Row } from '../figure.ts'
import { photograph } from '../support/photograph.ts'

const AIM = 1.1
const PEAK_MB = 700
const PROGRAM = fileURLToPath(new URL('../programs/variant-costs.ts', import.meta.url))
const HEIC = fileURLToPath(new URL('../../test/samples/large.heic', import.meta.url))
const run = promisify(execFile)

interface Costs {
  taken: { ours: number; plain: number }[]
  baseMb: number
  peakMb: number
}

async function costs(...words: string[]): Promise<Costs> {
  const { stdout } = await run(process.execPath, [PROGRAM, ...words], { env: { PATH: process.env.PATH ?? '' } })
  return JSON.parse(stdout) as Costs
}

const CASES = [
  { name: '12 MP JPEG to 1080 JPEG', file: '12.jpg', type: 'image/jpeg', spec: 'w1080.jpg', rounds: 25 },
  { name: '12 MP JPEG to 1080 WebP', file: '12.jpg', type: 'image/jpeg', spec: 'w1080.webp', rounds: 11 },
  { name: '48 MP JPEG to 1080 JPEG', file: '48.jpg', type: 'image/jpeg', spec: 'w1080.jpg', rounds: 15 },
  { name: '12 MP HEIC to 1080 JPEG', file: HEIC, type: 'image/heic', spec: 'w1080.jpg', rounds: 9 },
]

export const variants: Figure = {
  name: 'variants',
  title: 'making a variant',
  against: 'plain sharp (and libheif) in the same process: CPU time; peak memory in a process of its own',
  aim: `${AIM} or less; peak under ${PEAK_MB} MB`,
  run: async ({ progress }) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-pictures-'))
    const rows: Row[] = []
    try {
      writeFileSync(join(folder, '12.jpg'), await photograph(4000, 3000))
      writeFileSync(join(folder, '48.jpg'), await photograph(8000, 6000))
      for (const { name, file, type, spec, rounds } of CASES) {
        progress(name)
        const path = join(file.startsWith('/') ? '' : folder, file)
        const { taken } = await costs(path, type, spec, String(rounds))
        const ratio = median(taken.map(({ ours, plain }) => ours / plain))
        const own = await costs(path, type, spec, '2', 'ours')
        const other = await costs(path, type, spec, '2', 'plain')
        const ms = (of: 'ours' | 'plain') => median(taken.map((cost) => cost[of])).toFixed(0)
        rows.push({ name, value: ratio, met: ratio <= AIM, note: `${ms('ours')} ms / ${ms('plain')} ms` })
        rows.push({
          name: `${name}: peak memory`,
          value: Math.round(own.peakMb),
          unit: 'MB',
          met: own.peakMb < PEAK_MB,
          note: `plain ${Math.round(other.peakMb)} MB; ${Math.round(own.baseMb)} MB before`,
        })
      }
      return rows
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
