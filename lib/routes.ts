// THE list of endpoints: one row each. The stack, the OpenAPI document, the README and the tests all read it.
import type { Use } from './bindings.ts'

export interface Route {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY'
  /** Below the stage; `{id}` is a path parameter. */
  path: string
  /** Below `functions/api`, without the ending. Two rows may share one. */
  file: string
  /** `key`: the gateway's authorizer must have let the caller through. `optional`: the function checks a key that is sent. */
  auth: 'key' | 'optional'
  /** What it uses: each name gives the grant and the environment variables, nothing else does. */
  uses: readonly Use[]
  memoryMb?: number
  timeoutSeconds?: number
  /** The answer is streamed: no size limit of 6 MB. */
  streaming?: boolean
}

/** What the endpoint chain itself needs: the rate window and the usage record. */
const CHAIN = ['table:rate', 'table:usage'] as const satisfies readonly Use[]

export const ROUTES: readonly Route[] = []
