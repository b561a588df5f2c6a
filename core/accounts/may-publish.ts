// Whether a platform lets an account publish, as it says at this moment.
import type { Credentials } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import type { PlatformId } from '../platforms/facts.ts'
import type { Quota, Result } from '../platforms/outcome.ts'
import { typeProblem } from './rules/account-rules.ts'

/**
 * Only an account that may publish can read its quota.
 * @param wrongType the account was found to be of a type that the platform takes no posts from. The quota of such an account can be
 *   read all the same, so the profile is read, too: it shows the type.
 */
export async function mayPublish(
  platform: PlatformId,
  credentials: Credentials,
  { wrongType = false, timeoutMs }: { wrongType?: boolean; timeoutMs?: number } = {},
): Promise<Result<Quota | null>> {
  const connector = await platformOf(platform)
  const quota = await connector.quota(credentials, timeoutMs)
  if (!quota.ok || !wrongType) return quota
  const profile = await connector.profile(credentials.token)
  if (!profile.ok) return profile
  const problem = typeProblem(platform, profile.value)
  return problem === undefined ? quota : { ok: false, error: { class: 'owner_action', message: problem } }
}
