// The map of the code names what there is.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

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
