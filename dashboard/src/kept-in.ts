// What this browser keeps on its disk: a database of IndexedDB with one store of values by their keys.
const STORE = 'kept'

/** @param lost is called where there is no connection, or none any more: browsers close those of pages that were away for long. */
function open(name: string, lost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => {
      request.result.onclose = lost
      resolve(request.result)
    }
    request.onerror = () => {
      lost()
      reject(request.error)
    }
  })
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

export interface KeptIn {
  /** @returns what was kept; undefined where nothing was. @throws where the browser keeps nothing. */
  read(key: string): Promise<unknown>
  keys(): Promise<IDBValidKey[]>
  /** Resolves when it is on the disk. */
  write(change: (store: IDBObjectStore) => void): Promise<void>
  put(key: string, value: unknown): Promise<void>
}

/** The database of that name, opened when it is first needed. */
export function keptIn(name: string): KeptIn {
  let database: Promise<IDBDatabase> | undefined
  const opened = () => {
    database ??= open(name, () => {
      database = undefined
    })
    return database
  }
  const reading = async () => (await opened()).transaction(STORE).objectStore(STORE)
  const write = async (change: (store: IDBObjectStore) => void): Promise<void> => {
    const transaction = (await opened()).transaction(STORE, 'readwrite', { durability: 'strict' })
    change(transaction.objectStore(STORE))
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    // A page that is being left keeps only what was committed.
    transaction.commit()
    return done
  }
  return {
    read: async (key) => resultOf((await reading()).get(key)),
    keys: async () => resultOf((await reading()).getAllKeys()),
    write,
    put: (key, value) => write((store) => store.put(value, key)),
  }
}
