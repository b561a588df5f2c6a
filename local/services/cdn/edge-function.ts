// CloudFront Functions: the code of the template, run as written, and the events that it gets and gives back.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Resource, read } from '../../template.ts'
import { edgeFunction } from './edge-runtime.ts'

const Shape = z.object({
  FunctionCode: z.string(),
  FunctionConfig: z.object({ Runtime: z.literal('cloudfront-js-2.0') }),
})

type Field = { value: string; multiValue?: { value: string }[] }

export interface EdgeRequest {
  method: string
  uri: string
  querystring: Record<string, Field>
  headers: Record<string, Field>
  cookies: Record<string, Field>
}

export interface EdgeResponse {
  statusCode: number
  statusDescription?: string
  headers?: Record<string, Field>
  body?: string | { encoding?: 'text' | 'base64'; data: string }
}

export type EdgeResult = { request: EdgeRequest } | { response: EdgeResponse }

/** @throws {Error} where CloudFront would not take the code, or would not understand it. */
export function loadEdgeFunction(
  resource: Resource,
): (request: EdgeRequest, distribution: { id: string; domain: string }) => Promise<EdgeResult> {
  const { FunctionCode } = read(resource, Shape)
  const run = edgeFunction(FunctionCode, `${resource.id}.js`)
  return async (request, { id, domain }) => {
    const event = {
      version: '1.0',
      context: {
        distributionDomainName: domain,
        distributionId: id,
        eventType: 'viewer-request',
        requestId: randomUUID(),
      },
      viewer: { ip: '127.0.0.1' },
      request,
    }
    const answer = await run(event)
    if (typeof answer !== 'object' || answer === null)
      throw new Error(`${resource.id} returned neither a request nor a response.`)
    return 'statusCode' in answer ? { response: answer as EdgeResponse } : { request: answer as EdgeRequest }
  }
}

const fieldsOf = (pairs: Iterable<[string, string]>): Record<string, Field> => {
  const fields: Record<string, Field> = {}
  for (const [name, value] of pairs) {
    const known = fields[name]
    if (!known) fields[name] = { value }
    else known.multiValue = [...(known.multiValue ?? [{ value: known.value }]), { value }]
  }
  return fields
}

/** CloudFront hands query values on as they came, not decoded. */
const rawPairs = (query: string): [string, string][] =>
  query === ''
    ? []
    : query.split('&').map((part) => {
        const at = part.indexOf('=')
        return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
      })

export const edgeRequest = (
  method: string,
  uri: string,
  query: string,
  headers: readonly [string, string][],
): EdgeRequest => ({
  method,
  uri,
  querystring: fieldsOf(rawPairs(query)),
  headers: fieldsOf(headers.filter(([name]) => name !== 'cookie')),
  cookies: fieldsOf(
    headers.flatMap(([name, value]) => (name === 'cookie' ? rawPairs(value.split(/; */).join('&')) : [])),
  ),
})

/** The `Cookie` header of the cookies that a function kept. */
export const cookiesOf = ({ cookies }: EdgeRequest): string =>
  Object.entries(cookies)
    .flatMap(([name, field]) => (field.multiValue ?? [field]).map(({ value }) => `${name}=${value}`))
    .join('; ')

export const queryOf = ({ querystring }: EdgeRequest): string =>
  Object.entries(querystring)
    .flatMap(([name, field]) =>
      (field.multiValue ?? [field]).map(({ value }) => (value === '' ? name : `${name}=${value}`)),
    )
    .join('&')

export const headersOf = (headers: Record<string, Field> | undefined): [string, string[]][] =>
  Object.entries(headers ?? {}).map(([name, field]) => [name, (field.multiValue ?? [field]).map(({ value }) => value)])
