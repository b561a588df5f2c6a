// The figures of posts as pages ask for them.
import { queryOptions } from '@tanstack/react-query'
import { api, orThrow } from './client.ts'

/** The figures of a post on each account where it is live: the service asks a platform for them at most every quarter of an hour. */
export const postInsightsQuery = (id: string) =>
  queryOptions({
    queryKey: ['insights', 'post', id],
    queryFn: async () =>
      (await orThrow(api.GET('/v1/posts/{id}/insights', { params: { path: { id } } }))).data.accounts,
    staleTime: 15 * 60_000,
  })

/** The people who were invited to share a post on each account, and what became of it. */
export const collaboratorsQuery = (id: string) =>
  queryOptions({
    queryKey: ['collaborators', id],
    queryFn: async () =>
      (await orThrow(api.GET('/v1/posts/{id}/collaborators', { params: { path: { id } } }))).data.accounts,
    staleTime: 5 * 60_000,
  })
