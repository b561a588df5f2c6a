// How far an export has come, kept in this browser so that it goes on after a reload.
import type { Schemas } from '../../../api/client.ts'
import type { OwnedSession } from '../../../api/session.ts'
import { keptIn } from '../../../kept-in.ts'

export type Kind = Schemas['ExportedRecord']['kind']

export interface MediaFile {
  id: string
  /** In the folder `files`. */
  name: string
  size: number
}

export interface ExportState {
  /** Name of its folder, or the beginning of its ZIP files' names. */
  readonly name: string
  readonly ownerId: string
  readonly ownerName: string
  /** Unix milliseconds. */
  readonly begunAt: number
  /** Of the next page: absent before the first, null once the last was read. */
  next?: string | null
  /** Files of the pages read that are not written yet. */
  pending: MediaFile[]
  records: Partial<Record<Kind, number>>
  files: number
  bytes: number
  /** Ids of media whose files are gone. */
  missing: string[]
  done: boolean
  /** Where it goes: into a folder, or as ZIP files. */
  into: FolderPlace | PartsPlace
}

/** A folder, with the sizes of the files of records up to which they are complete. */
export interface FolderPlace {
  is: 'folder'
  parent: FileSystemDirectoryHandle
  sizes: Record<string, number>
}

export interface PartsPlace {
  is: 'parts'
  /** ZIP files that were saved. */
  saved: number
}

const { read, put, write } = keptIn('owner-export')

/** Whose it is: a person's, for an owner. */
export const exportOf = ({ owner, person }: OwnedSession): string => `${owner.id}-${person.id}`

/** An export that was begun here by the person; undefined where there is none, or the browser keeps nothing. */
export const loadExport = (whose: string): Promise<ExportState | undefined> =>
  read(whose).then(
    (kept) => kept as ExportState | undefined,
    () => undefined,
  )

/** @throws where the browser keeps nothing. */
export const saveExport = (whose: string, state: ExportState): Promise<void> => put(whose, state)

export const forgetExport = (whose: string): Promise<void> =>
  write((store) => store.delete(whose)).catch(() => undefined)

/** A new one. @param now Unix milliseconds. */
export function newExport(session: OwnedSession, into: ExportState['into'], now: number): ExportState {
  const { id, name } = session.owner
  // What every file system takes.
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .slice(0, 40)
  const time = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return {
    name: `export-${plain}-${time}`,
    ownerId: id,
    ownerName: name,
    begunAt: now,
    pending: [],
    records: {},
    files: 0,
    bytes: 0,
    missing: [],
    done: false,
    into,
  }
}
