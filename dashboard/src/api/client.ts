// The API as the dashboard calls it: by the session's cookie, which counts only beside the header that no other site can
// send. A session that is no more leads to the sign-in and back again.
import { type paths, Unreachable } from '@social-publisher/client'
import createClient, { type Middleware } from 'openapi-fetch'
import { goToSignIn } from './sign-in.ts'

const HEADER = { 'X-CSRF': '1' } as const

const signedOutLeads: Middleware = {
  onResponse: ({ response }) => {
    if (response.status === 401) goToSignIn()
  },
  onError: ({ error }) => {
    if (error instanceof DOMException && error.name === 'AbortError') return error
    return new Unreachable('The service did not answer.', { cause: error })
  },
}

/** Sends a request whether others are held or not. The function is looked up at each call, so that tests can take its place. */
export const sendNow = (request: Request): Promise<Response> => globalThis.fetch(request)

/** The other requests of this page wait for it. */
let held: Promise<void> | undefined

/** Has them wait. @returns how to let them go. */
export function holdRequests(): () => void {
  let letGo = () => {}
  held = new Promise((resolve) => {
    letGo = () => {
      held = undefined
      resolve()
    }
  })
  return letGo
}

let over = false

/** Whether this page stands for a team, or a person, that the session does not work for any more. */
export const isOver = (): boolean => over

/** Leaves such a page. Until the browser has left it nothing is asked: it would be done for somebody else than the page shows. */
export function leaveFor(address: string): void {
  over = true
  holdRequests()
  // Browsers may show it once more as it was.
  window.addEventListener('pageshow', () => window.location.reload())
  window.location.assign(address)
}

/** The typed client. Wrap calls in `orThrow`. */
export const api = createClient<paths>({
  baseUrl: `${window.location.origin}/api`,
  headers: HEADER,
  fetch: (request) => (held ? held.then(() => sendNow(request)) : sendNow(request)),
})
api.use(signedOutLeads)

export { orThrow, PublisherError, type Schemas, Unreachable } from '@social-publisher/client'
