// Every npm package that is deployed or published, in CycloneDX, from the lockfile.   npm run -s sbom > sbom.json
// `npm sbom --omit dev` leaves out packages that something for development needs as well, such as the client of S3, and has none of
// those that are bundled into the published programs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bearClosedPipes } from './closed-pipes.ts'
import { SERVED_FROM_DEVELOPMENT } from './notices.ts'
import { optionsOf } from './script-options.ts'

const ROOT = join(import.meta.dirname, '..')

interface Sbom {
  metadata: { component: { 'bom-ref': string } }
  components: { 'bom-ref': string; name: string; version: string }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/** Folders with a package.json, and whether what they need for development becomes part of them. */
const PARTS: readonly { folder: string; bundled: boolean }[] = [
  { folder: '.', bundled: false },
  { folder: 'dashboard', bundled: false },
  { folder: 'packages/client', bundled: false },
  { folder: 'packages/cli', bundled: true },
  { folder: 'packages/mcp', bundled: true },
]

interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Our own packages, and the names of what each brings along. */
const parts = () =>
  PARTS.map(({ folder, bundled }) => {
    const { name, version, dependencies, devDependencies } = JSON.parse(
      readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
    ) as Manifest
    const names = Object.keys({ ...dependencies, ...(bundled ? devDependencies : {}) })
    return { ref: `${name}@${version}`, names: new Set([...names, ...SERVED_FROM_DEVELOPMENT]) }
  })

/** What reaches others, of all that is installed. @throws {Error} where a dependency has no entry. */
export function shipped(all: Sbom): Sbom {
  const needs = new Map(all.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]))
  const nameOf = new Map(all.components.map((each) => [each['bom-ref'], each.name]))
  const own = new Map(parts().map(({ ref, names }) => [ref, names]))
  const found = new Set<string>()
  const add = (ref: string): void => {
    if (found.has(ref)) return
    found.add(ref)
    const below = needs.get(ref)
    if (!below) throw new Error(`${ref} is not in the list that npm has made.`)
    const names = own.get(ref)
    for (const each of below) if (!names || names.has(nameOf.get(each) ?? '')) add(each)
  }
  for (const ref of own.keys()) add(ref)
  return {
    ...all,
    components: all.components.filter((each) => found.has(each['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => found.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => found.has(each)) })),
  }
}

/** npm's list, including packages that only development needs. */
export const everything = (): Sbom =>
  JSON.parse(
    execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    }),
  ) as Sbom

if (import.meta.main) {
  bearClosedPipes()
  optionsOf(
    'Prints every npm package that is deployed or published, in CycloneDX 1.5.\n\n  npm run -s sbom > sbom.json\n',
    {},
  )
  process.stdout.write(`${JSON.stringify(shipped(everything()), null, 2)}\n`)
}
