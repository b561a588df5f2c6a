// Functions that parse untrusted input: files, forms, fetched pages, profile pictures. A function that takes
// one of them over has its role, so that is held to single kinds of items and of objects: every statement stands here.
import { beforeAll, describe, expect, it } from 'vitest'
import { mediaKey, postKey, storageKey, uploadKey } from '../../core/table-keys.ts'
import { callsOf } from '../../local/roles/calls.ts'
import { createJudge } from '../../local/roles/judge.ts'
import { createLedger, type Ledger } from '../../local/roles/ledger.ts'
import { objectCalls } from '../../local/roles/object-calls.ts'
import { modelOf, type Resource, type Template } from '../../local/template.ts'
import { grantsOf } from '../support/roles.ts'
import { synthesize } from './synthesize.ts'

/** `GetItem PutItem` on keys that begin so. */
const items = (actions: string, ...keys: string[]): string[] =>
  actions
    .split(' ')
    .flatMap((action) => keys.map((key) => `dynamodb:${action} on table where dynamodb:LeadingKeys ${key}#*`))
const objects = (action: string, keys: string): string => `s3:${action} on bucket/${keys}`

const ORIGINALS = '????????-????-????-????-????????????.*'
/** Tells a file that is missing from one that is refused. */
const LIST = 's3:ListBucket on bucket'
const CHAIN = [...items('UpdateItem', 'RATE'), ...items('PutItem', 'USAGE', 'SUMMARY')]
/** The role of a person who changes something. */
const ROLE = items('GetItem', 'TEAM')
const ANSWERS = items('GetItem PutItem DeleteItem', 'IDEMPOTENCY')
const RESOLVING = [...items('UpdateItem', 'KEYHASH', 'SESSION'), ...items('GetItem', 'KEYHASH', 'SESSION', 'TEAM')]
const send = (queue: string) => `sqs:SendMessage on ${queue}`
const consume = (queue: string) =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action} on ${queue}`)

const MAY: Record<string, string[]> = {
  // Decodes pictures, films and sound.
  PublishingInspectWorker: [
    ...consume('InspectQueue'),
    send('DeliverQueue'),
    ...items('GetItem', 'MEDIA'),
    ...items('PutItem UpdateItem', 'MEDIA', 'EVENT'),
    objects('GetObject', ORIGINALS),
    LIST,
  ],
  // Decodes pictures, for anybody.
  MediaVariant: [
    ...items('GetItem', 'MEDIA'),
    ...items('BatchGetItem UpdateItem', 'VARIANTS'),
    objects('GetObject', ORIGINALS),
    objects('PutObject', 'v/*'),
    LIST,
  ],
  // Parses forms, and fetches what an address leads to.
  ApiMediaCreate: [
    ...CHAIN,
    ...ROLE,
    ...ANSWERS,
    ...items('GetItem PutItem UpdateItem', 'MEDIA', 'OWNER'),
    ...['PutObject', 'AbortMultipartUpload', 'DeleteObject'].map((action) => objects(action, ORIGINALS)),
    send('InspectQueue'),
  ],
  // Looks at the beginning of the file that arrived, and hands out addresses for parts that are missing.
  ApiMediaUploadsComplete: [
    ...CHAIN,
    ...ROLE,
    ...ANSWERS,
    ...items('GetItem PutItem UpdateItem DeleteItem', 'MEDIA', 'OWNER', 'UPLOAD'),
    objects('GetObject', 'uploads/*'),
    objects('PutObject', 'uploads/*'),
    objects('DeleteObject', 'uploads/*'),
    objects('PutObject', ORIGINALS),
    objects('DeleteObject', ORIGINALS),
    LIST,
    send('InspectQueue'),
  ],
  ApiMediaUploadsCreate: [
    ...CHAIN,
    ...ROLE,
    ...ANSWERS,
    ...items('GetItem', 'OWNER'),
    ...items('PutItem UpdateItem', 'UPLOAD', 'OWNER'),
    objects('PutObject', 'uploads/*'),
  ],
  // Hands them to anybody.
  ApiMediaGet: [...CHAIN, ...RESOLVING, ...items('GetItem', 'MEDIA'), objects('GetObject', ORIGINALS), LIST],
  // Fetches pictures of profiles.
  SchedulesKeepAccounts: [
    'dynamodb:Query on table/index/by_due where dynamodb:LeadingKeys ACCOUNT#*',
    // A session that another worker renewed meanwhile is read again.
    ...items('GetItem', 'ACCOUNT'),
    ...items('PutItem UpdateItem', 'ACCOUNT', 'EVENT'),
    // Figures of the day.
    ...items('PutItem', 'INSIGHTS'),
    objects('PutObject', 'profile/*'),
    objects('DeleteObject', 'profile/*'),
    'kms:Encrypt on key where kms:EncryptionContext:account_id present',
    'kms:Decrypt on key where kms:EncryptionContext:account_id present',
  ],
}

let template: Template
let ledger: Ledger
const first = (type: string, part = ''): Resource => template.resources(type).find(({ id }) => id.includes(part))!
const functionOf = (name: string): Resource =>
  template.resources('AWS::Lambda::Function').find(({ id }) => id.replace(/[0-9A-F]{8}$/, '') === name)!

beforeAll(async () => {
  const stack = await synthesize()
  template = modelOf(stack.template as never, stack.stackName, '')
  ledger = createLedger(template, () => undefined)
})

describe('the role of', () => {
  it.each(Object.entries(MAY))('%s has these grants and no other', (name, expected) => {
    const short = [
      [first('AWS::DynamoDB::Table').arn, 'table'],
      [first('AWS::S3::Bucket', 'MediaBucket').arn, 'bucket'],
      [first('AWS::KMS::Key').arn, 'key'],
      ...['InspectQueue', 'DeliverQueue'].map((queue) => [first('AWS::SQS::Queue', queue).arn, queue]),
    ] as [string, string][]
    const grants = grantsOf(template)
      .get(functionOf(name).id)!
      .filter((grant) => !grant.startsWith('logs:'))
      .map((grant) => short.reduce((text, [arn, word]) => text.replace(arn, word), grant))
    expect(grants.sort()).toEqual([...expected].sort())
  })
})

const ID = '0193c1b2-7b2e-7000-8000-000000000000'

/** Whether the local run lets a function make this call. */
const may = (name: string, operation: string, input: Record<string, unknown>): boolean => {
  const role = ledger.roleOf(functionOf(name))
  const body = JSON.stringify({ TableName: first('AWS::DynamoDB::Table').ref, ...input })
  return createJudge(role)(callsOf({ service: 'dynamodb', method: 'POST', path: '/', operation, body }, role)).allowed
}
const keyed = ({ pk, sk }: { pk: string; sk: string }) => ({ pk: { S: pk }, sk: { S: sk } })
const mayOn = (name: string, method: string, key: string): boolean => {
  const role = ledger.roleOf(functionOf(name))
  const url = new URL(`/${first('AWS::S3::Bucket', 'MediaBucket').ref}/${key}`, 'http://127.0.0.1')
  return createJudge(role)(objectCalls(method, url, undefined)).allowed
}

describe('what has taken over', () => {
  it('the inspector writes assets, and no post, owner, account, key or session', () => {
    const writes = (pk: string) => [
      may('PublishingInspectWorker', 'PutItem', { Item: keyed({ pk, sk: 'S' }) }),
      may('PublishingInspectWorker', 'UpdateItem', { Key: keyed({ pk, sk: 'S' }) }),
    ]
    expect(writes(mediaKey(ID).pk)).toEqual([true, true])
    for (const kind of ['POST', 'OWNER', 'ACCOUNT', 'KEYHASH', 'APIKEY', 'SESSION', 'TEAM', 'WEBHOOKS', 'UPLOAD']) {
      expect([kind, ...writes(`${kind}#${ID}`)]).toEqual([kind, false, false])
    }
    expect(may('PublishingInspectWorker', 'GetItem', { Key: keyed(postKey(ID)) })).toBe(false)
    expect(may('PublishingInspectWorker', 'DeleteItem', { Key: keyed(mediaKey(ID)) })).toBe(false)
    expect(may('PublishingInspectWorker', 'Scan', {})).toBe(false)
  })

  it('one of them cannot hide another key in a transaction or a batch of its own', () => {
    const TableName = first('AWS::DynamoDB::Table').ref
    const put = (pk: string) => ({ Put: { TableName, Item: keyed({ pk, sk: 'S' }) } })
    const transact = (...pks: string[]) =>
      may('PublishingInspectWorker', 'TransactWriteItems', { TransactItems: pks.map(put) })
    expect(transact(mediaKey(ID).pk, 'EVENT#1')).toBe(true)
    expect(transact(mediaKey(ID).pk, postKey(ID).pk)).toBe(false)
    const read = (...pks: string[]) => {
      const Keys = pks.map((pk) => keyed({ pk, sk: 'S' }))
      return may('MediaVariant', 'BatchGetItem', { RequestItems: { [TableName]: { Keys } } })
    }
    expect(read(`VARIANTS#${ID}`)).toBe(true)
    expect(read(`VARIANTS#${ID}`, storageKey(ID).pk)).toBe(false)
  })

  it('the variant function writes variants, and can change or remove no original', () => {
    const key = `v/${ID}/w320.webp`
    expect([mayOn('MediaVariant', 'PUT', key), mayOn('MediaVariant', 'GET', `${ID}.jpg`)]).toEqual([true, true])
    for (const [method, other] of [
      ['PUT', `${ID}.jpg`],
      ['PUT', `profile/${ID}/1.jpg`],
      ['PUT', `uploads/${ID}.jpg`],
      ['GET', `uploads/${ID}.jpg`],
      ['DELETE', key],
      ['DELETE', `${ID}.jpg`],
    ] as const) {
      expect([method, other, mayOn('MediaVariant', method, other)]).toEqual([method, other, false])
    }
    expect(may('MediaVariant', 'UpdateItem', { Key: keyed(mediaKey(ID)) })).toBe(false)
  })

  it('the upload of files writes originals, and nothing that the CDN made or another session announced', () => {
    expect(mayOn('ApiMediaCreate', 'PUT', `${ID}.mp4`)).toBe(true)
    for (const key of [`v/${ID}/w320.webp`, `profile/${ID}/1.jpg`, `uploads/${ID}.jpg`]) {
      for (const method of ['PUT', 'DELETE']) expect([key, mayOn('ApiMediaCreate', method, key)]).toEqual([key, false])
    }
    expect(mayOn('ApiMediaCreate', 'GET', `${ID}.mp4`)).toBe(false)
    expect(may('ApiMediaCreate', 'UpdateItem', { Key: keyed(uploadKey(ID)) })).toBe(false)
  })

  it('the keeper writes pictures of profiles and accounts', () => {
    const key = `profile/${ID}/1.jpg`
    expect([mayOn('SchedulesKeepAccounts', 'PUT', key), mayOn('SchedulesKeepAccounts', 'DELETE', key)]).toEqual([
      true,
      true,
    ])
    for (const other of [`${ID}.jpg`, `v/${ID}/w320.webp`, `uploads/${ID}.jpg`]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect([other, mayOn('SchedulesKeepAccounts', method, other)]).toEqual([other, false])
      }
    }
    expect(may('SchedulesKeepAccounts', 'UpdateItem', { Key: keyed(storageKey(ID)) })).toBe(false)
    const due = (pk: string) => ({
      IndexName: 'by_due',
      KeyConditionExpression: 'due_pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
    })
    expect(may('SchedulesKeepAccounts', 'Query', due('ACCOUNT#3'))).toBe(true)
    expect(may('SchedulesKeepAccounts', 'Query', due('PUBLISH#3'))).toBe(false)
  })
})
