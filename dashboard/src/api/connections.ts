import { queryOptions } from '@tanstack/react-query'
import { api, orThrow } from './client.ts'
import { queryClient } from './queries.ts'

/** The connected accounts with their states, as many parts of the page need them. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async () => (await orThrow(api.GET('/v1/accounts/connections'))).data,
})

/** Whether any account is connected; an account that cannot be read does not count. */
export const hasAccounts = async (): Promise<boolean> =>
  (await queryClient.fetchQuery(connectionsQuery).catch(() => [])).length > 0
