// Connecting an account of Instagram, and keeping it connected (platform-apis, section 9).

import { addressesOf } from '../meta/addresses.ts'
import type { ContainerApi } from '../meta/containers.ts'
import { authorizeUrl, exchangeCode, type OAuth, refreshToken } from '../meta/oauth.ts'
import { readPageSession } from '../meta/page-session.ts'
import { INSTAGRAM_ERRORS } from './errors.ts'
import { instagram as FACTS } from './facts.ts'

export const addresses = () => addressesOf('instagram', FACTS.api)

const oauth = (): OAuth => ({ addresses: addresses(), prefix: 'ig', errors: INSTAGRAM_ERRORS })

export const instagramOAuth: Pick<ContainerApi, 'refresh' | 'authorizeUrl' | 'exchangeCode'> = {
  // The token of a Page has no end.
  refresh: async (token) =>
    readPageSession(token) ? { ok: true, value: { token, expires_at: null } } : refreshToken(oauth(), token),
  authorizeUrl: (app) => authorizeUrl(oauth(), FACTS.scopes, app),
  exchangeCode: (app) => exchangeCode(oauth(), app),
}
