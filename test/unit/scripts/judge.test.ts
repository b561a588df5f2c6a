// Findings of external checkers against the explained ones: none gets through unnoticed, and no explanation outlives its finding.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../../scripts/judge/service.ts'
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

it('an explanation is stale if its judge no longer finds it, not if that judge could not be run', () => {
  expect(verdictOf([], [explained('p')], JUDGED).stale).toEqual([explained('p')])
  expect(verdictOf([], [explained('p')], new Set()).stale).toEqual([])
})

it('counts what each explanation covers', () => {
  const one = explained('p *')
  expect(verdictOf([finding('p 1'), finding('p 2')], [one], JUDGED).covered.get(one)).toBe(2)
})

it('every exception that is checked in has its reason in one line, and appears once', () => {
  const file = join(import.meta.dirname, '..', '..', '..', 'scripts', 'judge', 'exceptions.json')
  const all = JSON.parse(readFileSync(file, 'utf8')) as Explained[]
  for (const { reason } of all) expect(reason).toMatch(/^[A-Z][^\n]{20,200}\.$/)
  const keys = all.map(({ judge, rule, place }) => `${judge} ${rule} ${place}`)
  expect(new Set(keys).size).toBe(keys.length)
})

describe('what schemathesis found', () => {
  const failure = (type: string) => ({ status: 'failure', failure_info: { failure: { type, message: 'as it said' } } })
  const event = (answer: unknown, ...checks: unknown[]) =>
    JSON.stringify({
      ScenarioFinished: {
        recorder: {
          cases: { c1: { value: { method: 'POST', path: '/v1/posts/text' } } },
          checks: { c1: checks },
          interactions: {
            c1: { response: { content: { $base64: Buffer.from(JSON.stringify(answer)).toString('base64') } } },
          },
        },
      },
    })
  const codes = (...all: string[]) => ({ success: false, errors: all.map((code) => ({ code, message: 'm' })) })
  const places = (line: string) => findingsIn(line).map(({ rule, place }) => `${rule} at ${place}`)

  it('is told apart by the operation and every code of the answer', () => {
    const line = event(codes('unknown_account', 'too_short', 'too_short'), failure('RejectedPositiveData'))
    expect(places(line)).toEqual([
      'RejectedPositiveData at POST /v1/posts/text unknown_account',
      'RejectedPositiveData at POST /v1/posts/text too_short',
    ])
  })

  it('names the field, whichever item or account it was, so that what is meant so is explained by its rule', () => {
    const line = event(
      {
        errors: [
          { code: 'duplicate', path: 'slots[3]' },
          { code: 'duplicate', path: 'slots[7]' },
          { code: 'too_long', path: 'per_account.0b8e5a1c-9d3f-4c7a-8e21-5f6a7b8c9d0e.content' },
        ],
      },
      failure('RejectedPositiveData'),
    )
    expect(places(line)).toEqual([
      'RejectedPositiveData at POST /v1/posts/text duplicate slots[]',
      'RejectedPositiveData at POST /v1/posts/text too_long per_account.*.content',
    ])
  })

  it('says where the request went by an answer that was given again', () => {
    const asked = (headers?: Record<string, string[]>) =>
      JSON.stringify({
        ScenarioFinished: {
          recorder: {
            cases: {
              c1: { value: { method: 'POST', path: '/v1/drafts' } },
              c2: { value: { method: 'DELETE', path: '/v1/drafts/{id}' }, parent_id: 'c1' },
            },
            checks: { c2: [failure('EnsureResourceAvailability')] },
            interactions: { c1: { response: { headers } }, c2: { response: { status_code: 404 } } },
          },
        },
      })
    const place = 'EnsureResourceAvailability at DELETE /v1/drafts/{id} 404'
    expect(places(asked())).toEqual([place])
    expect(places(asked({ 'idempotency-replayed': ['true'] }))).toEqual([`${place} (of a replayed answer)`])
  })

  it('is explained by rules that hold for every operation, and by no operation alone', () => {
    const file = join(import.meta.dirname, '..', '..', '..', 'scripts', 'judge', 'exceptions.json')
    const all = (JSON.parse(readFileSync(file, 'utf8')) as Explained[]).filter(({ judge }) => judge === 'schemathesis')
    expect(
      all
        .map(({ place }) => place)
        .filter((place) => /^[A-Z]+ \/v1[^*]*$/.test(place.split(' ').slice(0, 2).join(' '))),
    ).toEqual([])
    const operations = ['PUT /v1/accounts/social/{id}/slots', 'POST /v1/posts/stories', 'POST /v1/webhooks/{id}/test']
    const rules = ['no_free_slot scheduled_at', 'invalid_value time_zone', 'idempotency_mismatch', 'too_big rate_limit']
    const found = operations.flatMap((operation) =>
      rules.map((rule) => finding(`${operation} ${rule}`, 'RejectedPositiveData', 'schemathesis')),
    )
    expect(verdictOf(found, all, JUDGED).unexplained).toEqual([])
    // A finding that a schema covers has no explanation.
    const told = [
      'PUT /v1/accounts/social/{id}/slots duplicate slots[]',
      'POST /v1/keys invalid_value name',
      'POST /v1/keys',
      'HEAD /v1/media/{id} 400',
    ]
    const unexplained = told.map((place) => finding(place, 'RejectedPositiveData', 'schemathesis'))
    expect(verdictOf(unexplained, all, JUDGED).unexplained).toEqual(unexplained)
  })

  it('has no code where the answer is none of ours', () => {
    expect(places(event('oops', failure('ServerError')))).toEqual(['ServerError at POST /v1/posts/text'])
  })

  it('is told by its status where the answer has no body, so that one refusal of HEAD does not explain another', () => {
    const head = (status_code: number) =>
      JSON.stringify({
        ScenarioFinished: {
          recorder: {
            cases: { c1: { value: { method: 'HEAD', path: '/v1/media' } } },
            checks: { c1: [failure('RejectedPositiveData')] },
            interactions: { c1: { response: { status_code, content: null } } },
          },
        },
      })
    expect([412, 500].flatMap((status) => places(head(status)))).toEqual([
      'RejectedPositiveData at HEAD /v1/media 412',
      'RejectedPositiveData at HEAD /v1/media 500',
    ])
  })

  it('is nothing where every check passed, or the event is of something else', () => {
    expect(places(event(codes('unknown_account'), { status: 'success' }))).toEqual([])
    expect(places('{"PhaseStarted":{}}')).toEqual([])
  })
})
