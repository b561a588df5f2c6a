// Files over 4 GiB: with holes, which take no room on the disk.
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, utimesSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openFile } from '../../../packages/client/src/open-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'open-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.each([1_000_000, 2 ** 32 - 1, 2 ** 32, 5_000_000_000])('gives all of a file of %i bytes', async (size) => {
  const path = join(folder, 'long.mp4')
  const file = openSync(path, 'w')
  writeSync(file, 'end', size - 3)
  closeSync(file)
  const blob = await openFile(path)
  expect(blob.size).toBe(size)
  expect(await blob.slice(size - 4, size).text()).toBe('\0end')
  expect((await blob.slice(0, 10).arrayBuffer()).byteLength).toBe(10)
})

it.each<[string, (path: string) => void]>([
  ['became shorter', (path) => truncateSync(path, 2 ** 32 + 5)],
  ['was written again', (path) => utimesSync(path, 1, 1)],
])('gives nothing of a large file that %s', async (_, change) => {
  const path = join(folder, 'changed.mp4')
  closeSync(openSync(path, 'w'))
  truncateSync(path, 2 ** 32 + 10)
  const blob = await openFile(path)
  change(path)
  expect(() => blob.slice(0, 10)).toThrow(expect.objectContaining({ name: 'NotReadableError' }))
})
