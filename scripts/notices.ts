// The licences of other people's packages that are part of something built here.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** The folder of the package that a file of an install belongs to; undefined for files of our own. */
export function packageFolderOf(file: string): string | undefined {
  const path = file.replaceAll('\\', '/')
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
}

/** Packages that are only needed to build the pages, and are served with them. */
export const SERVED_FROM_DEVELOPMENT = ['minisearch', '@scalar/fastify-api-reference'] as const

interface Named {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
}

/** Texts for packages that name a licence and bring no file with it. */
const STANDARD: Record<string, string> = {
  'Apache-2.0': join(ROOT, 'LICENSE'),
  MIT: join(ROOT, 'scripts', 'licences', 'MIT.txt'),
  'MIT-0': join(ROOT, 'scripts', 'licences', 'MIT-0.txt'),
}

/** @throws {Error} where the licence's text is not known: it may not be passed on without it. */
async function standardText({ name, license = 'not stated', author }: Named): Promise<string> {
  const file = STANDARD[license]
  if (file === undefined) throw new Error(`The package ${name} has no file with its licence (${license}).`)
  const who = typeof author === 'object' ? author.name : author
  return (await readFile(file, 'utf8')).replace('AUTHOR', who ?? `the authors of ${name}`)
}

/**
 * The texts that go with a package under the LGPL 3 that does not bring them: it refers to the GPL 3, which has to be there as well
 * (section 4b of the LGPL). @returns paths by the names to give them.
 */
export const lgplTexts = (license: string | undefined): Record<string, string> =>
  license?.startsWith('LGPL-3.0')
    ? Object.fromEntries(
        ['LGPL-3.0.txt', 'GPL-3.0.txt'].map((name) => [`LICENSE.${name}`, join(ROOT, 'scripts', 'licences', name)]),
      )
    : {}

/** One text with name, version and licence of each package that the files belong to. @param files paths from the root. */
export async function noticesOf(files: readonly string[]): Promise<string> {
  const folders = [...new Set(files.flatMap((file) => packageFolderOf(file) ?? []))].sort()
  const parts = await Promise.all(
    folders.map(async (folder) => {
      const at = join(ROOT, folder)
      const named = JSON.parse(await readFile(join(at, 'package.json'), 'utf8')) as Named
      const files = readdirSync(at).filter((entry) => LICENCE_FILE.test(entry))
      const texts =
        files.length > 0
          ? await Promise.all(files.sort().map((entry) => readFile(join(at, entry), 'utf8')))
          : [await standardText(named)]
      const head = `${named.name} ${named.version} (${named.license ?? 'not stated'})`
      return [head, ...texts.map((each) => each.trim())].join('\n\n')
    }),
  )
  return `This program contains the following packages.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Names of packages and of all that they depend on, as the lockfile has them installed side by side. */
export async function withDependencies(names: readonly string[]): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: Record<string, string>; link?: boolean } | undefined>
  }
  const found = new Set<string>()
  const add = (name: string): void => {
    const locked = packages[`node_modules/${name}`]
    if (found.has(name) || !locked || locked.link) return
    found.add(name)
    for (const dependency of Object.keys(locked.dependencies ?? {})) add(dependency)
  }
  for (const name of names) add(name)
  return [...found].sort()
}
