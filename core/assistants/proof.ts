// Proof Key for Code Exchange (RFC 7636), S256 only.
import { createHash, timingSafeEqual } from 'node:crypto'

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Whether who shows the verifier is who began. */
export function challengeFits(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  return wanted.length === made.length && timingSafeEqual(made, wanted)
}
