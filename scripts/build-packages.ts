// Builds the packages as they are published: packages/<name>/dist, each with a package.json of its own, to be packed from there.
//   node scripts/build-packages.ts [client|cli|mcp]...
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BuildOptions, Metafile } from 'esbuild'
import { noticesOf } from './notices.ts'

const ROOT = join(import.meta.dirname, '..')

export interface Manifest {
  name: string
  version: string
  private?: boolean
  bin?: Record<string, string>
  exports?: unknown
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  [field: string]: unknown
}

/** The repository that publishes, as GitHub Actions names it: `owner/name`. Not known elsewhere. */
const REPOSITORY = process.env.GITHUB_REPOSITORY
const mcpName = REPOSITORY ? `io.github.${REPOSITORY.split('/')[0]}/social-publisher` : undefined

/** How each is built. A library keeps its modules and brings types; a program is one file that needs no other package. */
const PACKAGES = { client: 'library', cli: 'program', mcp: 'program' } as const
export type PackageName = keyof typeof PACKAGES
export const PACKAGE_NAMES = Object.keys(PACKAGES) as PackageName[]

/** JavaScript and types of each module. @throws {Error} with what the compiler finds. */
async function compile(source: string, target: string): Promise<void> {
  const { default: ts } = await import('typescript')
  const program = ts.createProgram([join(source, 'index.ts')], {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    types: [],
    skipLibCheck: true,
    rootDir: source,
    outDir: target,
  })
  const write: import('typescript').WriteFileCallback = (path, text, ...rest) =>
    // Only in JavaScript does the compiler give imports their new endings.
    ts.sys.writeFile(
      path,
      path.endsWith('.d.ts') ? text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'") : text,
      ...(rest.slice(0, 1) as [boolean]),
    )
  const { diagnostics } = program.emit(undefined, write)
  const found = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (found.length > 0)
    throw new Error(
      ts.formatDiagnostics(found, {
        getCurrentDirectory: () => ROOT,
        getCanonicalFileName: (name) => name,
        getNewLine: () => '\n',
      }),
    )
}

/** A program for the oldest version of Node that is promised. */
export const PROGRAM = {
  bundle: true,
  minify: true,
  // Stack traces that users send stay readable.
  keepNames: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  // Some packages are CommonJS inside and call `require` for Node's own modules.
  banner: {
    js: "#!/usr/bin/env node\nimport{createRequire as _createRequire}from'node:module';const require=_createRequire(import.meta.url);",
  },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  absWorkingDir: ROOT,
} satisfies BuildOptions

async function bundle(source: string, target: string): Promise<Metafile> {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    ...PROGRAM,
    entryPoints: [join(source, 'main.ts')],
    outfile: join(target, 'main.js'),
  })
  return metafile
}

/** Adds what every published package.json has. @param folder the package's, below `packages`. */
export function publishedManifest({ private: _, devDependencies: __, ...given }: Manifest, folder: string): Manifest {
  // Provenance is only given where this is the repository that publishes.
  const url = `git+https://github.com/${REPOSITORY}.git`
  const repository = REPOSITORY ? { repository: { type: 'git', url, directory: `packages/${folder}` } } : {}
  return { ...given, ...repository, ...(mcpName && given.name.endsWith('/mcp') ? { mcpName } : {}) }
}

/** The package.json that is published: entries lead to what was built. */
function published(given: Manifest, name: PackageName): Manifest {
  const manifest = publishedManifest(given, name)
  if (PACKAGES[name] === 'library')
    return {
      ...manifest,
      exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    }
  const { exports: ___, dependencies: ____, ...rest } = manifest
  return { ...rest, bin: Object.fromEntries(Object.keys(manifest.bin ?? {}).map((program) => [program, 'main.js'])) }
}

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T
const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`)

/** The description for directories of MCP servers, completed with the version and the tools. */
async function writeListings(folder: string, target: string, { version }: Manifest): Promise<void> {
  const { toolsAt } = await import('../packages/mcp/src/tools.ts')
  const here = { readFile: () => Promise.reject(new Error('not read')), longestWaitSeconds: 1, usualWaitSeconds: 1 }
  const tools = toolsAt(here).map(({ name, description }) => ({ name, description }))
  await writeJson(join(target, 'manifest.json'), {
    ...(await readJson<object>(join(folder, 'manifest.json'))),
    version,
    tools,
  })
  // Listed under the name of who publishes it, and so only where that is known.
  if (!mcpName) return
  const { packages, ...server } = await readJson<{ packages: object[] }>(join(folder, 'server.json'))
  const repository = { url: `https://github.com/${REPOSITORY}`, source: 'github', subfolder: 'packages/mcp' }
  await writeJson(join(target, 'server.json'), {
    ...server,
    name: mcpName,
    version,
    repository,
    packages: packages.map((each) => ({ ...each, version })),
  })
}

/** Builds one of them. @param made where; programs that build at the same time need a folder each. @returns it: the folder to pack. */
export async function buildPackage(name: PackageName, made = join(ROOT, 'packages', name, 'dist')): Promise<string> {
  const folder = join(ROOT, 'packages', name)
  const kind = PACKAGES[name]
  const unfinished = `${made}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
  if (kind === 'library') await compile(join(folder, 'src'), unfinished)
  else {
    const metafile = await bundle(join(folder, 'src'), unfinished)
    await writeFile(join(unfinished, 'THIRD-PARTY.txt'), await noticesOf(Object.keys(metafile.inputs)))
  }
  await writeFile(join(unfinished, 'package.json'), `${JSON.stringify(published(manifest, name), null, 2)}\n`)
  await cp(join(ROOT, 'LICENSE'), join(unfinished, 'LICENSE'))
  await cp(join(folder, 'README.md'), join(unfinished, 'README.md'))
  if (name === 'mcp') await writeListings(folder, unfinished, manifest)
  await rm(made, { recursive: true, force: true })
  await mkdir(dirname(made), { recursive: true })
  await rename(unfinished, made)
  return made
}

if (import.meta.main) {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !(name in PACKAGES))
  if (unknown.length > 0) {
    console.error(`There is no package ${unknown.join(', ')}: they are ${PACKAGE_NAMES.join(', ')}.`)
    process.exit(2)
  }
  for (const name of PACKAGE_NAMES.filter((each) => wanted.length === 0 || wanted.includes(each)))
    console.log(await buildPackage(name))
}
