// Media as people name them: files of this machine, addresses, ids of media that were uploaded before.
import { openAsBlob, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Publisher, Schemas } from '@social-publisher/client'
import { WrongCall } from './problem.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type Medium =
  | { kind: 'file'; path: string; size: number }
  | { kind: 'url'; url: string }
  | { kind: 'id'; id: string }

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** @throws {WrongCall} where there is no such file. */
export function readMedium(word: string): Medium {
  if (UUID.test(word)) return { kind: 'id', id: word }
  if (/^https?:\/\//i.test(word)) return { kind: 'url', url: word }
  if (!isFile(word)) throw new WrongCall(`There is no file ${word}.`)
  const { size } = statSync(word)
  if (size === 0) throw new WrongCall(`The file ${word} is empty.`)
  return { kind: 'file', path: word, size }
}

/** @param words each a name, or several separated by commas. All are looked at before the first is sent. */
export const readMedia = (words: readonly string[]): Medium[] =>
  words
    // A comma may be part of a name.
    .flatMap((word) =>
      isFile(word)
        ? [word]
        : word
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean),
    )
    .map(readMedium)

export interface About {
  title?: string
  description?: string
}

type Progress = (name: string, sent: number, total: number) => void

/** Stores a medium, unless it is there. @param key the same for the same medium: it is stored once. */
export async function storeMedium(
  publisher: Publisher,
  medium: Medium,
  { key, about, onProgress, signal }: { key: string; about?: About; onProgress?: Progress; signal?: AbortSignal },
): Promise<Pick<Schemas['UploadedMedia'], 'id'> & Partial<Schemas['UploadedMedia']>> {
  if (medium.kind === 'id') return { id: medium.id }
  if (medium.kind === 'url') return publisher.uploadFrom(medium.url, about, { idempotencyKey: key, signal })
  const name = basename(medium.path)
  return publisher.upload(await openAsBlob(medium.path), name, {
    ...about,
    idempotencyKey: key,
    signal,
    onProgress: (sent, total) => onProgress?.(name, sent, total),
  })
}
