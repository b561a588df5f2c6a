// Finding an owner's media, a page at a time.
import { type Item, queryPage } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import type { MediaKind } from '../platforms/enumerations.ts'
import { mediaOf } from '../table-keys.ts'
import { folded } from './rules/file-name.ts'

/** The largest `Limit` that DynamoDB can read: it has 32 bits. A page of the index ends long before it. */
const MOST_ROWS = 2 ** 31 - 1

export interface ListOptions {
  ownerId: string
  kind?: MediaKind
  search?: string
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
 * Ids of a page, newest first, from the slim rows of the index. Without a search it stops at the page's end; a search
 * reads all rows, for how many match has to be known.
 */
export async function listMediaIds({ ownerId, kind, search, offset, limit }: ListOptions): Promise<ListPage> {
  const filters = [
    ...(kind === undefined ? [] : ['#kind = :kind']),
    ...(search === undefined ? [] : ['contains(#search, :search)']),
  ]
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
              ...(search === undefined ? {} : { '#search': 'search' }),
            },
      ExpressionAttributeValues: {
        ':owner': mediaOf(ownerId),
        ...(kind === undefined ? {} : { ':kind': kind }),
        ...(search === undefined ? {} : { ':search': folded(search) }),
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
  } while (from && (search !== undefined || matches < wanted))
  return { ids, indexPages, ...(search === undefined ? {} : { matches }) }
}
