// The pages that list the platforms' options: each option is there, and each example is one that the service takes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PLATFORM_IDS } from '../../../core/platforms/facts.ts'
import { optionFieldsOf } from '../../../core/platforms/option-fields.ts'

const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs')
const ID = '0f5a6c1e-52f4-4c2e-9a7b-2d1f0c9b7e11'

/** The page of each platform, and the heading of the table. */
const PAGES: Record<(typeof PLATFORM_IDS)[number], [file: string, heading: string]> = {
  instagram: ['options.md', 'Instagram'],
  threads: ['options.md', 'Threads'],
  bluesky: ['platforms/bluesky.md', 'Options'],
  mastodon: ['platforms/mastodon.md', 'Options'],
  facebook: ['platforms/facebook.md', 'Options'],
}

const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

/** The rows of the first table below the heading: names of options, and the rest. */
function rowsOf([file, heading]: [string, string]): [names: string[], rest: string][] {
  const part = readFileSync(join(DOCS, file), 'utf8')
    .split('\n## ')
    .find((section) => section.startsWith(heading))!
  const [, first = ''] = /\n((?:\|.*\n)+)/.exec(part) ?? []
  return first
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, names = '', ...cells] = line.split(' | ').join('| ').split('| ')
      return [codesIn(names), cells.join(' ')]
    })
}

describe.each(PLATFORM_IDS)('the page of %s', (id) => {
  const rows = rowsOf(PAGES[id])
  const schema = z.toJSONSchema(optionFieldsOf(id)!.options, { io: 'input', unrepresentable: 'any' })

  it('has a row for each option, and for no other', () => {
    expect(rows.flatMap(([names]) => names).sort()).toEqual(Object.keys(schema.properties!).sort())
  })

  it('gives examples that are taken', () => {
    for (const [names, rest] of rows) {
      for (const code of codesIn(rest).filter(
        (text) => /^[[{"]|^(true|false|\d+)$/.test(text) && !text.startsWith('"focus"'),
      )) {
        const value: unknown = JSON.parse(code.replaceAll('<id>', ID))
        const isTaken = names.some((name) =>
          [value, [value]].some((one) => optionFieldsOf(id)!.options.safeParse({ [name]: one }).success),
        )
        expect(isTaken, `${names}: ${code}`).toBe(true)
      }
    }
  })
})
