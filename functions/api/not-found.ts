// Whatever no route matches: a 404 in the envelope, counted and limited like any other request of a key.
import * as z from 'zod/mini'
import { API_STAGE } from '../../core/contract.ts'
import { refuse } from '../../core/domain/errors.ts'
import { endpoint } from '../endpoint.ts'

/** Of an endless path the beginning is enough to see what was meant. */
const PATH_SHOWN = 200

export const handler = endpoint({
  auth: 'optional',
  params: z.object({ proxy: z._default(z.string(), '') }),
  run: async ({ method, params }) => {
    throw refuse('not_found', `There is no ${method} /${API_STAGE}/${params.proxy.slice(0, PATH_SHOWN)}.`)
  },
})
