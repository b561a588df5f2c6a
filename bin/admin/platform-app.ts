// The app that accounts are connected with: its id from the stack's outputs, its secret from where the operator keeps it.

import { readAppSecret, SecretUnreadable } from '../../core/aws/app-secrets.ts'
import { factsOf, type PlatformId } from '../../core/platforms/facts.ts'
import { settingOf } from '../../core/platforms/setting-names.ts'
import type { PlatformApp } from '../../core/platforms/sign-in.ts'
import type { Stack } from './command.ts'

/** @throws {Error} naming the setting that is missing, or whose secret cannot be read. */
export async function readApp({ apps, gateway }: Stack, platform: PlatformId): Promise<PlatformApp> {
  const { id, secretArn } = apps[platform]
  const absent = settingOf(platform, id ? 'AppSecretArn' : 'AppId')
  if (!id || !secretArn) {
    throw new Error(
      `The setting ${absent} of the stack ${gateway.stackName} is not set: deploy it with ${settingOf(platform, 'AppId')} and ${settingOf(platform, 'AppSecretArn')}. See docs/getting-started.md.`,
    )
  }
  try {
    return { client_id: id, client_secret: await readAppSecret(secretArn) }
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    const { display_name } = factsOf(platform)
    throw new Error(
      `The secret of the ${display_name} app (setting ${settingOf(platform, 'AppSecretArn')}) cannot be read: ${error.message}`,
      { cause: error },
    )
  }
}
