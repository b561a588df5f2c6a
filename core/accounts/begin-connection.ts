// Begins a connection by a consent page: checks the named server or handle, and that the app exists.
import { refuse } from '../errors.ts'
import { allowedPlatformHosts } from '../outbound/allowed-hosts.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import type { PlatformApp } from '../platforms/sign-in.ts'
import { beginAuthorization } from './authorization.ts'
import { inConnectingPlace } from './connecting-places.ts'
import { type AppUse, forgetApp, registeredApp } from './registered-app.ts'
import { handleNamed, originNamed } from './rules/named-host.ts'

/** The server or handle that somebody typed. */
export interface NamedAs {
  host?: string
  handle?: string
}

/** Reads the app that the operator has at a platform. */
export type OperatorsApp = (platform: PlatformId) => Promise<PlatformApp>

/** The app to connect with: the operator's, or one that is registered when it is first needed. */
export const appFor = (use: AppUse, operatorsApp: OperatorsApp): Promise<PlatformApp> => {
  const { app } = factsOf(use.platform).sign_in
  if (app === undefined) return operatorsApp(use.platform)
  return registeredApp(app === 'own' ? { ...use, host: undefined } : use)
}

/** The names that the platform's facts ask for, checked; no others are allowed. @throws {AppError} naming the field. */
function named(platform: PlatformId, given: NamedAs): { host?: string; handle?: string } {
  const { display_name, sign_in } = factsOf(platform)
  for (const field of ['host', 'handle'] as const) {
    if (given[field] !== undefined && sign_in.asks !== field)
      throw refuse('invalid_value', `${field}: it is not used for accounts on ${display_name}.`, field)
    if (given[field] === undefined && sign_in.asks === field) {
      const what = field === 'host' ? 'the server that the account is on' : "the account's handle"
      throw refuse('required', `${field}: name ${what}.`, field)
    }
  }
  return {
    ...(given.host === undefined ? {} : { host: originNamed(given.host, allowedPlatformHosts()) }),
    ...(given.handle === undefined ? {} : { handle: handleNamed(given.handle) }),
  }
}

interface BeginningOf {
  ownerId: string
  sessionId?: string
  /** As in `Beginning`. */
  mark?: string
  platform: PlatformId
  redirectUri: string
  named: NamedAs
  operatorsApp: OperatorsApp
  now?: number
}

/**
 * @returns where to send the account's owner.
 * @throws {AppError} for what is named wrongly; as `operatorsApp`; `platform_unavailable`; `rate_limit_exceeded`.
 */
export const beginConnection = (given: BeginningOf): Promise<{ url: string; expires_at: number }> =>
  inConnectingPlace(given.ownerId, () => begin(given))

async function begin(given: BeginningOf): Promise<{ url: string; expires_at: number }> {
  const { platform, redirectUri, operatorsApp, named: typed, ...rest } = given
  const where = named(platform, typed)
  const use: AppUse = { platform, redirectUri, ...where }
  // Checked now, so that nobody agrees for nothing.
  const app = await appFor(use, operatorsApp)
  const renewApp = async () => {
    await forgetApp(use, app)
    return registeredApp(use)
  }
  const ours = factsOf(platform).sign_in.app === 'per_host'
  return beginAuthorization({ ...rest, platform, redirectUri, app, ...where, ...(ours ? { renewApp } : {}) })
}
