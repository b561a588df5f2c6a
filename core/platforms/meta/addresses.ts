// The address of a platform's API. If another origin is set (a simulator), it has the whole API.
import { optionalSetting } from '../../config.ts'
import type { PlatformId } from '../facts.ts'
import type { HomeAddresses } from '../platform-facts.ts'
import { apiVersionVariable, graphUrlVariable } from '../setting-names.ts'

export interface Addresses {
  /** Token exchange and refresh carry no version. */
  graph: string
  /** Everything else does: without one the app's dashboard decides. */
  api: string
  authorize: string
  token: string
}

/** Read at each call, so that nothing is fixed when the module is loaded. */
export function addressesOf(id: PlatformId, home: HomeAddresses): Addresses {
  const graph = (optionalSetting(graphUrlVariable(id)) ?? home.graph).replace(/\/+$/, '')
  const api = `${graph}/${optionalSetting(apiVersionVariable(id)) ?? home.version}`
  return graph === home.graph
    ? { graph, api, authorize: home.authorize, token: home.token }
    : { graph, api, authorize: graph, token: graph }
}
