// The costs of a request at AWS, counted from its recorded calls.
import type { RecordedCall } from './meter.ts'

export interface CallCost {
  /** `dynamodb`, `s3`, `sqs`, `scheduler`, `kms`, `lambda`. */
  service: string
  operation: string
  round: number
  /** Partition key of what is written, where it is one item. */
  partition?: string
  writeUnits: number
  readUnits: number
  /** Items that a read returned. */
  items: number
}

export interface RequestCost {
  calls: number
  /** Round trips in sequence. */
  rounds: number
  writeUnits: number
  readUnits: number
  /** By service. */
  byService: Record<string, number>
  detail: CallCost[]
}

const TARGETS: Record<string, string> = { DynamoDB_20120810: 'dynamodb', AmazonSQS: 'sqs', TrentService: 'kms' }
const WRITES = /^(Put|Update|Delete|TransactWrite|BatchWrite)/

const objectOperation = ({ method, path }: RecordedCall): string => {
  const { searchParams, pathname } = new URL(path, 'http://localhost')
  const named = searchParams.get('x-id')
  if (named) return named
  if (method === 'POST' && searchParams.has('delete')) return 'DeleteObjects'
  if (method === 'GET' && /^\/[^/]+\/?$/.test(pathname)) return 'ListObjectsV2'
  return (
    { GET: 'GetObject', PUT: 'PutObject', HEAD: 'HeadObject', DELETE: 'DeleteObject', POST: 'PostObject' }[method] ??
    method
  )
}

/** Which service's which operation a call on the wire is. */
export function operationOf(call: RecordedCall): { service: string; operation: string } {
  const [prefix, operation] = (call.headers['x-amz-target'] ?? '').split('.') as [string, string?]
  const service = TARGETS[prefix]
  if (service && operation) return { service, operation }
  if (/^\/schedules\//.test(call.path)) {
    return { service: 'scheduler', operation: call.method === 'POST' ? 'CreateSchedule' : 'DeleteSchedule' }
  }
  if (/^\/2015-03-31\/functions\//.test(call.path)) return { service: 'lambda', operation: 'Invoke' }
  return { service: 's3', operation: objectOperation(call) }
}

interface Consumed {
  CapacityUnits?: number
}

interface TableAnswer {
  ConsumedCapacity?: Consumed | Consumed[]
  Count?: number
  Item?: unknown
  Responses?: Record<string, unknown[]>
}

function tableCost(
  call: RecordedCall,
  operation: string,
): Pick<CallCost, 'partition' | 'writeUnits' | 'readUnits' | 'items'> {
  const asked = JSON.parse(call.body.toString()) as { Key?: { pk: { S: string } }; Item?: { pk: { S: string } } }
  const answer = JSON.parse(call.answer.toString()) as TableAnswer
  const units = [answer.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
  const writes = WRITES.test(operation)
  const responses = Object.values(answer.Responses ?? {}).flat().length
  return {
    partition: (asked.Key ?? asked.Item)?.pk.S,
    writeUnits: writes ? units : 0,
    readUnits: writes ? 0 : units,
    items: answer.Count ?? (answer.Item ? 1 : responses),
  }
}

/** @param calls of one invocation. */
export function costOf(calls: readonly RecordedCall[]): RequestCost {
  const detail = calls.map((call): CallCost => {
    const what = operationOf(call)
    const table =
      what.service === 'dynamodb' ? tableCost(call, what.operation) : { writeUnits: 0, readUnits: 0, items: 0 }
    return { ...what, round: call.round, ...table }
  })
  const byService = Object.fromEntries(
    [...Map.groupBy(detail, ({ service }) => service)].map(([service, own]) => [service, own.length]),
  )
  const sum = (of: (cost: CallCost) => number) => detail.reduce((total, cost) => total + of(cost), 0)
  return {
    calls: detail.length,
    rounds: Math.max(0, ...detail.map(({ round }) => round)),
    writeUnits: sum(({ writeUnits }) => writeUnits),
    readUnits: sum(({ readUnits }) => readUnits),
    byService,
    detail,
  }
}
