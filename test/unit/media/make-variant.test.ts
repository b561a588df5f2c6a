// A failed variant is not tried again: the failure is remembered, of the asset or of the one variant.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { get, update } from '../../../core/aws/table.ts'
import { refuse } from '../../../core/errors.ts'
import { makeVariant } from '../../../core/media/make-variant.ts'
import { putMedia } from '../../../core/media/media-store.ts'
import { renderVariant } from '../../../core/media/pictures/render-variant.ts'
import { EVERY_VARIANT, variantFailureKey } from '../../../core/table-keys.ts'
import { mediaOf } from '../../support/domain.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { type Engines, startEngines } from './engines.ts'
import { drawing, quarters } from './pictures.ts'

vi.mock('../../../core/media/pictures/render-variant.ts', async (original) => {
  const actual = await original<typeof import('../../../core/media/pictures/render-variant.ts')>()
  return { ...actual, renderVariant: vi.fn(actual.renderVariant) }
})

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 22)
const rendered = vi.mocked(renderVariant)
const actual = rendered.getMockImplementation()!

let engines: Engines
beforeAll(async () => {
  engines = await startEngines()
})
afterAll(() => engines.stop())
beforeEach(() => {
  rendered.mockReset().mockImplementation(actual)
})

async function store(bytes: Buffer, content_type: string): Promise<string> {
  const id = crypto.randomUUID()
  await engines.putObject(id, bytes)
  const { headers } = await engines.object(id)
  await putMedia(mediaOf({ id, object_key: id, content_type, size_bytes: bytes.length, etag: headers.ETag! }))
  return id
}
const make = (id: string, name: string, now = NOW) => makeVariant(`/v/${id}/${name}`, now)
const unfinished = async (id: string) => (await get(variantFailureKey(id, EVERY_VARIANT)))?.unfinished

const cutShort = async () => {
  const whole = await quarters(400, 300).jpeg().toBuffer()
  return whole.subarray(0, whole.length / 2)
}

describe('a picture that cannot be opened', () => {
  it('is opened once, whichever variant is asked for', async () => {
    const id = await store(Buffer.from('nothing like it'), 'image/png')
    const first = await make(id, 'w320.jpg').catch((error: unknown) => error)
    expect(first).toMatchObject({ code: 'image_refused', message: expect.stringContaining('cannot be decoded') })
    for (const name of ['w320.jpg', 'w640-1x1.webp', 'ig-feed.jpg']) {
      await expect(make(id, name)).rejects.toMatchObject({ code: 'image_refused', message: (first as Error).message })
    }
    expect(rendered).toHaveBeenCalledTimes(1)
  })

  it('is opened again by other libraries', async () => {
    const id = await store(Buffer.from('nothing like it'), 'image/png')
    await expect(make(id, 'w320.jpg')).rejects.toThrow()
    await update(variantFailureKey(id, EVERY_VARIANT), {
      UpdateExpression: 'SET decoder = :old',
      ExpressionAttributeValues: { ':old': 'sharp 0.1.0' },
    })
    await expect(make(id, 'w320.jpg')).rejects.toThrow()
    await expect(make(id, 'w320.jpg')).rejects.toThrow()
    expect(rendered).toHaveBeenCalledTimes(2)
  })
})

describe('a variant that cannot be made', () => {
  it.each([
    ['of a photograph that is cut short', 'image/jpeg', cutShort],
    ['of a drawing that cannot be rendered', 'image/svg+xml', async () => drawing('<broken')],
  ])('%s is tried once, and the others are tried', async (_, type, bytes) => {
    const id = await store(await bytes(), type)
    for (const name of ['w320.jpg', 'w320.jpg', 'w640.jpg', 'w320.jpg', 'w640.jpg']) {
      await expect(make(id, name)).rejects.toMatchObject({ code: 'image_refused' })
    }
    expect(rendered).toHaveBeenCalledTimes(2)
    expect(await unfinished(id)).toBe(0)
  })
})

it('a variant that is made leaves nothing counted', async () => {
  const id = await store(await quarters(40, 30).png().toBuffer(), 'image/png')
  for (const name of ['w320.jpg', 'w320.webp', 'threads.jpg']) await make(id, name)
  await Promise.all(Array.from({ length: 8 }, () => make(id, 'w480.jpg')))
  expect(await unfinished(id)).toBe(0)
})

it('a fault of ours is not held against the picture', async () => {
  const id = await store(await quarters(40, 30).png().toBuffer(), 'image/png')
  rendered.mockRejectedValue(new Error('no memory'))
  for (let round = 0; round < 20; round += 1) await expect(make(id, 'w320.jpg')).rejects.toThrow('no memory')
  rendered.mockImplementation(actual)
  expect(await make(id, 'w320.jpg')).toMatchObject({ contentType: 'image/jpeg' })
})

describe('attempts that do not end', () => {
  const ENDLESS: [name: string, begin: (id: string) => Promise<unknown>][] = [
    [
      'with the process',
      async (id) => {
        rendered.mockReturnValueOnce(new Promise(() => undefined))
        const before = rendered.mock.calls.length
        make(id, 'w320.jpg').catch(() => undefined)
        await vi.waitFor(() => expect(rendered.mock.calls.length).toBe(before + 1), { timeout: PATIENCE_MS })
      },
    ],
    [
      'in time',
      async (id) => {
        rendered.mockRejectedValueOnce(refuse('unavailable', 'too late'))
        await expect(make(id, 'w320.jpg')).rejects.toThrow('too late')
      },
    ],
  ]
  it.each(ENDLESS)('%s are made a dozen times, and again after hours', async (_, begin) => {
    const id = await store(await quarters(40, 30).png().toBuffer(), 'image/png')
    for (let round = 0; round < 12; round += 1) await begin(id)
    await expect(make(id, 'w640.jpg')).rejects.toMatchObject({ code: 'unavailable', kind: 'unavailable' })
    expect(rendered).toHaveBeenCalledTimes(12)
    expect(await make(id, 'w640.jpg', NOW + 6 * HOUR)).toMatchObject({ contentType: 'image/jpeg' })
    expect(await unfinished(id)).toBe(0)
  })
})
