import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOf, isWellFormed, newSecret } from '../../../core/api-keys/secret.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('the secret of an API key', () => {
  it('is recognisable, long and new every time', () => {
    const secrets = Array.from({ length: 500 }, newSecret)
    expect(new Set(secrets).size).toBe(500)
    for (const secret of secrets) {
      expect(secret).toMatch(/^spk_[0-9A-Za-z]{49}$/)
      expect(isWellFormed(secret)).toBe(true)
    }
  })

  it('has a checksum that any one wrong character breaks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 52 }), fc.integer({ min: 1, max: 61 }), (at, by) => {
        const secret = newSecret()
        const other = ALPHABET[(ALPHABET.indexOf(secret[at] as string) + by) % 62] as string
        return !isWellFormed(secret.slice(0, at) + other + secret.slice(at + 1))
      }),
    )
  })

  it('has a checksum that swapped neighbours break', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 51 }), (at) => {
        const secret = newSecret()
        const [a, b] = [secret[at] as string, secret[at + 1] as string]
        return a === b || !isWellFormed(secret.slice(0, at) + b + a + secret.slice(at + 2))
      }),
    )
  })

  it.each([
    '',
    'spk_',
    'x',
    `SPK_${'0'.repeat(49)}`,
    ` ${newSecret()}`,
    `${newSecret()}\n`,
    `${newSecret()}0`,
    'é'.repeat(53),
  ])('refuses %j', (text) => expect(isWellFormed(text)).toBe(false))

  it('is stored as SHA-256', () => {
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
