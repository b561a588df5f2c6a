// How an MP4 or MOV is laid out: whether what describes it comes first, and whether it has edit lists.

/** Reads that many bytes from there; fewer where the file ends or reading has gone on for too long. */
export type Read = (wanted: number, offset: number) => Promise<Uint8Array>

export interface Layout {
  moov_first: boolean | null
  edit_lists: boolean | null
}

const UNKNOWN: Layout = { moov_first: null, edit_lists: null }

/** Boxes passed on the way to both: recordings in fragments have more of them, and their `moov` in front. */
const MAX_BOXES = 64
/** The largest index of a film that is read; a larger one is left out. */
const MAX_MOOV_BYTES = 16 * 1024 * 1024

interface Box {
  type: string
  /** The bytes of its content, after its head. */
  start: number
  end: number
}

/** @param head the first bytes of the box, at most 16. @param limit where what it is in ends. */
function boxOf(head: Uint8Array, at: number, limit: number): Box | undefined {
  if (head.length < 8) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const short = view.getUint32(0)
  // 1: the size follows the type. 0: it reaches to the end.
  if (short === 1 && head.length < 16) return undefined
  const size = short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? limit - at : short
  const start = at + (short === 1 ? 16 : 8)
  const end = at + size
  if (end < start || end > limit) return undefined
  return { type: String.fromCharCode(...head.subarray(4, 8)), start, end }
}

function* boxesIn(bytes: Uint8Array, { start, end }: Pick<Box, 'start' | 'end'>): Generator<Box> {
  for (let at = start; at < end; ) {
    const box = boxOf(bytes.subarray(at, Math.min(at + 16, end)), at, end)
    if (!box) return
    yield box
    at = box.end
  }
}

function hasEditLists(moov: Uint8Array): boolean {
  for (const track of boxesIn(moov, { start: 0, end: moov.length })) {
    if (track.type !== 'trak') continue
    for (const edits of boxesIn(moov, track)) {
      if (edits.type !== 'edts') continue
      for (const { type } of boxesIn(moov, edits)) if (type === 'elst') return true
    }
  }
  return false
}

/** @param size of the file, bytes. */
export async function layoutOf(size: number, read: Read): Promise<Layout> {
  let passedMedia = false
  for (let at = 0, count = 0; at < size && count < MAX_BOXES; count += 1) {
    const box = boxOf(await read(16, at), at, size)
    if (!box) return UNKNOWN
    if (box.type === 'mdat') passedMedia = true
    if (box.type === 'moov') {
      const length = box.end - box.start
      const moov = length <= MAX_MOOV_BYTES ? await read(length, box.start) : undefined
      return { moov_first: !passedMedia, edit_lists: moov?.length === length ? hasEditLists(moov) : null }
    }
    at = box.end
  }
  return UNKNOWN
}
