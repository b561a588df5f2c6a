// Which account an operator's environment means.
import { regionOf } from './region.ts'

/** Takes the region from the profile, which is not named any more afterwards. */
async function takeRegion(env: NodeJS.ProcessEnv): Promise<void> {
  const { STSClient } = await import('@aws-sdk/client-sts')
  const client = new STSClient({})
  try {
    env.AWS_REGION = await client.config.region()
  } catch {
    // No region anywhere: the next client says so.
  } finally {
    client.destroy()
  }
}

/**
 * The AWS command line and the CDK, which deploys and destroys, take keys of the environment before a profile, and AWS_DEFAULT_PROFILE names
 * one, too. The SDK by itself takes the profile, or the default one: another account would be looked at, and cleared, than the one whose
 * stack then goes. The profile still says the region where the environment names none. Call it before a client of AWS is made.
 */
export async function asCommandLine({ env } = process): Promise<void> {
  const profile = env.AWS_PROFILE || env.AWS_DEFAULT_PROFILE
  if (!profile) return
  env.AWS_PROFILE = profile
  if (!env.AWS_ACCESS_KEY_ID || !env.AWS_SECRET_ACCESS_KEY) return
  if (regionOf(env) === undefined) await takeRegion(env)
  delete env.AWS_PROFILE
  delete env.AWS_DEFAULT_PROFILE
}
