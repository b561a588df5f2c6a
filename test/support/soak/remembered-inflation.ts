// Unpacking for the second time: the table in memory gives out the very bytes that were stored, and the summarizer and the checks unpack
// those of each publication that waits again and again, which was a large part of a run.
import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'

/** The oldest goes where there are more. A few times as many as there are publications that wait. */
const MOST = 20_000

/** Call it before the service is loaded. Bytes that are packed are never changed: the same ones unpack to the same. */
export function rememberInflation(): void {
  const inflate = zlib.inflateRawSync
  const known = new Map<ArrayBufferLike, Buffer>()
  zlib.inflateRawSync = ((bytes: Uint8Array, options?: zlib.ZlibOptions) => {
    // Bytes of a shared buffer are not told apart by it. An item has its own, behind the number of its dictionary.
    if (bytes.byteLength !== bytes.buffer.byteLength - 1) return inflate(bytes, options)
    const before = known.get(bytes.buffer)
    if (before) return before
    const text = inflate(bytes, options)
    known.set(bytes.buffer, Buffer.from(text))
    if (known.size > MOST) known.delete(known.keys().next().value!)
    return text
  }) as typeof zlib.inflateRawSync
  syncBuiltinESMExports()
}
