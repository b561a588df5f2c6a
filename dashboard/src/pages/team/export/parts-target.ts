// An export as ZIP files that the browser saves one after another, for browsers that let no page write to a folder.
import { downloadZip } from 'client-zip'
import type { ExportState, Kind, PartsPlace } from './kept-export.ts'
import type { Target } from './run-export.ts'

/** A ZIP file is saved as soon as it has so much: until then it is in memory. */
const FULL = 250_000_000

/** Hands the browser a file to save. */
function save(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it on its own; how long that takes is not told.
  setTimeout(() => URL.revokeObjectURL(address), 10 * 60_000)
}

export function partsTarget(state: ExportState & { into: PartsPlace }, full = FULL): Target {
  const { into } = state
  const records = new Map<Kind, string[]>()
  const entries: { name: string; input: Blob }[] = []
  let size = 0
  return {
    // Else each pause would save a small file; what has come together is lost with the page alone.
    commitsAtPause: false,
    write(kind, lines) {
      const before = records.get(kind) ?? []
      before.push(lines)
      records.set(kind, before)
      size += lines.length
    },
    async add({ name, size: bytesOfFile }, bytes) {
      const pieces: BlobPart[] = []
      for await (const piece of bytes()) pieces.push(piece)
      entries.push({ name: `files/${name}`, input: new Blob(pieces) })
      size += bytesOfFile
    },
    addText: (name, text) => void entries.push({ name, input: new Blob([text]) }),
    isFull: () => size >= full,
    async commit() {
      const part = into.saved + 1
      // Unpacked into one folder, those of one part do not take the place of another's.
      const suffix = part === 1 ? '' : `-${part}`
      const ofRecords = [...records].map(([kind, lines]) => ({
        name: `${kind}${suffix}.jsonl`,
        input: new Blob(lines),
      }))
      save(`${state.name}-${part}.zip`, await downloadZip([...ofRecords, ...entries]).blob())
      records.clear()
      entries.length = 0
      size = 0
      into.saved = part
    },
  }
}
