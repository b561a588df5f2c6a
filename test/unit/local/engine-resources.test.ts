// A data directory that an earlier version has made: what the template has anew is added to it.
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { callEngine } from '../../../local/services/call-engine.ts'
import { makeResources } from '../../../local/services/engine-resources.ts'
import type { Engines } from '../../../local/services/engines.ts'
import { modelOf } from '../../../local/template.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' })
const keys = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
]

it('gets the indexes that a newer template adds, with what is stored already', async () => {
  const TableName = process.env[ENV.table]!
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB!
  await client().send(new PutCommand({ TableName, Item: { pk: 'POST#1', sk: 'POST', tag: 'coffee', at: '1' } }))
  const index = (IndexName: string) => ({
    IndexName,
    KeySchema: keys('tag', IndexName === 'by_tag' ? 'at' : 'sk'),
    Projection: { ProjectionType: 'KEYS_ONLY' },
  })
  const Properties = {
    TableName,
    AttributeDefinitions: ['pk', 'sk', 'owner_pk', 'owner_sk', 'tag', 'at'].map(text),
    KeySchema: keys('pk', 'sk'),
    GlobalSecondaryIndexes: [
      { ...index('by_owner'), KeySchema: keys('owner_pk', 'owner_sk') },
      index('by_tag'),
      index('by_tag_too'),
    ],
  }
  const template = modelOf({ Resources: { Table: { Type: 'AWS::DynamoDB::Table', Properties } } }, 'Mini', '')
  // Also once they are there.
  for (const _start of ['first', 'second'])
    await makeResources(template, { dynamodb: endpoint, queues: '', objects: '' } as Engines)
  for (const IndexName of ['by_tag', 'by_tag_too']) {
    const query = {
      TableName,
      IndexName,
      KeyConditionExpression: 'tag = :tag',
      ExpressionAttributeValues: { ':tag': { S: 'coffee' } },
    }
    expect(await callEngine(endpoint, 'DynamoDB_20120810.Query', query)).toMatchObject({ Count: 1 })
  }
})
