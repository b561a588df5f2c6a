// The fingerprint that an Idempotency-Key is bound to. It tells the request apart from every other.
import { createHash } from 'node:crypto'

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The same value, whatever the order of its fields. */
export const fingerprint = (value: unknown): string =>
  sha256(
    JSON.stringify(value, (_key, inner) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? '',
  )

/** The same form with the same files, whatever boundary a client drew for it this time. */
export function formFingerprint(body: Buffer, contentType: string): string {
  const found = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType)
  const boundary = found && Buffer.from(`--${found[1] ?? found[2]}`, 'latin1')
  const hash = createHash('sha256')
  for (let from = 0; ; ) {
    const end = boundary ? body.indexOf(boundary, from) : -1
    const part = body.subarray(from, end === -1 ? body.length : end)
    // Lengths between the parts: no two forms may run together to the same bytes.
    hash.update(`${part.length}\n`).update(part)
    if (end === -1) return hash.digest('hex')
    from = end + boundary!.length
  }
}
