// The accounts of a sign-in, kept to be chosen from: in one item, however many there are and whatever they are called.
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, it } from 'vitest'
import { MOST_OFFERED, offerChoice } from '../../../core/accounts/choice-store.ts'
import { ENV } from '../../../core/contract.ts'
import { OWNER } from '../../support/domain.ts'

const table = mockClient(DynamoDBDocumentClient)
process.env[ENV.table] = 'test-table'

it.each([
  ['Latin', 'a'],
  ['Korean', '가'],
])('stays below what an item of the table holds, with long %s names', async (_script, letter) => {
  table.reset()
  table.on(PutCommand).resolves({})
  const grants = Array.from({ length: MOST_OFFERED }, (_, at) => ({
    token: 'T'.repeat(200),
    expires_at: null,
    of: { id: String(at), username: letter.repeat(500), name: letter.repeat(500), picture_url: '' },
  }))
  const { accounts } = await offerChoice({ ownerId: OWNER }, 'facebook', grants, Date.now())
  const [call] = table.commandCalls(PutCommand)
  expect(Buffer.byteLength(JSON.stringify(call!.args[0].input.Item))).toBeLessThan(400_000)
  expect(accounts.length).toBeGreaterThan(50)
})
