// The tests that reach a file: by its name, then by how many imports away it is.
//   npm run tests-of -- core/posts/retry-post.ts
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bearClosedPipes } from './closed-pipes.ts'
import { importsOf } from './imports.ts'

/** More of them would name half of the suite. */
const MOST = 12

/** The packages of this repository that others import by name, with the file that they then get. */
const packages = new Map(
  globSync('packages/*/package.json').flatMap((path) => {
    const { name, exports } = JSON.parse(readFileSync(path, 'utf8')) as { name: string; exports?: unknown }
    const entries = typeof exports === 'string' ? { '.': exports } : (exports ?? {})
    return Object.entries(entries).flatMap(([as, file]) =>
      typeof file === 'string' ? [[`${name}${as.slice(1)}`, join(dirname(path), file)] as const] : [],
    )
  }),
)

const known = new Map<string, string[]>()

function neighbours(path: string): string[] {
  const found =
    known.get(path) ??
    importsOf(path)
      .map(({ target }) => packages.get(target) ?? target)
      .filter((target) => existsSync(target))
  known.set(path, found)
  return found
}

/**
 * @param file path from the root. @param tests files of tests.
 * @returns tests with the number of imports between them and the file; one of its name comes first.
 */
export function testsOf(file: string, tests: readonly string[]): { test: string; away: number }[] {
  const away = (test: string): number | undefined => {
    const seen = new Set([test])
    for (let [row, steps] = [[test], 0]; row.length > 0; steps += 1) {
      if (row.includes(file)) return steps
      const next = row.flatMap(neighbours).filter((path) => /\.tsx?$/.test(path) && !seen.has(path))
      for (const path of next) seen.add(path)
      row = [...new Set(next)]
    }
    return undefined
  }
  const name = basename(file).replace(/\.tsx?$/, '')
  return tests
    .flatMap((test) => {
      const steps = basename(test) === `${name}.test.ts` ? 0 : away(test)
      return steps === undefined ? [] : [{ test, away: steps }]
    })
    .sort((one, other) => one.away - other.away || one.test.localeCompare(other.test))
}

function main(): void {
  bearClosedPipes()
  const [file] = process.argv.slice(2).map((path) => normalize(path))
  if (file === undefined || !existsSync(file)) {
    process.stderr.write(`${file === undefined ? 'Which file?' : `There is no ${file}.`} npm run tests-of -- FILE\n`)
    process.exitCode = 2
    return
  }
  const found = testsOf(file, globSync('test/**/*.test.ts'))
  for (const { test, away } of found.slice(0, MOST))
    process.stdout.write(`${test}${away === 0 ? '' : `  (${away} import${away === 1 ? '' : 's'} away)`}\n`)
  if (found.length > MOST) process.stdout.write(`... and ${found.length - MOST} that are further away\n`)
  if (found.length === 0)
    process.stdout.write('No test imports it; what runs it over HTTP is in test/local and test/browser.\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
