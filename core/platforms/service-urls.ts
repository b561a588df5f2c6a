// Where a platform's services are that are the same for all of its hosts.
import { optionalSetting } from '../config.ts'
import { factsOf, type PlatformId } from './facts.ts'
import { serviceVariable } from './setting-names.ts'

/**
 * The origin of a service that facts name, as it is set. Read at each call, so that nothing is fixed when the module is loaded.
 * @throws {Error} for a service that facts do not name.
 */
export function serviceUrl(id: PlatformId, service: string): string {
  const home = factsOf(id).api.services?.[service]
  if (home === undefined) throw new Error(`${id} has no service named ${service}`)
  return (optionalSetting(serviceVariable(id, service)) ?? home).replace(/\/+$/, '')
}
