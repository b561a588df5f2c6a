// Where the preview folds a long caption.
import { describe, expect, it } from 'vitest'
import { beginningOf } from '../../../dashboard/src/pages/compose/beginning-of.ts'

describe('the beginning of a text', () => {
  it.each([
    ['abcdef', 3, 'abc'],
    ['abc', 3, 'abc'],
    ['ab\u{1f44d}\u{1f3fd}c', 3, 'ab'],
    ['ab\u{1f44d}\u{1f3fd}c', 5, 'ab'],
    ['ab\u{1f44d}\u{1f3fd}c', 6, 'ab\u{1f44d}\u{1f3fd}'],
    ['\u1112\u1161\u11ab\u1112\u1161\u11ab', 5, '\u1112\u1161\u11ab'],
  ])('of %j up to %i', (text, most, expected) => expect(beginningOf(text, most)).toBe(expected))
})
