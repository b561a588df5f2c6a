// The map of the code names what there is.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROUTES } from '../../../lib/routes.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PAGE = join(ROOT, 'docs', 'architecture.md')
const map = readFileSync(PAGE, 'utf8')

it('has a sentence for each folder of core', () => {
  const folders = readdirSync(join(ROOT, 'core'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const rows = map.split('\n').filter((line) => line.startsWith('| `'))
  for (const { name } of folders)
    expect(
      rows.some((row) => row.includes(`\`core/${name}\``)),
      name,
    ).toBe(true)
})

it('leads to files that are there', () => {
  const links = [...map.matchAll(/\]\(([^)#]+)/g)].map(([, path]) => path!)
  const named = [...map.matchAll(/`((?:core|functions|lib|local|openapi|scripts|test|dashboard|docs)\/[\w./-]+)`/g)]
  expect(links.filter((path) => !existsSync(join(dirname(PAGE), path)))).toEqual([])
  expect(named.map(([, path]) => path!).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('names in the README each thing that a key can ask for', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const called = ROUTES.filter(({ auth }) => auth === 'key').map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1'))
  // The address itself, the one that it lies below, or its last word beside another address.
  const isNamed = (path: string) =>
    readme.includes(path) ||
    readme.includes(`\`${path.split('/').slice(0, 3).join('/')}\``) ||
    readme.includes(`\`${path.slice(path.lastIndexOf('/'))}\``)
  expect(called.filter((path) => !isNamed(path))).toEqual([])
})
