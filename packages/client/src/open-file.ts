// A file of this machine as a blob, however large it is: for the programs that run in Node.
import { closeSync, fstatSync, openAsBlob, openSync, readSync, type Stats, statSync } from 'node:fs'

/** Node keeps the size of such a blob in 32 bits: of a larger file it gives the first bytes as if they were all. */
const LARGEST_OF_NODE = 2 ** 32 - 1

const isSame = (one: Stats, other: Stats): boolean => one.size === other.size && one.mtimeMs === other.mtimeMs

/** Only to be sliced, as uploads do. */
class LargeFile extends Blob {
  readonly #path: string
  readonly #opened: Stats

  constructor(path: string, opened: Stats) {
    super([])
    this.#path = path
    this.#opened = opened
    Object.defineProperty(this, 'size', { value: opened.size })
  }

  /** @throws a DOMException as blobs of Node do, where the file has changed since. */
  override slice(start = 0, end = this.size): Blob {
    const wanted = Math.min(end, this.size) - start
    const file = openSync(this.#path, 'r')
    try {
      const bytes = new Uint8Array(wanted)
      let read = 0
      // The system reads less at a time than it is asked for, if it likes to.
      while (isSame(fstatSync(file), this.#opened) && read < wanted)
        read += readSync(file, bytes, read, wanted - read, start + read)
      if (read < wanted) throw new DOMException('The file has changed.', 'NotReadableError')
      return new Blob([bytes])
    } finally {
      closeSync(file)
    }
  }
}

export async function openFile(path: string): Promise<Blob> {
  const found = statSync(path)
  return found.size > LARGEST_OF_NODE ? new LargeFile(path, found) : openAsBlob(path)
}
