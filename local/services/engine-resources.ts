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

async function makeTables(template: Template, endpoint: string): Promise<void> {
  const call = <T>(operation: string, input: unknown) =>
    callEngine<T>(endpoint, `DynamoDB_20120810.${operation}`, input)
  for (const resource of ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'].flatMap(template.resources)) {
    const table = read(resource, Table)
    const TableName = resource.ref
    const exists = await call('DescribeTable', { TableName }).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false
        throw error
      },
    )
    if (exists) continue
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
