// The client, with a service in place of the network that answers as a test says; each request is kept.
import { createPublisher } from '@social-publisher/client'
import { afterEach, beforeEach, vi } from 'vitest'

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
export const accepted = () => json({ success: true, message: 'accepted' }, 200, { Location: '/api/v1/posts/p1' })
export const text = { content: 'Hello', accounts: ['a'] }

type Reply = Response | Error

/** Each test begins without a request, and with a clock of its own. */
export function clientCalls() {
  const requests: Request[] = []
  beforeEach(() => {
    requests.length = 0
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return {
    requests,
    publisherOf: (
      answer: (request: Request, nth: number) => Reply | Promise<Reply>,
      retries?: number,
      more: { timeoutMs?: number; longestWaitMs?: number } = {},
    ) =>
      createPublisher({
        baseUrl: 'https://publisher.example/',
        apiKey: 'spk_key',
        retries,
        ...more,
        fetch: async (given, init) => {
          const request = given as Request
          requests.push(request)
          const late = new Promise<never>((_, reject) =>
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
          )
          const reply = await Promise.race([answer(request, requests.length), late])
          if (reply instanceof Error) throw reply
          return reply
        },
      }),
  }
}
