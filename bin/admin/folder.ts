// Folders that an operator names for files of owners.
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { WrongCall } from './command.ts'

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false

/**
 * Makes the folder and those above it, readable only by the operator; one that exists stays as it is. Each is made by itself:
 * where the file system refuses with ENOENT, as `/proc` does, Node's own `recursive` tries again without end.
 * @throws {WrongCall} naming the folder that cannot be made.
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = []
  let there = folder
  while (dirname(there) !== there && !(await stat(there).catch(() => undefined))) {
    missing.unshift(there)
    there = dirname(there)
  }
  for (const path of missing) {
    try {
      await mkdir(path, { mode: 0o700 })
    } catch (error) {
      // Another file's folder may be made at the same moment.
      if (!(await isFolder(path))) throw new WrongCall(`The folder ${path} cannot be made: ${(error as Error).message}`)
    }
  }
}
