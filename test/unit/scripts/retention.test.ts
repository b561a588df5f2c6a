// The table of how long what is stored is kept names every kind of row that there is.
import { expect, it } from 'vitest'
import * as keys from '../../../core/table-keys.ts'
import { RETENTION } from '../../../scripts/retention.ts'
import { kindOf } from '../../../scripts/row-kind.ts'

/** The key of a row of each kind, whatever its parts are. */
const KINDS = Object.entries(keys).flatMap(([name, make]) => {
  if (!name.endsWith('Key') || typeof make !== 'function') return []
  const key = (make as (...parts: unknown[]) => keys.Key)(...Array<number>(make.length).fill(1))
  return [[name, kindOf(key)] as const]
})

it('is looked at for many kinds', () => {
  expect(KINDS.length).toBeGreaterThan(60)
})

it.each(KINDS)('%s: a row of the kind "%s" is kept for as long as one line of it says', (_name, kind) => {
  expect(RETENTION.filter(({ rows }) => rows.includes(kind))).toHaveLength(1)
})
