// An export into a folder of this device, by the File System Access API: the same files that the operator's command writes.
import type { ExportState, FolderPlace, Kind, MediaFile } from './kept-export.ts'
import type { Target } from './run-export.ts'

/** Not in TypeScript's own types, as not all browsers have them. */
type Permission = (asked: { mode: 'readwrite' }) => Promise<PermissionState>
interface Asking {
  queryPermission?: Permission
  requestPermission?: Permission
}
type Picker = (options: { id: string; mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>

const picker = (): Picker | undefined => (window as { showDirectoryPicker?: Picker }).showDirectoryPicker

/** Whether this browser lets a page write to a folder. */
export const hasFolders = (): boolean => picker() !== undefined

/** Asks for a folder. @returns undefined where the person chose none. */
export async function chooseFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await picker()?.call(window, { id: 'export', mode: 'readwrite' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

/** Whether the page may write there, asked for where it has to be; only in answer to a click. */
export async function mayWrite(folder: FileSystemDirectoryHandle): Promise<boolean> {
  const { queryPermission, requestPermission } = folder as Asking
  const mode = { mode: 'readwrite' } as const
  if (!queryPermission || !requestPermission) return true
  if ((await queryPermission.call(folder, mode)) === 'granted') return true
  return (await requestPermission.call(folder, mode)) === 'granted'
}

/** What waits to be written, in characters: going on after a reload begins behind the last time it was. */
const FULL = 4_000_000
/** A file of records is not written on beyond this: browsers copy what a file has to write more to it. */
const LARGEST_FILE = 64_000_000

const nameOf = (kind: Kind, part: number) => `${kind}${part === 1 ? '' : `-${part}`}.jsonl`

/** The file of a kind that has room. */
function openFile(kind: Kind, sizes: Readonly<Record<string, number>>): string {
  for (let part = 1; ; part += 1) {
    const name = nameOf(kind, part)
    if ((sizes[name] ?? 0) < LARGEST_FILE) return name
  }
}

async function writeAt(folder: FileSystemDirectoryHandle, name: string, at: number, bytes: Uint8Array<ArrayBuffer>) {
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable({ keepExistingData: true })
  // Behind it may be what an attempt wrote whose place was not kept.
  await writable.truncate(at)
  await writable.write({ type: 'write', position: at, data: bytes })
  await writable.close()
}

async function isThere(folder: FileSystemDirectoryHandle, { name, size }: MediaFile): Promise<boolean> {
  try {
    return (await (await folder.getFileHandle(name)).getFile()).size === size
  } catch {
    return false
  }
}

export async function folderTarget(state: ExportState & { into: FolderPlace }): Promise<Target> {
  const { into } = state
  const folder = await into.parent.getDirectoryHandle(state.name, { create: true })
  const files = await folder.getDirectoryHandle('files', { create: true })
  const waiting = new Map<Kind, string>()
  const texts = new Map<string, string>()
  let length = 0
  return {
    commitsAtPause: true,
    write(kind, lines) {
      waiting.set(kind, (waiting.get(kind) ?? '') + lines)
      length += lines.length
    },
    async add(file, bytes) {
      if (await isThere(files, file)) return
      const writable = await (await files.getFileHandle(file.name, { create: true })).createWritable()
      try {
        for await (const piece of bytes()) await writable.write(piece)
      } catch (error) {
        await writable.abort().catch(() => undefined)
        await files.removeEntry(file.name).catch(() => undefined)
        throw error
      }
      await writable.close()
    },
    addText: (name, text) => void texts.set(name, text),
    isFull: () => length >= FULL,
    async commit() {
      for (const [kind, lines] of waiting) {
        const name = openFile(kind, into.sizes)
        const at = into.sizes[name] ?? 0
        const bytes = new TextEncoder().encode(lines)
        await writeAt(folder, name, at, bytes)
        into.sizes[name] = at + bytes.length
        waiting.delete(kind)
      }
      length = 0
      for (const [name, text] of texts) await writeAt(folder, name, 0, new TextEncoder().encode(text))
    },
  }
}
