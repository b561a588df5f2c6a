// Text of a streaming endpoint arrives byte for byte, however long it is.
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: <T>(handler: T) => handler,
    HttpResponseStream: { from: (stream: PassThrough, metadata: object) => Object.assign(stream, { metadata }) },
  },
})
const { streamingEndpoint } = await import('../../../functions/endpoint.ts')

describe('a streaming endpoint', () => {
  it.each([0, 1, 16_383, 16_384, 16_385, 40_000])('sends text of %i characters as it is', async (length) => {
    // An emoji has two halves: with one letter before them all, no cut at an even place is between two of them.
    const text = `a${'😀'.repeat(Math.ceil(length / 2))}`.slice(0, length).toWellFormed()
    const handler = streamingEndpoint({
      auth: 'optional',
      run: async () => ({ status: 200, text, headers: { 'Content-Type': 'text/plain' } }),
    }) as unknown as (event: unknown, stream: PassThrough, context: unknown) => Promise<void>
    const stream = new PassThrough()
    const [arrived] = await Promise.all([
      buffer(stream),
      handler({ ...apiEvent({}), headers: {} }, stream, lambdaContext()),
    ])
    expect(arrived.equals(Buffer.from(text))).toBe(true)
    expect(stream).toMatchObject({ metadata: { statusCode: 200, headers: { 'Content-Type': 'text/plain' } } })
  })
})
