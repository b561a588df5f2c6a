// An owner that leaves, by the operator's command on the local run: with it go the people who belong to nothing else.
import { beforeAll, expect, it } from 'vitest'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let local: SharedLocal
beforeAll(async () => {
  local = await sharedLocal({ people: true })
})

it('is deleted with its people and their users, and a second time it is not there', async () => {
  const members = await local.admin('member', 'list', '--owner', local.owner)
  expect(JSON.stringify(members)).toContain('@')
  // The gateway knows the key: it has a cached answer for it.
  const asked = () => local.api('GET', '/api/v1/posts')
  expect((await asked()).status).toBe(200)
  await local.admin('owner', 'delete', local.owner, '--yes')
  expect((await asked()).status).toBe(401)
  expect(JSON.stringify(await local.admin('owner', 'list'))).not.toContain(local.owner)
  await expect(local.admin('owner', 'delete', local.owner, '--yes')).rejects.toThrow(
    `There is no owner named ${local.owner}.`,
  )
})
