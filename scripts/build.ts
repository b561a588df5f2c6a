// Bundles every function with esbuild: functions/api/media/create.ts -> dist/<target>/api-media-create/index.mjs.
//   node scripts/build.ts [--arch arm64|x86_64|host] [--if-stale] [--quiet]
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { inTurn } from './in-turn.ts'
import { leaveOut } from './leave-out.ts'
import { addNativeParts, BuildError, NATIVE_PARTS, packageOf, type Target } from './native-parts.ts'
import { packageFolderOf } from './notices.ts'
import { OWN_FILE, oneStart } from './one-start.ts'
import { packedDocument } from './packed-document.ts'
import { optionsOf } from './script-options.ts'

const ROOT = join(import.meta.dirname, '..')
const FUNCTIONS = join(ROOT, 'functions')
const DIST = join(ROOT, 'dist')
const STAMP = '.inputs'
/** Files of other people's packages that the bundles are made of, for their licences. */
export const PARTS_FILE = '.parts.json'

/** The sources of the bundles: a change in any of them makes the bundles stale. */
const INPUTS = [
  'functions',
  'core',
  'packages/client/src',
  'packages/mcp/src',
  'docs/openapi.json',
  'scripts/build.ts',
  'scripts/leave-out.ts',
  'scripts/licences',
  'scripts/native-parts.ts',
  'scripts/notices.ts',
  'scripts/one-start.ts',
  'scripts/packed-document.ts',
  'scripts/sdk-schemas.ts',
  'package-lock.json',
]

async function filesBelow(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/**
 * Their bundles are in parts, because they have some that few requests need: `validate_only`, the app's secret, the document, the
 * platforms of other accounts. Each is a part of its own, which is only loaded with it. In one file all modules that such a part shares
 * with the rest would be kept whole, and loading took up to half as long again. The others are built together, which is quicker.
 */
export const IN_PARTS: ReadonlySet<string> = new Set([
  'api-connect',
  'api-connect-links',
  'api-documents',
  'api-planned-posts',
  'api-posts-feed',
  'api-posts-reels',
  'api-posts-retry',
  'api-posts-stories',
  'api-posts-text',
  'api-sign-in',
  'schedule-keep-accounts',
  'worker-ask-quota',
  'worker-publish',
])

/** Every function by its bundle's name, with the file that it is made from. */
export async function functionFiles(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const folders = [
    ['api', 'api'],
    ['workers', 'worker'],
    ['schedules', 'schedule'],
  ] as const
  for (const [folder, prefix] of folders) {
    const directory = join(FUNCTIONS, folder)
    if (!existsSync(directory)) continue
    for (const file of await filesBelow(directory)) {
      if (!file.endsWith('.ts')) continue
      const name = relative(directory, file).replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-')
      found.set(`${prefix}-${name}`, file)
    }
  }
  for (const name of ['authorizer', 'variant']) {
    const file = join(FUNCTIONS, `${name}.ts`)
    if (existsSync(file)) found.set(name, file)
  }
  return found
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const input of INPUTS) {
    for (const file of await filesBelow(join(ROOT, input))) {
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

const isCurrent = async (target: Target, inputs: string): Promise<boolean> =>
  (await readFile(join(DIST, target, STAMP), 'utf8').catch(() => '')) === inputs

export interface BundleSize {
  name: string
  /** Bytes of our own bundle. */
  code: number
  /** Bytes of native and WASM packages beside it. */
  native: number
}

/** How code becomes a bundle, whatever is in it. */
export const BUNDLING = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  // Some packages are CommonJS inside and still call `require` for Node's own modules.
  banner: {
    js: "import{createRequire as _createRequire}from'node:module';const require=_createRequire(import.meta.url);",
  },
  legalComments: 'none',
  plugins: [leaveOut, packedDocument],
  logLevel: 'warning',
  absWorkingDir: ROOT,
} satisfies BuildOptions

/** The same, to be read: names are kept and nothing is written. */
export const READABLE = {
  ...BUNDLING,
  minify: false,
  minifySyntax: true,
  write: false,
  outdir: 'out',
  external: [...Object.keys(NATIVE_PARTS), 'libheif-js/*'],
} satisfies BuildOptions

/** Waits for all, also if one fails: the others would still write into a folder that is being deleted. @throws what the first that failed threw. */
async function allEnded<T>(started: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(started)
  return Promise.all(started)
}

async function bundleInto(directory: string, target: Target): Promise<BundleSize[]> {
  const { build } = await import('esbuild')
  const files = await functionFiles()
  const options = {
    ...BUNDLING,
    outExtension: { '.js': '.mjs' },
    external: Object.keys(NATIVE_PARTS),
    // Node's own resolution wants the ending, which the package's readme leaves out.
    alias: { 'libheif-js/wasm-bundle': 'libheif-js/wasm-bundle.js' },
    metafile: true,
  } satisfies BuildOptions
  const whole = [...files].filter(([name]) => !IN_PARTS.has(name))
  const inParts = [...files].filter(([name]) => IN_PARTS.has(name))
  const built = await allEnded([
    build({
      ...options,
      entryPoints: whole.map(([name, file]) => ({ in: file, out: `${name}/index` })),
      outdir: directory,
    }),
    // Each by itself: parts are not shared between functions.
    ...inParts.map(([name, file]) =>
      build({
        ...options,
        plugins: [oneStart(file), ...options.plugins],
        entryPoints: [{ in: file, out: 'index' }, OWN_FILE],
        outdir: join(directory, name),
        splitting: true,
      }),
    ),
  ])
  const sizes = new Map<string, BundleSize>()
  for (const [output, { bytes, imports }] of built.flatMap(({ metafile }) => Object.entries(metafile.outputs))) {
    const name = relative(directory, join(ROOT, output)).split(/[\\/]/)[0]!
    const native = imports.flatMap(({ path, external }) =>
      external && packageOf(path) in NATIVE_PARTS ? [packageOf(path)] : [],
    )
    await addNativeParts(native, join(directory, name), target)
    const before = sizes.get(name)
    sizes.set(name, {
      name,
      code: bytes + (before?.code ?? 0),
      native: native.length > 0 ? await bytesBelow(join(directory, name, 'node_modules')) : (before?.native ?? 0),
    })
  }
  const parts = built.flatMap(({ metafile }) => Object.keys(metafile.inputs)).filter((file) => packageFolderOf(file))
  await writeFile(join(directory, PARTS_FILE), JSON.stringify([...new Set(parts)].sort()))
  return [...sizes.values()].sort((a, b) => a.name.localeCompare(b.name))
}

async function bytesBelow(directory: string): Promise<number> {
  const sizes = await Promise.all((await filesBelow(directory)).map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Builds the bundles of one target. @returns their sizes. */
export const buildFunctions = (target: Target): Promise<BundleSize[]> =>
  inTurn(target, async () => rebuild(target, await fingerprint()))

/** Builds what is out of date, and nothing when all is current. */
export async function buildIfStale(target: Target): Promise<BundleSize[]> {
  if (await isCurrent(target, await fingerprint())) return []
  return inTurn(target, async () => {
    const inputs = await fingerprint()
    return (await isCurrent(target, inputs)) ? [] : rebuild(target, inputs)
  })
}

async function rebuild(target: Target, inputs: string): Promise<BundleSize[]> {
  const fresh = join(DIST, `.${target}-${process.pid}`)
  const old = `${fresh}-old`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true })
  try {
    const sizes = await bundleInto(fresh, target)
    await writeFile(join(fresh, STAMP), inputs)
    if (existsSync(join(DIST, target))) await rename(join(DIST, target), old)
    await rename(fresh, join(DIST, target))
    return sizes
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

function table(sizes: readonly BundleSize[]): string {
  const kilobytes = (bytes: number) => (bytes === 0 ? '' : `${(bytes / 1000).toFixed(0)} KB`)
  const width = Math.max(8, ...sizes.map(({ name }) => name.length))
  const row = (name: string, code: string, native: string) =>
    `${name.padEnd(width)} ${code.padStart(9)} ${native.padStart(10)}`.trimEnd()
  return [
    row('function', 'code', 'native'),
    ...sizes.map((size) => row(size.name, kilobytes(size.code), kilobytes(size.native))),
  ].join('\n')
}

const HELP = `Bundles every function into dist/, and prints the sizes.

  npm run build [-- --arch arm64|x86_64|host] [--if-stale] [--quiet]

  --arch      the processor of the native parts (default arm64); host is this machine, for the local run
  --if-stale  only if something that they are made of has changed
  --quiet     print no sizes

Exit code 0: built. 1: not built, with the reason. 2: a wrong call.
`

if (import.meta.main) {
  const { values } = optionsOf(HELP, {
    arch: { type: 'string', default: 'arm64' },
    'if-stale': { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  })
  const target = (['host', 'arm64', 'x86_64'] as const).find((known) => known === values.arch)
  if (!target) {
    console.error(`--arch is ${values.arch}: it must be arm64, x86_64 or host.`)
    process.exit(2)
  }
  try {
    const sizes = values['if-stale'] ? await buildIfStale(target) : await buildFunctions(target)
    if (!values.quiet && sizes.length > 0) console.log(table(sizes))
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
