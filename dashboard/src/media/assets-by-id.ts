// Media that a post names, by their ids: most are among the newest of the library, an older one is requested by itself.
import { queryOptions } from '@tanstack/react-query'
import { api, PublisherError } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { type Asset, newestMediaQuery } from './media-queries.ts'

/** An older medium's details, asked of the medium itself; null where it was deleted. @throws {PublisherError|Unreachable} */
async function lookUp(id: string, title: string): Promise<Asset | null> {
  const download_url = `/api/v1/media/${encodeURIComponent(id)}`
  const { error, response } = await api.GET('/v1/media/{id}', {
    params: { path: { id } },
    headers: { Range: 'bytes=0-0' },
    parseAs: 'stream',
  })
  if (response.status === 404) return null
  // A file that could not be asked for now is not one that is gone: a post would go out without it.
  if (!response.ok) throw new PublisherError(response, error)
  void response.body?.cancel()
  const content_type = response.headers.get('Content-Type') ?? ''
  const size_bytes = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? 0)
  return { id, title, content_type, size_bytes, download_url }
}

/**
 * The files with these ids, in their order; null for one that was deleted.
 * @param titleOf names a file of which only its place is known, from 1.
 * @throws {PublisherError|Unreachable}
 */
export async function assetsOf(
  ids: readonly string[],
  titleOf: (place: number) => string,
): Promise<readonly (Asset | null)[]> {
  if (ids.length === 0) return []
  const known = await queryClient.fetchQuery({ ...newestMediaQuery, staleTime: 0 })
  return Promise.all(ids.map((id, place) => known.get(id) ?? lookUp(id, titleOf(place + 1))))
}

/** The media of a post, to be looked at; a file that only its place is known of has no title. */
export const assetsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['media', 'assets', ...ids],
    queryFn: () => assetsOf(ids, () => ''),
    staleTime: 300_000,
  })
