// The type of a row in the list of endpoints.
import type { Use } from './bindings.ts'

interface Row {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY'
  /** Below the stage; `{id}` is a path parameter. */
  path: string
  /** Below `functions/api`, without the ending. Two rows may share one. */
  file: string
  /** Its bindings: each name gives a grant and the environment variables; a function gets no others. */
  uses: readonly Use[]
  memoryMb?: number
  timeoutSeconds?: number
  /** It is part of another protocol: the document of the API does not describe it. */
  protocol?: 'mcp' | 'oauth'
  /** The answer is streamed: no size limit of 6 MB. */
  streaming?: boolean
}

export interface AuthorizedRow extends Row {
  /** `key`: the gateway's authorizer must have let the caller through. `session`: the same, and the caller is a person. */
  auth: 'key' | 'session'
}

interface OpenRow extends Row {
  /** `optional`: the function checks a key that is sent. `open`: no key is checked. */
  auth: 'optional' | 'open'
  /**
   * Requests a second that the gateway lets through, of all callers together. No usage plan limits requests without a key: without
   * this, anyone could use up the limit of the whole AWS account, and start functions at the operator's cost.
   */
  perSecond: number
}

/** Its function is one for anybody, but here the gateway lets through only callers with a key, as for an `AuthorizedRow`. */
export interface KeyedRow extends Row {
  auth: 'optional'
  keyed: true
}

export type Route = AuthorizedRow | KeyedRow | OpenRow
