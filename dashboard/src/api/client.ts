// The API as the dashboard calls it: by the session's cookie, which counts only beside the header that no other site can
// send. A session that is no more leads to the sign-in and back again.
import { type paths, Unreachable } from '@social-publisher/client'
import createClient, { type Middleware } from 'openapi-fetch'
import { noteUnclear, wasRemovedHere } from './removals.ts'
import { goAway, goToSignIn } from './sign-in.ts'

const HEADER = { 'X-CSRF': '1' } as const

/** No answer: what was asked for may be done or not. One that was called off stays what it is. */
export const noAnswer = (error: unknown): Error =>
  error instanceof DOMException && error.name === 'AbortError'
    ? error
    : new Unreachable('The service did not answer.', { cause: error })

const answers: Middleware = {
  onResponse: async ({ request, response, options }) => {
    if (response.status === 401) goToSignIn(request.method !== 'GET')
    if (wasRemovedHere(request, response.status)) return Response.json({ success: true, data: {} })
    if (options.parseAs !== 'json') return
    try {
      // One that broke off, and the page of a network or a proxy in its place, say nothing of what was done.
      const said = await response.clone().text()
      // None of the service's is empty.
      if (response.ok) JSON.parse(said)
    } catch (error) {
      noteUnclear(request)
      throw noAnswer(error)
    }
  },
  onError: ({ request, error }) => {
    noteUnclear(request)
    return noAnswer(error)
  },
}

/** The gateway gives every request up in half of it; a large plan over a slow line takes its time to be sent. */
const PATIENCE_MS = 60_000

/** Sends a request whether others are held or not. The function is looked up at each call, so that tests can take its place. */
export async function sendNow(request: Request): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Unreachable('No answer came in time.')), PATIENCE_MS)
  try {
    return await globalThis.fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) })
  } finally {
    clearTimeout(timer)
  }
}

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
  goAway(address)
}

/** The typed client. Wrap calls in `orThrow`. */
export const api = createClient<paths>({
  baseUrl: `${window.location.origin}/api`,
  headers: HEADER,
  fetch: (request) => (held ? held.then(() => sendNow(request)) : sendNow(request)),
})
api.use(answers)

export { orThrow, PublisherError, type Schemas, Unreachable } from '@social-publisher/client'
