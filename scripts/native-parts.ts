// Packages that cannot be bundled because they load native or WASM files: copied beside the functions that import them.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { lgplTexts } from './notices.ts'

/** The reason why the functions cannot be built, in one sentence. */
export class BuildError extends Error {}

export type Target = 'host' | 'arm64' | 'x86_64'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, '.cache', 'packages')

interface Parts {
  /** Packages to copy, and which of their files; licences always come along. */
  packages: Record<string, RegExp>
  /** Packages that exist once per platform. */
  perPlatform?: (target: Target) => Promise<{ name: string; directory: string }[]>
}

const ALL = /./

/** By the name under which a function imports it. */
export const NATIVE_PARTS: Record<string, Parts> = {
  sharp: {
    packages: { sharp: /^(dist\/.*\.[cm]js|package\.json)$/, '@img/colour': ALL, 'detect-libc': ALL, semver: ALL },
    perPlatform: sharpBinaries,
  },
  'libheif-js': { packages: { 'libheif-js': /^(wasm-bundle\.js|libheif-wasm\/libheif-bundle\.js|package\.json)$/ } },
  'mediainfo.js': {
    packages: { 'mediainfo.js': /^(dist\/esm\/(?!cli)\w+\.js|dist\/MediaInfoModule\.wasm|package\.json)$/ },
  },
}

/** The package of an import: `libheif-js/wasm-bundle` is in `libheif-js`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
}

async function copyPackage(from: string, to: string, wanted: RegExp): Promise<void> {
  for (const file of await filesBelow(from)) {
    const path = file.replaceAll('\\', '/')
    if (path.startsWith('node_modules/')) continue
    if (wanted.test(path) || /^(licen[cs]e|notice|third-party)/i.test(path)) {
      await mkdir(dirname(join(to, file)), { recursive: true })
      await cp(join(from, file), join(to, file))
    }
  }
  const { license } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { license?: string }
  for (const [name, text] of Object.entries(lgplTexts(license))) await cp(text, join(to, name))
}

/** Copies what `imports` need into `<functionDirectory>/node_modules`. */
export async function addNativeParts(
  imports: Iterable<string>,
  functionDirectory: string,
  target: Target,
): Promise<void> {
  for (const name of new Set(imports)) {
    const parts = NATIVE_PARTS[name]
    if (!parts) throw new BuildError(`the package ${name} is left out of the bundles, but nothing says how to copy it`)
    const into = join(functionDirectory, 'node_modules')
    for (const [dependency, wanted] of Object.entries(parts.packages)) {
      await copyPackage(join(ROOT, 'node_modules', dependency), join(into, dependency), wanted)
    }
    for (const { name: binary, directory } of (await parts.perPlatform?.(target)) ?? []) {
      await copyPackage(directory, join(into, binary), ALL)
    }
  }
}

async function sharpBinaries(target: Target): Promise<{ name: string; directory: string }[]> {
  if (target === 'host') {
    const installed = await readdir(join(ROOT, 'node_modules', '@img'))
    return installed
      .filter((name) => name.startsWith('sharp-'))
      .map((name) => ({ name: `@img/${name}`, directory: join(ROOT, 'node_modules', '@img', name) }))
  }
  const cpu = target === 'arm64' ? 'arm64' : 'x64'
  return Promise.all(
    [`@img/sharp-linux-${cpu}`, `@img/sharp-libvips-linux-${cpu}`].map(async (name) => ({
      name,
      directory: await packageForLinux(name),
    })),
  )
}

/**
 * A package for another platform than this machine's, which npm does not install here: the version and the checksum
 * are those of the lockfile. Fetched once.
 */
export async function packageForLinux(name: string, cache = CACHE): Promise<string> {
  const installed = join(ROOT, 'node_modules', name)
  if (process.platform === 'linux' && name.endsWith(`-${process.arch}`) && (await exists(installed))) return installed
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string } | undefined>
  }
  const locked = lock.packages[`node_modules/${name}`]
  if (!locked) throw new BuildError(`package-lock.json does not have ${name}`)
  const directory = join(cache, `${name.replace('/', '-')}-${locked.version}`)
  if (await exists(join(directory, 'package.json'))) return directory

  const work = join(cache, `.${process.pid}-${name.replace('/', '-')}`)
  await mkdir(work, { recursive: true })
  try {
    await run('npm', ['pack', `${name}@${locked.version}`, '--prefer-offline', '--pack-destination', work], {
      cwd: work,
    }).catch((error: unknown) => {
      throw new BuildError(
        `${name} ${locked.version} could not be fetched from the npm registry; it is needed for functions on ` +
          `another processor than this machine's. With no registry at hand, choose this machine's: -c architecture=${
            process.arch === 'arm64' ? 'arm64' : 'x86_64'
          }`,
        { cause: error },
      )
    })
    // What npm prints of it depends on npm's version.
    const packed = (await readdir(work)).find((file) => file.endsWith('.tgz'))
    if (packed === undefined) throw new BuildError(`npm has fetched ${name}, but there is no file of it`)
    const archive = join(work, packed)
    const checksum = `sha512-${createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')}`
    if (checksum !== locked.integrity)
      throw new BuildError(`${name} from the registry is not the file that the lockfile names`)
    const unpacked = join(work, 'unpacked')
    await mkdir(unpacked)
    await run('tar', ['-xzf', archive, '-C', unpacked, '--strip-components', '1'])
    await rm(directory, { recursive: true, force: true })
    await rename(unpacked, directory)
    return directory
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const exists = (path: string): Promise<boolean> =>
  readdir(dirname(path)).then(
    (names) => names.includes(path.slice(dirname(path).length + 1)),
    () => false,
  )
