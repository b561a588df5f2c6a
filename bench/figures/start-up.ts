// Start-up: the CPU time of loading each function's bundle over that of a bundle with the packages it loads and no more.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile, transform } from 'esbuild'
import { functionFiles, IN_PARTS, READABLE } from '../../scripts/build.ts'
import { NATIVE_PARTS, packageOf } from '../../scripts/native-parts.ts'
import { alternate, type Figure, median, type Row } from '../figure.ts'
import { bundle } from '../support/bundle.ts'
import { hostFunction } from '../support/function-process.ts'

const AIM = 1.2
const ROUNDS = 3
const AT_MOST = 15
/** Those in which the AWS clients alone are measured too, which is only reported. */
const CLIENT_ROUNDS = 3
const ROOT = join(import.meta.dirname, '..', '..')

/** Bytes of each module in what loading the function loads; what it imports only when it is asked for is not among them. */
function loadedAtOnce({ outputs }: Metafile, file: string): Map<string, number> {
  const loaded = new Map<string, number>()
  const pending = Object.keys(outputs).filter(
    (path) => join(ROOT, outputs[path]?.entryPoint ?? '') === join(ROOT, relative(ROOT, file)),
  )
  for (const path of pending) {
    const { inputs = {}, imports = [] } = outputs[path] ?? {}
    for (const [name, { bytesInOutput }] of Object.entries(inputs))
      loaded.set(name, (loaded.get(name) ?? 0) + bytesInOutput)
    for (const one of imports)
      if (one.kind === 'import-statement' && !one.external && !pending.includes(one.path)) pending.push(one.path)
  }
  return loaded
}

/** Names that a file's import statement takes: `* as z` is told by those that the file uses. */
function namesTaken(clause: string, text: string): string[] {
  const space = /^\* as (\w+)$/.exec(clause.trim())?.[1]
  if (space) return [...text.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))].map(([, name]) => name!)
  const [, standard, list = ''] = /^(\w+)?,?\s*(?:\{([^}]*)\})?$/s.exec(clause.trim()) ?? []
  const listed = list.split(',').map((name) => name.trim())
  return [...(standard ? ['default'] : []), ...listed.filter((name) => name !== '')]
}

interface Floors {
  /** A program that imports the AWS clients and commands of the function and no more. */
  clients: string
  /** The same with all other packages that the function loads, with the names that our own files take from them. */
  packages: string
}

/** Nothing is compared with what is not used: packages and commands that are not in our bundle are not in the others either. */
async function floorsOf(file: string): Promise<Floors> {
  const { metafile } = await build({ ...READABLE, entryPoints: [file], splitting: true, metafile: true })
  const used = [...loadedAtOnce(metafile, file)].filter(([, bytes]) => bytes > 0).map(([path]) => path)
  const taken = new Map<string, Set<string>>()
  for (const path of used.filter((one) => !one.includes('node_modules/') && one.endsWith('.ts'))) {
    // Without its types, so that what is only named in them is not taken.
    const { code: text } = await transform(readFileSync(join(ROOT, path), 'utf8'), { loader: 'ts' })
    for (const [, clause = '', from = ''] of text.matchAll(/^import ([^'"]+) from "((?!node:)[@a-z][^"]*)"/gm)) {
      if (!NATIVE_PARTS[from] && !used.some((one) => one.startsWith(`node_modules/${packageOf(from)}/`))) continue
      const names = taken.get(from) ?? new Set()
      for (const name of namesTaken(clause, text)) names.add(name)
      taken.set(from, names)
    }
  }
  // A command that no reachable function of ours sends.
  const isKept = (name: string) =>
    !name.endsWith('Command') || used.some((path) => path.endsWith(`/commands/${name}.js`))
  const program = (packages: [string, Set<string>][]): string => {
    const all = packages.map(([from, names]) => [from, [...names].filter(isKept)] as const)
    const local = (at: number, index: number) => `taken${at}_${index}`
    return [
      ...all.map(([from, names], at) => {
        const found = from in NATIVE_PARTS ? fileURLToPath(import.meta.resolve(from)) : from
        return `import { ${names.map((name, index) => `${name} as ${local(at, index)}`).join(', ')} } from ${JSON.stringify(found)}`
      }),
      `export const handler = async () => [${all.flatMap(([, names], at) => names.map((_, index) => local(at, index))).join(', ')}].length`,
    ].join('\n')
  }
  const all = [...taken].sort(([one], [other]) => one.localeCompare(other))
  return { clients: program(all.filter(([from]) => from.startsWith('@aws-sdk/'))), packages: program(all) }
}

const environment = { PATH: process.env.PATH ?? '', AWS_REGION: 'us-east-1', TZ: ':UTC' }

/** CPU milliseconds of loading, and those of the whole process with Node's own start. */
async function load(folder: string): Promise<{ cpuMs: number; wholeMs: number }> {
  const hosted = await hostFunction({ folder, environment })
  try {
    return await hosted.load()
  } finally {
    await hosted.end()
  }
}

/** Such bundles by what is in them: functions with the same packages share them. */
function bundles(): (code: string, inParts: boolean) => Promise<string> {
  const made = new Map<string, Promise<string>>()
  return (code, inParts) => {
    const key = `${inParts} ${code}`
    const external = Object.keys(NATIVE_PARTS).map((name) => fileURLToPath(import.meta.resolve(name)))
    const folder = made.get(key) ?? bundle({ code }, { inParts, external })
    made.set(key, folder)
    return folder
  }
}

export const startUp: Figure = {
  name: 'start-up',
  title: 'start-up CPU of each bundle',
  against: 'a bundle with only the packages that it loads: AWS clients, zod, middy, Powertools, sharp',
  aim: `${AIM} or less`,
  run: async ({ progress }) => {
    const rows: Row[] = []
    const bundled = bundles()
    for (const [name, file] of await functionFiles()) {
      progress(name)
      const { clients, packages } = await floorsOf(file)
      const inParts = IN_PARTS.has(name)
      const folder = join(ROOT, 'dist', 'host', name)
      const [floor, bare] = [await bundled(packages, inParts), await bundled(clients, inParts)]
      const wholes: [number, number][] = []
      const overClients: number[] = []
      const { ratio, ours, theirs, rounds } = await alternate(
        ROUNDS,
        async () => {
          const own = await load(folder)
          if (wholes.length < CLIENT_ROUNDS) {
            const other = await load(bare)
            overClients.push(own.cpuMs / other.cpuMs)
            wholes.push([own.wholeMs, other.wholeMs])
          }
          return own.cpuMs
        },
        async () => (await load(floor)).cpuMs,
        { doubtful: { aim: AIM, atMost: AT_MOST } },
      )
      const note = [
        `${ours.toFixed(0)} ms / ${theirs.toFixed(0)} ms, ${rounds} rounds`,
        `over AWS clients alone ${median(overClients).toFixed(2)}`,
        `and with Node's own start in both ${median(wholes.map(([own, other]) => own / other)).toFixed(2)}`,
      ].join('; ')
      rows.push({ name, value: ratio, met: ratio <= AIM, note })
    }
    return rows
  },
}
