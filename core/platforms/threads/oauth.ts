// Connecting an account of Threads, and keeping it connected (platform-apis, section 9).
import * as z from 'zod/mini'
import { addressesOf } from '../meta/addresses.ts'
import type { ContainerApi } from '../meta/containers.ts'
import { graphCall, mapped } from '../meta/graph.ts'
import { authorizeUrl, exchangeCode, type OAuth, refreshToken } from '../meta/oauth.ts'
import { THREADS_ERRORS } from './errors.ts'
import { threads as FACTS } from './facts.ts'

export const addresses = () => addressesOf('threads', FACTS.api)

const oauth = (): OAuth => ({ addresses: addresses(), prefix: 'th', errors: THREADS_ERRORS })

const Inspected = z.lazy(() => z.object({ data: z.object({ scopes: z.array(z.string()) }) }))

export const threadsOAuth: Pick<ContainerApi, 'refresh' | 'authorizeUrl' | 'exchangeCode'> = {
  refresh: (token) => refreshToken(oauth(), token),
  authorizeUrl: (app) => authorizeUrl(oauth(), FACTS.scopes, app),

  async exchangeCode(app) {
    const grant = await exchangeCode(oauth(), app)
    if (!grant.ok || grant.value.scopes) return grant
    // The exchange does not say what was granted. Where the check does not either, the token is still good.
    const { token } = grant.value
    const query = { input_token: token }
    const url = `${addresses().api}/debug_token`
    const seen = await graphCall({ operation: 'read', method: 'GET', url, query, token }, Inspected, THREADS_ERRORS)
    return seen.ok ? mapped(grant, (value) => ({ ...value, scopes: seen.value.data.scopes })) : grant
  },
}
