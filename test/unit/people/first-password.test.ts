// The mail with a first password, where the table's answer to holding its address gets lost.
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import { mailFirstPassword } from '../../../core/people/first-password.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'
import { failTable } from './world.ts'

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(async () => {
  delete process.env[ENV.userPool]
  await engine.stop()
})

const emptyPool = () => {
  process.env[ENV.userPool] = 'eu-central-1_Test'
  const pool = mockClient(CognitoIdentityProviderClient)
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'x', $metadata: {} }))
  pool.on(AdminCreateUserCommand).resolves({})
  return pool
}

it('is sent by the next request where the first could not count it', async () => {
  const pool = emptyPool()
  const [owner, now] = [newId(), Date.now()]
  failTable('UpdateCommand')
  await expect(mailFirstPassword(owner, 'late@example.com', now)).rejects.toThrow('secret detail')
  vi.restoreAllMocks()
  expect(await mailFirstPassword(owner, 'late@example.com', now + 1)).toBe('sent')
  expect(pool.commandCalls(AdminCreateUserCommand)).toHaveLength(1)
})

it('is sent once although the SDK repeats that write', async () => {
  const pool = emptyPool()
  const send = DynamoDBDocumentClient.prototype.send as (this: unknown, ...given: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...given: unknown[]
  ) {
    const command = given[0] as { input: object }
    const writes = /^(Put|TransactWrite)Command$/.test(command.constructor.name)
    if (writes && JSON.stringify(command.input).includes('"MAILED"')) await send.apply(this, given)
    return send.apply(this, given) as never
  })
  try {
    const [owner, now] = [newId(), Date.now()]
    expect(await mailFirstPassword(owner, 'guest@example.com', now)).toBe('sent')
    expect(await mailFirstPassword(owner, 'guest@example.com', now + 1)).toBe('waiting')
    expect(pool.commandCalls(AdminCreateUserCommand)).toHaveLength(1)
  } finally {
    spy.mockRestore()
  }
})
