// Which requests the servers of the local run answer. They listen only on 127.0.0.1, but a browser on this machine reaches them whatever
// page it shows: any page can send them requests, and a page whose host name resolves to 127.0.0.1 (DNS rebinding) can read
// the answers too. The headers that a browser sends about the page cannot be forged by the page: `Host`, `Origin` and `Sec-Fetch-Site`.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** The address that every server of the local run listens on. */
export const LOOPBACK = '127.0.0.1'

/**
 * Which pages in a browser may send requests: none, as only programs call it; the server's own, and links to it; those that
 * pass, whose origin browsers do not tell with links and pictures; or all, for what is public on AWS and judges origins itself.
 */
export type Pages = 'none' | 'own' | 'all' | ((origin: string | undefined, request: IncomingMessage) => boolean)

const HOST = /^(?:127\.0\.0\.1|localhost)(?::(\d{1,5}))?$/i

/** Whether a request that a page sent may be answered. */
function passes(pages: Pages, request: IncomingMessage): boolean {
  const {
    host,
    origin,
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': destination,
  } = request.headers
  if (typeof pages === 'function') return pages(origin, request)
  if (pages !== 'own') return false
  if (origin !== undefined) return origin.toLowerCase() === `http://${host}`.toLowerCase()
  return site === 'same-origin' || (mode === 'navigate' && destination === 'document')
}

/** @returns why the request must not be answered; undefined where it may be. */
export function refusalOf(request: IncomingMessage, pages: Pages): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers
  const named = HOST.exec(host)
  if (!named || (named[1] !== undefined && Number(named[1]) !== request.socket.localPort))
    return `The local run answers requests to ${LOOPBACK} and localhost at its own port, not to "${host.slice(0, 100)}".`
  // "none" is an address that a person typed.
  const bySomePage = origin !== undefined || (site !== undefined && site !== 'none')
  if (pages === 'all' || !bySomePage || passes(pages, request)) return undefined
  return `The local run does not answer pages of ${origin?.slice(0, 100) ?? 'other sites'} here.`
}

/** Has `listener` answer only what may be answered. */
export const guarded =
  (pages: Pages, listener: RequestListener): RequestListener =>
  (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const refusal = refusalOf(request, pages)
    if (refusal === undefined) return listener(request, response)
    response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    response.end(`${refusal}\n`)
    // A caller that is still sending sees the answer only if somebody reads on.
    request.resume()
  }

/**
 * From now on this process and those that it starts call this machine's servers themselves, also where Node.js is told to send requests
 * through the proxy of the environment (`NODE_USE_ENV_PROXY`).
 */
export function callDirectly(env: NodeJS.ProcessEnv = process.env): void {
  // Node.js reads the one in small letters first.
  const others = env.no_proxy ?? env.NO_PROXY
  env.no_proxy = env.NO_PROXY = [...(others ? [others] : []), LOOPBACK, 'localhost'].join(',')
}
