// How long recordings are, of every format and codec that people send, against what ffprobe says (`ffprobe.json`, beside
// the samples and the script that made both).
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aviLengths } from '../../../core/media/avi-heads.ts'
import { detectType } from '../../../core/media/detect-type.ts'
import { inspectRecording } from '../../../core/media/inspect-recording.ts'
import { kindOf } from '../../../core/media/rules/media.ts'
import { mediaOf } from '../../support/domain.ts'
import { type Engines, startEngines } from './engines.ts'

interface Probed {
  format: { duration: string }
  streams: { codec_type: 'video' | 'audio'; width?: number; height?: number; duration?: string }[]
}

const FOLDER = new URL('../../samples/recordings/', import.meta.url)
const bytesOf = (name: string): Buffer => readFileSync(new URL(name, FOLDER))
const PROBED = JSON.parse(bytesOf('ffprobe.json').toString()) as Record<string, Probed>

/** Codecs fill their last frame, and containers count the start of sound differently. */
const TOLERANCE_MS = 60

/** Where ffprobe does not say the length that the file was made with, or no figure is told: milliseconds, and why. */
const OTHERWISE: Record<string, [duration: number | null, why: string]> = {
  'mpeg2-mp2.mpg': [1500, 'ffprobe leaves out what comes before the first picture'],
  'mjpeg-pcm.avi': [600, 'ffprobe knows no length of the sound, and takes that of the pictures'],
  'adts.aac': [null, 'nothing in it says: ffprobe guesses from the bit rate'],
}

/** The duration of the whole, in ms. */
const durationOf = ({ format, streams }: Probed): number =>
  Math.round(Math.max(...[format, ...streams].map(({ duration }) => Number(duration ?? 0))) * 1000)

let engines: Engines
beforeAll(async () => {
  engines = await startEngines()
})
afterAll(() => engines.stop())

async function inspected(name: string, bytes: Buffer, callMs?: number) {
  const content_type = await detectType(bytes.subarray(0, 65_536), undefined, name)
  await engines.putObject(name, bytes)
  const { headers } = await engines.object(name)
  const media = mediaOf({ id: name, object_key: name, content_type, size_bytes: bytes.length, etag: headers.ETag! })
  return { ...(await inspectRecording(media, callMs)), kind: kindOf(content_type) }
}

describe('a recording', () => {
  it('of every format is among the samples, with an answer for each', () => {
    const files = readdirSync(FOLDER).filter((name) => !/\.(sh|json)$/.test(name))
    expect(files.sort()).toEqual(Object.keys(PROBED).sort())
    expect(files.length).toBeGreaterThanOrEqual(20)
  })

  it.each(Object.entries(PROBED))('%s is as long and as large as ffprobe says', async (name, probed) => {
    const found = await inspected(name, bytesOf(name))
    const wanted = name in OTHERWISE ? OTHERWISE[name]![0] : durationOf(probed)
    if (wanted === null) expect(found.duration_ms).toBeNull()
    else
      expect(Math.abs(found.duration_ms! - wanted), `${found.duration_ms} for ${wanted} ms`).toBeLessThan(TOLERANCE_MS)
    const picture = probed.streams.find(({ codec_type }) => codec_type === 'video')
    expect(found.kind).toBe(picture ? 'video' : 'audio')
    expect([found.width, found.height]).toEqual([picture?.width ?? null, picture?.height ?? null])
    expect(found.properties?.audio !== null).toBe(probed.streams.some(({ codec_type }) => codec_type === 'audio'))
  })
})

it('a length that no number of ours can say is no length', async () => {
  const sound = bytesOf('vorbis.oga')
  sound.writeBigInt64LE(2n ** 62n, sound.lastIndexOf('OggS') + 6)
  expect((await inspected('endless.oga', sound)).duration_ms).toBeNull()
})

describe('a recording on which the parser goes round in circles', () => {
  // Its description of how x264 was set begins twice.
  const endless = bytesOf('h264-silent.mp4')
  endless.write(' - options: ', endless.indexOf('options: ') + 60, 'latin1')

  it('is left without figures, and the next one is not', { tags: 'deep', timeout: 20_000 }, async () => {
    const nothing = { width: null, height: null, duration_ms: null, properties: null }
    expect(await inspected('endless.mp4', endless, 200)).toEqual({ ...nothing, kind: 'video' })
    expect((await inspected('h264-silent.mp4', bytesOf('h264-silent.mp4'))).duration_ms).toBeGreaterThan(1000)
  })
})

it('a recording on which the parser breaks down, and cannot be closed, is left without figures', async () => {
  const breaksDown = () => {
    throw Object.assign(new Error('table index is out of bounds'), { name: 'RuntimeError' })
  }
  const parser = { analyzeData: async () => breaksDown(), close: breaksDown }
  vi.doMock('mediainfo.js', () => ({ default: async () => parser }))
  const found = await inspected('h264-silent.mp4', bytesOf('h264-silent.mp4')).finally(() =>
    vi.doUnmock('mediainfo.js'),
  )
  expect(found).toMatchObject({ duration_ms: null, properties: null })
})

describe('the heads of an AVI', () => {
  const avi = bytesOf('mpeg4-mp3-22050.avi')
  const lengths = (bytes: Buffer) =>
    aviLengths(bytes.length, async (wanted, offset) => bytes.subarray(offset, offset + wanted))

  it('say how long each kind of stream is', async () => {
    const { video, audio } = await lengths(avi)
    expect(video).toBeCloseTo(1, 0)
    expect(audio).toBeCloseTo(1.5, 0)
  })

  it('of whatever else say nothing', async () => {
    const nothing = { video: null, audio: null }
    expect(await lengths(Buffer.alloc(0))).toEqual(nothing)
    expect(await lengths(Buffer.from('RIFF\0\0\0\0WAVEfmt '))).toEqual(nothing)
    const zero = Buffer.from(avi)
    for (let at = zero.indexOf('strh'); at >= 0; at = zero.indexOf('strh', at + 4)) zero.fill(0, at + 28, at + 44)
    expect(await lengths(zero)).toEqual(nothing)
  })

  it('are read to their end wherever they are cut off', async () => {
    for (let end = 0; end < 600; end += 7) {
      const { audio } = await lengths(avi.subarray(0, end))
      expect(audio === null || (audio > 1 && audio < 2)).toBe(true)
    }
  })

  it('made of lists without end are read once', async () => {
    const lists = Buffer.concat([avi.subarray(0, 12), Buffer.from('LIST\0\0\0\0hdrl'.repeat(10_000), 'latin1')])
    expect(await lengths(lists)).toEqual({ video: null, audio: null })
  })
})
