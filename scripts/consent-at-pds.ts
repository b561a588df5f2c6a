// Goes through the page of consent of Bluesky's own server as its page does in a browser: the page's cookies, its token against
// forged requests, and the headers that browsers send with each request.
import { type IncomingHttpHeaders, request } from 'node:http'

const API = '/@atproto/oauth-provider/~api'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A browser's jar of cookies, for one server. */
class Browser {
  readonly #cookies = new Map<string, string>()

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  send(url: URL, headers: Record<string, string>, json?: object): Promise<Answer> {
    const body = json && JSON.stringify(json)
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return new Promise((resolve, reject) => {
      const asked = request(
        url,
        {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            ...headers,
            ...(cookie ? { cookie } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
        },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.once('error', reject)
          reply.once('end', () => {
            for (const set of reply.headers['set-cookie'] ?? []) {
              const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
              this.#cookies.set(name, value)
            }
            resolve({ status: reply.statusCode!, headers: reply.headers, text: Buffer.concat(chunks).toString() })
          })
        },
      )
      asked.once('error', reject)
      asked.end(body)
    })
  }
}

const navigating = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/**
 * Signs in on the page and allows what is asked.
 * @param address of the page, with the pushed request. @param person who signs in there.
 * @returns what comes back with the browser: code, state and issuer.
 * @throws with the server's words for what it refuses.
 */
export async function allowAt(
  address: string,
  { did, handle, password }: { did: string; handle: string; password: string },
): Promise<Record<string, string>> {
  const page = new URL(address)
  const browser = new Browser()
  const shown = await browser.send(page, { ...navigating, 'sec-fetch-site': 'cross-site', accept: 'text/html' })
  if (shown.status !== 200) throw new Error(`the page of consent answered ${shown.status}: ${shown.text.slice(0, 300)}`)
  const fromPage = async (name: string, json: object, bearer?: string): Promise<Record<string, string>> => {
    const headers = {
      ...{ 'sec-fetch-mode': 'same-origin', 'sec-fetch-site': 'same-origin', origin: page.origin, referer: page.href },
      ...{ 'x-csrf-token': browser.cookie('csrf-token') ?? '', accept: 'application/json' },
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    }
    const { status, text } = await browser.send(new URL(`${API}/${name}`, page), headers, json)
    if (status !== 200) throw new Error(`${name} answered ${status}: ${text.slice(0, 300)}`)
    return JSON.parse(text) as Record<string, string>
  }
  const { ephemeralToken } = await fromPage('sign-in', { locale: 'en', username: handle, password, remember: false })
  const { url = '' } = await fromPage('consent', { did }, ephemeralToken)
  const leading = { ...navigating, 'sec-fetch-site': 'same-origin', referer: page.href, accept: 'text/html' }
  const { status, headers, text } = await browser.send(new URL(url), leading)
  const back = headers.location
  if (back === undefined) throw new Error(`the way back answered ${status}: ${text.slice(0, 300)}`)
  const { searchParams, hash } = new URL(back)
  return Object.fromEntries([...searchParams, ...new URLSearchParams(hash.slice(1))])
}
