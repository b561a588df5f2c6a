// The shape of secrets that callers show: a prefix, 32 random bytes in base62, and a checksum that tells a mistyped one
// from a wrong one. `spk_` begins an API key.
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const KEY_PREFIX = 'spk_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is just above 2^256, and 62^6 above 2^32. */
const BODY_LENGTH = 43
const CHECKSUM_LENGTH = 6
const BODY = new RegExp(`^[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`)

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text
  return text
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_LENGTH)

/** A new secret. It is shown once and never stored. */
export function newSecret(prefix = KEY_PREFIX): string {
  const text = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), BODY_LENGTH)
  return text + checksum(text)
}

/** Whether this can be one at all: what fails here needs no look into the table. */
export const isWellFormed = (secret: string, prefix = KEY_PREFIX): boolean =>
  secret.startsWith(prefix) &&
  BODY.test(secret.slice(prefix.length)) &&
  checksum(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH)

/** The stored form of a secret. 256 random bits need no slow hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
