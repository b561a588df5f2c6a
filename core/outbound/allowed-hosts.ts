// Hosts of the local network that callers may name all the same. Never set where it is deployed.
import { optionalSetting } from '../config.ts'
import { ENV } from '../contract.ts'

/** `host:port` pairs that the local run lets URL uploads and webhooks reach. */
export const allowedHosts = (): ReadonlySet<string> =>
  new Set(
    (optionalSetting(ENV.urlUploadAllowHosts) ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  )
