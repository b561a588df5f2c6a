// Caching on the way: answers that depend on a caller are kept by no cache, and those that anyone may read say
// by what they differ.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { handler as documents } from '../../../functions/api/documents.ts'
import { handler as notFound } from '../../../functions/api/not-found.ts'
import { handler as getPost } from '../../../functions/api/posts/get.ts'
import { handler as session } from '../../../functions/api/session.ts'
import { handler as signIn } from '../../../functions/api/sign-in.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'

vi.mock('../../../core/aws/table.ts', async (original) => ({
  ...(await original<object>()),
  get: async () => undefined,
  put: async () => undefined,
  update: async () => ({ hits: 1 }),
  queryAll: async () => [],
  queryPage: async () => ({ items: [] }),
}))

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; headers: Record<string, string> }>

const ask = (handler: unknown, method: string, resource: string, headers: Record<string, string> = {}) =>
  (handler as Handler)(apiEvent({ method, resource, headers, path: { id: crypto.randomUUID() } }), lambdaContext())

const ORIGIN = { Origin: 'https://elsewhere.example' }

describe('documents for anybody', () => {
  beforeEach(() => {
    vi.stubEnv('DASHBOARD_URL', 'https://dashboard.example')
  })

  it.each([
    ['the reference', documents, '/docs'],
    ['the interactive reference', documents, '/reference'],
    ['the OpenAPI document', documents, '/v1/openapi.json'],
  ])('%s may be kept, for each encoding apart, and is the same for every origin', async (_name, handler, path) => {
    const [plain, named] = [await ask(handler, 'GET', path), await ask(handler, 'GET', path, ORIGIN)]
    expect(plain.statusCode).toBe(200)
    expect(plain.headers).toMatchObject({
      'Cache-Control': 'public, max-age=300',
      Vary: 'Accept-Encoding',
      'Access-Control-Allow-Origin': '*',
    })
    expect({ ...named.headers, 'X-Request-Id': '' }).toEqual({ ...plain.headers, 'X-Request-Id': '' })
  })
})

describe('answers that depend on who asks', () => {
  it.each([
    ['a post', getPost, 'GET', '/v1/posts/{id}'],
    ['a session, which a cookie names', session, 'GET', '/v1/session'],
    ['the way to the provider, which sets a cookie', signIn, 'GET', '/v1/session/sign-in'],
    ['a path that is none', notFound, 'GET', '/{proxy+}'],
  ])('%s is kept by no cache, and no other origin reads it', async (_name, handler, method, path) => {
    const { headers } = await ask(handler, method, path, ORIGIN)
    expect(headers['Cache-Control']).toBe('no-store')
    expect(headers).not.toHaveProperty('Access-Control-Allow-Origin')
  })
})
