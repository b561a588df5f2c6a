// Where a platform's API is. Elsewhere than at home (a simulator), everything is on that one origin.
import { optionalSetting } from '../config.ts'
import type { ENV } from '../contract.ts'

type Setting = (typeof ENV)[keyof typeof ENV]

export interface Home {
  urlSetting: Setting
  versionSetting: Setting
  graph: string
  version: string
  /** Origins of the two OAuth steps that are not on the graph host. */
  authorize: string
  token: string
}

export interface Addresses {
  /** Token exchange and refresh carry no version. */
  graph: string
  /** Everything else does: without one the app's dashboard decides. */
  api: string
  authorize: string
  token: string
}

/** Read at each call, so that nothing is fixed when the module is loaded. */
export function addressesOf(home: Home): Addresses {
  const graph = (optionalSetting(home.urlSetting) ?? home.graph).replace(/\/+$/, '')
  const api = `${graph}/${optionalSetting(home.versionSetting) ?? home.version}`
  return graph === home.graph
    ? { graph, api, authorize: home.authorize, token: home.token }
    : { graph, api, authorize: graph, token: graph }
}
