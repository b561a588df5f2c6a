// A program: makes pictures as the variant function does, or as IPX does, one each time it is told to, and says what each
// took of the processor. A process of its own for each, as both bring their own libvips.
//   node bench/programs/picture-maker.ts ours | ipx FOLDER
// Told over IPC: { file, type, format, quality, width } or { do: 'peak' }.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { peakMb } from '../support/memory.ts'

export interface Wanted {
  file: string
  type: string
  format: 'jpg' | 'webp' | 'avif'
  quality: number
  width: number
}

export interface Made {
  cpuMs: number
  bytes: number
  /** Why it could not be made. */
  failure?: string
}

type Make = (wanted: Wanted) => Promise<number>

interface Ipx {
  createIPX(options: object): (id: string, modifiers: object) => { process(): Promise<{ data: Buffer | string }> }
  ipxFSStorage(options: object): unknown
}

async function ourMaker(): Promise<Make> {
  const { renderVariant } = await import('../../core/media/pictures/render-variant.ts')
  const { parseVariantSpec } = await import('../../core/media/rules/variant-spec.ts')
  return async ({ file, type, format, width }) =>
    (await renderVariant(readFileSync(file), type, parseVariantSpec(`w${width}.${format}`)!)).bytes.length
}

/** @param folder where it is installed. */
async function ipxMaker(folder: string): Promise<Make> {
  const entry = createRequire(join(folder, 'package.json')).resolve('ipx')
  const { createIPX, ipxFSStorage } = (await import(pathToFileURL(entry).href)) as Ipx
  return async ({ file, format, quality, width }) => {
    const ipx = createIPX({ storage: ipxFSStorage({ dir: dirname(file) }) })
    const modifiers = { width: String(width), format: format === 'jpg' ? 'jpeg' : format, quality: String(quality) }
    return (await ipx(basename(file), modifiers).process()).data.length
  }
}

const [whose, folder = ''] = process.argv.slice(2)
const make = await (whose === 'ours' ? ourMaker() : ipxMaker(folder))

process.on('message', async (order: Wanted | { do: 'peak' }) => {
  if ('do' in order) return void process.send!(peakMb())
  const before = process.cpuUsage()
  const result: Made = await make(order).then(
    (bytes) => ({ cpuMs: 0, bytes }),
    (error: unknown) => ({ cpuMs: 0, bytes: 0, failure: error instanceof Error ? error.message : String(error) }),
  )
  const { user, system } = process.cpuUsage(before)
  process.send!({ ...result, cpuMs: (user + system) / 1000 })
})
process.send!('ready')
