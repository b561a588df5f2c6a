// The check that every answer of the local tests goes through: what it lets pass, and what it does not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../openapi/schema.ts'
import { answerCheck, type Exchange } from '../../support/openapi.ts'

const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json')
const check = answerCheck(JSON.parse(readFileSync(file, 'utf8')))

const RATE = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1795500060000' }
const IETF = { RateLimit: '"default";r=59;t=42', 'RateLimit-Policy': '"default";q=60;w=60' }

const answer = (
  method: string,
  path: string,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Exchange => ({
  method,
  path,
  status,
  text: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
  headers: new Headers({ 'Content-Type': 'application/json; charset=utf-8', ...RATE, ...IETF, ...headers }),
})
const error = (code: string) => ({ success: false, message: 'm', errors: [{ code, message: 'm' }], request_id: 'r' })
const accepted = { success: true, message: 'Accepted.' }
const ID = 'c4a7e3b9-0d52-4816-9b3f-7f6e1a2c8d05'

describe('an answer as documented', () => {
  it.each([
    ['a success', answer('POST', '/api/v1/posts/text', 202, accepted)],
    ['one with a query', answer('POST', '/api/v1/posts/text?validate_only=false', 202, accepted)],
    ['an error', answer('GET', `/api/v1/posts/${ID}`, 404, error('not_found'))],
    ['an answer without a body', answer('GET', `/api/v1/media/${ID}`, 304, undefined)],
    ['bytes', answer('GET', `/api/v1/media/${ID}`, 200, 'bytes', { 'Content-Type': 'image/jpeg' })],
    [
      'the refusal in plain text',
      answer('POST', '/api/v1/posts/text', 413, 'too long', { 'Content-Type': 'text/plain' }),
    ],
    ['a path that does not exist', answer('GET', '/api/v1/nothing', 404, error('not_found'))],
  ])('passes: %s', (_name, exchange) => {
    expect(check(exchange)).toBeUndefined()
  })
})

describe('any other answer', () => {
  it.each([
    ['a status', answer('POST', '/api/v1/posts/text', 201, accepted), 'status 201 is not documented'],
    ['a field', answer('POST', '/api/v1/posts/text', 202, { ...accepted, post_id: ID }), 'additional properties'],
    [
      'an inner field',
      answer('GET', '/api/v1/accounts/social', 200, { success: true, data: [{ token: 'x' }] }),
      'additional properties',
    ],
    ['a missing field', answer('POST', '/api/v1/posts/text', 202, { success: true }), 'message'],
    ['a check without its data', answer('POST', '/api/v1/posts/text', 200, accepted), 'data'],
    ['a type', answer('POST', '/api/v1/posts/text', 202, { success: true, message: 7 }), 'must be string'],
    ['an error code', answer('GET', `/api/v1/posts/${ID}`, 404, error('nowhere')), 'allowed values'],
    ['the envelope of 429', answer('GET', '/api/v1/usage', 429, error('rate_limit_exceeded')), 'error'],
    ['a missing body', answer('POST', '/api/v1/posts/text', 202, undefined), 'the body is missing'],
    ['a body', answer('GET', `/api/v1/media/${ID}`, 304, accepted), 'a body is not documented'],
    [
      'a media type',
      answer('GET', '/api/v1/usage', 200, 'ok', { 'Content-Type': 'text/plain' }),
      'text/plain is not documented',
    ],
    ['a success on no path', answer('GET', '/api/v1/nothing', 200, accepted), 'no operation is documented'],
    ['a success by another method', answer('PUT', '/api/v1/posts', 200, accepted), 'no operation is documented'],
  ])('does not: %s that is not documented', (_name, exchange, problem) => {
    expect(check(exchange)).toContain(problem)
  })

  it('does not: a counted one without its rate headers', () => {
    const bare = answer('POST', '/api/v1/posts/text', 202, accepted)
    for (const name of Object.keys({ ...RATE, ...IETF })) {
      const headers = new Headers(bare.headers)
      headers.delete(name)
      expect(check({ ...bare, headers })).toBe(`the header ${name} is missing`)
    }
  })
})

it('can be read by the type of the first good answer of its operation: that is what generated clients for Go and Java do', () => {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, Json> }> }>>
  }
  const asked = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => {
      const good = Object.keys(responses).filter((status) => status.startsWith('2'))
      const [first = [], ...others] = good.map((status) => {
        const { schema } = responses[status]!.content?.['application/json'] ?? {}
        return (schema as { required?: string[] } | undefined)?.required ?? []
      })
      const lacking = others.flatMap((fields) => first.filter((field) => !fields.includes(field)))
      return lacking.map((field) => `${method} ${path}: ${field}`)
    }),
  )
  expect(asked).toEqual([])
})
