// The app at a platform in whose name accounts are connected in the dashboard: as the settings of the stack name it.
import { readAppSecret, SecretUnreadable } from '../aws/app-secrets.ts'
import { optionalSetting } from '../config.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import { appIdVariable, appSecretArnVariable } from '../platforms/setting-names.ts'
import type { PlatformApp } from '../platforms/sign-in.ts'

/** A secret is read again after this: the operator may have set another. */
const KEPT_MS = 5 * 60_000

/** Secrets that were read, each with when that was. */
const known = new Map<string, { secret: string; at: number }>()

async function secretAt(platform: PlatformId, arn: string): Promise<string> {
  const now = Date.now()
  const read = known.get(arn)
  if (read && now - read.at < KEPT_MS) return read.secret
  const secret = await readAppSecret(arn).catch((error: unknown) => unreadable(platform, error))
  known.set(arn, { secret, at: now })
  return secret
}

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
  return { client_id: id, client_secret: await secretAt(platform, arn) }
}

function unreadable(platform: PlatformId, error: unknown): never {
  if (!(error instanceof SecretUnreadable)) throw error
  log.error('the secret of an app cannot be read', { platform, error })
  throw refuse(
    'unavailable',
    'The app of the platform cannot be used at this time. If this continues, tell the operator.',
  )
}
