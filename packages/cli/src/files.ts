// Media as people name them: files of this machine, addresses, ids of media that were uploaded before.
import { createHash } from 'node:crypto'
import { createReadStream, type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Publisher, Schemas } from '@social-publisher/client'
import { openFile } from '@social-publisher/client/open-file'
import { progressBar, type Streams } from './output.ts'
import { FileProblem, Stopped, WrongCall } from './problem.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const ADDRESS = /^https?:\/\//i

export type Medium =
  | { kind: 'file'; path: string; size: number }
  | { kind: 'url'; url: string }
  | { kind: 'id'; id: string }

/** Several names together may be longer than one can be: that is no file either. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** @throws {WrongCall} where there is no such file. */
export function readMedium(word: string): Medium {
  if (UUID.test(word)) return { kind: 'id', id: word }
  if (ADDRESS.test(word)) return { kind: 'url', url: word }
  let found: Stats | undefined
  try {
    found = statSync(word, { throwIfNoEntry: false })
  } catch (error) {
    throw new WrongCall(`The file ${word} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (!found) throw new WrongCall(`There is no file ${word}.`)
  if (!found.isFile()) throw new WrongCall(`${word} is no file${found.isDirectory() ? ', but a folder' : ''}.`)
  const { size } = found
  if (size === 0) throw new WrongCall(`The file ${word} is empty.`)
  return { kind: 'file', path: word, size }
}

/** An address that ends in a name of a file is whole. */
const HAS_ENDING = /\/[^/?#]*\.[a-z]\w{1,4}$/i

/**
 * The names in a list with commas between them. Those in an address stay there (`.../w_300,h_200/a.jpg`): what follows is a medium
 * by itself where there is a space before it, or where it is an address, an id or a file.
 * @param fileOf the path of a name.
 */
export function namesIn(list: string, fileOf = (name: string) => name): string[] {
  const names: string[] = []
  for (const part of list.split(',')) {
    const last = names.at(-1) ?? ''
    const opens = ADDRESS.test(last.trim()) && !HAS_ENDING.test(last) && /\S$/.test(last) && /^\S/.test(part)
    if (opens && !ADDRESS.test(part) && !UUID.test(part) && !isFile(fileOf(part))) names[names.length - 1] += `,${part}`
    else names.push(part)
  }
  return names.map((name) => name.trim()).filter(Boolean)
}

/** @param words each a name, or several separated by commas. All are looked at before the first is sent. */
export const readMedia = (words: readonly string[]): Medium[] =>
  // A comma may be part of a file's name.
  words.flatMap((word) => (isFile(word) ? [word] : namesIn(word))).map(readMedium)

export interface About {
  title?: string
  description?: string
}

export interface Storing {
  /** The same for the same medium: it is stored once. */
  key: string
  about?: About
  /** Where its progress is shown. */
  streams?: Streams
  signal?: AbortSignal
}

/**
 * The key of the request that stores a medium. It changes with the file, and with its name and description: with the old key, the service
 * would refuse a corrected medium, or use the old file.
 */
async function keyOf(medium: Medium, name: string, { key, about, signal }: Storing): Promise<string> {
  const hash = createHash('sha256').update(`${JSON.stringify([key, name, about])}\0`)
  if (medium.kind === 'file')
    for await (const bytes of createReadStream(medium.path)) {
      signal?.throwIfAborted()
      hash.update(bytes as Uint8Array)
    }
  return `${medium.kind}-${hash.digest('hex')}`
}

/** Stores a medium, unless it is stored already. @throws {FileProblem} that names it. */
export async function storeMedium(
  publisher: Publisher,
  medium: Medium,
  storing: Storing,
): Promise<Pick<Schemas['UploadedMedia'], 'id'> & Partial<Schemas['UploadedMedia']>> {
  if (medium.kind === 'id') return { id: medium.id }
  const { about, streams, signal } = storing
  const name = medium.kind === 'url' ? medium.url : basename(medium.path)
  const bar = streams && progressBar(streams, name)
  try {
    if (medium.kind === 'url') {
      const idempotencyKey = await keyOf(medium, name, storing)
      return await publisher.uploadFrom(medium.url, about, { idempotencyKey, signal })
    }
    return await publisher.upload(await openFile(medium.path), name, {
      ...about,
      idempotencyKey: await keyOf(medium, name, storing),
      signal,
      onProgress: bar?.show,
    })
  } catch (error) {
    bar?.end()
    throw error instanceof Stopped ? error : new FileProblem(name, error)
  }
}
