// The packages as their users have them: packed, and installed in an empty project without a network.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage, type PackageName } from '../../scripts/build-packages.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')

export interface Installed {
  readonly folder: string
  remove(): void
}

const environment = (home: string) => {
  const { PATH } = process.env
  return { PATH, HOME: home, npm_config_cache: join(home, '.npm'), npm_config_update_notifier: 'false' }
}

/** @param others packages of this repository's own install that they depend on. */
export async function install(names: readonly PackageName[], others: readonly string[] = []): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const built = await Promise.all(names.map((name) => buildPackage(name, join(folder, 'built', name))))
    const folders = [...built, ...others.map((name) => join(ROOT, 'node_modules', name))]
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...folders],
      {
        cwd: folder,
        env: environment(folder),
      },
    )
    // npm 11 answers with a list, npm 12 with an object by name.
    const packed = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
    const files = packed.map(({ filename }) => `./${filename}`)
    await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...files], {
      cwd: folder,
      env: environment(folder),
    })
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** The package.json of an installed package. */
export const manifestOf = (installed: Installed, name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(installed.folder, 'node_modules', name, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
