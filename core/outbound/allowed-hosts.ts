// Hosts of the local network that callers may name all the same. Never set where it is deployed.
import { optionalSetting } from '../config.ts'
import { ENV } from '../contract.ts'

const hostsIn = (name: (typeof ENV)['urlUploadAllowHosts' | 'platformAllowHosts']): ReadonlySet<string> =>
  new Set(
    (optionalSetting(name) ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  )

/** `host:port` pairs that the local run lets URL uploads and webhooks reach. */
export const allowedHosts = (): ReadonlySet<string> => hostsIn(ENV.urlUploadAllowHosts)

/** `host:port` pairs that the local run lets people name as the server of an account: by plain HTTP. */
export const allowedPlatformHosts = (): ReadonlySet<string> => hostsIn(ENV.platformAllowHosts)
