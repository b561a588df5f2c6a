// Text that only a caller with its secret can read: the table has it sealed, and of the secret only a hash.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @returns a secret that nobody can guess, and that can stand in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The key of the item. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const keyFrom = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** @param purpose keeps what is sealed for one thing from being read as another. */
export function sealed(text: string, secret: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, purpose), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** @throws where it was sealed by another secret, or changed. */
export function unsealed(text: string, secret: string, purpose: string): string {
  const bytes = Buffer.from(text, 'base64')
  const body = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, purpose), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, body))
  return Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]).toString('utf8')
}
