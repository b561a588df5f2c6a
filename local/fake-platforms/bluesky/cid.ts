// Content identifiers: the hash of the content. For files as everybody computes it; for records over their JSON.
import { createHash } from 'node:crypto'

const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567'

export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += DIGITS[(value >> bits) & 31]
    }
  }
  return bits > 0 ? text + DIGITS[(value << (5 - bits)) & 31] : text
}

const cidOf = (codec: number, bytes: Uint8Array): string =>
  `b${base32(Buffer.concat([Buffer.from([1, codec, 0x12, 0x20]), createHash('sha256').update(bytes).digest()]))}`

export const cidOfFile = (bytes: Uint8Array): string => cidOf(0x55, bytes)

/** Names in one order, however they were sent. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
}

export const cidOfRecord = (value: unknown): string => cidOf(0x71, Buffer.from(canonical(value)))
