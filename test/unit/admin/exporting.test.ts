// Taking along all of an owner's data: complete, without a secret, of this owner alone, and going on where it broke off.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { exportAll } from '../../../bin/admin/exporting.ts'
import { addAccount } from '../../../core/accounts/account-store.ts'
import { revokeKey } from '../../../core/api-keys/change-key.ts'
import { issueKey } from '../../../core/api-keys/issue-key.ts'
import { put } from '../../../core/aws/table.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import { mediaKey, mediaOf, timed, webhookKey } from '../../../core/table-keys.ts'
import { accountOf, mediaOf as mediaSample } from '../../support/domain.ts'
import { startTable, type TableEngine } from '../../support/table-engine.ts'
import { someone } from '../people/world.ts'

const opened: string[] = []
vi.mock('../../../core/aws/bucket.ts', async (original) => ({
  ...(await original<object>()),
  openObject: async (key: string) => {
    opened.push(key)
    return key.startsWith('lost') ? undefined : Readable.from([Buffer.from('12345')])
  },
}))

let engine: TableEngine
let folder: string
beforeAll(async () => {
  engine = await startTable()
  folder = await mkdtemp(join(tmpdir(), 'export-'))
})
afterAll(async () => {
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
})

const lines = async (kind: string) =>
  (await readFile(join(folder, `${kind}.jsonl`), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

async function fill(name: string, external: string) {
  const owner = await createOwner({ name })
  await someone(`admin-of-${name}`, owner.id)
  await issueKey({ ownerId: owner.id, label: `${name} in use` })
  const { key } = await issueKey({ ownerId: owner.id, label: `${name} old` })
  await revokeKey(key.key_id)
  const account = accountOf({ id: crypto.randomUUID(), owner_id: owner.id, external_account_id: external })
  await addAccount({ ...account, token_ciphertext: 'SEALED-TOKEN' }, Date.now())
  await put({
    ...webhookKey(owner.id, `hook-of-${name}`),
    id: `hook-of-${name}`,
    owner_id: owner.id,
    url: 'https://shop.example.com/hooks',
    secret_ciphertext: 'SEALED-SECRET',
  })
  const media = ['kept', 'lost'].map((word) =>
    mediaSample({ id: crypto.randomUUID(), owner_id: owner.id, object_key: `${word}-${name}.jpg`, size_bytes: 5 }),
  )
  for (const one of media)
    await put({
      ...mediaKey(one.id),
      ...one,
      owner_pk: mediaOf(owner.id),
      owner_sk: timed(one.created_at, one.id),
    })
  return { owner, media, account }
}

const run = (name: string) =>
  exportAll({ words: { name }, options: { to: folder }, stack: undefined as never }).then(({ json }) => json)

it('writes every record of the owner and the files, and no secret', async () => {
  const { owner, media, account } = await fill('leaving', '1')
  await fill('staying', '2')
  const summary = await run('leaving')
  expect(summary).toMatchObject({ owner_id: owner.id, files: 1, missing: [media[1]!.id] })
  expect((await lines('keys')).map(({ label }) => label).sort()).toEqual(['leaving in use', 'leaving old'])
  expect(await lines('accounts')).toMatchObject([{ id: account.id, external_account_id: '1' }])
  expect(await lines('webhooks')).toMatchObject([{ url: 'https://shop.example.com/hooks' }])
  expect(await lines('members')).toMatchObject([{ role: 'admin', email: 'admin-of-leaving@example.com' }])
  expect((await lines('media')).map(({ id }) => id).sort()).toEqual(media.map(({ id }) => id).sort())
  expect((await lines('activity')).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['owner.created', 'key.created', 'key.revoked', 'account.connected', 'owner.exported']),
  )
  const all = await Promise.all((await readdir(folder)).filter((name) => /json/.test(name)).map(read))
  expect(all.join('')).not.toMatch(/SEALED|ciphertext|secret_hash|token_hash|staying/)
  expect((await stat(join(folder, 'keys.jsonl'))).mode & 0o777).toBe(0o600)
})

const read = (name: string) => readFile(join(folder, name), 'utf8')

it('goes on where it broke off: what is whole is not fetched again', async () => {
  opened.length = 0
  const [file] = await readdir(join(folder, 'files'))
  expect(await run('leaving')).toMatchObject({ files: 1, files_written: 0 })
  expect(opened.filter((key) => key.startsWith('kept'))).toEqual([])
  // Cut off in the midst of it.
  await writeFile(join(folder, 'files', file!), '12')
  expect(await run('leaving')).toMatchObject({ files: 1, files_written: 1 })
  expect(await read(join('files', file!))).toBe('12345')
})

it('takes no folder with the export of another owner, and leaves that as it is', async () => {
  const before = await read('owner.jsonl')
  await expect(run('staying')).rejects.toThrow(
    `--to ${folder} has the export of another owner (leaving): give each owner a folder of its own.`,
  )
  expect(await read('owner.jsonl')).toBe(before)
  expect(await readdir(join(folder, 'files'))).toHaveLength(1)
})

it('writes into a folder once at a time, and again after one that was killed', async () => {
  const [first, second] = await Promise.allSettled([run('leaving'), run('leaving')])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
  const { reason } = [first, second].find((one) => one.status === 'rejected') as PromiseRejectedResult
  expect(reason.message).toBe(
    `Another export writes into ${folder} at the moment (process ${process.pid}): wait until it has ended, then export again. If it has, delete ${join(folder, 'export.lock')}.`,
  )
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await writeFile(join(folder, 'export.lock'), String(pid))
  expect(await run('leaving')).toMatchObject({ files: 1 })
  expect(await readdir(folder)).not.toContain('export.lock')
})

it('refuses a file in the place of the folder', async () => {
  const file = join(folder, 'export.json')
  const call = { words: { name: 'leaving' }, options: { to: file }, stack: undefined as never }
  await expect(exportAll(call)).rejects.toThrow(`--to must be a folder: ${file} is a file.`)
})

it('makes a folder below folders that are not there, for its owner alone', async () => {
  const deep = join(folder, 'a', 'b', 'c')
  const call = { words: { name: 'leaving' }, options: { to: deep }, stack: undefined as never }
  expect((await exportAll(call)).json).toMatchObject({ files: 1 })
  for (const path of [join(folder, 'a'), deep]) expect((await stat(path)).mode & 0o777).toBe(0o700)
})

const onLinux = it.runIf(process.platform === 'linux')

onLinux('names a folder that cannot be made, where the system says that what is above it does not exist', async () => {
  const call = (to: string) => exportAll({ words: { name: 'leaving' }, options: { to }, stack: undefined as never })
  await expect(call('/proc/none')).rejects.toThrow('The folder /proc/none cannot be made')
  await expect(call('/proc/none/below')).rejects.toThrow('The folder /proc/none cannot be made')
  await expect(call(join(folder, 'export.json', 'below'))).rejects.toThrow('cannot be made')
})

onLinux('fails where its files cannot be written', async () => {
  const call = { words: { name: 'leaving' }, options: { to: '/proc' }, stack: undefined as never }
  await expect(exportAll(call)).rejects.toThrow(/ENOENT|EACCES|EPERM/)
})

it('knows no owner of another name', async () => {
  await expect(run('nobody')).rejects.toMatchObject({ code: 'not_found' })
})
