// Posts as pages ask for them, and what can be done with one.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PostFilters } from '../posts/post-filters.ts'
import { api, orThrow, type Schemas } from './client.ts'
import { queryClient } from './queries.ts'

export type Post = Schemas['Post']
export type PostSummary = Schemas['PostSummary']

/** How many posts stand on a page of the list. */
const PAGE = 25

/** A page of the list, newest first. */
export const postsQuery = (filters: PostFilters, page: number) =>
  queryOptions({
    queryKey: ['posts', 'list', filters, page],
    queryFn: async () =>
      (await orThrow(api.GET('/v1/posts', { params: { query: { ...filters, page, limit: PAGE } } }))).data,
    placeholderData: keepPreviousData,
  })

/** One post with its publications. */
export async function readPost(id: string): Promise<Post> {
  return (await orThrow(api.GET('/v1/posts/{id}', { params: { path: { id } } }))).data
}

/** Everything that shows posts asks anew. */
const postsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['posts'] })

/** Makes it go out at another time. @param at Unix milliseconds. */
export async function movePost(id: string, at: number): Promise<void> {
  await orThrow(api.PATCH('/v1/posts/{id}', { params: { path: { id } }, body: { scheduled_at: at } }))
  await postsChanged()
}

/** Stops it on every account where it has not begun. */
export async function cancelPost(id: string): Promise<void> {
  await orThrow(api.DELETE('/v1/posts/{id}', { params: { path: { id } } }))
  await postsChanged()
}

/** Has what is live of it on an account deleted on the platform, which goes on by itself. */
export async function deletePublication(id: string, account_id: string): Promise<void> {
  await orThrow(api.DELETE('/v1/posts/{id}/publications/{account_id}', { params: { path: { id, account_id } } }))
  await postsChanged()
}

/**
 * Publishes again where that can help.
 * @param attempt names this wish of the person: sent again with the same one, it is not done twice.
 */
export async function retryPost(id: string, attempt: string) {
  const { data } = await orThrow(
    api.POST('/v1/posts/{id}/retry', { params: { path: { id }, header: { 'Idempotency-Key': attempt } } }),
  )
  await postsChanged()
  return data
}
