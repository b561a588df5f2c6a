// A platform that says what a test tells it to, on 127.0.0.1, and keeps what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: string
}

export interface Answer {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON, a string as it is. */
  body?: unknown
}

type Act = (response: ServerResponse, asked: Asked) => void
type Step = Answer | Act

export interface ScriptedServer {
  origin: string
  asked: Asked[]
  /** Answers to the next calls, in this order. A call beyond them is answered 599, so that a test notices. */
  script(...steps: Step[]): void
  close(): Promise<void>
}

export const drop: Act = (response) => response.socket?.destroy()
/** Never answers; the connection ends with the server. */
export const hang: Act = () => {}
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers,
})
export const refusal = (error: Record<string, unknown>, status = 400): Answer => json({ error }, status)

export async function startScripted(): Promise<ScriptedServer> {
  const asked: Asked[] = []
  let steps: Step[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const url = new URL(request.url ?? '/', 'http://platform')
    const one: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    asked.push(one)
    const step = steps.shift() ?? { status: 599, body: 'not in the script' }
    if (typeof step === 'function') return step(response, one)
    const { status = 200, headers = {}, body = '' } = step
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    script: (...next) => {
      asked.length = 0
      steps = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
