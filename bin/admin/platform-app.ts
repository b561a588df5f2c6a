// The app in whose name accounts are connected: its id by the stack's outputs, its secret where the operator keeps it.
import type { PlatformApp } from '../../core/accounts/connect-account.ts'
import { readAppSecret, SecretUnreadable } from '../../core/aws/app-secrets.ts'
import type { PlatformId } from '../../core/contract.ts'
import { platformOf } from '../../core/platforms/index.ts'
import type { Stack } from './command.ts'

/** @throws {Error} naming the setting that is missing, or whose secret cannot be read. */
export async function readApp({ apps, gateway }: Stack, platform: PlatformId): Promise<PlatformApp> {
  const { id, secretArn } = apps[platform]
  const absent = id ? (secretArn ? undefined : 'AppSecretArn') : 'AppId'
  if (!id || !secretArn) {
    throw new Error(
      `The setting ${platform}${absent} of the stack ${gateway.stackName} is not set: deploy it with ${platform}AppId and ${platform}AppSecretArn. See docs/getting-started.md.`,
    )
  }
  try {
    return { client_id: id, client_secret: await readAppSecret(secretArn) }
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    const { display_name } = platformOf(platform)
    throw new Error(
      `The secret of the ${display_name} app (setting ${platform}AppSecretArn) cannot be read: ${error.message}`,
      { cause: error },
    )
  }
}
