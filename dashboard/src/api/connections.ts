import { queryOptions } from '@tanstack/react-query'
import { api, orThrow } from './client.ts'

/** The connected accounts with their states, as many parts of the page need them. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async () => (await orThrow(api.GET('/v1/accounts/connections'))).data,
})
