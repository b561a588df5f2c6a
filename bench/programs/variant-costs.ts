// A program: renders a picture as the variant function does and as plain sharp (and libheif) would, in turns, in one
// process. Prints what each cost as JSON.
//   node bench/programs/variant-costs.ts FILE TYPE SPEC ROUNDS [ours|plain]
import { readFileSync } from 'node:fs'
import libheif from 'libheif-js/wasm-bundle.js'
import sharp, { type Sharp } from 'sharp'
import { renderVariant } from '../../core/media/pictures/render-variant.ts'
import { parseVariantSpec } from '../../core/media/rules/variant-spec.ts'
import { peakMb } from '../support/memory.ts'

const [file, type, name, rounds, only] = process.argv.slice(2) as [string, string, string, string, string?]
const bytes = readFileSync(file)
const spec = parseVariantSpec(name)!
const format = name.split('.')[1]!

interface PlainImage {
  get_width(): number
  get_height(): number
  display(target: { data: Uint8ClampedArray; width: number; height: number }, done: (made: unknown) => void): void
}

/** As libheif's own readme does it. */
async function decoded(): Promise<Sharp> {
  const [image] = new libheif.HeifDecoder().decode(bytes) as unknown as PlainImage[]
  const [width, height] = [image!.get_width(), image!.get_height()]
  const data = new Uint8ClampedArray(width * height * 4)
  await new Promise((resolve) => image!.display({ data, width, height }, resolve))
  return sharp(data, { raw: { width, height, channels: 4 } })
}

async function plain(): Promise<void> {
  const image = type === 'image/heic' ? await decoded() : sharp(bytes).autoOrient()
  const small = image.resize({ width: 1080, withoutEnlargement: true })
  await (format === 'webp' ? small.webp({ quality: 80 }) : small.jpeg({ quality: 82 })).toBuffer()
}

const ours = () => renderVariant(bytes, type, spec)

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const baseMb = process.memoryUsage.rss() / 2 ** 20
const taken: { ours: number; plain: number }[] = []
// The first of each loads and compiles.
if (only !== 'plain') await ours()
if (only !== 'ours') await plain()
for (let round = 0; round < Number(rounds); round += 1) {
  const cost = { ours: 0, plain: 0 }
  const turns = (['ours', 'plain'] as const).filter((turn) => only === undefined || only === turn)
  for (const turn of round % 2 === 0 ? turns : turns.reverse()) cost[turn] = await cpuOf(turn === 'ours' ? ours : plain)
  taken.push(cost)
}
process.stdout.write(JSON.stringify({ taken, baseMb, peakMb: peakMb() }))
