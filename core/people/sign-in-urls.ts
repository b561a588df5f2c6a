// Addresses between the dashboard and the provider. Apart from signing in, so that signing out does not carry it.
import { optionalSetting, setting } from '../config.ts'
import { API_STAGE, ENV } from '../contract.ts'

/** The one address that the provider sends browsers back to. */
export const callbackUrl = (): string => `${setting(ENV.dashboardUrl)}/${API_STAGE}/v1/session/callback`

/** The page that the user pool comes back to from adding a passkey; `lib/people.ts` lists it for the pool's client. */
const SECURITY_PAGE = '/security'

/** Where the stack's own user pool has people add a passkey; null with another provider, which has pages of its own. */
export function passkeysUrl(): string | null {
  const address = optionalSetting(ENV.signOutUrl)
  if (!address || !optionalSetting(ENV.userPool)) return null
  const url = new URL('/passkeys/add', address)
  url.searchParams.set('client_id', setting(ENV.signInClientId))
  url.searchParams.set('redirect_uri', `${setting(ENV.dashboardUrl)}${SECURITY_PAGE}`)
  return url.href
}

/**
 * Where a browser goes to be signed out at the provider too; null where no address is known. Cognito's page is its own and
 * no standard one, so the setting counts and not what the provider's discovery says.
 */
export function signOutUrl(): string | null {
  const address = optionalSetting(ENV.signOutUrl)
  if (!address) return null
  const url = new URL(address)
  const back = `${setting(ENV.dashboardUrl)}/signed-out`
  if (!url.searchParams.has('client_id')) url.searchParams.set('client_id', setting(ENV.signInClientId))
  if (optionalSetting(ENV.userPool)) url.searchParams.set('logout_uri', back)
  else url.searchParams.set('post_logout_redirect_uri', back)
  return url.href
}
