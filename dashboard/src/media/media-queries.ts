// The media library as pages ask for it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, orThrow, type Schemas } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'

/** What pages need of a medium. */
export type Asset = Pick<Schemas['Media'], 'id' | 'title' | 'content_type' | 'size_bytes'> & { download_url: string }

export type MediaFilter = 'image' | 'video' | 'audio'

/** How many media stand on a page of the library. */
const PAGE = 40

/** A page of the library, newest first. */
export const mediaQuery = (search: string, type: MediaFilter | '', page: number) =>
  queryOptions({
    queryKey: ['media', search, type, page],
    queryFn: async () => {
      const query = { page, limit: PAGE, ...(search === '' ? {} : { search }), ...(type === '' ? {} : { type }) }
      return (await orThrow(api.GET('/v1/media/users', { params: { query } }))).data
    },
    placeholderData: keepPreviousData,
  })

/** Everything that shows the library asks anew. */
export const mediaChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['media'] })

/** The newest media by their id, as most posts that are looked at have them. */
export const newestMediaQuery = queryOptions({
  queryKey: ['media', 'newest'],
  queryFn: async () => {
    const { data } = await orThrow(api.GET('/v1/media/users', { params: { query: { limit: 100 } } }))
    return new Map(data.result.map((asset) => [asset.id, asset]))
  },
  staleTime: 300_000,
})
