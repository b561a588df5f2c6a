// Refusals of the local run: a role as the template has it, calls of AWS's own clients, answers as AWS gives them.
import {
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { build } from 'esbuild'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createObjectFront } from '../../../local/engines/objects.ts'
import type { JsonObject } from '../../../local/intrinsics.ts'
import { callsOf } from '../../../local/roles/calls.ts'
import { type Condition, createJudge, type Role, type Statement } from '../../../local/roles/judge.ts'
import { createLedger } from '../../../local/roles/ledger.ts'
import { modelOf } from '../../../local/template.ts'
import { type Assembly, getAtt, runFunctions, serve, writeAssembly } from './mini-assembly.ts'

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Mini-Table'

const allow = (actions: string[], resources: string[], ...conditions: Condition[]): Statement => ({
  effect: 'Allow',
  actions,
  resources,
  conditions,
})
const keysLike = (...values: string[]): Condition => ({
  operator: 'ForAllValues:StringLike',
  key: 'dynamodb:LeadingKeys',
  values,
})
const judged = (statements: Statement[], action: string, resource: string, context = {}) => {
  const verdict = createJudge({ statements })([{ action, resource, context }])
  return verdict.allowed ? verdict.by : 'refused'
}

describe('a role', () => {
  it('allows what a statement names, in action and resource, and nothing else', () => {
    const statements = [allow(['s3:Get*', 'sqs:SendMessage'], ['arn:aws:s3:::b/*', 'arn:q?'])]
    expect(judged(statements, 's3:GetObject', 'arn:aws:s3:::b/a/b.jpg')).toEqual(['s3:Get* on arn:aws:s3:::b/*'])
    expect(judged(statements, 'SQS:sendmessage', 'arn:q1')).toEqual(['sqs:SendMessage on arn:q?'])
    for (const [action, resource] of [
      ['s3:PutObject', 'arn:aws:s3:::b/a'],
      ['s3:GetObject', 'arn:aws:s3:::b'],
      ['s3:GetObject', 'arn:aws:s3:::bb/a'],
      ['sqs:SendMessage', 'arn:q12'],
    ] as const)
      expect(judged(statements, action, resource)).toBe('refused')
  })

  it('that denies, denies whatever else allows', () => {
    const statements = [allow(['s3:*'], ['*']), { ...allow(['s3:Delete*'], ['*']), effect: 'Deny' as const }]
    expect(judged(statements, 's3:GetObject', 'x')).toEqual(['s3:* on *'])
    expect(judged(statements, 's3:DeleteObject', 'x')).toBe('refused')
  })

  it('is held to its conditions, for every key of a call, and the narrowest grant counts as used', () => {
    const narrow = allow(['dynamodb:PutItem'], [TABLE], keysLike('USAGE#*', 'SUMMARY#*'))
    const keys = (...values: string[]) => ({ 'dynamodb:leadingkeys': values })
    const put = (statements: Statement[], ...values: string[]) =>
      judged(statements, 'dynamodb:PutItem', TABLE, keys(...values))
    expect(put([narrow], 'USAGE#1')).toEqual([`dynamodb:PutItem on ${TABLE} where dynamodb:LeadingKeys USAGE#*`])
    expect(put([narrow], 'USAGE#1', 'SUMMARY#1')).toHaveLength(2)
    expect(put([narrow], 'USAGE#1', 'POST#1')).toBe('refused')
    const wide = allow(['dynamodb:PutItem'], [TABLE])
    expect(put([wide, narrow], 'USAGE#1')).toEqual(put([narrow], 'USAGE#1'))
    expect(put([wide, narrow], 'USAGE#1', 'POST#1')).toEqual([`dynamodb:PutItem on ${TABLE}`])
  })

  it('knows the other operators, and refuses to guess at what it does not know', () => {
    const context = allow(['kms:Encrypt'], ['*'], {
      operator: 'Null',
      key: 'kms:EncryptionContext:a',
      values: ['false'],
    })
    expect(judged([context], 'kms:Encrypt', 'k', { 'kms:encryptioncontext:a': ['1'] })).toEqual([
      'kms:Encrypt on * where kms:EncryptionContext:a present',
    ])
    expect(judged([context], 'kms:Encrypt', 'k', { 'kms:encryptioncontext:b': ['1'] })).toBe('refused')
    const equals = allow(['iam:PassRole'], ['*'], {
      operator: 'StringEquals',
      key: 'iam:PassedToService',
      values: ['s'],
    })
    expect(judged([equals], 'iam:PassRole', 'r')).toBe('refused')
    expect(judged([equals], 'iam:PassRole', 'r', { 'iam:passedtoservice': ['s'] })).not.toBe('refused')
    const odd = allow(['s3:GetObject'], ['*'], { operator: 'IpAddress', key: 'aws:SourceIp', values: ['10.0.0.0/8'] })
    expect(() => createJudge({ statements: [odd] })).toThrow('IpAddress is not known')
    // No call tells of its attributes: a condition on them would be met or not by chance.
    const attributes = { operator: 'ForAllValues:StringEquals', key: 'dynamodb:Attributes', values: ['pk'] }
    expect(() => createJudge({ statements: [allow(['dynamodb:GetItem'], ['*'], attributes)] })).toThrow(
      'the condition key dynamodb:Attributes is not known to the local run',
    )
  })
})

const ROLE: Role = {
  functionId: 'Fn',
  principal: 'arn:aws:sts::000000000000:assumed-role/role/fn',
  region: 'us-east-1',
  account: '000000000000',
  partitionKeys: { 'Mini-Table': { '': 'pk', by_owner: 'owner_pk' } },
  statements: [],
}
const needed = (service: string, operation: string, input: unknown, rest = {}) =>
  callsOf({ service, operation, method: 'POST', path: '/', body: JSON.stringify(input), ...rest }, ROLE).map(
    ({ action, resource, context = {} }) => [
      action,
      resource.replace(TABLE, 'table'),
      ...Object.values(context).flat(),
    ],
  )

describe('what a call needs', () => {
  const TableName = 'Mini-Table'
  const item = (pk: string) => ({ pk: { S: pk }, sk: { S: 's' }, n: { N: '1' } })

  it('of the table is its operation, with its partition keys', () => {
    expect(needed('dynamodb', 'GetItem', { TableName, Key: item('A#1') })).toEqual([
      ['dynamodb:GetItem', 'table', 'A#1'],
    ])
    expect(needed('dynamodb', 'PutItem', { TableName, Item: item('A#1') })).toEqual([
      ['dynamodb:PutItem', 'table', 'A#1'],
    ])
    const query = {
      TableName,
      KeyConditionExpression: '#p = :p AND sk = :s',
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ':p': { S: 'A#1' }, ':s': { S: 'x' } },
    }
    expect(needed('dynamodb', 'Query', query)).toEqual([['dynamodb:Query', 'table', 'A#1']])
    const index = {
      TableName,
      IndexName: 'by_owner',
      KeyConditionExpression: 'owner_pk = :p AND owner_sk BETWEEN :a AND :b',
      ExpressionAttributeValues: { ':p': { S: 'POSTS#1' } },
    }
    expect(needed('dynamodb', 'Query', index)).toEqual([['dynamodb:Query', 'table/index/by_owner', 'POSTS#1']])
    expect(needed('dynamodb', 'Scan', { TableName })).toEqual([['dynamodb:Scan', 'table']])
  })

  it('of a batch is the batch’s, of a transaction that of its parts, each with all keys of the transaction', () => {
    const RequestItems = { [TableName]: { Keys: [item('A#1'), item('B#1')] } }
    expect(needed('dynamodb', 'BatchGetItem', { RequestItems })).toEqual([
      ['dynamodb:BatchGetItem', 'table', 'A#1', 'B#1'],
    ])
    const writes = { [TableName]: [{ PutRequest: { Item: item('A#1') } }, { DeleteRequest: { Key: item('B#1') } }] }
    expect(needed('dynamodb', 'BatchWriteItem', { RequestItems: writes })).toEqual([
      ['dynamodb:BatchWriteItem', 'table', 'A#1', 'B#1'],
    ])
    const TransactItems = [
      { Put: { TableName, Item: item('A#1') } },
      { Update: { TableName, Key: item('B#1') } },
      { Put: { TableName, Item: item('C#1') } },
      { ConditionCheck: { TableName, Key: item('D#1') } },
      { Delete: { TableName, Key: item('E#1') } },
    ]
    const keys = ['A#1', 'B#1', 'C#1', 'D#1', 'E#1']
    expect(needed('dynamodb', 'TransactWriteItems', { TransactItems })).toEqual([
      ['dynamodb:PutItem', 'table', ...keys],
      ['dynamodb:UpdateItem', 'table', ...keys],
      ['dynamodb:ConditionCheckItem', 'table', ...keys],
      ['dynamodb:DeleteItem', 'table', ...keys],
    ])
  })

  it('of other services names queue, key and context, schedule and the role that is passed on', () => {
    const QueueUrl = 'http://127.0.0.1:1/000000000000/Mini-Queue'
    expect(needed('sqs', 'SendMessageBatch', { QueueUrl })).toEqual([
      ['sqs:SendMessage', 'arn:aws:sqs:us-east-1:000000000000:Mini-Queue'],
    ])
    const key = '0'.repeat(36)
    const encrypted = Buffer.from(`${key}and more`).toString('base64')
    const secret = ['kms:Decrypt', `arn:aws:kms:us-east-1:000000000000:key/${key}`, 'a']
    const EncryptionContext = { account_id: 'a' }
    expect(needed('kms', 'Decrypt', { KeyId: key, EncryptionContext })).toEqual([secret])
    expect(needed('kms', 'Decrypt', { CiphertextBlob: encrypted, EncryptionContext })).toEqual([secret])
    const schedule = 'arn:aws:scheduler:us-east-1:000000000000:schedule/posts/one'
    expect(
      needed('scheduler', '', { GroupName: 'posts', Target: { RoleArn: 'arn:role' } }, { path: '/schedules/one' }),
    ).toEqual([
      ['scheduler:CreateSchedule', schedule],
      ['iam:PassRole', 'arn:role', 'scheduler.amazonaws.com'],
    ])
    const removal = { method: 'DELETE', path: '/schedules/one?groupName=posts', body: '' }
    expect(needed('scheduler', '', {}, removal)).toEqual([['scheduler:DeleteSchedule', schedule]])
    expect(needed('ssm', 'GetParameter', { Name: 'x' })).toEqual([['ssm:GetParameter', 'x']])
  })
})

const policy = (...statements: JsonObject[]) => ({
  Type: 'AWS::IAM::Policy',
  Properties: {
    PolicyDocument: { Statement: statements.map((statement) => ({ Effect: 'Allow', ...statement })) },
    Roles: [{ Ref: 'Role' }],
  },
})
const RESOURCES = {
  Table: {
    Type: 'AWS::DynamoDB::Table',
    Properties: { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] },
  },
  Queue: { Type: 'AWS::SQS::Queue' },
  Key: { Type: 'AWS::KMS::Key' },
  Role: { Type: 'AWS::IAM::Role' },
  Policy: policy(
    { Action: 'sqs:SendMessage', Resource: getAtt('Queue', 'Arn') },
    {
      Action: ['dynamodb:PutItem'],
      Resource: getAtt('Table', 'Arn'),
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USAGE#*'] } },
    },
  ),
  Fn: { Type: '', Properties: { Role: getAtt('Role', 'Arn') } },
}

/** Makes the call that it is asked for, and tells the outcome. */
const CALLER = `
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { DeleteScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
const clients = { dynamodb: new DynamoDBClient(), kms: new KMSClient(), scheduler: new SchedulerClient(), sqs: new SQSClient({ md5: false }) }
const commands = { PutItemCommand, EncryptCommand, DeleteScheduleCommand, SendMessageCommand }
export const handler = ({ service, command, input }) =>
  clients[service].send(new commands[command](input)).then(
    () => 'done',
    ({ name, message, $metadata }) => ({ name, message, status: $metadata?.httpStatusCode, attempts: $metadata?.attempts }),
  )`

describe('a function', () => {
  let assembly: Assembly
  let functions: ReturnType<typeof runFunctions>
  let engine: Awaited<ReturnType<typeof serve>>
  const arrived: string[] = []

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: CALLER, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      mainFields: ['module', 'main'],
    })
    engine = await serve((request, response) => {
      request.resume()
      request.once('end', () => {
        arrived.push(String(request.headers['x-amz-target'] ?? `${request.method} ${request.url}`))
        response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' }).end('{}')
      })
    })
    assembly = writeAssembly(RESOURCES, { Fn: outputFiles[0]!.text })
    const shared = { AWS_ENDPOINT_URL: engine.origin, AWS_SECRET_ACCESS_KEY: 'local' }
    functions = runFunctions(assembly, { shared })
  })
  afterAll(async () => {
    await functions?.stop(0)
    await engine?.close()
    assembly?.remove()
  })

  const make = async (service: string, command: string, input: unknown) => {
    arrived.length = 0
    const outcome = await functions.invoke('Fn', JSON.stringify({ service, command, input }))
    if (!outcome.ok) throw new Error(outcome.failure.errorMessage)
    return JSON.parse(outcome.payload)
  }
  const put = (pk: string) => make('dynamodb', 'PutItemCommand', { TableName: 'Mini-Table', Item: { pk: { S: pk } } })

  it('calls what its role allows', async () => {
    expect(await put('USAGE#1')).toBe('done')
    expect(arrived).toEqual(['DynamoDB_20120810.PutItem'])
    const QueueUrl = `${engine.origin}/000000000000/Mini-Queue`
    expect(await make('sqs', 'SendMessageCommand', { QueueUrl, MessageBody: 'x' })).toBe('done')
    expect(functions.reports).toEqual([])
  })

  it('is answered as by AWS where its role does not, and nothing leaves it', async () => {
    expect(await put('POST#1')).toEqual({
      name: 'AccessDeniedException',
      message:
        'User: arn:aws:sts::000000000000:assumed-role/Mini-Role/Mini-Fn is not authorized to perform: ' +
        `dynamodb:PutItem on resource: ${TABLE} because no identity-based policy allows the dynamodb:PutItem action`,
      status: 400,
      attempts: 1,
    })
    const QueueUrl = `${engine.origin}/000000000000/Mini-Other`
    const denied = await make('sqs', 'SendMessageCommand', { QueueUrl, MessageBody: 'x' })
    expect(denied).toMatchObject({ name: expect.stringMatching(/^AccessDenied/), status: 403, attempts: 1 })
    const encrypted = await make('kms', 'EncryptCommand', { KeyId: 'k', Plaintext: { 0: 1 } })
    expect(encrypted).toMatchObject({ name: 'AccessDeniedException', status: 400 })
    const removed = await make('scheduler', 'DeleteScheduleCommand', { Name: 'one', GroupName: 'posts' })
    expect(removed).toMatchObject({ name: 'AccessDeniedException', status: 403 })
    expect(arrived).toEqual([])
    expect(functions.reports).toContain(
      `the role of Fn does not allow dynamodb:PutItem on ${TABLE}: refused, as AWS would`,
    )
    // It goes on as before.
    expect(await put('USAGE#1')).toBe('done')
  })
})

describe('the ledger', () => {
  it('refuses to start with what it cannot judge', () => {
    const ledger = (resources: Record<string, { Type: string; Properties?: JsonObject }>) =>
      createLedger(modelOf({ Resources: { ...RESOURCES, ...resources } }, 'Mini', ''), () => undefined)
    const fn = { Type: 'AWS::Lambda::Function', Properties: { Role: getAtt('Role', 'Arn') } }
    const managed = { Type: 'AWS::IAM::Role', Properties: { ManagedPolicyArns: ['arn:aws:iam::aws:policy/PowerUser'] } }
    expect(() => ledger({ Fn: fn, Role: managed }).roles()).toThrow('PowerUser')
    const odd = policy({ Action: '*', NotResource: '*' })
    expect(() => ledger({ Fn: fn, Policy: odd }).roles()).toThrow('Policy (AWS::IAM::Policy)')
  })
})

describe('objects', () => {
  let engine: FauxqsServer
  let front: Awaited<ReturnType<typeof serve>>
  const noted: { used?: string[]; refused?: string }[] = []
  const Bucket = 'mini-bucket'
  let allowed: Statement[] = []
  const clientOf = (accessKeyId: string) =>
    new S3Client({
      endpoint: front.origin,
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey: 'secret' },
      maxAttempts: 1,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
  const outcome = (sending: Promise<object>): Promise<unknown> =>
    sending.then(
      () => 'done',
      ({ name, $metadata }) => `${name} ${$metadata?.httpStatusCode}`,
    )

  beforeAll(async () => {
    engine = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
    engine.createBucket(Bucket)
    front = await serve(
      createObjectFront(`http://127.0.0.1:${engine.port}`, 'secret', (accessKey) =>
        accessKey === 'Fn'
          ? { role: ROLE, judge: createJudge({ statements: allowed }), note: (word) => noted.push(word) }
          : undefined,
      ),
    )
  })
  afterAll(async () => {
    await front?.close()
    await engine?.stop()
  })

  it('are refused with more of what describes them than S3 takes', async () => {
    const s3 = clientOf('local')
    const put = (length: number) =>
      s3.send(new PutObjectCommand({ Bucket, Key: 'long.txt', Body: 'bytes', ContentDisposition: 'a'.repeat(length) }))
    expect(await outcome(put(1800))).toBe('done')
    expect(await outcome(put(2100))).toBe('MetadataTooLarge 400')
    const begin = new CreateMultipartUploadCommand({ Bucket, Key: 'l', ContentDisposition: 'a'.repeat(2100) })
    expect(await outcome(s3.send(begin))).toBe('MetadataTooLarge 400')
  })

  it('are written, read and removed by those alone whose role allows it, presigned or not', async () => {
    const s3 = clientOf('Fn')
    allowed = [allow(['s3:PutObject'], [`arn:aws:s3:::${Bucket}/own/*`])]
    const put = (Key: string) => new PutObjectCommand({ Bucket, Key, Body: 'bytes' })
    expect(await outcome(s3.send(put('own/a b.txt')))).toBe('done')
    expect(await outcome(s3.send(put('other/a.txt')))).toBe('AccessDenied 403')
    expect(await outcome(s3.send(new GetObjectCommand({ Bucket, Key: 'own/a b.txt' })))).toBe('AccessDenied 403')
    const address = (Key: string) => getSignedUrl(s3, new PutObjectCommand({ Bucket, Key }))
    const send = async (url: string) => (await fetch(url, { method: 'PUT', body: 'bytes' })).status
    expect([await send(await address('own/b.txt')), await send(await address('other/b.txt'))]).toEqual([200, 403])
    expect(noted).toContainEqual({ used: [`s3:PutObject on arn:aws:s3:::${Bucket}/own/*`] })
    expect(noted).toContainEqual({ refused: `s3:GetObject on arn:aws:s3:::${Bucket}/own/a b.txt` })
    // A caller that is no function is not held to any role.
    expect(await outcome(clientOf('local').send(new GetObjectCommand({ Bucket, Key: 'own/a b.txt' })))).toBe('done')
  })

  it('that are not there are a 403 to those who may not list', async () => {
    const read = new HeadObjectCommand({ Bucket, Key: 'nothing' })
    const reading = allow(['s3:GetObject'], [`arn:aws:s3:::${Bucket}/*`])
    allowed = [reading]
    expect(await outcome(clientOf('Fn').send(read))).toMatch(/ 403$/)
    allowed = [reading, allow(['s3:ListBucket'], [`arn:aws:s3:::${Bucket}`])]
    expect(await outcome(clientOf('Fn').send(read))).toMatch(/ 404$/)
  })

  it('are removed together only if each of them may be', async () => {
    const all = clientOf('local')
    for (const Key of ['own/1 & 2', 'other/1']) await all.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }))
    const remove = (...keys: string[]) =>
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } })
    allowed = [allow(['s3:DeleteObject'], [`arn:aws:s3:::${Bucket}/own/*`])]
    expect(await outcome(clientOf('Fn').send(remove('own/1 & 2', 'other/1')))).toBe('AccessDenied 403')
    expect(await outcome(all.send(new HeadObjectCommand({ Bucket, Key: 'own/1 & 2' })))).toBe('done')
    expect(await outcome(clientOf('Fn').send(remove('own/1 & 2')))).toBe('done')
    expect(await outcome(all.send(new HeadObjectCommand({ Bucket, Key: 'own/1 & 2' })))).toMatch(/ 404$/)
  })
})
