// The media library as pages ask for it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, orThrow, type Schemas } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'

/** The fields of a medium that pages need. */
export type Asset = Pick<Schemas['Media'], 'id' | 'title' | 'content_type' | 'size_bytes'> & {
  download_url: string
  alt_text?: string
}

/** A medium as the library has it. */
export type LibraryAsset = Schemas['Media']

/** The alternative text; a medium without one is named by its title. */
export const writtenFor = ({ alt_text = '', title }: Pick<Asset, 'alt_text' | 'title'>): string =>
  alt_text === title ? '' : alt_text

export const tagsOf = ({ tags_json }: Pick<LibraryAsset, 'tags_json'>): readonly string[] =>
  tags_json ? (JSON.parse(tags_json) as string[]) : []

/** Tags as people write them, between commas. */
export const tagsIn = (written: string): string[] =>
  written
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

export type MediaFilter = 'image' | 'video' | 'audio'

/** How many media a page of the library has. */
const PAGE = 40

/** A page of the library, newest first. */
export const mediaQuery = (search: string, type: MediaFilter | '', page: number, tag = '') =>
  queryOptions({
    queryKey: ['media', search, type, page, tag],
    queryFn: async () => {
      const query = {
        page,
        limit: PAGE,
        ...(search === '' ? {} : { search }),
        ...(type === '' ? {} : { type }),
        ...(tag === '' ? {} : { tag }),
      }
      return (await orThrow(api.GET('/v1/media/users', { params: { query } }))).data
    },
    placeholderData: keepPreviousData,
  })

/** The tags in use, those of most files first. */
export const tagsQuery = queryOptions({
  queryKey: ['media', 'tags'],
  queryFn: async () => (await orThrow(api.GET('/v1/media/tags'))).data,
})

/** The newest posts that use a medium. */
export const usesQuery = (media: string) =>
  queryOptions({
    queryKey: ['posts', 'using', media],
    queryFn: async () => (await orThrow(api.GET('/v1/posts', { params: { query: { media, limit: 25 } } }))).data,
  })

/** Changes the texts of a medium; texts that are not named stay. */
export async function changeMedium(
  id: string,
  body: { title?: string; description?: string; tags?: string[] },
): Promise<void> {
  await orThrow(api.PATCH('/v1/media/{id}', { params: { path: { id } }, body }))
}

/** Everything that shows the library asks again. */
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
