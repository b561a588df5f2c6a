// Deleting an owner: everything of it goes, nothing of another's, and what broke off goes on.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addAccount } from '../../../core/accounts/account-store.ts'
import { issueKey } from '../../../core/api-keys/issue-key.ts'
import { admit } from '../../../core/api-keys/limiter.ts'
import { lookUpKey } from '../../../core/api-keys/resolve-key.ts'
import { put, remove } from '../../../core/aws/table.ts'
import { scanPages } from '../../../core/aws/table-scan.ts'
import { endUpload } from '../../../core/media/give-up-upload.ts'
import { getStorage } from '../../../core/media/storage-store.ts'
import { getUpload, putUpload } from '../../../core/media/upload-store.ts'
import { handOn } from '../../../core/notices/hand-on.ts'
import { deleteOwner } from '../../../core/owners/delete-owner.ts'
import type { Owner } from '../../../core/owners/owner.ts'
import { findOwner, getOwner } from '../../../core/owners/owner-store.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import { deletePerson } from '../../../core/people/delete-person.ts'
import { sessionsOf } from '../../../core/people/session-store.ts'
import {
  activityOf,
  approvalEntryKey,
  approvalKey,
  approvalsOf,
  deliveryKey,
  draftKey,
  eventKey,
  idempotencyKey,
  importedKey,
  jobsKey,
  mediaKey,
  mediaOf,
  noticeKey,
  PARTITION,
  postFiguresKey,
  postKey,
  postsOf,
  publicationKey,
  rateWindowKey,
  slotPlanKey,
  timed,
  usageKey,
  variantFailureKey,
  webhookKey,
} from '../../../core/table-keys.ts'
import { eventItem, newEvent } from '../../../core/webhooks/event-store.ts'
import { accountOf, mediaOf as mediaSample } from '../../support/domain.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'
import { someone } from '../people/world.ts'

const gone = vi.hoisted(() => ({ objects: [] as string[], schedules: [] as string[], fail: 0 }))
vi.mock('../../../core/aws/bucket.ts', async (original) => ({
  ...(await original<object>()),
  removeObject: async (key: string) => {
    if (gone.fail > 0) {
      gone.fail -= 1
      throw new Error('the bucket does not answer')
    }
    gone.objects.push(key)
  },
  removeObjects: async (prefix: string) => void gone.objects.push(prefix),
}))
vi.mock('../../../core/aws/scheduler.ts', async (original) => ({
  ...(await original<object>()),
  unschedule: async (name: string) => void gone.schedules.push(name),
}))

let engine: TableEngine
beforeAll(async () => {
  engine = await startTable()
})
afterAll(() => engine.stop())
beforeEach(() => {
  vi.restoreAllMocks()
  gone.objects.length = 0
  gone.schedules.length = 0
  gone.fail = 0
})

/** Nothing is under way here. */
const soon = async () => undefined

const LATER = Date.now() + 3_600_000

/** Something of every kind that stands in the table for an owner. */
async function fill(name: string): Promise<{ owner: Owner; media: string; post: string; person: string; key: string }> {
  const owner = await createOwner({ name })
  const person = await someone(`admin-of-${name}`, owner.id)
  const { key } = await issueKey({ ownerId: owner.id, label: 'in use' })
  const account = accountOf({ id: crypto.randomUUID(), owner_id: owner.id, external_account_id: name })
  await addAccount({ ...account, token_ciphertext: 'SEALED' }, Date.now())
  const media = mediaSample({ id: crypto.randomUUID(), owner_id: owner.id })
  const [post, approval, hook, event] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  const now = Date.now()
  const hookItem = {
    ...{ id: hook, owner_id: owner.id, url: 'https://shop.example.com/hook', events: ['post.published'] },
    ...{ secret_ciphertext: 'SEALED', generation: 1, created_at: now, updated_at: now, failures: 0 },
  }
  for (const item of [
    { ...mediaKey(media.id), ...media, owner_pk: mediaOf(owner.id), owner_sk: timed(now, media.id) },
    variantFailureKey(media.id, 'v.jpg'),
    {
      ...postKey(post),
      id: post,
      owner_id: owner.id,
      scheduled_at: LATER,
      owner_pk: postsOf(owner.id),
      owner_sk: timed(now, post),
    },
    publicationKey(post, crypto.randomUUID()),
    postFiguresKey(post, account.id, 0),
    slotPlanKey(account.id),
    { ...approvalKey(approval), id: approval, owner_pk: approvalsOf(owner.id), owner_sk: timed(now, approval) },
    { ...webhookKey(owner.id, hook), ...hookItem },
    deliveryKey(hook, event),
    eventKey(event),
    noticeKey(owner.id, event),
    draftKey(owner.id, 'a-draft'),
    importedKey(owner.id, 'a'),
    idempotencyKey(owner.id, 'posts', 'b'),
    usageKey(owner.id, now, 'request'),
    jobsKey(owner.id, now, post, account.id),
  ])
    await put({ ...item })
  return { owner, media: media.id, post, person: person.id, key: key.key_id }
}

/** Every row that says anything of these ids. */
async function rowsOf(...ids: string[]): Promise<string[]> {
  const found: string[] = []
  for await (const items of scanPages())
    for (const item of items) {
      const text = JSON.stringify(item)
      if (ids.some((id) => text.includes(id))) found.push(`${item.pk} ${item.sk}`)
    }
  return found
}

it('leaves nothing but what was changed and by whom, and touches no other owner', async () => {
  const leaving = await fill('leaving')
  const staying = await fill('staying')
  const before = await rowsOf(staying.owner.id, staying.media, staying.post, staying.person)
  const done = await deleteOwner(leaving.owner, Date.now(), soon)
  expect(done).toMatchObject({
    webhooks: 1,
    keys: 1,
    members: 1,
    people: 1,
    accounts: 1,
    revoked_at_platform: 0,
    files: 1,
  })
  expect(done.not_revoked).toEqual([{ platform: 'instagram', username: 'tester' }])

  const left = await rowsOf(leaving.owner.id, leaving.media, leaving.post, leaving.person)
  const kept = left.filter((row) => !row.startsWith(activityOf(leaving.owner.id)))
  // Windows of ended secrets, and the event of the disconnected account, which the table itself deletes.
  expect(kept.filter((row) => !/^(RATE|EVENT)#/.test(row))).toEqual([])
  expect(left.some((row) => row.startsWith(activityOf(leaving.owner.id)))).toBe(true)
  // The gateway still remembers the key: the window of this minute refuses it.
  const { pk, sk } = rateWindowKey(leaving.key, Math.floor(Date.now() / 60_000))
  expect(await rowsOf(leaving.key)).toContain(`${pk} ${sk}`)
  expect(await rowsOf(staying.owner.id, staying.media, staying.post, staying.person)).toEqual(before)
  expect(gone.objects).toEqual(expect.arrayContaining([`${leaving.media}.jpg`, `v/${leaving.media}/`]))
  expect(gone.objects.join()).not.toContain(staying.media)
  expect(gone.schedules).toEqual([`post-${leaving.post}-${LATER}`])
  expect(await findOwner('leaving')).toBeUndefined()
  expect(await findOwner('staying')).toBeDefined()
  // The name is free again.
  await createOwner({ name: 'leaving' })
})

it('goes on where it broke off', async () => {
  const { owner, media, post, person } = await fill('broken-off')
  gone.fail = 1
  await expect(deleteOwner(owner, Date.now(), soon)).rejects.toThrow('the bucket does not answer')
  expect(await findOwner('broken-off')).toBeDefined()
  const { not_revoked } = await deleteOwner(owner, Date.now(), soon)
  // Disconnected by the first call, which told nobody of it.
  expect(not_revoked).toEqual([{ platform: 'instagram', username: 'tester' }])
  const left = await rowsOf(owner.id, media, post, person)
  expect(left.filter((row) => !/^(ACTIVITY|RATE|EVENT)#/.test(row))).toEqual([])
})

/** Has something done before the first call of the table that is like this. @returns whether it was. */
function before(isIt: (call: { kind: string; about: string }) => boolean, act: () => Promise<unknown>): () => boolean {
  const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
  let done = false
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command: { input: object },
    ...more: unknown[]
  ) {
    if (!done && isIt({ kind: command.constructor.name, about: JSON.stringify(command.input) })) {
      done = true
      await act()
    }
    return send.call(this, command, ...more)
  } as never)
  return () => done
}

it('deletes a member of nothing else although it broke off at them', async () => {
  const { owner, media, post, person } = await fill('broken-off-at-a-person')
  const isTheirs = ({ kind, about }: { kind: string; about: string }) =>
    kind === 'DeleteCommand' && about.includes(PARTITION.person(person))
  const stopped = before(isTheirs, () => Promise.reject(new Error('the table does not answer')))
  await expect(deleteOwner(owner, Date.now(), soon)).rejects.toThrow('the table does not answer')
  expect(stopped()).toBe(true)
  expect(await deleteOwner(owner, Date.now(), soon)).toMatchObject({ people: 1 })
  const left = await rowsOf(owner.id, media, post, person)
  expect(left.filter((row) => !/^(ACTIVITY|RATE|EVENT)#/.test(row))).toEqual([])
})

it('ends a key that is made while the others are being revoked', async () => {
  const { owner, key, person } = await fill('with-a-late-key')
  let secret = ''
  const isRevocation = ({ kind, about }: { kind: string; about: string }) =>
    kind === 'TransactWriteCommand' && about.includes(`APIKEY#${key}`)
  const made = before(isRevocation, async () => {
    secret = (await issueKey({ ownerId: owner.id, label: 'late', by: person })).secret
  })
  await deleteOwner(owner, Date.now(), soon)
  expect(made()).toBe(true)
  expect(await lookUpKey(secret)).toBeUndefined()
  expect((await rowsOf(owner.id)).filter((row) => !/^(ACTIVITY|RATE|EVENT)#/.test(row))).toEqual([])
})

it('finds what the index shows only half a minute after keys and sessions have ended', async () => {
  const owner = await createOwner({ name: 'with-a-late-index' })
  const [post, media] = [crypto.randomUUID(), mediaSample({ id: crypto.randomUUID(), owner_id: owner.id })]
  const now = Date.now()
  const postItem = { ...postKey(post), id: post, owner_id: owner.id, scheduled_at: LATER }
  // Rows that are in the table, and not in the index yet.
  await put(postItem)
  await put({ ...mediaKey(media.id), ...media })
  let waited = 0
  await deleteOwner(owner, now, async (ms) => {
    waited = ms
    await put({ ...postItem, owner_pk: postsOf(owner.id), owner_sk: timed(now, post) })
    await put({ ...mediaKey(media.id), ...media, owner_pk: mediaOf(owner.id), owner_sk: timed(now, media.id) })
  })
  expect(waited).toBeGreaterThan(20_000)
  expect(gone.schedules).toEqual([expect.stringContaining(post)])
  expect(gone.objects).toContain(media.object_key)
  expect((await rowsOf(owner.id, post, media.id)).filter((row) => !row.startsWith('ACTIVITY#'))).toEqual([])
})

it('leaves no claim on an account where it broke off just after that was disconnected', async () => {
  const { owner } = await fill('with-a-claim')
  let disconnected = false
  const next = ({ about }: { about: string }) => {
    if (disconnected) return true
    disconnected = about.includes('account.disconnected')
    return false
  }
  const broke = before(next, () => Promise.reject(new Error('the table does not answer')))
  await expect(deleteOwner(owner, Date.now(), soon)).rejects.toThrow('the table does not answer')
  expect(broke()).toBe(true)
  await deleteOwner(owner, Date.now(), soon)
  expect(await rowsOf('CONNECTED#instagram#with-a-claim')).toEqual([])
})

it('leaves nothing that was said of a post for approval where it broke off among that', async () => {
  const { owner } = await fill('with-a-history')
  const [id, said] = [crypto.randomUUID(), crypto.randomUUID()]
  const now = Date.now()
  await put({ ...approvalKey(id), id, owner_pk: approvalsOf(owner.id), owner_sk: timed(now, id) })
  await put({ ...approvalEntryKey(id, now, said), text: 'About the owner' })
  const isEntry = ({ kind, about }: { kind: string; about: string }) => kind === 'DeleteCommand' && about.includes(said)
  const broke = before(isEntry, () => Promise.reject(new Error('the table does not answer')))
  await expect(deleteOwner(owner, now, soon)).rejects.toThrow('the table does not answer')
  expect(broke()).toBe(true)
  await deleteOwner(owner, now, soon)
  expect(await rowsOf(id)).toEqual([])
})

it('leaves no claim on an account that is connected while the rest is being deleted', async () => {
  const { owner } = await fill('with-a-late-account')
  const late = accountOf({ id: crypto.randomUUID(), owner_id: owner.id, external_account_id: 'late-account' })
  const isPost = ({ kind, about }: { kind: string; about: string }) =>
    kind === 'QueryCommand' && about.includes(postsOf(owner.id))
  const connected = before(isPost, () => addAccount(late, Date.now()))
  const done = await deleteOwner(owner, Date.now(), soon)
  expect(connected()).toBe(true)
  expect(await rowsOf('CONNECTED#instagram#late-account')).toEqual([])
  expect(done).toMatchObject({ accounts: 2 })
  expect(done.not_revoked).toHaveLength(2)
})

it('leaves the name to the next owner of it, where two ended this one at once', async () => {
  const owner = await createOwner({ name: 'twice' })
  let next: Owner | undefined
  await deleteOwner(owner, Date.now(), async () => {
    await deleteOwner(owner, Date.now(), soon)
    next = await createOwner({ name: 'twice' })
  })
  expect(await findOwner('twice')).toEqual(next)
  expect(await getOwner(owner.id)).toBeUndefined()
})

it('has no event come back that was being handed on when it was deleted', async () => {
  const { owner } = await fill('with-an-event')
  const event = newEvent(owner.id, 'media.ready', { media_asset_id: 'x' }, Date.now())
  await put(eventItem(event))
  const closing = ({ kind, about }: { kind: string; about: string }) =>
    kind === 'UpdateCommand' && about.includes(event.id)
  before(closing, () => remove({ ...eventKey(event.id) }))
  await handOn(event.id, Date.now())
  expect(await rowsOf(event.id)).toEqual([])
})

it('has no storage counted again by an upload that was begun before it and is given up after it', async () => {
  const owner = await createOwner({ name: 'with-an-upload' })
  const { etag: _none, ...draft } = mediaSample({ id: crypto.randomUUID(), owner_id: owner.id, size_bytes: 77 })
  await putUpload(draft, await getStorage(owner.id))
  await deleteOwner(owner, Date.now(), soon)
  const session = await getUpload(draft.id)
  await endUpload(session!)
  expect(await getUpload(draft.id)).toBeUndefined()
  expect((await rowsOf(owner.id, draft.id)).filter((row) => !row.startsWith('ACTIVITY#'))).toEqual([])
})

it('refuses what the gateway still takes for the session of a member who was deleted with it', async () => {
  const { owner, person } = await fill('with-a-session')
  const [session] = await sessionsOf(person)
  const { id: key_id, generation, created_at: begun_at } = session!
  const remembered = { key_id, generation, rate_limit: 60, session: { person_id: person, role: 'admin', begun_at } }
  expect(await admit(remembered as never, Date.now())).toMatchObject({ allowed: true })
  await deleteOwner(owner, Date.now(), soon)
  await expect(admit(remembered as never, Date.now())).rejects.toThrow('session has ended')
})

it('deletes a person with every session', async () => {
  const owner = await createOwner({ name: 'of-the-person' })
  const person = await someone('somebody', owner.id)
  await someone('somebody')
  expect((await rowsOf(person.id)).filter((row) => row.startsWith('SESSION#'))).toHaveLength(2)
  await deletePerson(person.id)
  const left = await rowsOf(person.id)
  expect(left.filter((row) => row.startsWith(PARTITION.person(person.id)) || row.startsWith('SESSION#'))).toEqual([])
})
