// The licences of other people's packages that are part of something built here.
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** The folder of the package that a file of an install belongs to; undefined for files of our own. */
export function packageFolderOf(file: string): string | undefined {
  const path = file.replaceAll('\\', '/')
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
}

interface Named {
  name: string
  version: string
  license?: string
}

/** One text with name, version and licence of each package that the files are of. @param files paths from the root. */
export async function noticesOf(files: readonly string[]): Promise<string> {
  const folders = [...new Set(files.flatMap((file) => packageFolderOf(file) ?? []))].sort()
  const parts = await Promise.all(
    folders.map(async (folder) => {
      const at = join(ROOT, folder)
      const {
        name,
        version,
        license = 'not stated',
      } = JSON.parse(await readFile(join(at, 'package.json'), 'utf8')) as Named
      const texts = existsSync(at) ? readdirSync(at).filter((entry) => LICENCE_FILE.test(entry)) : []
      const text = await Promise.all(texts.sort().map((entry) => readFile(join(at, entry), 'utf8')))
      return [`${name} ${version} (${license})`, ...text.map((each) => each.trim())].join('\n\n')
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
