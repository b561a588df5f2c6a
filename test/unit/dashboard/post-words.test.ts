// The name of a post in lists.
import { describe, expect, it } from 'vitest'
import { nameOfPost } from '../../../dashboard/src/posts/post-words.ts'

describe('the name of a post', () => {
  it.each([
    ['its title', { title: 'Menu', content: 'Spring' }, 'Menu'],
    ['the first line of its text', { content: ' \n Spring \nand more' }, 'Spring'],
    ['its hashtags', { hashtags: ['#a', '#b'] }, '#a #b'],
    ['cut where it is long', { content: 'n'.repeat(90) }, `${'n'.repeat(79)}…`],
    ['the first line that is seen', { title: '\u200b\u2060', content: '\u3164\ufeff\n\u200e오늘' }, '\u200e오늘'],
    ['none where nothing is seen', { title: '\u00ad', content: '\u200b'.repeat(90), hashtags: ['\u2063'] }, 'No text'],
  ])('is %s', (_what, more, expected) =>
    expect(nameOfPost({ title: null, content: '', hashtags: [], ...more }, 'No text')).toBe(expected),
  )
})
