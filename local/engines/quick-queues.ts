// fauxqs has SQLite wait for the disk after each message that is sent, received or deleted, and everything else in its process
// waits with it: objects, and all calls of the table. What the system was given survives a process that is killed, which is what the
// local run promises; only a machine that loses its power may lose the last messages, as with its own state (state.ts).
interface Persistence {
  db: { exec(sql: string): void }
  prepareStatements(): unknown
}

let quick: Promise<void> | undefined

/** Has the queues of every engine that is started in this process from now on not wait for the disk. */
export const haveQuickQueues = (): Promise<void> => (quick ??= changeEngine())

async function changeEngine(): Promise<void> {
  const { PersistenceManager } = (await import(new URL('./persistence.js', import.meta.resolve('fauxqs')).href)) as {
    PersistenceManager: { prototype: Persistence }
  }
  const { prepareStatements } = PersistenceManager.prototype
  // Called once the database is open.
  PersistenceManager.prototype.prepareStatements = function () {
    this.db.exec('PRAGMA synchronous = OFF')
    return prepareStatements.call(this)
  }
}
