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

/** The typed client. Wrap calls in `orThrow`. */
export const api = createClient<paths>({
  baseUrl: `${window.location.origin}/api`,
  headers: HEADER,
  // Looked up at each call, so that tests can take its place.
  fetch: (request) => globalThis.fetch(request),
})
api.use(signedOutLeads)

export { orThrow, PublisherError, type Schemas, Unreachable } from '@social-publisher/client'
