// Helpers for tests of roles: the grants that the template gives each function, what the local run saw of them, and the
// engines themselves, to let time go by and things get lost.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { BatchWriteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type Key, sortable } from '../../core/table-keys.ts'
import { readAssembly, type Template } from '../../local/template.ts'
import type { Local } from './local.ts'

export interface Account {
  used: string[]
  refused: string[]
}

interface Statement {
  Action: string | string[]
  Resource: string | string[]
  Condition?: Record<string, Record<string, string | string[]>>
}

const SUCH_AS: Record<string, string> = { true: 'absent', false: 'present' }

/** Each way in which a condition can be met, as the local run names it. */
const waysOf = (condition: Statement['Condition'] = {}): string[] => {
  const ways = Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) =>
      [values].flat().map((value) => `${key} ${operator === 'Null' ? SUCH_AS[value] : value}`),
    ),
  )
  if (ways.length === 0) return ['']
  if (ways.length > 1) throw new Error('a statement has several conditions: name their combinations')
  return ways[0]!.map((way) => ` where ${way}`)
}

/** Every single grant of each function's role, by the functions' logical ids. */
export function grantsOf(template: Template): Map<string, string[]> {
  const policies = template.resources('AWS::IAM::Policy').map(({ properties }) => properties)
  return new Map(
    template.resources('AWS::Lambda::Function').map((fn) => {
      const role = template.find(String(fn.properties.Role))!
      const statements = policies
        .filter(({ Roles }) => (Roles as string[]).includes(role.ref))
        .flatMap(({ PolicyDocument }) => (PolicyDocument as unknown as { Statement: Statement[] }).Statement)
      const grants = statements.flatMap(({ Action, Resource, Condition }) =>
        [Action]
          .flat()
          .flatMap((action) =>
            [Resource].flat().flatMap((on) => waysOf(Condition).map((way) => `${action} on ${on}${way}`)),
          ),
      )
      return [fn.id, grants]
    }),
  )
}

export interface Behind {
  template: Template
  /** The grants that the local run saw until now. */
  roles(): Promise<Record<string, Account>>
  edit(key: Key, values: Record<string, unknown>): Promise<void>
  put(item: Record<string, unknown>): Promise<void>
  /** Many, without a word to the functions. */
  putMany(items: readonly Record<string, unknown>[]): Promise<void>
  get(key: Key): Promise<Record<string, unknown> | undefined>
  /** As if `what` had been due in that partition for an hour. */
  due(key: Key, partition: string, what: string): Promise<void>
  removeObject(key: string): Promise<void>
  putObject(key: string, bytes: Uint8Array): Promise<void>
  /** @param queue part of its logical id. */
  send(queue: string, body: unknown): Promise<void>
  end(): void
}

/** The engines of a local run, past its functions. */
export function behind(local: Local, assembly: string): Behind {
  const template = readAssembly(assembly)
  const { env, region } = local.endpoints
  const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID!, secretAccessKey: env.AWS_SECRET_ACCESS_KEY! }
  const at = (service: string) => ({ region, credentials, endpoint: env[`AWS_ENDPOINT_URL_${service}`]! })
  const table = DynamoDBDocumentClient.from(new DynamoDBClient(at('DYNAMODB')))
  const s3 = new S3Client({ ...at('S3'), forcePathStyle: true })
  const sqs = new SQSClient(at('SQS'))
  const TableName = template.resources('AWS::DynamoDB::Table')[0]!.ref
  const Bucket = template.resources('AWS::S3::Bucket')[0]!.ref

  const edit: Behind['edit'] = async (key, values) => {
    const names = Object.keys(values)
    await table.send(
      new UpdateCommand({
        TableName,
        Key: key,
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, values[name]])),
      }),
    )
  }
  return {
    template,
    edit,
    roles: async () => {
      const reply = await local.fetch(`${env.AWS_ENDPOINT_URL}/_local/roles`)
      return reply.json<Record<string, Account>>()
    },
    get: async (key) => (await table.send(new GetCommand({ TableName, Key: key }))).Item,
    putMany: async (items) => {
      const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, at) =>
        items.slice(at * 25, at * 25 + 25),
      )
      const next = batches.values()
      const work = async () => {
        for (const batch of next) {
          const requests = batch.map((Item) => ({ PutRequest: { Item } }))
          await table.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }))
        }
      }
      await Promise.all([work(), work(), work(), work()])
    },
    put: async (Item) => void (await table.send(new PutCommand({ TableName, Item }))),
    due: (key, partition, what) =>
      edit(key, { due_pk: partition, due_sk: `${sortable(Date.now() - 3_600_000)}#${what}` }),
    removeObject: async (Key) => void (await s3.send(new DeleteObjectCommand({ Bucket, Key }))),
    putObject: async (Key, Body) => void (await s3.send(new PutObjectCommand({ Bucket, Key, Body }))),
    send: async (queue, body) => {
      const { QueueName } = template.resources('AWS::SQS::Queue').find(({ id }) => id.includes(queue))!.attributes
      const QueueUrl = `${env.AWS_ENDPOINT_URL_SQS}/${template.account}/${QueueName}`
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(body) }))
    },
    end: () => {
      for (const client of [table, s3, sqs]) client.destroy()
    },
  }
}
