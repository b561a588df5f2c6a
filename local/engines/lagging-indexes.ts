// Global secondary indexes that lag, on demand: DynamoDB keeps them up to date after the write, mostly within a fraction of a second,
// under load within seconds ("eventually consistent", Developer Guide). What was written in the last seconds is taken out of a
// query's answer again, and what stood there before is put back.

type Value = Record<string, unknown>
type Item = Record<string, Value>

interface KeySchema {
  AttributeName: string
  KeyType: 'HASH' | 'RANGE'
}

interface Index {
  IndexName: string
  KeySchema: KeySchema[]
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] }
}

interface Table {
  KeySchema: KeySchema[]
  GlobalSecondaryIndexes?: Index[]
}

/** A query of an index. */
export interface IndexQuery {
  TableName: string
  IndexName?: string
  KeyConditionExpression?: string
  FilterExpression?: string
  ProjectionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, Value>
  ExclusiveStartKey?: Item
  ScanIndexForward?: boolean
  Limit?: number
  Select?: string
}

interface Answer {
  Items?: Item[]
  Count?: number
  ScannedCount?: number
  LastEvaluatedKey?: Item
}

interface Written {
  at: number
  key: Item
  before: Item | undefined
}

/** The writes of one request: tables with the keys of their items, or with items that have them. */
function writtenBy(operation: string, body: Record<string, unknown>): [string, Item][] {
  const { TableName, Item, Key } = body as { TableName: string; Item?: Item; Key?: Item }
  if (operation === 'PutItem') return [[TableName, Item!]]
  if (operation === 'UpdateItem' || operation === 'DeleteItem') return [[TableName, Key!]]
  if (operation === 'BatchWriteItem') {
    const requests = body.RequestItems as Record<
      string,
      { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]
    >
    return Object.entries(requests).flatMap(([table, list]) =>
      list.map(({ PutRequest, DeleteRequest }): [string, Item] => [table, PutRequest?.Item ?? DeleteRequest!.Key]),
    )
  }
  if (operation !== 'TransactWriteItems') return []
  const items = body.TransactItems as Record<string, { TableName: string; Item?: Item; Key?: Item }>[]
  return items.flatMap((one) =>
    Object.entries(one)
      .filter(([kind]) => kind !== 'ConditionCheck')
      .map(([, { TableName: table, Item: item, Key: key }]): [string, Item] => [table, (item ?? key)!]),
  )
}

const textOf = (value: Value | undefined): string | undefined => value?.S as string | undefined

const compare = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Whether an attribute satisfies a condition of a query. @throws {Error} where the condition has a form that is not known here. */
function satisfies(
  condition: string,
  item: Item,
  { ExpressionAttributeNames, ExpressionAttributeValues }: IndexQuery,
): boolean {
  const named = (name: string) => textOf(item[ExpressionAttributeNames?.[name] ?? name])
  const valued = (name: string) => textOf(ExpressionAttributeValues?.[name])!
  const prefixed = /^begins_with\s*\(\s*([#\w]+)\s*,\s*(:\w+)\s*\)$/.exec(condition)
  if (prefixed) return named(prefixed[1]!)?.startsWith(valued(prefixed[2]!)) ?? false
  const between = /^([#\w]+) BETWEEN (:\w+) AND (:\w+)$/.exec(condition)
  if (between) {
    const [, name, low, high] = between as unknown as [string, string, string, string]
    const value = named(name)
    return value !== undefined && compare(value, valued(low)) >= 0 && compare(value, valued(high)) <= 0
  }
  const compared = /^([#\w]+) (=|<|<=|>|>=) (:\w+)$/.exec(condition)
  if (!compared) throw new Error(`a lagging index knows no condition like ${condition}`)
  const [, name, operator, other] = compared as unknown as [string, string, string, string]
  const value = named(name)
  if (value === undefined) return false
  const order = compare(value, valued(other))
  return { '=': order === 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator]!
}

/** The names of the partition key and, where there is one, the sort key. */
function conditionsOf(expression: string): string[] {
  const [first = '', ...rest] = expression.split(' AND ')
  return [first, ...(rest.length > 0 ? [rest.join(' AND ')] : [])].map((one) => one.trim())
}

/** The query for whole items: DynamoDB refuses names that no expression uses. */
function forWholeItems({ Select: _select, ProjectionExpression: _shown, ...query }: IndexQuery): IndexQuery {
  const used = query.KeyConditionExpression ?? ''
  const names = Object.entries(query.ExpressionAttributeNames ?? {}).filter(([name]) => used.includes(name))
  const { ExpressionAttributeNames: _names, ...rest } = query
  return names.length > 0 ? { ...rest, ExpressionAttributeNames: Object.fromEntries(names) } : rest
}

/** The part of an item that the query asks for. */
function shownOf(
  item: Item,
  kept: ReadonlySet<string>,
  { ProjectionExpression, ExpressionAttributeNames }: IndexQuery,
): Item {
  const wanted = ProjectionExpression?.split(',').map((name) => ExpressionAttributeNames?.[name.trim()] ?? name.trim())
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => kept.has(name) && (wanted === undefined || wanted.includes(name))),
  )
}

export interface LaggingIndexes {
  /** Sends a write, and remembers what stood there before. */
  write(operation: string, body: Record<string, unknown>, send: () => Promise<boolean>): Promise<void>
  /** The answer of a query of an index as it would have been a while ago. */
  query(query: IndexQuery): Promise<Answer>
}

/**
 * @param lagMs how far indexes are behind. @param call asks the engine, which has no lag.
 * @param now of a clock that never goes back, ms.
 */
export function lagIndexes(
  lagMs: number,
  call: <T>(operation: string, input: unknown) => Promise<T>,
  now: () => number = () => performance.now(),
): LaggingIndexes {
  const tables = new Map<string, Promise<Table>>()
  let history: Written[] = []

  const tableOf = (name: string): Promise<Table> => {
    const known = tables.get(name)
    if (known) return known
    const asked = call<{ Table: Table }>('DescribeTable', { TableName: name }).then(({ Table }) => Table)
    tables.set(name, asked)
    return asked
  }
  const keyOf = (table: Table, item: Item): Item =>
    Object.fromEntries(table.KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName]!]))
  const nameOf = (key: Item): string =>
    JSON.stringify(Object.entries(key).sort(([one], [other]) => compare(one, other)))
  const forget = () => {
    history = history.filter(({ at }) => at > now() - lagMs)
  }
  /** Writes within the lag: for an item that was written several times, its state before the first. */
  const lately = (): Map<string, Written> => {
    forget()
    const first = new Map<string, Written>()
    for (const one of history) if (!first.has(nameOf(one.key))) first.set(nameOf(one.key), one)
    return first
  }

  return {
    write: async (operation, body, send) => {
      const before = await Promise.all(
        writtenBy(operation, body).map(async ([name, item]) => {
          const key = keyOf(await tableOf(name), item)
          const { Item: found } = await call<{ Item?: Item }>('GetItem', {
            TableName: name,
            Key: key,
            ConsistentRead: true,
          })
          return { key, before: found }
        }),
      )
      if (!(await send())) return
      forget()
      history.push(...before.map((one) => ({ ...one, at: now() })))
    },
    query: async (query) => {
      // A filter by other attributes cannot be judged here.
      if (query.FilterExpression) return call<Answer>('Query', query)
      const table = await tableOf(query.TableName)
      const index = table.GlobalSecondaryIndexes!.find(({ IndexName }) => IndexName === query.IndexName)!
      const names = [...table.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName)
      const sortKey = index.KeySchema.find(({ KeyType }) => KeyType === 'RANGE')!.AttributeName
      const answer = await call<Answer>('Query', forWholeItems(query))
      const changed = lately()

      const direction = query.ScanIndexForward === false ? -1 : 1
      const order = (one: Item, other: Item) => direction * compare(textOf(one[sortKey])!, textOf(other[sortKey])!)
      const conditions = conditionsOf(query.KeyConditionExpression ?? '')
      const belongs = (item: Item) =>
        index.KeySchema.every(({ AttributeName }) => item[AttributeName]) &&
        conditions.every((condition) => satisfies(condition, item, query)) &&
        (!query.ExclusiveStartKey || order(item, query.ExclusiveStartKey) > 0) &&
        (!answer.LastEvaluatedKey || order(item, answer.LastEvaluatedKey) <= 0)
      const unchanged = (answer.Items ?? []).filter((item) => !changed.has(nameOf(keyOf(table, item))))
      const before = [...changed.values()].flatMap((one) => (one.before && belongs(one.before) ? [one.before] : []))
      const all = [...unchanged, ...before].sort(order)
      const page = query.Limit ? all.slice(0, query.Limit) : all

      const last = page.length < all.length ? page.at(-1)! : undefined
      const LastEvaluatedKey = last
        ? Object.fromEntries(names.map((name) => [name, last[name]!]))
        : answer.LastEvaluatedKey
      const kept = new Set([...names, ...(index.Projection.NonKeyAttributes ?? [])])
      return {
        ...(query.Select === 'COUNT' ? {} : { Items: page.map((item) => shownOf(item, kept, query)) }),
        Count: page.length,
        ScannedCount: page.length,
        ...(LastEvaluatedKey ? { LastEvaluatedKey } : {}),
      }
    },
  }
}
