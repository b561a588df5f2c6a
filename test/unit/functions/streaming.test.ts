// Text of a streaming endpoint arrives byte for byte, however long it is; a reader that takes next to nothing is cut off.
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('a reader of a stream', () => {
  const KB = 1024
  const SECOND = 1000
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Lets streams and promises do all that needs no timer. */
  const settle = async () => {
    for (let times = 0; times < 50; times += 1) await turn()
  }

  function download(source: Readable) {
    const handler = streamingEndpoint({
      auth: 'optional',
      run: async () => ({ status: 200, stream: source, headers: { 'Content-Type': 'text/plain' } }),
    }) as unknown as (event: unknown, stream: PassThrough, context: unknown) => Promise<void>
    const stream = new PassThrough()
    stream.on('error', () => undefined)
    const state: { ended?: 'whole' | string } = {}
    handler({ ...apiEvent({}), headers: {} }, stream, lambdaContext()).then(
      () => (state.ended = 'whole'),
      (error: Error) => (state.ended = error.name),
    )
    return { stream, state }
  }

  /** Seconds pass; in each the reader takes so many of the available bytes. */
  async function read(stream: PassThrough, seconds: number, bytesASecond: number, state: { ended?: string }) {
    let taken = 0
    for (let second = 0; second < seconds && !state.ended; second += 1) {
      for (let left = bytesASecond; left > 0; ) {
        await settle()
        const chunk = stream.read(Math.min(left, stream.readableLength)) as Buffer | null
        if (!chunk) break
        taken += chunk.length
        left -= chunk.length
      }
      await vi.advanceTimersByTimeAsync(SECOND)
      await settle()
    }
    return taken
  }

  const endless = () =>
    new Readable({
      read() {
        this.push(Buffer.alloc(64 * KB))
      },
    })

  it('that takes nothing is cut off, and lets go of the source', async () => {
    const source = endless()
    const { stream, state } = download(source)
    await read(stream, 25, 0, state)
    expect([state.ended, source.destroyed]).toEqual(['SlowReader', true])
  })

  it('that takes less than 64 KB a second is cut off', async () => {
    const { stream, state } = download(endless())
    await read(stream, 30, 40 * KB, state)
    expect(state.ended).toBe('SlowReader')
  })

  it('that takes a little more goes on for minutes', async () => {
    const source = endless()
    const { stream, state } = download(source)
    const taken = await read(stream, 120, 80 * KB, state)
    expect([state.ended, taken]).toEqual([undefined, 120 * 80 * KB])
    stream.destroy()
    await settle()
    expect(source.destroyed).toBe(true)
  })

  it('that holds out for the last bytes is cut off as well', async () => {
    const { stream, state } = download(Readable.from(Array(4).fill(Buffer.alloc(64 * KB)), { objectMode: false }))
    await settle()
    expect(state.ended).toBeUndefined()
    await read(stream, 25, 0, state)
    expect(state.ended).toBe('SlowReader')
  })

  it('is not blamed for a source that is slow', async () => {
    let left = 60
    const source = new Readable({
      read() {
        setTimeout(() => this.push(left-- > 0 ? Buffer.alloc(KB) : null), 2 * SECOND)
      },
    })
    const { stream, state } = download(source)
    const arrived = buffer(stream)
    await read(new PassThrough(), 130, 0, state)
    expect([state.ended, (await arrived).length]).toEqual(['whole', 60 * KB])
  })
})
