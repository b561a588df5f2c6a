// Doctor's report on a service: a failed check hides no other, and broken things come first.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetResourcePolicyCommand,
} from '@aws-sdk/client-dynamodb'
import { DescribeKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Stack } from '../../../bin/admin/command.ts'
import type { Finding } from '../../../bin/admin/doctor/finding.ts'
import { CHECKS, examine } from '../../../bin/admin/doctor.ts'
import { ENV } from '../../../core/contract.ts'
import { PLATFORM_IDS } from '../../../core/platforms/facts.ts'
import { interfaceEnd } from '../../../core/platforms/interface-ends.ts'

const STACK = { outputs: {}, baseUrl: '', apps: {}, local: false } as unknown as Stack
const dynamodb = mockClient(DynamoDBClient)
const kms = mockClient(KMSClient)
beforeEach(() => {
  dynamodb.reset()
  kms.reset()
  Object.assign(process.env, { [ENV.table]: 'Table', [ENV.tokenKey]: 'key', AWS_REGION: 'eu-west-3' })
})

const only = async (...names: string[]): Promise<Finding[]> =>
  examine(STACK, Object.fromEntries(names.map((name) => [name, CHECKS[name]!])))

it('reports what could not be checked, and continues', async () => {
  const checks = {
    first: async () => Promise.reject(new Error('AccessDenied: not allowed\nat somewhere')),
    second: async (): Promise<Finding[]> => [{ of: 'second', state: 'fine', says: 'Good.' }],
  }
  expect(await examine(STACK, checks)).toEqual([
    { of: 'first', state: 'unknown', says: 'It could not be looked at: AccessDenied: not allowed' },
    { of: 'second', state: 'fine', says: 'Good.' },
  ])
})

it('calls broken what is gone: a table that somebody deleted', async () => {
  const error = Object.assign(new Error('Requested resource not found: Table'), { name: 'ResourceNotFoundException' })
  dynamodb.rejects(error)
  const [found] = await only('table')
  expect(found).toMatchObject({ state: 'broken', says: expect.stringContaining('Requested resource not found') })
})

it.each([
  ['no answer', undefined, 'broken', /^The API does not answer at .* from here: .*ECONNREFUSED/],
  ['an answer from elsewhere', 403, 'broken', /^The API answers 403/],
  ['an error', 502, 'broken', /^The API answers 502/],
  ['its page', 200, 'fine', /^The API answers at/],
] as const)('of an API with %s it says so', async (_name, status, state, says) => {
  const server = createServer((_request, reply) => void reply.writeHead(status ?? 200).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise((resolve) => server.close(resolve))
  if (status === undefined) await close()
  else onTestFinished(async () => void (await close()))
  const [found] = await examine({ ...STACK, baseUrl }, { api: CHECKS.api! })
  expect(found).toMatchObject({ of: 'api', state, says: expect.stringMatching(says) })
})

describe('the token key', () => {
  it('is broken while it waits to be deleted, and says until when that can be undone', async () => {
    const DeletionDate = new Date('2026-12-20T10:00:00Z')
    kms.on(DescribeKeyCommand).resolves({ KeyMetadata: { KeyId: 'key', KeyState: 'PendingDeletion', DeletionDate } })
    const [found] = await only('token key')
    expect(found).toMatchObject({ state: 'broken' })
    expect(found!.says).toMatch(/PendingDeletion.*2026-12-20.*cancel-key-deletion/)
  })

  it('is fine while it is enabled', async () => {
    kms.on(DescribeKeyCommand).resolves({ KeyMetadata: { KeyId: 'key', KeyState: 'Enabled' } })
    expect(await only('token key')).toMatchObject([{ state: 'fine' }])
  })
})

it.each([
  [{ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires_at' }, 'fine'],
  [{ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' }, 'soon'],
  [{ TimeToLiveStatus: 'DISABLED' }, 'soon'],
] as const)('of a table whose expiry is %j it says %s', async (TimeToLiveDescription, state) => {
  dynamodb.on(DescribeTimeToLiveCommand).resolves({ TimeToLiveDescription })
  expect(await only('table expiry')).toMatchObject([{ state }])
})

it.each([
  ['none', undefined, 'soon'],
  ['an earlier one', '["dynamodb:DeleteItem"] ACTIVITY#*', 'soon'],
  ['that of this release', '["dynamodb:DeleteItem"] ACTIVITY#* ["dynamodb:BatchWriteItem"] ACTIVITY#*', 'fine'],
])('of a table whose policy is %s it says so', async (_name, Policy, state) => {
  const indexes = ['by_owner', 'by_due'].map((IndexName) => ({ IndexName, IndexStatus: 'ACTIVE' as const }))
  dynamodb.on(DescribeTableCommand).resolves({ Table: { TableStatus: 'ACTIVE', GlobalSecondaryIndexes: indexes } })
  dynamodb.on(GetResourcePolicyCommand).resolves({ Policy })
  expect((await only('table')).find(({ of }) => of === 'trail')).toMatchObject({ state })
})

it('knows until when a version of Graph is kept, and of others nothing', () => {
  expect(interfaceEnd('v26.0')).toBe(Date.UTC(2028, 6, 29))
  expect(interfaceEnd('v1.0')).toBeUndefined()
})

describe("an app's secret", () => {
  const secretArn = 'arn:aws:secretsmanager:eu-west-3:111122223333:secret:instagram-a1B2c3'
  const apps = Object.fromEntries(PLATFORM_IDS.map((id) => [id, {}]))
  const stack = { ...STACK, gateway: { stackName: 'S' }, apps: { ...apps, instagram: { id: '12345', secretArn } } }
  const manager = mockClient(SecretsManagerClient)
  const found = async () => {
    const all = await examine(stack as unknown as Stack, { platforms: CHECKS.platforms! })
    return all.find(({ of }) => of === 'app instagram')
  }

  // https://docs.aws.amazon.com/aws-managed-policy/latest/reference/ReadOnlyAccess.html has no secretsmanager:GetSecretValue.
  it('is not known where the credentials may not read it, as with ReadOnlyAccess: the service has rights of its own', async () => {
    manager.on(GetSecretValueCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDeniedException' }))
    expect(await found()).toMatchObject({ state: 'unknown', says: expect.stringContaining('GetSecretValue') })
  })

  it('is broken where there is none', async () => {
    manager.on(GetSecretValueCommand).rejects(Object.assign(new Error('no'), { name: 'ResourceNotFoundException' }))
    expect(await found()).toMatchObject({ state: 'broken', says: expect.stringContaining('there is nothing at') })
  })
})
