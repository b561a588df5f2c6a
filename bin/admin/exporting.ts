// owner export
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { openObject } from '../../core/aws/bucket.ts'
import { EXPORTED, type ExportKind, exportOwner } from '../../core/owners/export-owner.ts'
import type { Owner } from '../../core/owners/owner.ts'
import { rememberExport } from '../../core/owners/owner-store.ts'
import { requireOwner } from '../../core/owners/owners.ts'
import { isHeld } from '../../scripts/in-turn.ts'
import { type Call, type Outcome, WrongCall } from './command.ts'
import { makeFolder } from './folder.ts'

const OWN_FILE = { mode: 0o600 } as const

const fileOf = (folder: string, kind: ExportKind) => join(folder, `${kind}.jsonl`)
/** A file gets its name once it is complete. */
const unfinished = (file: string) => `${file}.part`

/** Lines of a file that are written together, in characters. */
const TOGETHER = 65_536

/** A file of lines. What keeps it from being written is thrown where a line is added, or where it ends. */
async function lineFile(path: string) {
  const handle = await open(path, 'w', OWN_FILE.mode)
  let lines = ''
  const flush = async () => {
    await handle.appendFile(lines)
    lines = ''
  }
  return {
    async add(line: string): Promise<void> {
      lines += `${line}\n`
      if (lines.length >= TOGETHER) await flush()
    },
    async end(): Promise<void> {
      await flush()
      await handle.close()
    },
  }
}

/** One record a line, a file for each kind. @returns how many of each. */
async function writeRecords(ownerId: string, folder: string): Promise<Record<string, number>> {
  const counts = Object.fromEntries(EXPORTED.map((kind) => [kind, 0]))
  const files = new Map<ExportKind, Awaited<ReturnType<typeof lineFile>>>()
  for (const kind of EXPORTED) files.set(kind, await lineFile(unfinished(fileOf(folder, kind))))
  for await (const { kind, record } of exportOwner(ownerId)) {
    await files.get(kind)!.add(JSON.stringify(record))
    counts[kind] = counts[kind]! + 1
  }
  for (const [kind, file] of files) {
    await file.end()
    await rename(unfinished(fileOf(folder, kind)), fileOf(folder, kind))
  }
  return counts
}

interface MediaRecord {
  id: string
  object_key: string
  size_bytes: number
  status: string
}

/** The originals; those that exist already are left as they are. */
async function writeFiles(folder: string, say: (line: string) => void) {
  const into = join(folder, 'files')
  await makeFolder(into)
  const found = { files: 0, kept: 0, missing: [] as string[] }
  for await (const line of createInterface({ input: createReadStream(fileOf(folder, 'media')) })) {
    const { id, object_key, size_bytes, status } = JSON.parse(line) as MediaRecord
    if (status !== 'active') continue
    const file = join(into, `${id}${extname(object_key)}`)
    const there = await stat(file).catch(() => undefined)
    if (there?.size === size_bytes) {
      found.kept += 1
      continue
    }
    const bytes = await openObject(object_key)
    if (!bytes) {
      found.missing.push(id)
      continue
    }
    await rm(unfinished(file), { force: true })
    await pipeline(bytes, createWriteStream(unfinished(file), OWN_FILE))
    await rename(unfinished(file), file)
    found.files += 1
    if (found.files % 100 === 0) say(`${found.files} files are written.`)
  }
  return found
}

/**
 * Records would be replaced, and files of both would lie together: whoever is given the folder would have another's.
 * @throws {WrongCall} where the folder has an export of another owner.
 */
async function refuseAnothers(folder: string, owner: Owner): Promise<void> {
  const written = await readFile(fileOf(folder, 'owner'), 'utf8').catch(() => '')
  const records = written.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Partial<Owner>)))
  // There are counters of the owner beside it.
  const { id, name } = records.find((record) => record.id !== undefined) ?? owner
  if (id !== owner.id)
    throw new WrongCall(
      `--to ${folder} has the export of another owner (${name}): give each owner a folder of its own.`,
    )
}

/**
 * Runs one export into a folder at a time: two would overwrite each other's files. The lock of a process that was killed is removed.
 * @throws {WrongCall} while another export writes into the folder.
 */
async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, 'export.lock')
  const take = () => writeFile(lock, String(process.pid), { ...OWN_FILE, flag: 'wx' })
  try {
    await take().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || (await isHeld(lock))) throw error
      await rm(lock, { force: true })
      await take()
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = await readFile(lock, 'utf8').catch(() => '')
    throw new WrongCall(
      `Another export writes into ${folder} at the moment${holder ? ` (process ${holder})` : ''}: wait until it has ended, then export again. If it has, delete ${lock}.`,
    )
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

export async function exportAll({ words, options, terminal }: Call): Promise<Outcome> {
  const owner = await requireOwner(words.name as string)
  const folder = resolve(options.to as string)
  const there = await stat(folder).catch(() => undefined)
  if (there?.isDirectory() === false) throw new WrongCall(`--to must be a folder: ${folder} is a file.`)
  await makeFolder(folder)
  return withLock(folder, () => exportInto(folder, owner, (line) => terminal?.say(line)))
}

async function exportInto(folder: string, owner: Owner, say: (line: string) => void): Promise<Outcome> {
  await refuseAnothers(folder, owner)
  // First: who takes data along is known although it breaks off.
  await rememberExport(owner)
  const records = await writeRecords(owner.id, folder)
  const { files, kept, missing } = await writeFiles(folder, say)
  const summary = { owner_id: owner.id, name: owner.name, exported_at: new Date().toISOString(), records, missing }
  await writeFile(join(folder, 'export.json'), `${JSON.stringify(summary, null, 2)}\n`, OWN_FILE)
  const all = Object.values(records).reduce((sum, count) => sum + count, 0)
  const lost = missing.length === 0 ? '' : ` Files that the bucket does not have: ${missing.length} (see export.json).`
  return {
    json: { ...summary, folder, files: files + kept, files_written: files },
    text: `${owner.name} is exported to ${folder}: ${all} records, ${files + kept} files (${kept} were there already).${lost}`,
  }
}
