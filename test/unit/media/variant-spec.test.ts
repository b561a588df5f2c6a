// Which variants exist: the pure rules, and the CloudFront Function that must know the same.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitSize } from '../../../core/media/rules/picture-size.ts'
import {
  parseVariantPath,
  parseVariantSpec,
  publishVariantOf,
  VARIANT_FORMATS,
  VARIANT_SHAPES,
  VARIANT_WIDTHS,
  type VariantSpec,
  variantKey,
  variantName,
} from '../../../core/media/rules/variant-spec.ts'

import { FACTS, PLATFORM_IDS } from '../../../core/platforms/facts.ts'

import { viewerRequestCode } from '../../../lib/viewer-request.ts'

import { edgeFunction } from '../../../local/services/cdn/edge-runtime.ts'

const ID = '0b1f7c3e-98a4-4d2b-8f6e-1234567890ab'

const webNames = VARIANT_WIDTHS.flatMap((width) =>
  ['', ...Object.keys(VARIANT_SHAPES).map((shape) => `-${shape}`)].flatMap((shape) =>
    VARIANT_FORMATS.map((format) => `w${width}${shape}.${format}`),
  ),
)
const publishNames = ['0.8to1.91', '0.1to10', '1x1', '4x5'].map((shape) => `320to1440-${shape}-q92.jpg`)
const formerNames = ['ig-feed', 'ig-story', 'threads'].flatMap((rule) =>
  ['', '-1x1', '-4x5'].map((shape) => `${rule}${shape}.jpg`),
)
/** For servers with limits of their own. */
const smallerNames = [4000, 2000, 1000, 500].map((kb) => `1to2048-0.15to10-${kb}kb-q92.jpg`)
const ALL = [...webNames, ...publishNames, ...smallerNames]

const NONE = [
  'w1081.jpg',
  'w0.jpg',
  'w1080',
  'w1080.png',
  'w1080.jpeg',
  'W1080.jpg',
  'w1080-2x3.jpg',
  'w1080-4X5.jpg',
  'w1080-.jpg',
  'w1080-1x1-4x5.jpg',
  'w01080.jpg',
  'w1080.jpg.webp',
  'w1080.jpg/',
  '../w1080.jpg',
  'ig-feed.webp',
  'ig-feed-9x16.jpg',
  'ig.jpg',
  'threads-1x1.png',
  '320to1440-0.8to1.91-q91.jpg',
  '320to1440-0.8to1.92-q92.jpg',
  '320to1440-0x8to1.91-q92.jpg',
  '320to1440-9x16-q92.jpg',
  '320to1440-0.8to1.91-q92.webp',
  '',
  'w1080%2ejpg',
  'w1080.jpg?x',
  'constructor',
  'w1080-constructor.jpg',
  'w1080-toString.jpg',
]

interface EdgeRequest {
  uri: string
  querystring: Record<string, { value: string }>
  headers: Record<string, { value: string }>
}
type EdgeAnswer = EdgeRequest | { statusCode: number; body: { data: string } }

const source = viewerRequestCode()

const handler = edgeFunction(source, 'viewer-request.js')

/** The function as CloudFront runs it, with no more than CloudFront has. */
function edge(uri: string, accept?: string): Promise<EdgeAnswer> {
  const [path, query = ''] = uri.split('?') as [string, string?]
  const querystring = Object.fromEntries(
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [name, value = ''] = pair.split('=') as [string, string?]
        return [name, { value }]
      }),
  )
  const request: EdgeRequest = {
    uri: path,
    querystring,
    headers: accept === undefined ? {} : { accept: { value: accept } },
  }
  return handler({ request }) as Promise<EdgeAnswer>
}

const outcome = (answer: EdgeAnswer): string =>
  'uri' in answer ? `${answer.uri}${Object.keys(answer.querystring).length > 0 ? '?' : ''}` : String(answer.statusCode)

describe('variant names', () => {
  it.each(ALL)('%s exists and is its own canonical name', (name) => {
    const spec = parseVariantSpec(name) as VariantSpec
    expect(variantName(spec)).toBe(name)
    expect(parseVariantPath(`/${variantKey(ID, spec)}`)).toEqual({ mediaId: ID, spec })
  })

  it.each(formerNames)('%s, as it was once called, is still what it was', (name) => {
    const { rule, shape } = parseVariantSpec(name) as Extract<VariantSpec, { for: 'publish' }>
    expect(rule).toEqual(
      FACTS[name.startsWith('ig') ? 'instagram' : 'threads'].picture_of[name.startsWith('ig-story') ? 'story' : 'feed'],
    )
    expect(name).toContain(shape ?? '')
    expect(publishNames).toContain(variantName(parseVariantSpec(name)!))
  })

  it.each(NONE)('%j does not exist', (name) => {
    expect(parseVariantSpec(name)).toBeUndefined()
    expect(parseVariantPath(`/v/${ID}/${name}`)).toBeUndefined()
  })

  it('are below an id', () => {
    for (const path of [
      '/v/x/w1080.jpg',
      `/v/${ID.toUpperCase()}/w1080.jpg`,
      `/x/${ID}/w1080.jpg`,
      `/v/${ID}/a/w1080.jpg`,
    ]) {
      expect(parseVariantPath(path)).toBeUndefined()
    }
  })

  it('for publishing follow platform, use and smart transform', () => {
    const name = (...given: Parameters<typeof publishVariantOf>) => variantName(publishVariantOf(...given))
    expect(name({ platform: 'instagram', use: 'feed' })).toBe('320to1440-0.8to1.91-q92.jpg')
    expect(name({ platform: 'instagram', use: 'carousel', aspect: '4:5' })).toBe('320to1440-4x5-q92.jpg')
    expect(name({ platform: 'instagram', use: 'story' })).toBe('320to1440-0.1to10-q92.jpg')
    expect(name({ platform: 'threads', use: 'carousel', aspect: '1:1' })).toBe('320to1440-1x1-q92.jpg')
    expect(name({ platform: 'threads', use: 'feed' })).toBe('320to1440-0.1to10-q92.jpg')
  })

  it.each([
    [20_000_000, '1to2048-0.15to10-q92.jpg'],
    [8_000_000, '1to2048-0.15to10-q92.jpg'],
    [7_999_999, smallerNames[0]],
    [4_000_000, smallerNames[0]],
    [3_999_999, smallerNames[1]],
    [500_000, smallerNames[3]],
    // As small as it is made; the server's own limit is checked before it is sent.
    [1000, smallerNames[3]],
  ])('for publishing fit the %i bytes that the server of the account takes', (most_bytes, name) => {
    expect(variantName(publishVariantOf({ platform: 'mastodon', use: 'feed', most_bytes }))).toBe(name)
    const own = publishVariantOf({ platform: 'instagram', use: 'feed', most_bytes })
    expect(own).toEqual(publishVariantOf({ platform: 'instagram', use: 'feed' }))
  })

  it('that fit a small server are sent to no other account', () => {
    const side = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(side, side, fc.constantFrom(...PLATFORM_IDS), (width, height, platform) => {
        const { rule } = publishVariantOf({ platform, use: 'feed' }, { width, height })
        expect(rule.maxBytes === undefined || rule.maxBytes === FACTS.bluesky.picture_of.feed.maxBytes).toBe(true)
        const most_bytes = 1_000_000
        const small = publishVariantOf({ platform: 'mastodon', use: 'feed', most_bytes }, { width, height })
        expect(small.rule.maxBytes).toBeLessThanOrEqual(most_bytes)
      }),
    )
  })

  it.each([
    ['within both platforms’ shapes', { width: 3000, height: 2000 }, 1],
    ['at the very edge of Instagram’s', { width: 800, height: 1000 }, 1],
    ['too tall for Instagram', { width: 799, height: 1000 }, 2],
    ['too wide for Instagram', { width: 1920, height: 1000 }, 2],
    ['tiny', { width: 1, height: 1 }, 1],
  ])('of a picture %s are as many as there are different files', (_what, size, files) => {
    const names = (['instagram', 'threads'] as const).map((platform) =>
      variantName(publishVariantOf({ platform, use: 'carousel' }, size)),
    )
    expect(new Set(names).size).toBe(files)
  })

  it('for publishing are the size that the platform’s own rule comes to, and meet that rule, whatever the picture', () => {
    const side = fc.integer({ min: 1, max: 20_000 })
    const uses = fc.constantFrom(...(['feed', 'story', 'carousel'] as const))
    fc.assert(
      fc.property(side, side, fc.constantFrom(...PLATFORM_IDS), uses, (width, height, platform, use) => {
        const rule = FACTS[platform].picture_of[use]
        const { rule: given } = publishVariantOf({ platform, use }, { width, height })
        expect(fitSize({ width, height }, given)).toEqual(fitSize({ width, height }, rule))
        expect(given.minWidth >= rule.minWidth && given.maxWidth <= rule.maxWidth).toBe(true)
        expect(given.ratio.min >= rule.ratio.min && given.ratio.max <= rule.ratio.max).toBe(true)
      }),
    )
  })
})

describe('the CDN function', () => {
  it('lets through every variant that exists, and no other', async () => {
    for (const name of [...ALL, ...formerNames])
      expect(outcome(await edge(`/v/${ID}/${name}?x=1`))).toBe(`/v/${ID}/${name}`)
    for (const name of NONE)
      expect(outcome(await edge(`/v/${ID}/${name.split('?')[0]}`)) === '404' || name.includes('?')).toBe(true)
  })

  const original = `/${ID}.jpg`
  const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
  it.each([
    [`${original}`, undefined, original],
    [`${original}?utm_source=x`, undefined, original],
    [`${original}?w=1080&f=webp`, undefined, `/v/${ID}/w1080.webp`],
    [`${original}?w=1080&f=webp&cache=1`, undefined, `/v/${ID}/w1080.webp`],
    [`${original}?w=1`, undefined, `/v/${ID}/w320.jpg`],
    [`${original}?w=321`, undefined, `/v/${ID}/w480.jpg`],
    [`${original}?w=99999`, undefined, `/v/${ID}/w2048.jpg`],
    [`${original}?f=jpeg`, undefined, `/v/${ID}/w2048.jpg`],
    [`${original}?ar=4:5&w=1440`, undefined, `/v/${ID}/w1440-4x5.jpg`],
    [`${original}?ar=4%3A5&w=1440`, undefined, `/v/${ID}/w1440-4x5.jpg`],
    [`${original}?ar=1.91:1&w=640&f=avif`, undefined, `/v/${ID}/w640-191x100.avif`],
    [`${original}?ar=9:16`, undefined, `/v/${ID}/w2048-9x16.jpg`],
    [`${original}?ar=original&w=750`, undefined, `/v/${ID}/w750.jpg`],
    [`${original}?w=1080&f=auto`, CHROME, `/v/${ID}/w1080.avif`],
    [`${original}?w=1080`, CHROME, `/v/${ID}/w1080.avif`],
    [`${original}?w=1080&f=auto`, 'image/webp,*/*', `/v/${ID}/w1080.webp`],
    [`${original}?w=1080&f=auto`, 'IMAGE/WebP;q=0.5', `/v/${ID}/w1080.webp`],
    [`${original}?w=1080&f=auto`, 'image/avif;q=0, image/webp;q=0.0, */*', `/v/${ID}/w1080.jpg`],
    [`${original}?w=1080&f=auto`, '*/*', `/v/${ID}/w1080.jpg`],
    [`${original}?w=1080&f=auto`, 'image/*', `/v/${ID}/w1080.jpg`],
    [`${original}?w=0`, undefined, '400'],
    [`${original}?w=-5`, undefined, '400'],
    [`${original}?w=abc`, undefined, '400'],
    [`${original}?w=1080&ar=3:2`, undefined, '400'],
    [`${original}?w=1080&ar=constructor`, undefined, '400'],
    [`${original}?w=1080&ar=%`, undefined, '400'],
    [`${original}?w=1080&f=png`, undefined, '400'],
    [`${original}?w=1080&f=toString`, undefined, '400'],
    [`/${ID}.heic?w=480`, undefined, `/v/${ID}/w480.jpg`],
    [`/${ID}.mp4?w=480`, undefined, `/${ID}.mp4`],
    [`/${ID}.pdf?f=webp`, undefined, `/${ID}.pdf`],
    ['/profile/a/b.jpg?w=480', undefined, '/profile/a/b.jpg'],
    ['/index.html', undefined, '/index.html'],
  ])('%s for %s is %s', async (uri, accept, expected) => {
    expect(outcome(await edge(uri, accept))).toBe(expected)
  })

  it('uses nothing that its runtime lacks', () => {
    expect(source).not.toMatch(/\bimport\b|\brequire\b|\?\.|\?\?|\basync\b|\bclass\b/)
    expect(Buffer.byteLength(source)).toBeLessThan(10_240)
  })
})
