import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAPTION_RULES } from '../../../core/platforms/caption-length.ts'
import { TEXT_LENGTHS } from '../../../core/platforms/count-text.ts'

const { utf16_units: instagramLength, threads: threadsLength, graphemes, utf8_bytes, x_weighted } = TEXT_LENGTHS

describe('length on Instagram', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['👍', 2],
    ['한국어', 3],
  ])('counts %j as %i', (text, length) => expect(instagramLength(text)).toBe(length))

  it('is never shorter than code points or graphemes', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(instagramLength(text)).toBeGreaterThanOrEqual([...text].length)
        expect(instagramLength(text)).toBeGreaterThanOrEqual([...segmenter.segment(text)].length)
      }),
    )
  })
})

describe('length on Threads', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['e\u0301', 1],
    ['한국어', 3],
    ['한', 1],
    ['日本', 2],
    ['👍', 4],
    ['👍🏽', 8],
    ['🇰🇷', 8],
    ['1️⃣', 7],
    ['1', 1],
    ['#', 1],
    ['👨‍👩‍👧‍👦', 25],
    ['❤️', 6],
    ['a👍b', 6],
    ['a\nb', 3],
    ['a\r\nb', 3],
    ['שלום', 4],
  ])('counts %j as %i', (text, length) => expect(threadsLength(text)).toBe(length))

  it('is between graphemes and bytes, and adds up over lines', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const length = threadsLength(one)
        expect(length).toBeGreaterThanOrEqual([...segmenter.segment(one)].length)
        expect(length).toBeLessThanOrEqual(Buffer.byteLength(one))
        // A line feed never joins its neighbours, but for a carriage return.
        fc.pre(!one.endsWith('\r'))
        expect(threadsLength(`${one}\n${other}`)).toBe(length + 1 + threadsLength(other))
      }),
    )
  })
})

it('counts plain text as it counts the same text beside an emoji', () => {
  const ascii = fc.string({ unit: 'binary-ascii' })
  // Text that is not all ASCII is counted grapheme by grapheme.
  fc.assert(
    fc.property(ascii, (text) => {
      expect(threadsLength(`👍${text}`)).toBe(4 + threadsLength(text))
    }),
  )
})

it('is what each platform counts by', () => {
  expect(CAPTION_RULES.instagram.length('👍')).toBe(2)
  expect(CAPTION_RULES.threads.length('👍')).toBe(4)
  expect(CAPTION_RULES.instagram.max).toBe(2200)
  expect(CAPTION_RULES.threads.max).toBe(500)
})

describe('the other rules', () => {
  it.each([
    ['é', 1, 2, 1],
    ['e\u0301', 1, 3, 1],
    ['👨‍👩‍👧‍👦', 1, 25, 2],
    ['日本', 2, 6, 4],
    ['a\r\nb', 3, 4, 4],
    ['see https://example.org/a/very/long/path/indeed ok', 50, 50, 30],
  ])('count %j in graphemes, bytes and as X does', (text, inGraphemes, inBytes, onX) => {
    expect([graphemes(text), utf8_bytes(text), x_weighted(text)]).toEqual([inGraphemes, inBytes, onX])
  })
})
