// Keys of the gateway, against a server that answers as API Gateway does.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createGatewayKey } from '../../../core/aws/gateway.ts'

const BUSY = 'Unable to complete operation due to concurrent modification. Please try again later.'

let requests: string[]
/** Answers of the next calls that put a key into a plan; after them it works. */
let refusals: { status: number; type: string; message: string }[]

const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`)
  const refusal = request.url?.startsWith('/usageplans/') ? refusals.shift() : undefined
  response.setHeader('content-type', 'application/json')
  if (refusal) response.setHeader('x-amzn-errortype', refusal.type)
  response.statusCode = refusal?.status ?? (request.method === 'DELETE' ? 202 : 201)
  response.end(JSON.stringify(refusal ? { message: refusal.message } : { id: 'the-key' }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b')
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
})
beforeEach(() => {
  requests = []
  refusals = []
})

const make = () => createGatewayKey({ name: 'stack-key', value: 'x'.repeat(20), planId: 'plan' })

it('a key is put into its plan again while another call changes plans: API Gateway does one at a time', {
  tags: 'deep',
}, async () => {
  const busy = { status: 409, type: 'ConflictException', message: BUSY }
  refusals = [busy, busy]
  expect(await make()).toBe('the-key')
  expect(requests).toEqual(['POST /apikeys', ...Array(3).fill('POST /usageplans/plan/keys')])
})

it('a conflict that does not pass by itself is told at once, and the key does not stay', async () => {
  refusals = [{ status: 409, type: 'ConflictException', message: 'The key is in a plan of this stage already' }]
  await expect(make()).rejects.toThrow('The key is in a plan of this stage already')
  expect(requests).toEqual(['POST /apikeys', 'POST /usageplans/plan/keys', 'DELETE /apikeys/the-key'])
})
