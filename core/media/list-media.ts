// A page of an owner's media, newest first, with the storage that all of them take.
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import type { MediaKind } from '../platforms/enumerations.ts'
import { countTags, listMediaIds } from './media-list-store.ts'
import { getMediaMany } from './media-store.ts'
import { listView } from './rules/media.ts'
import { getStorage } from './storage-store.ts'

export interface MediaQuery {
  ownerId: string
  page: number
  limit: number
  type?: Exclude<MediaKind, 'other'>
  search?: string
  tag?: string
}

export interface MediaPage {
  result: ReturnType<typeof listView>[]
  usage: { usage_size: number }
  result_info: { count: number; page: number; limit: number; total_count: number; total_pages: number }
  filters: Pick<MediaQuery, 'type' | 'search' | 'tag'>
}

export async function listMedia({ ownerId, page, limit, type, search, tag }: MediaQuery): Promise<MediaPage> {
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER - limit)
  const [storage, { ids, matches }] = await Promise.all([
    getStorage(ownerId),
    listMediaIds({ ownerId, kind: type, search, tag, offset, limit }),
  ])
  // The index may lag behind a deletion; the assets themselves do not.
  const found = await getMediaMany(ids)
  const shown = ids.flatMap((id) => {
    const media = found.get(id)
    return media?.status === 'active' ? [media] : []
  })
  const counted = type === undefined ? storage.count : storage.by_kind[type]
  const total = matches === undefined ? counted : matches - (ids.length - shown.length)
  const cdnUrl = setting(ENV.cdnUrl)
  return {
    result: shown.map((media) => listView(media, cdnUrl)),
    usage: { usage_size: storage.bytes },
    result_info: {
      count: shown.length,
      page,
      limit,
      total_count: total,
      total_pages: Math.ceil(total / limit),
    },
    filters: {
      ...(type === undefined ? {} : { type }),
      ...(search === undefined ? {} : { search }),
      ...(tag === undefined ? {} : { tag }),
    },
  }
}

/** Tags of one answer. */
const MOST_LISTED = 200

/** The tags in use with how many files have each, those of most files first. */
export async function listTags(ownerId: string): Promise<{ tag: string; count: number }[]> {
  return [...(await countTags(ownerId))]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, MOST_LISTED)
}
