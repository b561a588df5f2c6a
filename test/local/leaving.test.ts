// An owner that leaves, by the operator's command on the local run: with it go the people who belong to nothing else.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Local, startLocal } from '../support/local.ts'

let local: Local
beforeAll(async () => {
  local = await startLocal({ fresh: true })
})
afterAll(() => local.end())

it('is deleted with its people and their users, and a second time it is not there', async () => {
  const members = await local.admin('member', 'list', '--owner', 'demo')
  expect(JSON.stringify(members)).toContain('@')
  await local.admin('owner', 'delete', 'demo', '--yes')
  expect(JSON.stringify(await local.admin('owner', 'list'))).not.toContain('demo')
  await expect(local.admin('owner', 'delete', 'demo', '--yes')).rejects.toThrow('There is no owner named demo.')
})
