// Finding an owner's media, a page at a time.
import { type Item, MOST_ROWS, queryPage, queryPages } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import type { MediaKind } from '../platforms/enumerations.ts'
import { mediaOf } from '../table-keys.ts'
import { folded } from './rules/file-name.ts'
import { searchForTag, tagsInSearch, titleInSearch } from './rules/tags.ts'

export interface ListOptions {
  ownerId: string
  kind?: MediaKind
  search?: string
  tag?: string
  offset: number
  limit: number
}

export interface ListPage {
  ids: string[]
  /** All that match; known only where every row had to be read anyway. */
  matches?: number
  /** Pages of the index that were read. */
  indexPages: number
}

/** The asset's id in a row of the index, behind its time. */
const idIn = (row: Item): string => String(row[TABLE.byOwner.sortKey]).slice(16)

/**
 * Ids of a page, newest first, from the slim rows of the index. Without a search it stops at the page's end; a search, or one by a
 * tag, reads all rows, for how many match has to be known.
 */
export async function listMediaIds({ ownerId, kind, search, tag, offset, limit }: ListOptions): Promise<ListPage> {
  const filters = [
    ...(kind === undefined ? [] : ['#kind = :kind']),
    ...(search === undefined ? [] : ['contains(#search, :search)']),
    ...(tag === undefined ? [] : ['contains(#search, :tag)']),
  ]
  const searches = search !== undefined || tag !== undefined
  const wanted = offset + limit
  const ids: string[] = []
  let matches = 0
  let indexPages = 0
  let from: Item | undefined
  do {
    const page = await queryPage({
      IndexName: TABLE.byOwner.name,
      KeyConditionExpression: `${TABLE.byOwner.partitionKey} = :owner`,
      FilterExpression: filters.length > 0 ? filters.join(' AND ') : undefined,
      ProjectionExpression: TABLE.byOwner.sortKey,
      ExpressionAttributeNames:
        filters.length === 0
          ? undefined
          : {
              ...(kind === undefined ? {} : { '#kind': 'kind' }),
              ...(searches ? { '#search': 'search' } : {}),
            },
      ExpressionAttributeValues: {
        ':owner': mediaOf(ownerId),
        ...(kind === undefined ? {} : { ':kind': kind }),
        ...(search === undefined ? {} : { ':search': folded(search) }),
        ...(tag === undefined ? {} : { ':tag': searchForTag(tag) }),
      },
      ScanIndexForward: false,
      // A filter is applied after the limit: only a plain list knows how many rows it needs.
      Limit: filters.length === 0 ? Math.min(wanted - matches, MOST_ROWS) : undefined,
      ExclusiveStartKey: from,
    })
    indexPages += 1
    for (const row of page.items) {
      if (matches >= offset && ids.length < limit) ids.push(idIn(row))
      matches += 1
    }
    from = page.next
  } while (from && (searches || matches < wanted))
  return { ids, indexPages, ...(searches ? { matches } : {}) }
}

/** How often each tag is used, by all of the owner's media, from the slim rows of the index. */
export async function countTags(ownerId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const pages = queryPages({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: `${TABLE.byOwner.partitionKey} = :owner`,
    FilterExpression: 'contains(#search, :tagged)',
    ProjectionExpression: '#search',
    ExpressionAttributeNames: { '#search': 'search' },
    ExpressionAttributeValues: { ':owner': mediaOf(ownerId), ':tagged': searchForTag() },
  })
  for await (const rows of pages) {
    for (const tag of rows.flatMap(({ search }) => tagsInSearch(String(search))))
      counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return counts
}

/**
 * Ids of an owner's media by their titles, the newest first, from the slim rows of the index: all are read once, however many titles are
 * wanted. @param titles as `searchText` has them. @param most ids of one title.
 */
export async function idsOfTitles(
  ownerId: string,
  titles: ReadonlySet<string>,
  most: number,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (titles.size === 0) return found
  const pages = queryPages({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: `${TABLE.byOwner.partitionKey} = :owner`,
    ProjectionExpression: `${TABLE.byOwner.sortKey}, #search`,
    ExpressionAttributeNames: { '#search': 'search' },
    ExpressionAttributeValues: { ':owner': mediaOf(ownerId) },
    ScanIndexForward: false,
  })
  for await (const rows of pages) {
    for (const row of rows) {
      const title = titleInSearch(String(row.search))
      const ids = found.get(title) ?? []
      if (titles.has(title) && ids.length < most) found.set(title, [...ids, idIn(row)])
    }
  }
  return found
}
