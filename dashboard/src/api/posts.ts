// Posts as pages ask for them, and what can be done with one.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { wasCancelled } from '../posts/cancelling.ts'
import type { PostFilters } from '../posts/post-filters.ts'
import { api, orThrow, type Schemas } from './client.ts'
import { orFound } from './look-after.ts'
import { queryClient } from './queries.ts'

export type Post = Schemas['Post']
export type PostSummary = Schemas['PostSummary']

/** How many posts a page of the list has. */
const PAGE = 25

/** A page of the list, newest first. */
export const postsQuery = (filters: PostFilters, page: number) =>
  queryOptions({
    queryKey: ['posts', 'list', filters, page],
    queryFn: async () =>
      (await orThrow(api.GET('/v1/posts', { params: { query: { ...filters, page, limit: PAGE } } }))).data,
    placeholderData: keepPreviousData,
  })

/** So many are read at once where all are wanted, and so many times at most. */
const MANY = 100
const MOST_PAGES = 5

/** A part of the list: posts to come, failed posts, or search results. */
export interface Shown {
  statuses: readonly (PostSummary['status'] | undefined)[]
  /** The soonest first. */
  ascending: boolean
}

/** All posts of some states, up to a bound; `more` says that there are older ones. */
export const allPostsQuery = (filters: PostFilters, { statuses, ascending }: Shown) =>
  queryOptions({
    queryKey: ['posts', 'all', filters, statuses, ascending],
    queryFn: async (): Promise<{ posts: PostSummary[]; more: boolean }> => {
      const read = async (status: PostSummary['status'] | undefined, page: number) => {
        const query = { ...filters, ...(status && { status }), page, limit: MANY }
        return (await orThrow(api.GET('/v1/posts', { params: { query } }))).data
      }
      let more = false
      const readAll = async (status: PostSummary['status'] | undefined) => {
        const first = await read(status, 1)
        const { total_pages: pages } = first.result_info
        if (pages > MOST_PAGES) more = true
        const others = Array.from({ length: Math.max(0, Math.min(pages, MOST_PAGES) - 1) }, (_, at) =>
          read(status, at + 2),
        )
        return [first, ...(await Promise.all(others))].flatMap(({ result }) => result)
      }
      const found = (await Promise.all(statuses.map(readAll))).flat()
      // New posts move others to the next page: none may appear twice.
      const posts = [...new Map(found.map((post) => [post.id, post])).values()]
      const when = (post: PostSummary) => post.scheduled_at ?? post.created_at
      return { posts: posts.sort((a, b) => (ascending ? when(a) - when(b) : when(b) - when(a))), more }
    },
    placeholderData: keepPreviousData,
  })

/** One post with its publications. */
export async function readPost(id: string): Promise<Post> {
  return (await orThrow(api.GET('/v1/posts/{id}', { params: { path: { id } } }))).data
}

/** The post, where it is as it was to become. */
async function readWhere(id: string, is: (post: Post) => boolean): Promise<Post | undefined> {
  const post = await readPost(id)
  return is(post) ? post : undefined
}

/** Everything that shows posts asks again. */
const postsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['posts'] })

/** Has pages read posts again, also without a good answer: the change may be made although its answer was lost. */
async function changing<Answer>(sent: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await sent
    await postsChanged()
    return answer
  } catch (error) {
    void postsChanged()
    throw error
  }
}

/** Makes it go out at another time. @param at Unix milliseconds. */
export async function movePost(id: string, at: number): Promise<void> {
  const sent = orThrow(api.PATCH('/v1/posts/{id}', { params: { path: { id } }, body: { scheduled_at: at } }))
  await changing(orFound<unknown>(sent, () => readWhere(id, (post) => post.scheduled_at === at)))
}

/** Stops it on every account where it has not started. */
export async function cancelPost(id: string): Promise<void> {
  const sent = orThrow(api.DELETE('/v1/posts/{id}', { params: { path: { id } } }))
  await changing(orFound<unknown>(sent, () => readWhere(id, wasCancelled)))
}

/** Has what is live of it on an account deleted on the platform, which goes on by itself. */
export async function deletePublication(id: string, account_id: string): Promise<void> {
  const path = { id, account_id }
  await changing(orThrow(api.DELETE('/v1/posts/{id}/publications/{account_id}', { params: { path } })))
}

/**
 * Publishes again where that can help.
 * @param attempt names this wish of the person: sent again with the same one, it is not done twice.
 */
export async function retryPost(id: string, attempt: string) {
  const params = { path: { id }, header: { 'Idempotency-Key': attempt } }
  return (await changing(orThrow(api.POST('/v1/posts/{id}/retry', { params })))).data
}
