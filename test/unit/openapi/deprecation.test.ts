// An operation that goes away: by one row, its answers, the API document and the page say so.
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ENV } from '../../../core/contract.ts'
import { endpoint } from '../../../functions/endpoint.ts'
import { type Document, referencePage } from '../../../functions/reference-page.ts'
import { openApiDocument } from '../../../openapi/document.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'

const rows = vi.hoisted(() => ({
  'GET /v1/usage': { since: '2027-01-01', until: '2028-01-01', instead: 'Use GET /v1/figures.' },
}))
vi.mock('../../../core/deprecated-operations.ts', () => ({ DEPRECATED_OPERATIONS: rows }))

const table = mockClient(DynamoDBDocumentClient)
process.env[ENV.table] = 'test-table'
beforeEach(() => {
  table.reset()
  table.on(UpdateCommand).resolves({ Attributes: { hits: 1 } })
  table.on(PutCommand).resolves({})
})

const usage = endpoint({
  query: z.strictObject({ from: z.optional(z.string().check(z.maxLength(3))) }),
  run: async () => ({ status: 200, body: {} }),
})
const ask = async (resource: string, query?: Record<string, string>) =>
  (await usage(apiEvent({ resource, query }), lambdaContext(), { signal: new AbortController().signal })) as {
    statusCode: number
    headers: Record<string, string>
  }

const READING = '</api/docs>; rel="deprecation"; type="text/html"'
const SAID = { Deprecation: '@1798761600', Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' }

it('is told in every answer since when and until when', async () => {
  expect(await ask('/v1/usage')).toMatchObject({ statusCode: 200, headers: { ...SAID, Link: READING } })
})

it('is told in a refusal too, beside where its code is explained', async () => {
  const { statusCode, headers } = await ask('/v1/usage', { from: 'too long' })
  expect(statusCode).toBe(400)
  expect(headers).toMatchObject({ ...SAID, Link: `</api/docs#code-too_long>; rel="help", ${READING}` })
})

it('is not told of an operation that stays', async () => {
  const { headers } = await ask('/v1/posts')
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['Deprecation']))
  expect(headers).not.toHaveProperty('Sunset')
  expect(headers).not.toHaveProperty('Link')
})

it('is marked in the document and on the page', async () => {
  const document = (await openApiDocument()) as unknown as Document
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(operations.filter(({ deprecated }) => deprecated).map(({ operationId }) => operationId)).toEqual(['getUsage'])
  const operation = document.paths['/v1/usage']!.get!
  expect(operation).toMatchObject({ deprecated: true, 'x-sunset': '2028-01-01' })
  expect(operation.description).toMatch(
    /^Deprecated since 2027-01-01, works until 2028-01-01 at least\. Use GET \/v1\/figures\./,
  )
  expect(Object.keys(operation.responses['200']!.headers!)).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
  )
  expect(referencePage(document, 'https://dashboard.example').match(/deprecated\)/g)).toHaveLength(1)
})

it('is refused as a row that no operation has, and with less than twelve months', async () => {
  const row = rows['GET /v1/usage']
  Object.assign(rows, { 'GET /v1/usages': row })
  await expect(openApiDocument()).rejects.toThrow('Deprecated, but no row of lib/routes.ts: GET /v1/usages.')
  Reflect.deleteProperty(rows, 'GET /v1/usages')
  rows['GET /v1/usage'] = { ...row, until: '2027-12-31' }
  await expect(openApiDocument()).rejects.toThrow('Deprecated for less than twelve months: GET /v1/usage.')
})
