// An export from where it stands to its end, or to where it is paused or breaks.
import { PublisherError } from '../../../api/client.ts'
import { fetchFile, fetchPage, type RecordsPage } from './fetching.ts'
import type { ExportState, Kind, MediaFile } from './kept-export.ts'

/** Where an export is written. */
export interface Target {
  /** Lines for a kind's file. */
  write(kind: Kind, lines: string): void
  /** A file that comes along; resolves when it is allowed. */
  add(file: MediaFile, bytes: () => AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void>
  /** A text as a file of its own, at the end. */
  addText(name: string, text: string): void
  /** Enough has come together to be made permanent. */
  isFull(): boolean
  /** Makes all of it permanent, in `into` of the state too. */
  commit(): Promise<void>
  /** Whether a pause makes permanent what has come together; else it stays in memory. */
  commitsAtPause: boolean
}

const extensionOf = (objectKey: unknown): string => /\.\w+$/.exec(String(objectKey))?.[0] ?? ''

/** The files of media records. Ids and keys name files here, so only what looks like one is taken. */
export const filesIn = ({ records }: RecordsPage): MediaFile[] =>
  records.flatMap(({ kind, record: { id, object_key, size_bytes, status } }) =>
    kind === 'media' && status === 'active' && /^[\w-]+$/.test(String(id))
      ? [{ id: String(id), name: `${id}${extensionOf(object_key)}`, size: Number(size_bytes) }]
      : [],
  )

function take(target: Target, state: ExportState, page: RecordsPage): void {
  for (const [kind, of] of Map.groupBy(page.records, ({ kind }) => kind)) {
    target.write(kind, of.map(({ record }) => `${JSON.stringify(record)}\n`).join(''))
    state.records[kind] = (state.records[kind] ?? 0) + of.length
  }
  state.next = page.next
  state.pending.push(...filesIn(page))
}

async function takeFile(target: Target, state: ExportState, file: MediaFile, signal: AbortSignal): Promise<void> {
  try {
    await target.add(file, () => fetchFile(file, signal))
    state.files += 1
    state.bytes += file.size
  } catch (error) {
    if (!(error instanceof PublisherError && error.status === 404)) throw error
    state.missing.push(file.id)
  }
  state.pending.shift()
}

const summaryOf = ({ ownerId, ownerName, records, files, missing }: ExportState, now: number): string =>
  JSON.stringify(
    { owner_id: ownerId, name: ownerName, exported_at: new Date(now).toISOString(), records, files, missing },
    null,
    2,
  )

export interface Running {
  /** Changed as it goes on. */
  state: ExportState
  target: Target
  signal: AbortSignal
  /** Keeps the state beside what is permanent. */
  save(state: ExportState): Promise<void>
  /** @param kind of the records that came last. */
  onProgress(state: ExportState, kind: Kind | undefined): void
}

/** @throws what it broke at; the signal's reason. What is permanent is saved either way. */
export async function runExport({ state, target, signal, save, onProgress }: Running): Promise<void> {
  const commit = async () => {
    await target.commit()
    await save(state)
  }
  let kind: Kind | undefined
  try {
    while (state.pending.length > 0 || state.next !== null) {
      signal.throwIfAborted()
      const file = state.pending[0]
      if (file) await takeFile(target, state, file, signal)
      else {
        const page = await fetchPage(state.next ?? undefined, signal)
        take(target, state, page)
        kind = page.records.at(-1)?.kind ?? kind
      }
      if (target.isFull()) await commit()
      onProgress(state, kind)
    }
    target.addText('export.json', summaryOf(state, Date.now()))
    await target.commit()
    state.done = true
    await save(state)
    onProgress(state, kind)
  } catch (error) {
    // Why it stopped is what is told, also where this fails for the same reason.
    if (target.commitsAtPause) await commit().catch(() => undefined)
    throw error
  }
}
