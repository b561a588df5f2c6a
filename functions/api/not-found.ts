// Requests that no row matches, by path or method: a 404 in the envelope, counted and limited like any other request of a key.
import { refuse } from '../../core/errors.ts'
import { endpoint } from '../endpoint.ts'

/** The beginning of an endless path is enough to see what was meant. */
const PATH_SHOWN = 200

export const handler = endpoint({
  auth: 'optional',
  // Whatever the query says: what is wrong is that there is no such request.
  anyQuery: true,
  run: async ({ method, path }) => {
    throw refuse('not_found', `There is no ${method} ${path.slice(0, PATH_SHOWN)}.`)
  },
})
