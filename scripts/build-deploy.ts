// Builds the package that deploys without a checkout: packages/deploy/dist, to be packed from there. In it are the functions and the
// dashboard as they are deployed, the CDK app, the operator's command, and the construct with its types.
//   node scripts/build-deploy.ts
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildIfStale, PARTS_FILE } from './build.ts'
import { buildDashboard } from './build-dashboard.ts'
import { type Manifest, PROGRAM, publishedManifest } from './build-packages.ts'
import { constructTypes } from './construct-types.ts'
import type { Target } from './native-parts.ts'
import { noticesOf } from './notices.ts'
import { optionsOf } from './script-options.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'packages', 'deploy')

/** Installed beside it, at the versions with which the release was tested: its own program and library are not made to be bundled. */
const BESIDE = ['aws-cdk', 'aws-cdk-lib', 'constructs'] as const

/** Read while a stack is synthesized or deployed, and what its messages tell an operator to read. */
const FILES = [
  'cdk.json',
  'LICENSE',
  'docs/stored-shapes.json',
  'functions/cdn',
  ...globSync('docs/{*,platforms/*}.md', { cwd: ROOT }),
]

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T

/** @returns the files that the programs are made of. */
async function bundlePrograms(target: string): Promise<string[]> {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    ...PROGRAM,
    entryPoints: [
      { in: 'bin/released/main.ts', out: 'bin/main' },
      { in: 'bin/released/app.ts', out: 'bin/app' },
      { in: 'bin/released/construct.ts', out: 'lib/construct' },
    ],
    inject: ['bin/released/older-node.ts'],
    outdir: target,
    splitting: true,
    // Files are found from the folder of the code: a level below the package's, as in the sources.
    chunkNames: 'lib/[hash]',
    external: [...BESIDE, 'aws-cdk-lib/*'],
    // Scripts that are part of a program are not what was started.
    define: { 'import.meta.main': 'false' },
  })
  return Object.keys(metafile.inputs)
}

interface Contents {
  /** Processors that there are functions for. */
  architectures: readonly Target[]
  /** Folder with a build of the dashboard. */
  dashboard: string
  /** Types of the construct take the compiler some seconds. */
  types: boolean
}

/** @param target the folder, which is made. */
async function fill(target: string, { architectures, dashboard, types }: Contents): Promise<void> {
  await mkdir(target, { recursive: true })
  const inputs = await bundlePrograms(target)
  for (const architecture of architectures) {
    await buildIfStale(architecture)
    const bundles = join(ROOT, 'dist', architecture)
    inputs.push(...(await readJson<string[]>(join(bundles, PARTS_FILE))))
    await cp(bundles, join(target, 'dist', architecture), {
      recursive: true,
      filter: (path) => !path.slice(bundles.length + 1).startsWith('.'),
    })
  }
  // Files for the build itself are not deployed.
  await cp(dashboard, join(target, 'dashboard'), { recursive: true, filter: (path) => !path.endsWith('/.vite') })
  for (const file of FILES) await cp(join(ROOT, file), join(target, file), { recursive: true })
  const readme = await readFile(join(FOLDER, 'README.md'), 'utf8')
  await writeFile(join(target, 'README.md'), readme.replaceAll('](../../docs/', '](docs/'))
  await writeFile(join(target, 'THIRD-PARTY.txt'), await noticesOf([...new Set(inputs)]))
  if (types) await writeFile(join(target, 'lib', 'construct.d.ts'), await constructTypes())
  const { dependencies } = await readJson<Manifest>(join(ROOT, 'package.json'))
  const manifest = {
    ...publishedManifest(await readJson<Manifest>(join(FOLDER, 'package.json')), 'deploy'),
    dependencies: Object.fromEntries(BESIDE.map((name) => [name, dependencies?.[name]])),
  }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Builds it as it is published, or smaller for a test, elsewhere. @returns the folder to pack. */
export async function buildDeploy(to = join(FOLDER, 'dist'), contents: Partial<Contents> = {}): Promise<string> {
  const unfinished = `${to}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  try {
    await fill(unfinished, {
      architectures: ['arm64', 'x86_64'],
      dashboard: contents.dashboard ?? (await buildDashboard()),
      types: true,
      ...contents,
    })
    await rm(to, { recursive: true, force: true })
    await rename(unfinished, to)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return to
}

if (import.meta.main) {
  optionsOf(
    'Builds the deploying package with prebuilt functions, and prints its folder.\n\n  npm run build:deploy\n',
    {},
  )
  console.log(await buildDeploy())
}
