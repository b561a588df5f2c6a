// Findings of judges from outside against what is explained: nothing gets through unseen, nothing stays explained for ever.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Explained, type Finding, verdictOf } from '../../../scripts/judge/verdict.ts'

const finding = (place: string, rule = 'R1', judge = 'checkov'): Finding => ({ judge, rule, place, message: 'x' })
const explained = (place: string, rule = 'R1', judge = 'checkov'): Explained => ({ judge, rule, place, reason: 'why' })
const JUDGED = new Set(['checkov'])

it.each<[string, string, boolean]>([
  ['A::B Table', 'A::B Table', true],
  ['A::B *', 'A::B Table', true],
  ['*', 'anything', true],
  ['A * C', 'A B C', true],
  ['A*B*C', 'AxByC', true],
  ['A*A', 'A', false],
  ['A::B *', 'A::C Table', false],
  ['A::B', 'A::B Table', false],
  ['.*', 'anything', false],
])('%s explains %s: %s', (pattern, place, covers) => {
  const { unexplained, stale } = verdictOf([finding(place)], [explained(pattern)], JUDGED)
  expect([unexplained.length, stale.length]).toEqual(covers ? [0, 0] : [1, 1])
})

it('an explanation is of one rule of one judge', () => {
  const findings = [finding('p', 'R2'), finding('p', 'R1', 'moto')]
  expect(verdictOf(findings, [explained('p')], JUDGED).unexplained).toEqual(findings)
})

it('an explanation is stale where its judge finds it no more, not where that judge could not be had', () => {
  expect(verdictOf([], [explained('p')], JUDGED).stale).toEqual([explained('p')])
  expect(verdictOf([], [explained('p')], new Set()).stale).toEqual([])
})

it('counts what each explanation covers', () => {
  const one = explained('p *')
  expect(verdictOf([finding('p 1'), finding('p 2')], [one], JUDGED).covered.get(one)).toBe(2)
})

it('every exception that is checked in has its reason in one line, and stands there once', () => {
  const file = join(import.meta.dirname, '..', '..', '..', 'scripts', 'judge', 'exceptions.json')
  const all = JSON.parse(readFileSync(file, 'utf8')) as Explained[]
  for (const { reason } of all) expect(reason).toMatch(/^[A-Z][^\n]{20,200}\.$/)
  const keys = all.map(({ judge, rule, place }) => `${judge} ${rule} ${place}`)
  expect(new Set(keys).size).toBe(keys.length)
})
