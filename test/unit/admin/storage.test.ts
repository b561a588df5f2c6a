// A wrong call of storage check is refused before anything is looked at or removed.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WrongCall } from '../../../bin/admin/command.ts'
import { check } from '../../../bin/admin/storage.ts'

it('takes no file for the folder of --keep', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'keep-')), 'a-file')
  await writeFile(file, 'there')
  const call = { words: {}, options: { repair: 'yes', keep: file } } as unknown as Parameters<typeof check>[0]
  await expect(check(call)).rejects.toThrow(WrongCall)
  await expect(check(call)).rejects.toThrow(`--keep must be a folder: ${file} is a file.`)
})
