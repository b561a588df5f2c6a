// Cutting a picture of a post: which shape it begins with, and where what stands on it is afterwards.
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PLATFORM_IDS } from '../../../core/platforms/facts.ts'
import { POST_TYPES } from '../../../core/platforms/post-types.ts'
import { cutMarks, marksBack } from '../../../dashboard/src/pages/compose/crop/crop-marks.ts'
import { cropShapes, firstShape } from '../../../dashboard/src/pages/compose/crop/crop-shapes.ts'

describe('the first shape', () => {
  const first = (type: 'feed' | 'stories', platforms: Parameters<typeof cropShapes>[1], ratio: number, wanted = '') =>
    firstShape(cropShapes(type, platforms), type, wanted, ratio)?.name

  it('of a story is upright, whatever the picture is', () => {
    for (const ratio of [0.5, 1, 2]) expect(first('stories', ['instagram'], ratio)).toBe('9:16')
    expect(first('stories', ['instagram', 'facebook'], 2)).toBe('9:16')
  })

  it('in a feed is the nearest to the picture of those that all platforms show whole', () => {
    expect(first('feed', ['instagram'], 0.5)).toBe('4:5')
    expect(first('feed', ['instagram'], 1.05)).toBe('1:1')
    expect(first('feed', ['instagram'], 1.7)).toBe('16:9')
    expect(first('feed', ['instagram'], 4)).toBe('1.91:1')
    expect(first('feed', [], 0.57)).toBe('9:16')
  })

  it('is the one that all pictures of the post get', () => {
    expect(first('feed', ['instagram'], 1.9, '1:1')).toBe('1:1')
    expect(first('feed', ['instagram'], 1.9, '3:4')).toBe('1.91:1')
  })

  it('is there for every platform, and for all together', () => {
    for (const type of ['feed', 'stories'] as const) {
      const taking = PLATFORM_IDS.filter((id) => POST_TYPES[type].platforms[id])
      for (const platforms of [...taking.map((id) => [id]), taking])
        expect(cropShapes(type, platforms), `${type} ${platforms}`).not.toEqual([])
    }
  })
})

/** The right lower quarter. */
const QUARTER = { x: 50, y: 50, width: 50, height: 50 }
const tag = (medium: string, named: string, x: number, y: number) => ({ medium, named, x, y })

const options = {
  instagram: {
    user_tags: [tag('a', 'mina', 0.75, 0.5), tag('a', 'jun', 0.2, 0.9), tag('b', 'sora', 0.1, 0.1)],
    product_tags: [tag('a', '123', 1, 1)],
    first_comment: 'Hello',
  },
  mastodon: { focus: [{ medium: 'a', x: 0.5, y: -0.5 }], sensitive: 'yes' },
}

describe('the marks on a picture', () => {
  it('is at its place in what is left, and dropped where it is outside', () => {
    const cut = cutMarks(options, 'a', 'c', QUARTER)
    expect(cut.options).toEqual({
      instagram: {
        user_tags: [tag('c', 'mina', 0.5, 0), tag('b', 'sora', 0.1, 0.1)],
        product_tags: [tag('c', '123', 1, 1)],
        first_comment: 'Hello',
      },
      mastodon: { focus: [{ medium: 'c', x: 0, y: 0 }], sensitive: 'yes' },
    })
    expect(cut.dropped).toEqual(['jun'])
    expect(cut.lostFocus).toBe(false)
  })

  it('says nothing once nothing of it is left', () => {
    const upper = { x: 0, y: 0, width: 40, height: 40 }
    const cut = cutMarks(options, 'a', 'c', upper)
    expect(cut.dropped).toEqual(['mina', 'jun', '123'])
    expect(cut.lostFocus).toBe(true)
    expect(cut.options.instagram?.product_tags).toBeUndefined()
    expect(cut.options.mastodon).toEqual({ focus: undefined, sensitive: 'yes' })
  })

  it('without a place stays on the picture', () => {
    const said = { instagram: { user_tags: [{ medium: 'a', named: 'mina' }] } }
    expect(cutMarks(said, 'a', 'c', QUARTER).options).toEqual({
      instagram: { user_tags: [{ medium: 'c', named: 'mina' }] },
    })
  })

  it('is as it was when the crop is undone, beside what was said since', () => {
    for (const part of [QUARTER, { x: 0, y: 0, width: 40, height: 40 }]) {
      const { options: cut } = cutMarks(options, 'a', 'c', part)
      const since = { ...cut, bluesky: { langs: 'en' }, instagram: { ...cut.instagram, first_comment: 'Changed' } }
      const back = marksBack(since, options, 'c', 'a')
      expect(back.instagram?.user_tags).toHaveLength(3)
      expect(back.instagram?.user_tags).toEqual(expect.arrayContaining(options.instagram.user_tags))
      expect(back.instagram?.product_tags).toEqual(options.instagram.product_tags)
      expect(back.instagram?.first_comment).toBe('Changed')
      expect(back.mastodon).toEqual(options.mastodon)
      expect(back.bluesky).toEqual({ langs: 'en' })
    }
  })
})

describe('the new file', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each([
    ['image/webp', 'image/jpeg', ['white under all', 'picture']],
    ['image/jpeg', 'image/jpeg', ['white under all', 'picture']],
    ['image/png', 'image/png', ['picture']],
  ])('of %s is %s, in which what is transparent does not come out black', async (type, made, drawn) => {
    const done: string[] = []
    const canvas = { width: 0, height: 0 }
    const context = {
      fillStyle: '#000',
      fillRect: (...area: number[]) =>
        done.push(context.fillStyle === '#fff' && area.join() === '0,0,40,50' ? 'white under all' : 'something else'),
      drawImage: () => done.push('picture'),
    }
    const toBlob = (take: (blob: Blob) => void, wanted: string) => take(new Blob(['x'], { type: wanted }))
    vi.stubGlobal('document', { createElement: () => Object.assign(canvas, { getContext: () => context, toBlob }) })
    const compose = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'src', 'pages', 'compose')
    const { cropped } = await import(join(compose, 'crop', 'crop-picture.ts'))
    const file: File = await cropped({}, { x: 0, y: 0, width: 40, height: 50 }, type, 'Beans.webp')
    expect([file.type, done]).toEqual([made, drawn])
  })
})
