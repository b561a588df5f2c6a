// A table in memory, as far as webhooks use one, and a queue that only notes.
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { ENV } from '../../../core/contract.ts'

export { OWNER, uuid } from '../../support/domain.ts'
export const T0 = Date.UTC(2026, 10, 21, 12)

export const table = mockClient(DynamoDBDocumentClient)
export const queue = mockClient(SQSClient)
export const kms = mockClient(KMSClient)
Object.assign(process.env, {
  [ENV.table]: 'test-table',
  [ENV.deliverQueue]: 'https://queue.test/deliver',
  [ENV.tokenKey]: 'key',
  [ENV.slowTriesAtOnce]: '2',
})

type Row = Record<string, unknown>
/** Rows of a page; DynamoDB's ends at 1 MB. */
const PAGE = 1000
export let rows: Map<string, Row>
const nameOf = ({ pk, sk }: Row) => `${pk} ${sk}`
export const refused = () => Object.assign(new Error('no'), { name: 'ConditionalCheckFailedException' })

/** The conditions that webhooks write with. */
function holds(condition: string | undefined, values: Row, row: Row | undefined): boolean {
  if (condition === undefined) return true
  // A lease may be taken although it is there, unless it was given back.
  if (condition.startsWith('attribute_not_exists(pk) OR')) return row === undefined || row.until === 0
  if (condition.includes(' AND ')) return condition.split(' AND ').every((part) => holds(part, values, row))
  const exists = /^attribute_(not_)?exists\((\w+)\)/.exec(condition)
  if (exists) return (row?.[exists[2]!] === undefined) === (exists[1] !== undefined)
  const compared = /^(\w+) (=|<) (:\w+)$/.exec(condition)
  if (!compared) throw new Error(`unknown condition ${condition}`)
  const [, name, sign, value] = compared as unknown as [string, string, string, string]
  return sign === '=' ? row?.[name] === values[value] : Number(row?.[name]) < Number(values[value])
}

/** A write as it is in a transaction, too. */
interface Write {
  Key?: Row
  Item?: Row
  UpdateExpression?: string
  ConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Row
}

/** @throws what DynamoDB does where the condition does not hold. */
function check({ Key, Item, ConditionExpression, ExpressionAttributeValues = {} }: Write): void {
  if (!holds(ConditionExpression, ExpressionAttributeValues, rows.get(nameOf((Item ?? Key)!)))) throw refused()
}

function updated({ Key, UpdateExpression, ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: Write): Row {
  const row = rows.get(nameOf(Key!))
  const next: Row = { ...Key, ...row }
  const text = Object.entries(ExpressionAttributeNames).reduce(
    (all, [short, name]) => all.replaceAll(short, name),
    UpdateExpression!,
  )
  for (const [, name, value] of text.matchAll(/(\w+) = (:\w+)/g)) next[name!] = ExpressionAttributeValues[value!]
  for (const [, name, value] of text.matchAll(/ADD (\w+) (:\w+)/g))
    next[name!] = Number(next[name!] ?? 0) + Number(ExpressionAttributeValues[value!])
  for (const name of /REMOVE (.*)$/.exec(text)?.[1]?.split(', ') ?? []) delete next[name]
  rows.set(nameOf(next), next)
  return next
}

export function reset(): void {
  for (const client of [table, queue, kms]) client.reset()
  rows = new Map()
  table.on(PutCommand).callsFake(async ({ Item, ConditionExpression, ExpressionAttributeValues: values }) => {
    if (String(Item.pk).startsWith('USAGE')) return {}
    if (!holds(ConditionExpression, values, rows.get(nameOf(Item)))) throw refused()
    rows.set(nameOf(Item), structuredClone(Item))
    return {}
  })
  table.on(GetCommand).callsFake(async ({ Key }) => ({ Item: structuredClone(rows.get(nameOf(Key))) }))
  table.on(DeleteCommand).callsFake(async ({ Key }) => {
    const Attributes = rows.get(nameOf(Key))
    rows.delete(nameOf(Key))
    return { Attributes }
  })
  table
    .on(QueryCommand)
    .callsFake(async ({ ExpressionAttributeValues: values, ScanIndexForward, IndexName, Limit, ExclusiveStartKey }) => {
      const found = [...rows.values()].filter((row) =>
        IndexName
          ? row.due_pk === values[':pk'] && String(row.due_sk) < values[':now']
          : row.pk === values[':pk'] &&
            (values[':from'] === undefined || (String(row.sk) >= values[':from'] && String(row.sk) <= values[':to'])),
      )
      found.sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1))
      if (ScanIndexForward === false) found.reverse()
      const from = ExclusiveStartKey ? found.findIndex((row) => nameOf(row) === nameOf(ExclusiveStartKey)) + 1 : 0
      const page = found.slice(from, from + (Limit ?? PAGE))
      const { pk, sk } = page.at(-1) ?? {}
      const next = from + page.length < found.length ? { LastEvaluatedKey: { pk, sk } } : {}
      return { Items: structuredClone(page), ...next }
    })
  table.on(UpdateCommand).callsFake(async (input) => {
    if (String(input.Key.pk).startsWith('RATE')) return { Attributes: { hits: 1 } }
    check(input)
    return { Attributes: structuredClone(updated(input)) }
  })
  table.on(TransactWriteCommand).callsFake(async ({ TransactItems }) => {
    const writes = TransactItems.map((item: Record<string, Write>) => Object.values(item)[0]!) as Write[]
    const CancellationReasons = writes.map((one) => {
      try {
        check(one)
        return { Code: 'None' }
      } catch {
        return { Code: 'ConditionalCheckFailed', Item: rows.get(nameOf((one.Item ?? one.Key)!)) }
      }
    })
    if (CancellationReasons.some(({ Code }) => Code !== 'None'))
      throw Object.assign(new Error('no'), { name: 'TransactionCanceledException', CancellationReasons })
    for (const one of writes) {
      if (one.Item) rows.set(nameOf(one.Item), structuredClone(one.Item))
      else if (one.UpdateExpression) updated(one)
      else rows.delete(nameOf(one.Key!))
    }
    return {}
  })
  queue.on(SendMessageCommand).resolves({})
  queue.on(SendMessageBatchCommand).resolves({})
  // Ciphertext that shows what it belongs to.
  kms.on(EncryptCommand).callsFake(async ({ Plaintext, EncryptionContext }) => ({
    CiphertextBlob: Buffer.from(JSON.stringify([EncryptionContext, Buffer.from(Plaintext).toString()])),
  }))
  kms.on(DecryptCommand).callsFake(async ({ CiphertextBlob, EncryptionContext }) => {
    const [context, text] = JSON.parse(Buffer.from(CiphertextBlob).toString())
    if (JSON.stringify(context) !== JSON.stringify(EncryptionContext)) throw new Error('another context')
    return { Plaintext: Buffer.from(text) }
  })
}

/** Messages that were sent, one by one or together. */
const messages = () => [
  ...queue.commandCalls(SendMessageCommand).map(({ args }) => args[0].input),
  ...queue.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []),
]
export const sent = (): { body: unknown; delay: number }[] =>
  messages().map(({ MessageBody, DelaySeconds }) => ({ body: JSON.parse(MessageBody!), delay: DelaySeconds ?? 0 }))

/** The owner whose turn each of them takes. */
export const groups = (): (string | undefined)[] => messages().map(({ MessageGroupId }) => MessageGroupId)
