// Addresses between the dashboard and the provider. Apart from signing in, so that signing out does not carry it.
import { optionalSetting, setting } from '../config.ts'
import { API_STAGE, ENV } from '../contract.ts'

/** The one address that the provider sends browsers back to. */
export const callbackUrl = (): string => `${setting(ENV.dashboardUrl)}/${API_STAGE}/v1/session/callback`

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
