// The look of variants: shape, size, colours, orientation, and that nothing of the original's metadata is left.
import { randomFillSync } from 'node:crypto'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { renderVariant } from '../../../core/media/pictures/render-variant.ts'
import { cropSize, fitSize } from '../../../core/media/rules/picture-size.ts'
import { PUBLISH_RULES, parseVariantSpec } from '../../../core/media/rules/variant-spec.ts'
import { factsOf } from '../../../core/platforms/facts.ts'
import { type Colour, deepGrey, difference, drawing, look, QUARTERS, quarters } from './pictures.ts'
import { sample } from './samples.ts'

const render = async (bytes: Buffer, type: string, name: string) => {
  const made = await renderVariant(bytes, type, parseVariantSpec(name)!)
  return { ...made, seen: await look(made.bytes), metadata: await sharp(made.bytes, { animated: true }).metadata() }
}

const jpeg = (image: Sharp) => image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()

describe('a rule of bytes', () => {
  // Noise: nothing compresses worse.
  const noise = (side: number) =>
    jpeg(sharp(randomFillSync(Buffer.alloc(side * side * 3)), { raw: { width: side, height: side, channels: 3 } }))
  let large: Buffer
  beforeAll(async () => {
    large = await noise(2400)
  })
  const rule = { minWidth: 320, maxWidth: 2048, ratio: { min: 0.1, max: 10 } }

  it.each([4_000_000, 2_000_000, 1_000_000, 500_000])(
    'of %i is kept, whatever the picture',
    { tags: 'deep' },
    async (maxBytes) => {
      const { bytes } = await renderVariant(large, 'image/jpeg', {
        for: 'publish',
        rule: { ...rule, maxBytes },
      })
      const { width, height } = await look(bytes)
      expect(bytes.length).toBeLessThanOrEqual(maxBytes)
      expect([width === height, width >= 320, width <= 2048]).toEqual([true, true, true])
    },
  )

  it('costs a plain picture no pixel', { tags: 'deep' }, async () => {
    const plain = await jpeg(quarters(3000, 2000))
    const spec = { for: 'publish' as const, rule: { ...rule, maxBytes: 500_000 } }
    const { width } = await look((await renderVariant(plain, 'image/jpeg', spec)).bytes)
    expect(width).toBe(2048)
  })

  it('that no size meets is told', { tags: 'deep' }, async () => {
    const spec = { for: 'publish' as const, rule: { ...rule, maxBytes: 1000 } }
    // All sixteen tries are made whatever its size, and noise has far more bytes in each of them.
    await expect(renderVariant(await noise(800), 'image/jpeg', spec)).rejects.toMatchObject({
      code: 'image_refused',
      message: expect.stringContaining('small enough'),
    })
  })
})

describe('sizes', () => {
  let big: Buffer
  beforeAll(async () => {
    big = await jpeg(quarters(3000, 2000))
  })

  it.each([
    ['w320.jpg', 320, 213],
    ['w1080.webp', 1080, 720],
    ['w640.avif', 640, 427],
    ['w1440-1x1.jpg', 1440, 1440],
    ['w1440-4x5.jpg', 1440, 1800],
    ['w2048-191x100.webp', 2048, 1072],
    ['w2048-9x16.jpg', 1125, 2000],
    ['ig-feed.jpg', 1440, 960],
    ['ig-feed-4x5.jpg', 1440, 1800],
    ['ig-story.jpg', 1440, 960],
    ['threads-1x1.jpg', 1440, 1440],
  ])('%s of 3000 x 2000 is %i x %i', async (name, width, height) => {
    const { seen, contentType } = await render(big, 'image/jpeg', name)
    expect([seen.width, seen.height]).toEqual([width, height])
    expect(contentType).toBe(`image/${name.split('.')[1]!.replace('jpg', 'jpeg')}`)
  })

  it('are never enlarged for pages, and to 320 for platforms', async () => {
    const small = await quarters(60, 40).png().toBuffer()
    expect((await render(small, 'image/png', 'w1080.webp')).seen).toMatchObject({ width: 60, height: 40 })
    expect((await render(small, 'image/png', 'w1080-1x1.jpg')).seen).toMatchObject({ width: 40, height: 40 })
    expect((await render(small, 'image/png', 'ig-feed.jpg')).seen).toMatchObject({ width: 320, height: 213 })
    expect((await render(small, 'image/png', 'ig-feed-4x5.jpg')).seen).toMatchObject({ width: 320, height: 400 })
  })

  it('are padded, not cut, where a platform does not take the shape', async () => {
    const tall = await render(await quarters(400, 1000).png().toBuffer(), 'image/png', 'ig-feed.jpg')
    expect([tall.seen.width, tall.seen.height]).toEqual([800, 1000])
    expect(
      difference(
        [tall.seen.at(0.1, 0.5), tall.seen.at(0.9, 0.5)],
        [
          [255, 255, 255],
          [255, 255, 255],
        ],
      ),
    ).toBeLessThan(4)
    expect(difference([tall.seen.at(0.3, 0.01), tall.seen.at(0.3, 0.99)], [QUARTERS[0]!, QUARTERS[2]!])).toBeLessThan(8)
    const wide = await render(await quarters(4000, 500).png().toBuffer(), 'image/png', 'ig-feed.jpg')
    expect(wide.seen.width / wide.seen.height).toBeCloseTo(1.91, 2)
    expect(wide.seen.width).toBe(1440)
    const story = await render(await quarters(400, 1000).png().toBuffer(), 'image/png', 'ig-story.jpg')
    expect([story.seen.width, story.seen.height]).toEqual([400, 1000])
  })

  it.each([
    ['along its longer side', 3000, 1701, undefined],
    ['that is turned', 1701, 3000, 6],
    ['narrower than the platform takes', 250, 141, undefined],
  ])('leave no white edge on a picture of a shape that a platform takes, %s', async (_, width, height, orientation) => {
    const dark = await jpeg(
      sharp({ create: { width, height, channels: 3, background: '#101010' } }).withMetadata({ orientation }),
    )
    const { bytes } = await render(dark, 'image/jpeg', 'ig-feed.jpg')
    const { channels } = await sharp(bytes).stats()
    expect(Math.max(...channels.map(({ max }) => max))).toBeLessThan(20)
  })

  it('for Instagram and Threads are 320 to 1440 pixels wide, for others by their own rules', () => {
    for (const platform of ['instagram', 'threads'] as const)
      for (const rule of Object.values(factsOf(platform).picture_of))
        expect(rule).toMatchObject({ minWidth: 320, maxWidth: 1440 })
  })

  it('for platforms lie within their rules, whatever the picture', () => {
    const side = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(side, side, fc.constantFrom(...PUBLISH_RULES), (width, height, rule) => {
        const size = fitSize({ width, height }, rule)
        expect(size.width).toBeGreaterThanOrEqual(rule.minWidth)
        expect(size.width).toBeLessThanOrEqual(rule.maxWidth)
        expect(size.width / size.height).toBeGreaterThanOrEqual(rule.ratio.min)
        expect(size.width / size.height).toBeLessThanOrEqual(rule.ratio.max)
      }),
    )
  })

  it('of a crop lie within the picture', () => {
    const side = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(side, side, fc.constantFrom(1, 0.8, 1.91, 9 / 16), (width, height, ratio) => {
        const size = cropSize({ width, height }, ratio, 2048)
        expect(size.width).toBeLessThanOrEqual(Math.min(2048, width))
        expect(size.height).toBeLessThanOrEqual(Math.max(height, Math.ceil(size.width / ratio)))
      }),
    )
  })
})

describe('what is cropped', () => {
  // The whole strip at 320 pixels of width would be a picture of a thousand megapixels.
  it.each([
    [1, 10_000],
    [10_000, 1],
    [3, 20_000],
  ])('is cut out of a strip of %i x %i pixels before it is enlarged', async (width, height) => {
    const strip = await sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })
      .png()
      .toBuffer()
    for (const [name, tall] of [
      ['320to1440-1x1-q92.jpg', 320],
      ['320to1440-4x5-q92.jpg', 400],
    ] as const) {
      const { seen } = await render(strip, 'image/png', name)
      expect(seen).toMatchObject({ width: 320, height: tall })
      expect(difference([seen.at(0.01, 0.01), seen.at(0.99, 0.99)], Array(2).fill([200, 30, 30]))).toBeLessThan(4)
    }
  })

  it('and enlarged keeps what matters, upright and in its colours', async () => {
    // Dark, with a patch of noise near the right end; stored lying on its side.
    const noise = await sharp({
      create: {
        width: 60,
        height: 60,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    const scene = await sharp({ create: { width: 1200, height: 100, channels: 3, background: '#446' } })
      .composite([{ input: noise, left: 1050, top: 20 }])
      .png()
      .toBuffer()
    const turned = await sharp(scene).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer()
    const { seen } = await render(turned, 'image/jpeg', '320to1440-1x1-q92.jpg')
    expect(seen).toMatchObject({ width: 320, height: 320 })
    expect(difference([seen.at(0.02, 0.02)], [[68, 68, 102]])).toBeLessThan(12)
    const spread = [0.3, 0.4, 0.5, 0.6, 0.7].map((at) => seen.at(at, 0.5)[0]!)
    expect(Math.max(...spread) - Math.min(...spread)).toBeGreaterThan(20)
  })

  it('keeps what matters, not the middle', async () => {
    const detail = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    const scene = await sharp({ create: { width: 1600, height: 400, channels: 3, background: '#446' } })
      .composite([{ input: detail, left: 1250, top: 50 }])
      .png()
      .toBuffer()
    const { seen } = await render(scene, 'image/png', 'w320-1x1.jpg')
    const middle = [seen.at(0.45, 0.5), seen.at(0.5, 0.45), seen.at(0.6, 0.6), seen.at(0.4, 0.6)]
    expect(
      middle.some(
        (colour) => Math.max(...colour.map((value, channel) => Math.abs(value - [68, 68, 102][channel]!))) > 20,
      ),
    ).toBe(true)
  })
})

describe('formats', () => {
  const png = () => quarters(64, 48).png().toBuffer()
  const SOURCES: [name: string, type: string, make: () => Promise<Buffer>][] = [
    ['PNG', 'image/png', png],
    ['JPEG', 'image/jpeg', () => jpeg(quarters(64, 48))],
    ['GIF', 'image/gif', () => quarters(64, 48).gif().toBuffer()],
    ['WebP', 'image/webp', () => quarters(64, 48).webp({ lossless: true }).toBuffer()],
    ['AVIF', 'image/avif', () => quarters(64, 48).avif({ quality: 90 }).toBuffer()],
    ['TIFF', 'image/tiff', () => quarters(64, 48).tiff().toBuffer()],
    ['HEIC', 'image/heic', async () => sample('picture.heic')],
    ['HEIF', 'image/heif', async () => sample('picture.heic')],
    ['HEIC in P3', 'image/heic', async () => sample('picture-p3.heic')],
    [
      'SVG',
      'image/svg+xml',
      async () =>
        drawing(
          QUARTERS.map(
            ([r, g, b], at) =>
              `<rect x="${(at % 2) * 32}" y="${at < 2 ? 0 : 24}" width="32" height="24" fill="rgb(${r},${g},${b})"/>`,
          ).join(''),
          'width="64" height="48"',
        ),
    ],
    ['16-bit PNG', 'image/png', () => quarters(64, 48).toColourspace('rgb16').png().toBuffer()],
    [
      '16-bit PNG in P3',
      'image/png',
      () => quarters(64, 48).withIccProfile('p3').toColourspace('rgb16').png().toBuffer(),
    ],
    ['10-bit AVIF in P3', 'image/avif', () => quarters(64, 48).withIccProfile('p3').avif({ bitdepth: 10 }).toBuffer()],
    ['JPEG in P3', 'image/jpeg', () => jpeg(quarters(64, 48).withIccProfile('p3'))],
    ['CMYK JPEG', 'image/jpeg', () => jpeg(quarters(64, 48).toColourspace('cmyk').withIccProfile('cmyk'))],
    ['progressive JPEG', 'image/jpeg', () => quarters(64, 48).jpeg({ progressive: true, quality: 95 }).toBuffer()],
    ['palette PNG', 'image/png', () => quarters(64, 48).png({ palette: true }).toBuffer()],
  ]

  it.each(SOURCES)('%s comes out with its colours', async (name, type, make) => {
    const source = await make()
    for (const variant of ['w320.jpg', 'w320.webp', 'ig-feed.jpg']) {
      const { seen, metadata } = await render(source, type, variant)
      expect(seen.width / seen.height).toBeCloseTo(64 / 48, 1)
      // Ink cannot show all of the blue and green that a screen can.
      const inGamut = name === 'CMYK JPEG' ? [0, 3] : [0, 1, 2, 3]
      expect(
        difference(
          inGamut.map((at) => seen.corners[at]!),
          inGamut.map((at) => QUARTERS[at]!),
        ),
      ).toBeLessThan(12)
      expect(difference(seen.corners, QUARTERS)).toBeLessThan(90)
      expect(metadata).toMatchObject({ space: 'srgb', depth: 'uchar', hasProfile: false })
    }
  })

  it('a wide-gamut picture is converted, not relabelled', async () => {
    const p3 = await jpeg(quarters(64, 48).withIccProfile('p3'))
    const raw = await sharp(p3, { ignoreIcc: true }).raw().toBuffer()
    expect(Math.abs(raw[0]! - QUARTERS[0]![0])).toBeGreaterThan(8)
  })

  it('greyscale stays grey', async () => {
    const grey = await quarters(64, 48).greyscale().png().toBuffer()
    const { seen } = await render(grey, 'image/png', 'w320.jpg')
    for (const [red, green, blue] of seen.corners)
      expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(3)
  })

  it.each([
    ['opaque', false],
    ['with transparency', true],
  ])('greyscale of 16 bits is as bright as its profile says, %s', async (_what, alpha) => {
    const grey = deepGrey(400, 100, alpha)
    for (const variant of ['w320.jpg', 'w320.webp', 'w320-1x1.jpg', 'ig-feed.jpg']) {
      const [red, green, blue] = (await render(grey, 'image/png', variant)).seen.at(0.5, 0.5)
      for (const value of [red, green, blue]) expect(Math.abs(value - 128), variant).toBeLessThan(4)
    }
    // Padded with white, not with black.
    expect((await render(grey, 'image/png', 'ig-feed.jpg')).seen.at(0.5, 0.02)).toEqual([255, 255, 255])
  })

  it('what is transparent becomes white in a JPEG, and stays transparent elsewhere', async () => {
    const clear = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect((await render(clear, 'image/png', 'w320.jpg')).seen.at(0.5, 0.5)).toEqual([255, 255, 255])
    expect((await render(clear, 'image/png', 'ig-feed.jpg')).seen.at(0.5, 0.5)).toEqual([255, 255, 255])
    expect((await render(clear, 'image/png', 'w320.webp')).metadata.hasAlpha).toBe(true)
  })

  it('drawings are rendered sharp at the width that is asked for', async () => {
    const small = drawing(
      '<rect width="10" height="20" fill="#c81e1e"/><rect x="10" width="10" height="20" fill="#1eb41e"/>',
      'viewBox="0 0 20 20" width="20" height="20"',
    )
    const { seen } = await render(small, 'image/svg+xml', 'w1080.jpg')
    expect([seen.width, seen.height]).toEqual([1080, 1080])
    expect(
      difference(
        [seen.at(0.49, 0.5), seen.at(0.51, 0.5)],
        [
          [200, 30, 30],
          [30, 180, 30],
        ],
      ),
    ).toBeLessThan(16)
  })
})

describe('orientation and metadata', () => {
  // Where each quarter of the original is seen, by EXIF orientation.
  const TURNED: Record<number, number[]> = {
    1: [0, 1, 2, 3],
    2: [1, 0, 3, 2],
    3: [3, 2, 1, 0],
    4: [2, 3, 0, 1],
    5: [0, 2, 1, 3],
    6: [2, 0, 3, 1],
    7: [3, 1, 2, 0],
    8: [1, 3, 0, 2],
  }

  it.each(Object.entries(TURNED))('EXIF orientation %s is applied', async (orientation, order) => {
    const turned = await jpeg(quarters(96, 64).withMetadata({ orientation: Number(orientation) }))
    for (const name of ['w320.webp', 'ig-story.jpg']) {
      const { seen, metadata } = await render(turned, 'image/jpeg', name)
      expect(seen.width > seen.height).toBe(Number(orientation) < 5)
      expect(difference(seen.corners, order.map((at) => QUARTERS[at]!) as Colour[])).toBeLessThan(12)
      expect(metadata.orientation).toBeUndefined()
    }
  })

  it('a HEIC is turned as its boxes say', async () => {
    const { seen } = await render(sample('turned.heic'), 'image/heic', 'w320.webp')
    expect([seen.width, seen.height]).toEqual([48, 64])
    expect(difference(seen.corners, [1, 3, 0, 2].map((at) => QUARTERS[at]!) as Colour[])).toBeLessThan(12)
  })

  it('place, device and date are gone', async () => {
    const tagged = await jpeg(
      quarters(96, 64).withExif({
        IFD0: { Make: 'SecretCamera', DateTime: '2026:11:21 10:00:00' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      }),
    )
    expect(tagged.includes('SecretCamera')).toBe(true)
    for (const name of ['w320.jpg', 'w320.webp', 'w320.avif', 'ig-feed.jpg', 'threads-4x5.jpg']) {
      const { bytes, metadata } = await render(tagged, 'image/jpeg', name)
      expect(bytes.includes('SecretCamera')).toBe(false)
      expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
    }
  })
})

describe('AVIF', () => {
  // 8 megapixels of noise took as long as the function has, and failures of one variant in time are counted against all others.
  it.each([
    ['a photograph', 2048, 1365, 'w2048.avif', 3],
    ['a long strip', 1440, 8192, 'w2048.avif', 0],
    ['a longer strip, smaller', 2000, 12_000, 'w640.avif', 3],
    ['a piece of a long strip', 1440, 8192, 'w1440-4x5.avif', 3],
  ])(
    'of %s is made with the effort that there is time for',
    { tags: 'deep' },
    async (_, width, height, name, effort) => {
      const avif = vi.spyOn(sharp.prototype as Sharp, 'avif')
      const plain = await sharp({ create: { width, height, channels: 3, background: '#446' } })
        .png()
        .toBuffer()
      await render(plain, 'image/png', name)
      expect(avif.mock.calls.map(([options]) => options?.effort)).toEqual([effort])
      avif.mockRestore()
    },
  )
})

describe('animations', () => {
  const animation = async (format: 'gif' | 'webp') => {
    const frames = await Promise.all(
      ['#c81e1e', '#1eb41e', '#1e1ec8'].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    return sharp(frames, { join: { animated: true } })
      .toFormat(format, { delay: [100, 100, 100], loop: 0 })
      .toBuffer()
  }

  it.each(['gif', 'webp'] as const)('%s stays one in WebP, and is its first frame elsewhere', async (format) => {
    const source = await animation(format)
    const moving = await render(source, `image/${format}`, 'w320.webp')
    expect(moving.metadata).toMatchObject({ pages: 3, width: 60, pageHeight: 40, delay: [100, 100, 100] })
    const cropped = await render(source, `image/${format}`, 'w320-1x1.webp')
    expect(cropped.metadata).toMatchObject({ pages: 3, width: 40, pageHeight: 40 })
    const still = await render(source, `image/${format}`, 'ig-feed.jpg')
    expect(difference([still.seen.at(0.5, 0.5)], [[200, 30, 30]])).toBeLessThan(8)
  })

  it('that its metadata turn is its first frame, upright', async () => {
    const turned = await sharp(await animation('webp'), { animated: true })
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer()
    for (const name of ['w320.webp', 'w320-1x1.webp']) {
      const { seen, metadata } = await render(turned, 'image/webp', name)
      expect(metadata.pages ?? 1).toBe(1)
      expect([seen.width, seen.height]).toEqual([40, name === 'w320.webp' ? 60 : 40])
    }
  })
})

describe('size in bytes', () => {
  it('stays what platforms take, even for noise', { tags: 'deep' }, async () => {
    const [width, height] = [2048, 9000]
    const pixels = randomFillSync(Buffer.alloc(width * height * 3))
    const noise = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 100 })
      .toBuffer()
    const { bytes } = await render(noise, 'image/jpeg', 'w2048.jpg')
    const plain = await sharp(noise).jpeg({ quality: 82 }).toBuffer()
    expect(plain.length).toBeGreaterThan(8_000_000)
    expect(bytes.length).toBeLessThanOrEqual(8_000_000)
  })
})
