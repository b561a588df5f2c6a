// Deleting a person in the stack's own user pool: the user with their address goes only where it is theirs.
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { deletePerson } from '../../../core/people/delete-person.ts'
import { getPerson, personIdOf, seePerson } from '../../../core/people/person-store.ts'
import { startMemoryTable, type TableEngine } from '../../support/table-engine.ts'

const POOL = 'eu-central-1_Pool'
const EMAIL = 'erika@example.com'

let engine: TableEngine
const pool = mockClient(CognitoIdentityProviderClient)
beforeAll(async () => {
  engine = await startMemoryTable()
  process.env[ENV.userPool] = POOL
})
afterEach(() => pool.reset())
afterAll(async () => {
  delete process.env[ENV.userPool]
  pool.restore()
  await engine.stop()
})

/** A person who signed in once as this subject. */
async function seen(subject: string): Promise<string> {
  const { id } = await seePerson({ id: personIdOf(POOL, subject), email: EMAIL, name: 'Erika' }, Date.now())
  return id
}

const removed = () => pool.commandCalls(AdminDeleteUserCommand).map(({ args }) => args[0].input)

it('removes the user', async () => {
  const id = await seen('subject-1')
  pool.on(AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: 'subject-1' }] })
  pool.on(AdminDeleteUserCommand).resolves({})
  await deletePerson(id)
  expect(removed()).toEqual([{ UserPoolId: POOL, Username: EMAIL }])
  expect(await getPerson(id)).toBeUndefined()
})

it('leaves the user who has the address since', async () => {
  const id = await seen('subject-1')
  pool.on(AdminGetUserCommand).resolves({ UserAttributes: [{ Name: 'sub', Value: 'subject-2' }] })
  await deletePerson(id)
  expect(removed()).toEqual([])
  expect(await getPerson(id)).toBeUndefined()
})

it('takes a user who is gone for removed, and keeps the person where the pool does not answer', async () => {
  const id = await seen('subject-1')
  pool.on(AdminGetUserCommand).rejects(new Error('no answer'))
  await expect(deletePerson(id)).rejects.toThrow('no answer')
  expect(await getPerson(id)).toBeDefined()
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'User does not exist.', $metadata: {} }))
  await deletePerson(id)
  expect(await getPerson(id)).toBeUndefined()
})
