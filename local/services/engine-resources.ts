// The tables, queues and buckets of the template, made in the engines.

import { z } from 'zod'
import type { CorsRule } from '../engines/cors.ts'
import type { JsonObject } from '../intrinsics.ts'
import { read, type Template } from '../template.ts'
import { callEngine, isMissing } from './call-engine.ts'
import type { Engines } from './engines.ts'

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }))
const Table = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema,
  GlobalSecondaryIndexes: z
    .array(z.object({ IndexName: z.string(), KeySchema, Projection: z.record(z.string(), z.unknown()) }))
    .optional(),
  LocalSecondaryIndexes: z.array(z.record(z.string(), z.unknown())).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string().optional(), Enabled: z.coerce.boolean() }).optional(),
})

/** Between two looks at an index that is being made. */
const INDEX_LOOK_MS = 100

interface Described {
  Table: { GlobalSecondaryIndexes?: { IndexName: string; IndexStatus?: string }[] }
}

/**
 * Gives a table, which an earlier version has made, the indexes that the template has since. DynamoDB makes one at a time, from what the
 * table holds.
 */
async function addIndexes(
  endpoint: string,
  TableName: string,
  { AttributeDefinitions, GlobalSecondaryIndexes = [] }: z.infer<typeof Table>,
  { Table: { GlobalSecondaryIndexes: there = [] } }: Described,
): Promise<void> {
  const call = <T>(operation: string, input: object) =>
    callEngine<T>(endpoint, `DynamoDB_20120810.${operation}`, { TableName, ...input })
  const names = new Set(there.map(({ IndexName }) => IndexName))
  for (const index of GlobalSecondaryIndexes.filter(({ IndexName }) => !names.has(IndexName))) {
    await call('UpdateTable', { AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create: index }] })
    const isMade = async () =>
      (await call<Described>('DescribeTable', {})).Table.GlobalSecondaryIndexes?.some(
        ({ IndexName, IndexStatus }) => IndexName === index.IndexName && IndexStatus === 'ACTIVE',
      )
    while (!(await isMade())) await new Promise((resolve) => setTimeout(resolve, INDEX_LOOK_MS))
  }
}

async function makeTables(template: Template, endpoint: string): Promise<void> {
  const call = <T>(operation: string, input: unknown) =>
    callEngine<T>(endpoint, `DynamoDB_20120810.${operation}`, input)
  for (const resource of ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'].flatMap(template.resources)) {
    const table = read(resource, Table)
    const TableName = resource.ref
    const there = await call<Described>('DescribeTable', { TableName }).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (there) {
      await addIndexes(endpoint, TableName, table, there)
      continue
    }
    await call('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: table.AttributeDefinitions,
      KeySchema: table.KeySchema,
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes,
      LocalSecondaryIndexes: table.LocalSecondaryIndexes,
    })
    const ttl = table.TimeToLiveSpecification
    if (ttl?.Enabled) {
      await call('UpdateTimeToLive', {
        TableName,
        TimeToLiveSpecification: { AttributeName: ttl.AttributeName, Enabled: true },
      })
    }
  }
}

/** Attributes a queue can be made with; the others of the template (tags, encryption) mean nothing here. */
const QUEUE_ATTRIBUTES = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'VisibilityTimeout',
  'RedrivePolicy',
  'FifoQueue',
  'ContentBasedDeduplication',
]

function queueAttributes(properties: JsonObject): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const name of QUEUE_ATTRIBUTES) {
    const value = properties[name]
    if (value !== undefined && value !== null)
      attributes[name] = typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return attributes
}

async function makeQueues(template: Template, endpoint: string): Promise<void> {
  const queues = template.resources('AWS::SQS::Queue')
  // A queue must be there before another can name it for its dead letters.
  const ordered = [...queues].sort(
    (a, b) => Number('RedrivePolicy' in a.properties) - Number('RedrivePolicy' in b.properties),
  )
  for (const queue of ordered) {
    const QueueName = queue.attributes.QueueName!
    const Attributes = queueAttributes(queue.properties)
    const existing = await callEngine<{ QueueUrl: string }>(endpoint, 'AmazonSQS.GetQueueUrl', { QueueName }).catch(
      (error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      },
    )
    // The engine empties a queue that is made a second time, so an existing one only gets the template's figures.
    if (existing)
      await callEngine(endpoint, 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: existing.QueueUrl,
        Attributes: changeable(Attributes),
      })
    else await callEngine(endpoint, 'AmazonSQS.CreateQueue', { QueueName, Attributes })
  }
}

const changeable = ({ FifoQueue: _fixed, ...rest }: Record<string, string>) => rest

async function makeBuckets(template: Template, endpoint: string): Promise<void> {
  for (const { ref } of template.resources('AWS::S3::Bucket')) {
    const address = `${endpoint}/${ref}`
    const found = await fetch(address, { method: 'HEAD' })
    if (found.ok) continue
    const made = await fetch(address, { method: 'PUT' })
    if (!made.ok) throw new Error(`The bucket ${ref} could not be made: ${made.status} ${await made.text()}`)
  }
}

/** Makes what the template names and the engines do not have yet. */
export async function makeResources(template: Template, engines: Engines): Promise<void> {
  await Promise.all([
    makeTables(template, engines.dynamodb),
    makeQueues(template, engines.queues),
    makeBuckets(template, engines.objects),
  ])
}

/** The rules of each bucket for pages of other origins, by its name. */
export const corsRulesOf = (template: Template): Record<string, CorsRule[]> =>
  Object.fromEntries(
    template.resources('AWS::S3::Bucket').map(({ ref, properties }) => {
      const { CorsRules = [] } = (properties.CorsConfiguration ?? {}) as { CorsRules?: unknown }
      return [ref, CorsRules as CorsRule[]]
    }),
  )
