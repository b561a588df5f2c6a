// The posts that go out in some days.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PostFilters } from '../posts/post-filters.ts'
import { api, orThrow } from './client.ts'
import type { PostSummary } from './posts.ts'

const PAGE = 100
/** More than these a view cannot show in a way that one can read. */
const MOST_PAGES = 5

/** All posts of a range of time, up to a bound; `more` says that there are others. */
export const calendarQuery = (filters: PostFilters, range: { publish_from: number; publish_to: number }) =>
  queryOptions({
    queryKey: ['posts', 'calendar', filters, range],
    queryFn: async (): Promise<{ posts: PostSummary[]; more: boolean }> => {
      const read = async (page: number) =>
        (await orThrow(api.GET('/v1/posts', { params: { query: { ...filters, ...range, page, limit: PAGE } } }))).data
      const first = await read(1)
      const pages = Math.min(first.result_info.total_pages, MOST_PAGES)
      const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read(at + 2)))
      // New posts move others to the next page: none may appear twice.
      const posts = new Map([first, ...others].flatMap(({ result }) => result.map((post) => [post.id, post])))
      return { posts: [...posts.values()], more: first.result_info.total_pages > MOST_PAGES }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
