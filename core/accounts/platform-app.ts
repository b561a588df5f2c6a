// The app at a platform in whose name accounts are connected in the dashboard: as the settings of the stack name it.
import { readAppSecret, SecretUnreadable } from '../aws/app-secrets.ts'
import { optionalSetting } from '../config.ts'
import { ENV, type PlatformId } from '../contract.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { platformOf } from '../platforms/index.ts'
import type { PlatformApp } from './connect-account.ts'

const NAMES = {
  instagram: { id: ENV.instagramAppId, secret: ENV.instagramAppSecretArn },
  threads: { id: ENV.threadsAppId, secret: ENV.threadsAppSecretArn },
} as const satisfies Record<PlatformId, unknown>

/** Secrets that were read, for the life of the function. */
const known = new Map<string, string>()

/** @throws {AppError} `app_not_configured` where the settings name no app; `unavailable` where its secret cannot be had. */
export async function platformApp(platform: PlatformId): Promise<PlatformApp> {
  const id = optionalSetting(NAMES[platform].id)
  const arn = optionalSetting(NAMES[platform].secret)
  const { display_name } = platformOf(platform)
  if (!id || !arn) {
    throw refuse(
      'app_not_configured',
      `Accounts of ${display_name} cannot be connected yet: whoever runs this service has not set up its app.`,
    )
  }
  const secret = known.get(arn) ?? (await readAppSecret(arn).catch((error: unknown) => unreadable(platform, error)))
  known.set(arn, secret)
  return { client_id: id, client_secret: secret }
}

function unreadable(platform: PlatformId, error: unknown): never {
  if (!(error instanceof SecretUnreadable)) throw error
  log.error('the secret of an app cannot be read', { platform, error })
  throw refuse('unavailable', 'The app of the platform cannot be used at this time. Tell the operator if it lasts.')
}
