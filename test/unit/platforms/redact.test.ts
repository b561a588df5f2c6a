import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact } from '../../../core/platforms/meta/redact.ts'
import { workOf } from '../hostile/step-counter.ts'

const TOKEN = 'IGQWRPc2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0'

describe('what a platform said, before it is kept', () => {
  it.each([
    [`Malformed access token ${TOKEN}`, 'Malformed access token [redacted]'],
    ['token THQVJabcdefghijklmnopqrstuv is bad', 'token [redacted] is bad'],
    ['got access_token=short1 here', 'got access_token=[redacted] here'],
    ['at https://cdn.example/a.jpg?X-Amz-Signature=abc&x=1, sorry', 'at https://cdn.example/a.jpg sorry'],
    ['at "https://cdn.example/a.jpg#part"', 'at "https://cdn.example/a.jpg"'],
    ['at https://user:password@cdn.example/a.jpg', 'at https://cdn.example/a.jpg'],
    ['The image is 9 MiB; at most 8 are taken.', 'The image is 9 MiB; at most 8 are taken.'],
    ['THREADS_API__LINK_LIMIT_EXCEEDED', 'THREADS_API__LINK_LIMIT_EXCEEDED'],
    ['INVALID_AUDIO_CHANNEL_LAYOUT', 'INVALID_AUDIO_CHANNEL_LAYOUT'],
  ])('%j becomes %j', (said, kept) => expect(redact(said, [])).toBe(kept))

  it('loses every secret of the call, also in its encoded form', () => {
    const secret = fc
      .string({ unit: 'binary-ascii', minLength: 6, maxLength: 40 })
      .filter((text) => text.trim() === text)
    fc.assert(
      fc.property(secret, fc.string(), (hidden, around) => {
        fc.pre(!around.includes(hidden) && !'[redacted]'.includes(hidden))
        const said = `${around} ${hidden} ${encodeURIComponent(hidden)} ${around}`
        expect(redact(said, [hidden])).not.toContain(hidden)
      }),
    )
  })

  it('is kept within bounds, and never cut through a character', () => {
    const kept = redact('👍'.repeat(2000), [])
    expect(kept.length).toBeLessThanOrEqual(501)
    expect(kept.isWellFormed()).toBe(true)
  })

  it('never holds a part of a secret that was cut in two', { tags: 'deep' }, () => {
    const secret = 'no-known-prefix-but-a-secret'
    for (let cut = 1; cut < secret.length; cut += 1) {
      const address = `https://x.example/?${'q'.repeat(4000 - 20 - cut)}`
      expect(redact(`${address} ${secret}`, [secret])).not.toContain('no-known')
    }
  })

  it('takes little processor time with what is made to be slow', async () => {
    const slow = ['http://'.repeat(300_000), 'IG_'.repeat(700_000)]
    const { cpuMs } = await workOf(() => slow.forEach((text) => void redact(text, [])))
    expect(cpuMs).toBeLessThan(500)
  })
})
