// Finding an owner's media, a page at a time.
import { type Item, MOST_ROWS, queryPage, queryPages } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import type { MediaKind } from '../platforms/enumerations.ts'
import { mediaOf } from '../table-keys.ts'
import { folded } from './rules/file-name.ts'
import { searchForTag, searchForTitle, tagsInSearch } from './rules/tags.ts'

export interface ListOptions {
  ownerId: string
  kind?: MediaKind
  search?: string
  /** The whole title, compared as a search compares. */
  title?: string
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

/**
 * Ids of a page, newest first, from the slim rows of the index. Without a search it stops at the page's end; a search, or one by a
 * tag, reads all rows, for how many match has to be known.
 */
export async function listMediaIds(options: ListOptions): Promise<ListPage> {
  const { ownerId, kind, search, title, tag, offset, limit } = options
  const titled = title === undefined ? undefined : searchForTitle(title)
  const filters = [
    ...(kind === undefined ? [] : ['#kind = :kind']),
    ...(search === undefined ? [] : ['contains(#search, :search)']),
    ...(titled ? ['(#search = :untagged OR begins_with(#search, :tagged))'] : []),
    ...(tag === undefined ? [] : ['contains(#search, :tag)']),
  ]
  const searches = search !== undefined || titled !== undefined || tag !== undefined
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
        ...(titled ? { ':untagged': titled.untagged, ':tagged': titled.tagged } : {}),
        ...(tag === undefined ? {} : { ':tag': searchForTag(tag) }),
      },
      ScanIndexForward: false,
      // A filter is applied after the limit: only a plain list knows how many rows it needs.
      Limit: filters.length === 0 ? Math.min(wanted - matches, MOST_ROWS) : undefined,
      ExclusiveStartKey: from,
    })
    indexPages += 1
    for (const row of page.items) {
      if (matches >= offset && ids.length < limit) ids.push(String(row[TABLE.byOwner.sortKey]).slice(16))
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
