// Signing in over HTTP as a browser does: through the dashboard's address, the provider's form, and back.

/** Cookies of one browser, by host. Attributes but the end of life mean nothing on one machine. */
class Jar {
  readonly #cookies = new Map<string, Map<string, string>>()

  #of(url: URL): Map<string, string> {
    const known = this.#cookies.get(url.host) ?? new Map<string, string>()
    this.#cookies.set(url.host, known)
    return known
  }

  header(url: URL): Record<string, string> {
    const cookies = [...this.#of(url)].map(([name, value]) => `${name}=${value}`)
    return cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}
  }

  take(url: URL, reply: Response): void {
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const at = pair.indexOf('=')
      if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.#of(url).delete(pair.slice(0, at))
      else this.#of(url).set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
}

const MOST_REDIRECTS = 10

export interface Browser {
  /**
   * Goes to an address and on to where it leads. @param onward asked before each step; it stops where this says no.
   * @returns the last answer, and where it is.
   */
  go(address: string, init?: RequestInit, onward?: (next: URL) => boolean): Promise<{ url: URL; reply: Response }>
  /** Asks the API as the page does. */
  ask(path: string, init?: RequestInit): Promise<Response>
}

/** A browser that has just been opened. @param dashboard its address. */
export function openBrowser(dashboard: string): Browser {
  const jar = new Jar()
  const send = async (url: URL, init: RequestInit = {}): Promise<Response> => {
    const headers = { Accept: 'text/html', ...jar.header(url), ...(init.headers as Record<string, string>) }
    const reply = await fetch(url, { ...init, headers, redirect: 'manual' })
    jar.take(url, reply)
    return reply
  }
  return {
    go: async (address, init, onward = () => true) => {
      let url = new URL(address)
      let reply = await send(url, init)
      for (let count = 0; reply.status >= 300 && reply.status < 400; count += 1) {
        if (count === MOST_REDIRECTS) throw new Error(`${address} leads from one address to the next without end.`)
        const next = new URL(reply.headers.get('Location') ?? '', url)
        if (!onward(next)) break
        await reply.arrayBuffer()
        url = next
        reply = await send(url)
      }
      return { url, reply }
    },
    ask: (path, init = {}) =>
      send(new URL(path, dashboard), {
        ...init,
        headers: { Accept: 'application/json', 'X-CSRF': '1', ...(init.headers as Record<string, string>) },
      }),
  }
}

/** How often a person tries what the service could not do: with `--aws-faults` the demo's people meet faults too. */
const MOST_TRIES = 5

/** Signs in at the provider's form, again where the service failed. @throws {Error} when that does not lead to the dashboard. */
export async function signIn(
  browser: Browser,
  dashboard: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const form = await browser.go(`${dashboard}/api/v1/session/sign-in?return_to=/`)
    const body = new URLSearchParams({ email, password })
    const { url } = form.reply.ok ? await browser.go(form.url.href, { method: 'POST', body }) : form
    if (url.href === `${dashboard}/`) return
    // `expired` also where the answer to the call that ends the sign-in's state was lost, and the repeated call found it gone.
    const mayPass = !form.reply.ok || ['failed', 'expired'].includes(url.searchParams.get('problem') ?? '')
    if (!mayPass || tries === MOST_TRIES) throw new Error(`Signing in as ${email} ended at ${url.href}.`)
  }
}

/** Signs in and accepts an invitation. @param link as it is handed on. @throws {Error} with what the service says. */
export async function joinTeam(
  dashboard: string,
  link: string,
  user: { email: string; password: string },
): Promise<void> {
  const browser = openBrowser(dashboard)
  await signIn(browser, dashboard, user)
  const token = link.slice(link.lastIndexOf('/') + 1)
  for (let tries = 1; ; tries += 1) {
    const reply = await browser.ask(`/api/v1/invitations/${token}/accept`, { method: 'POST' })
    if (reply.ok) return
    const said = await reply.text()
    if (reply.status < 500 || tries === MOST_TRIES) throw new Error(`${user.email} could not join: ${said}`)
  }
}
