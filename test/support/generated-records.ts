// A table whose usage records are made up as they are asked for: a month of 2.6 million of them without storing one.
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { sortable } from '../../core/table-keys.ts'

type Item = Record<string, unknown>

export interface GeneratedRecords {
  /** Items that were put, and the number of queries, since the last reset. */
  puts: Item[]
  queries: number
  forget(): void
  /** Gives the document client its own way to send back. */
  restore(): void
  /** Items that queries and reads returned, as DynamoDB would count them. */
  read: number
  /** No records at or after this, Unix ms. */
  until: number
}

/** Inputs of the calls below, each as far as it has one. */
interface Asked {
  IndexName?: string
  Key: { pk: string; sk: string }
  Item: Item & { pk: string; sk: string }
  UpdateExpression?: string
  ExpressionAttributeNames: Record<string, string>
  ExpressionAttributeValues: Record<string, unknown>
  ExclusiveStartKey?: Item
}

const HOUR = 3_600_000
/** About what 1 MB holds. */
const PAGE = 6000

/** A stretch of whole hours in which requests come at another pace. */
interface Stretch {
  from: number
  to: number
  everyMs: number
}

/**
 * Every owner has had a request each `everyMs` since `since`, but for a stretch of another pace. Knows the reads and writes that
 * usage figures make, with their conditions, and nothing else.
 */
export function generateRecords(since: number, everyMs: number, other?: Stretch): GeneratedRecords {
  const stored = new Map<string, Map<string, Item>>()
  const partition = (pk: string) => {
    const items = stored.get(pk) ?? new Map<string, Item>()
    stored.set(pk, items)
    return items
  }
  const own = DynamoDBDocumentClient.prototype.send
  const state: GeneratedRecords = {
    puts: [],
    queries: 0,
    read: 0,
    until: since,
    forget: () => Object.assign(state, { puts: [], queries: 0 }),
    restore: () => {
      DynamoDBDocumentClient.prototype.send = own
    },
  }

  function* recordsOf(hour: number, from: number, to: number) {
    const first = Math.max(from, hour * HOUR, since)
    const pace = other && hour * HOUR >= other.from && hour * HOUR < other.to ? other.everyMs : everyMs
    for (
      let at = since + Math.ceil((first - since) / pace) * pace;
      at <= to && at < (hour + 1) * HOUR && at < state.until;
      at += pace
    ) {
      yield {
        sk: `${sortable(at)}#request`,
        method: 'GET',
        endpoint: '/api/v1/media/:id',
        status: at % 7 === 0 ? 404 : 200,
        duration_ms: 40,
      }
    }
  }

  const get = ({ Key }: Asked) => {
    const Item = partition(Key.pk).get(Key.sk)
    if (Item) state.read += 1
    return { Item }
  }
  const put = ({ Item }: Asked) => {
    state.puts.push(Item)
    partition(Item.pk).set(Item.sk, Item)
    return {}
  }
  const update = ({
    Key,
    UpdateExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  }: Asked) => {
    if (UpdateExpression !== 'SET #done = :to') throw new Error(`not known here: ${UpdateExpression}`)
    const items = partition(Key.pk)
    items.set(Key.sk, { ...items.get(Key.sk), ...Key, [names['#done']!]: values[':to'] })
    return {}
  }
  const query = ({ IndexName, ExpressionAttributeValues: values, ExclusiveStartKey }: Asked) => {
    state.queries += 1
    const pk = values[':pk'] as string | undefined
    if (IndexName !== undefined || pk === undefined || pk.startsWith('JOBS#')) return { Items: [] }
    const usage = /^USAGE#.*#(\d+)$/.exec(pk)
    if (!usage) {
      const [from, to] = [values[':from'] ?? values[':first'], values[':to'] ?? values[':last']] as [string, string]
      const found = [...partition(pk).values()].filter(({ sk }) => String(sk) >= from && String(sk) <= to)
      state.read += found.length
      return { Items: found.sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1)) }
    }
    const after = ExclusiveStartKey ? Number(ExclusiveStartKey.at) + 1 : Number(values[':from'])
    const page: Item[] = []
    for (const record of recordsOf(Number(usage[1]), after, Number.parseInt(String(values[':to']), 10))) {
      if (page.length === PAGE) return done(page, { at: Number(String(page.at(-1)?.sk).split('#')[0]) })
      page.push(record)
    }
    return done(page)
  }
  const done = (page: Item[], next?: Item) => {
    state.read += page.length
    return { Items: page, LastEvaluatedKey: next }
  }
  const answers = new Map<unknown, (asked: Asked) => object>([
    [GetCommand, get],
    [PutCommand, put],
    [UpdateCommand, update],
    [QueryCommand, query],
  ])
  // No mock, which would compare each call with all that it knows and keep the answers: here millions of records.
  DynamoDBDocumentClient.prototype.send = (async (command: { input: Asked }) => {
    const answer = answers.get(command.constructor)
    if (!answer) throw new Error(`not known here: ${command.constructor.name}`)
    return answer(command.input)
  }) as unknown as DynamoDBDocumentClient['send']
  return state
}
