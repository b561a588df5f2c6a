// HTTP servers on 127.0.0.1. A server takes its port before what it serves is ready, so that a taken one is found at once.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guarded, LOOPBACK, type Pages } from '../loopback.ts'

export interface Server {
  origin: string
  serve(listener: RequestListener): void
  /** Takes no new requests, waits `graceMs` for those that run. */
  stop(graceMs: number): Promise<void>
}

/** @param option what the port was chosen by. */
export const portTaken = (port: number, option = '--port'): Error =>
  new Error(`Port ${port} is taken. Stop what uses it, or choose another with ${option} (0 picks free ones).`)

const notReady: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1' })
  response.end('The local service is starting.')
}

/**
 * @param pages which pages in a browser it answers. @param option what the port was chosen by.
 * @throws {Error} when the port is taken.
 */
export async function listen(port: number, pages: Pages, option?: string): Promise<Server> {
  let listener = notReady
  const server = createServer(
    { keepAliveTimeout: 60_000, maxHeaderSize: 32 * 1024 },
    guarded(pages, (request, response) => listener(request, response)),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portTaken(port, option) : error),
    )
    server.listen(port, LOOPBACK, resolve)
  })
  return {
    origin: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    serve: (next) => {
      listener = next
    },
    stop: (graceMs) =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), graceMs).unref()
      }),
  }
}
