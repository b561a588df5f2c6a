// Start-up: the CPU time of loading each function's bundle over that of a bundle with the AWS clients it uses and no more.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { functionFiles, IN_PARTS, READABLE } from '../../scripts/build.ts'
import { NATIVE_PARTS } from '../../scripts/native-parts.ts'
import { alternate, type Figure, median, type Row } from '../figure.ts'
import { bundle } from '../support/bundle.ts'
import { hostFunction } from '../support/function-process.ts'

const AIM = 1.3
const ROUNDS = 11
const WITHIN_MS = 2500
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

/** The SDK's packages in a bundle, with the names our own files take from them: nothing is compared with what is not used. */
async function clientsOf(file: string): Promise<string> {
  const { metafile } = await build({ ...READABLE, entryPoints: [file], splitting: true, metafile: true })
  const inputs = loadedAtOnce(metafile, file)
  const lines = new Map<string, Set<string>>()
  const kept = (path: string) => (inputs.get(path) ?? 0) > 0
  for (const path of Object.keys(metafile.inputs).filter((one) => one.startsWith('core/aws/') && kept(one))) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    for (const [, names = '', from = ''] of text.matchAll(/^import \{([^}]+)\} from '(@aws-sdk\/[^']+)'/gm)) {
      const values = names.split(',').map((name) => name.trim())
      const set = lines.get(from) ?? new Set()
      for (const name of values.filter((value) => value !== '' && !value.startsWith('type '))) set.add(name)
      lines.set(from, set)
    }
  }
  // A command that no reachable function of ours sends is not in our bundle: it must not be in the other either.
  const used = [...inputs].filter(([, bytes]) => bytes > 0)
  const commandKept = (name: string) =>
    !name.endsWith('Command') || used.some(([path]) => path.endsWith(`/commands/${name}.js`))
  const all = [...lines].map(([from, names]) => [from, [...names].filter(commandKept)] as const)
  const imports = all.map(([from, names]) => `import { ${names.join(', ')} } from '${from}'`)
  return [
    ...imports,
    `export const handler = async () => [${all.flatMap(([, names]) => names).join(', ')}].length`,
  ].join('\n')
}

const environment = { PATH: process.env.PATH ?? '', AWS_REGION: 'us-east-1', TZ: ':UTC' }

async function loadCpu(folder: string, whole: number[]): Promise<number> {
  const hosted = await hostFunction({ folder, environment })
  const { cpuMs, wholeMs } = await hosted.load()
  await hosted.end()
  whole.push(wholeMs)
  return cpuMs
}

/** What a function cannot do its work without, besides the SDK: it is in its figure, and the note has it in both. */
const LIBRARIES: Record<string, string[]> = {
  variant: ['sharp'],
  'api-media-create': ['@fastify/busboy', 'file-type'],
  'schedule-keep-accounts': ['file-type'],
}

/** The other bundle with these libraries as well. */
async function bundleWith(code: string, libraries: string[]): Promise<string> {
  const natively = libraries.filter((name) => name in NATIVE_PARTS)
  const paths = natively.map((name) => fileURLToPath(import.meta.resolve(name)))
  const from = (name: string) => paths[natively.indexOf(name)] ?? name
  const imports = libraries.map((name, at) => `import * as library${at} from ${JSON.stringify(from(name))}`)
  const kept = `export const libraries = [${libraries.map((_, at) => `library${at}`).join(', ')}]`
  return bundle({ code: [...imports, code, kept].join('\n') }, { external: paths })
}

export const startUp: Figure = {
  name: 'start-up',
  title: 'start-up CPU of each bundle',
  against: 'a bundle with only the AWS clients and commands that it uses',
  aim: `${AIM} or less`,
  run: async ({ progress }) => {
    const rows: Row[] = []
    // One bundle for all functions that use the same clients.
    const bare = new Map<string, string>()
    for (const [name, file] of await functionFiles()) {
      progress(name)
      const code = await clientsOf(file)
      const inParts = IN_PARTS.has(name)
      const theirs = bare.get(`${inParts} ${code}`) ?? (await bundle({ code }, { inParts }))
      bare.set(`${inParts} ${code}`, theirs)
      const folder = join(ROOT, 'dist', 'host', name)
      const [ownWhole, otherWhole]: number[][] = [[], []]
      const {
        ratio,
        ours,
        theirs: other,
      } = await alternate(
        ROUNDS,
        () => loadCpu(folder, ownWhole!),
        () => loadCpu(theirs, otherWhole!),
        WITHIN_MS,
      )
      const said = [
        `${ours.toFixed(0)} ms / ${other.toFixed(0)} ms`,
        `with Node's own start ${(median(ownWhole!) / median(otherWhole!)).toFixed(2)}`,
      ]
      const libraries = LIBRARIES[name]
      if (libraries) {
        const more = await bundleWith(code, libraries)
        const besides = await alternate(
          ROUNDS,
          () => loadCpu(folder, []),
          () => loadCpu(more, []),
          WITHIN_MS,
        )
        said.push(`with ${libraries.join(' and ')} in both ${besides.ratio.toFixed(2)}`)
      }
      rows.push({ name, value: ratio, met: ratio <= AIM, note: said.join('; ') })
    }
    return rows
  },
}
