// A table in memory, as far as webhooks use one, and a queue that only notes.
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
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
})

type Row = Record<string, unknown>
export let rows: Map<string, Row>
const nameOf = ({ pk, sk }: Row) => `${pk} ${sk}`
export const refused = () => Object.assign(new Error('no'), { name: 'ConditionalCheckFailedException' })

/** The conditions that webhooks write with. */
function holds(condition: string | undefined, values: Row, row: Row | undefined): boolean {
  if (condition === undefined) return true
  // What may be taken although it is there, no test here waits for.
  if (condition.startsWith('attribute_not_exists(pk)')) return row === undefined
  const equal = /^(\w+) = (:\w+)$/.exec(condition)
  if (!equal) throw new Error(`unknown condition ${condition}`)
  return row?.[equal[1]!] === values[equal[2]!]
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
    .callsFake(async ({ ExpressionAttributeValues: values, ScanIndexForward, IndexName, Limit }) => {
      const found = [...rows.values()].filter((row) =>
        IndexName
          ? row.due_pk === values[':pk'] && String(row.due_sk) < values[':now']
          : row.pk === values[':pk'] &&
            (values[':from'] === undefined || (String(row.sk) >= values[':from'] && String(row.sk) <= values[':to'])),
      )
      found.sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1))
      if (ScanIndexForward === false) found.reverse()
      return { Items: structuredClone(found.slice(0, Limit)) }
    })
  table
    .on(UpdateCommand)
    .callsFake(async ({ Key, UpdateExpression, ConditionExpression, ExpressionAttributeValues: values = {} }) => {
      if (String(Key.pk).startsWith('RATE')) return { Attributes: { hits: 1 } }
      const row = rows.get(nameOf(Key))
      if (!holds(ConditionExpression, values, row)) throw refused()
      const next: Row = { ...Key, ...row }
      for (const [, name, value] of String(UpdateExpression).matchAll(/(\w+) = (:\w+)/g)) next[name!] = values[value!]
      for (const name of /REMOVE (.*)$/.exec(String(UpdateExpression))?.[1]?.split(', ') ?? []) delete next[name]
      rows.set(nameOf(Key), next)
      return { Attributes: structuredClone(next) }
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
export const sent = (): { body: unknown; delay: number }[] =>
  [
    ...queue.commandCalls(SendMessageCommand).map(({ args }) => args[0].input),
    ...queue.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []),
  ].map(({ MessageBody, DelaySeconds }) => ({ body: JSON.parse(MessageBody!), delay: DelaySeconds ?? 0 }))
