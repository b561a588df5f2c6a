// The app at a platform in whose name accounts are connected in the dashboard: as the settings of the stack name it.
import { readAppSecret, SecretUnreadable } from '../aws/app-secrets.ts'
import { optionalSetting } from '../config.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import { appIdVariable, appSecretArnVariable } from '../platforms/setting-names.ts'
import type { PlatformApp } from '../platforms/sign-in.ts'

/** Secrets that were read, for the life of the function. */
const known = new Map<string, string>()

/** @throws {AppError} `app_not_configured` where the settings name no app; `unavailable` where its secret cannot be read. */
export async function platformApp(platform: PlatformId): Promise<PlatformApp> {
  const id = optionalSetting(appIdVariable(platform))
  const arn = optionalSetting(appSecretArnVariable(platform))
  const { display_name } = factsOf(platform)
  if (!id || !arn) {
    throw refuse(
      'app_not_configured',
      `Accounts of ${display_name} cannot be connected yet: the operator of this service has not set up its app.`,
    )
  }
  const secret = known.get(arn) ?? (await readAppSecret(arn).catch((error: unknown) => unreadable(platform, error)))
  known.set(arn, secret)
  return { client_id: id, client_secret: secret }
}

function unreadable(platform: PlatformId, error: unknown): never {
  if (!(error instanceof SecretUnreadable)) throw error
  log.error('the secret of an app cannot be read', { platform, error })
  throw refuse(
    'unavailable',
    'The app of the platform cannot be used at this time. If this continues, tell the operator.',
  )
}
