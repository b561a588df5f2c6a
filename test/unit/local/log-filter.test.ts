// The filter of a function's lines by level, as Lambda has it.
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { logFilter } from '../../../local/services/functions/log-filter.ts'

const timestamp = '2026-11-02T16:51:31.587Z'
const line = (more: object) => JSON.stringify({ timestamp, ...more })

const through = async (level: string, chunks: readonly (string | Buffer)[]) =>
  (await text(Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(logFilter(level)))).split('\n').slice(0, -1)

describe('lines of a function that logs as JSON', () => {
  const debug = line({ level: 'DEBUG', message: 'a' })
  const info = line({ level: 'info', message: 'b' })
  const warn = line({ level: 'WARN', message: 'c' })
  const metric = JSON.stringify({ _aws: { Timestamp: 1 }, PublicationsFailed: 1 })
  const all = [debug, info, warn, metric, 'plain text']

  it.each([
    ['TRACE', all],
    ['DEBUG', all],
    ['INFO', [info, warn, metric, 'plain text']],
    ['WARN', [warn]],
    ['ERROR', []],
  ])('from %s on are kept, and a line without a level is one of INFO', async (level, kept) => {
    expect(await through(level, [`${all.join('\n')}\n`])).toEqual(kept)
  })

  it.each([
    ['an unknown level', line({ level: 'CRITICAL' })],
    ['a level that is no text', line({ level: 50 })],
    ['no time', JSON.stringify({ level: 'ERROR' })],
    ['a time in another form', JSON.stringify({ level: 'ERROR', timestamp: 1_762_102_291 })],
    ['broken JSON', '{"level":"ERROR"'],
  ])('with %s are of INFO', async (_name, odd) => {
    expect(await through('INFO', [`${odd}\n`])).toEqual([odd])
    expect(await through('WARN', [`${odd}\n`])).toEqual([])
  })

  it('are taken whole, however they arrive and whether or not the last one ends', async () => {
    const long = line({ level: 'WARN', message: 'ü'.repeat(500) })
    const bytes = Buffer.from(`${debug}\n${long}`)
    const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
    expect(await through('INFO', chunks)).toEqual([long])
  })

  it('take no more memory than a long line', async () => {
    const filter = logFilter('INFO')
    let written = 0
    filter.on('data', (chunk: Buffer) => {
      written += chunk.length
    })
    for (let round = 0; round < 8; round += 1) filter.write('x'.repeat(512 * 1024))
    await expect.poll(() => written).toBeGreaterThan(3 * 1024 * 1024)
  })
})
