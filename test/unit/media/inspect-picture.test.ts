// Drawings that are called something else: they are told by what they are, and reach no decoder but that of the process
// which is limited.
import { spawn } from 'node:child_process'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { detectType } from '../../../core/media/detect-type.ts'
import { inspectPicture } from '../../../core/media/inspect-picture.ts'
import { renderDrawing } from '../../../core/media/pictures/drawing.ts'
import { renderVariant } from '../../../core/media/pictures/render-variant.ts'
import { PICTURE_TYPES } from '../../../core/media/rules/media-types.ts'
import { mediaOf } from '../../support/domain.ts'
import { type Engines, startEngines } from './engines.ts'
import { drawing } from './pictures.ts'

vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof import('node:child_process')>()
  return { ...actual, spawn: vi.fn(actual.spawn) }
})

/** Text, then one byte that no UTF-8 has, where the library looks no more. */
const LATIN1 = drawing(`<!--${'x'.repeat(1000)}\xe9--><rect width="9" height="9"/>`)
const latin1 = Buffer.from(LATIN1.toString('utf8'), 'latin1')
const withNul = drawing(`<!--${'x'.repeat(1000)}\0--><rect width="9" height="9"/>`)
const behindText = Buffer.concat([Buffer.from('x\xe9 <!-- -->\n', 'latin1'), latin1])
const DISGUISED: [name: string, bytes: Buffer][] = [
  ['in Latin-1', latin1],
  ['in UTF-8', drawing('')],
  ['with a NUL', withNul],
  ['in capitals, with a NUL', Buffer.from(withNul.toString().replace('<svg', '<SVG'))],
  ['behind other text', behindText],
  ['behind a declaration in Latin-1', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), latin1])],
]

const PHOTOGRAPHS = [...PICTURE_TYPES].filter((type) => type !== 'image/svg+xml')

describe('a drawing that is declared as a photograph', () => {
  it.each(DISGUISED)('%s is not taken for one', async (_, bytes) => {
    for (const type of [...PHOTOGRAPHS, 'image/x-other', 'video/mp4']) {
      expect(PHOTOGRAPHS).not.toContain(await detectType(bytes, type, 'a.png'))
      expect(await detectType(bytes, undefined, 'a.png')).not.toBe('image/png')
    }
  })

  it('in Latin-1 is a drawing all the same', async () => {
    expect(await detectType(latin1, 'image/png', 'a.png')).toBe('image/svg+xml')
    const { contentType } = await renderVariant(
      Buffer.from(
        '<?xml version="1.0" encoding="ISO-8859-1"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>\xe9</title></svg>',
        'latin1',
      ),
      'image/svg+xml',
      { for: 'web', width: 320, format: 'jpg' },
    )
    expect(contentType).toBe('image/jpeg')
  })

  it.each(DISGUISED)('%s, stored as one long ago, is refused without being opened', async (_, bytes) => {
    for (const type of PHOTOGRAPHS) {
      await expect(renderVariant(bytes, type, { for: 'web', width: 320, format: 'jpg' })).rejects.toMatchObject({
        code: 'image_refused',
      })
    }
  })
})

describe('the picture library', () => {
  let engines: Engines
  beforeAll(async () => {
    engines = await startEngines()
  })
  afterAll(() => engines.stop())

  it('has no decoder of drawings where pictures are inspected and rendered', async () => {
    const media = mediaOf({ id: 'd', object_key: 'd.png', content_type: 'image/png', size_bytes: latin1.length })
    await engines.putObject('d.png', latin1)
    const { headers } = await engines.object('d.png')
    expect(await inspectPicture({ ...media, etag: headers.ETag! })).toMatchObject({ width: null, properties: null })
    await expect(sharp(drawing('')).metadata()).rejects.toThrow(/unsupported/)
  })

  it.each(['P6\n1 1\n255\nabc', '#?RADIANCE\n', '%PDF-1.4\n'])('has none of %j either', async (head) => {
    await expect(sharp(Buffer.from(head)).metadata()).rejects.toThrow(/unsupported/)
  })
})

describe('the process that renders drawings', () => {
  beforeEach(() => {
    vi.mocked(spawn).mockClear()
    vi.unstubAllEnvs()
  })

  it('is given the paths that it needs, and nothing else of the environment', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    vi.stubEnv('LD_LIBRARY_PATH', '/var/lang/lib:/lib64')
    await renderDrawing(drawing('<rect width="9" height="9"/>'), 100)
    expect(vi.mocked(spawn).mock.calls[0]![2].env).toEqual({
      PATH: process.env.PATH,
      LD_LIBRARY_PATH: '/var/lang/lib:/lib64',
    })
  })

  it('is given no more where there is no more', async () => {
    vi.stubEnv('LD_LIBRARY_PATH', undefined)
    await renderDrawing(drawing('<rect width="9" height="9"/>'), 100)
    expect(vi.mocked(spawn).mock.calls[0]![2].env).toEqual({ PATH: process.env.PATH })
  })
})
