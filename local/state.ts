// The data directory and the local run's own durable state: one small database, whose lock also keeps a second
// service out of the directory.
import { chmodSync, type Dirent, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface Collection<T> {
  get(key: string): T | undefined
  put(key: string, value: T): void
  delete(key: string): boolean
  /** All values in the order of their keys. */
  all(): T[]
}

export interface State {
  collection<T>(name: string): Collection<T>
  close(): void
}

/** Also the mark by which `--fresh` recognizes a data directory of this service. */
const FILE = 'service.db'

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5

/** Files and folders that the local run itself makes there. */
const OWN =
  /^(?:service\.db|table\.db|dynamodb\.pid$|endpoints\.json|session\.json|(?:keys|logs|logs-other|mail|objects|platforms|queues)$)/

/** The collection of names that were there before the directory became one of this service: they are somebody else's. */
const FOREIGN = 'foreign'

/** Also what was written before, by an engine with a mode of its own. */
function keepPrivate(entry: Dirent): void {
  if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600)
  if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700)
}

/**
 * Makes the folder and those above it, each by itself: if the file system refuses one with ENOENT, as `/proc` does, Node's own
 * `recursive` tries again forever.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (existsSync(path)) return
    throw new Error(`The folder ${path} cannot be made: ${(error as Error).message}`)
  }
}

/**
 * Opens the directory and holds it until `close`, or until this process ends, however it ends.
 * @throws {Error} when another service runs on it.
 */
export function openState(dataDir: string, fresh: boolean): State {
  // Objects, rows, queues and logs are their owner's alone, whichever engine or function writes them.
  process.umask(0o077)
  makeFolder(dataDir)
  const entries = readdirSync(dataDir, { withFileTypes: true })
  const isOurs = entries.some(({ name }) => name === FILE)
  if (fresh && entries.length > 0 && !isOurs) {
    throw new Error(
      `--fresh would empty ${dataDir}, which is not a data directory of this service. Nothing was removed.`,
    )
  }
  const database = new DatabaseSync(join(dataDir, FILE))
  // The demo owner's key is in it.
  chmodSync(join(dataDir, FILE), 0o600)
  try {
    // Writes survive a process that is killed; only a machine that loses its power may lose the last ones.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF')
    database.exec(
      'CREATE TABLE IF NOT EXISTS items (collection TEXT, key TEXT, value TEXT, PRIMARY KEY (collection, key))',
    )
    // A write keeps the lock until the end.
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    if (fresh) database.prepare('DELETE FROM items WHERE collection <> ?').run(FOREIGN)
  } catch (error) {
    database.close()
    if (isBusy(error))
      throw new Error(`Another local service is running on ${dataDir}. Stop it, or use another --data-dir.`)
    throw error
  }
  const get = database.prepare('SELECT value FROM items WHERE collection = ? AND key = ?')
  const put = database.prepare('INSERT OR REPLACE INTO items (collection, key, value) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM items WHERE collection = ? AND key = ?')
  const all = database.prepare('SELECT value FROM items WHERE collection = ? ORDER BY key')
  const parse = <T>(row: unknown): T => JSON.parse((row as { value: string }).value) as T
  if (!isOurs) for (const { name } of entries) if (!OWN.test(name)) put.run(FOREIGN, name, JSON.stringify(name))
  const foreign = new Set(all.all(FOREIGN).map((row) => parse<string>(row)))
  for (const entry of entries.filter(({ name }) => isOurs && !foreign.has(name))) {
    const { name } = entry
    if (fresh && !name.startsWith(FILE)) rmSync(join(dataDir, name), { recursive: true, force: true })
    else keepPrivate(entry)
  }
  return {
    collection: <T>(name: string): Collection<T> => ({
      get: (key) => {
        const row = get.get(name, key)
        return row === undefined ? undefined : parse<T>(row)
      },
      put: (key, value) => void put.run(name, key, JSON.stringify(value)),
      delete: (key) => remove.run(name, key).changes > 0,
      all: () => all.all(name).map((row) => parse<T>(row)),
    }),
    close: () => database.close(),
  }
}
