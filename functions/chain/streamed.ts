// A streamed body: memory stays flat, a reader who is too slow is cut off, and the request is counted when the last byte is out.
import { type Readable, Transform } from 'node:stream'
import { freeYoungGarbage } from '../../core/free-memory.ts'
import { log } from '../../core/log.ts'
import { cutOffSlowReader, SlowReader } from './reader-pace.ts'

/** Bytes of a stream between two collections: often enough that memory stays flat, seldom enough to cost little. */
const COLLECTED_EVERY = 32 * 1024 * 1024

/** @param over called when it ends in any way, before its end is seen; and again when it is closed. */
export function streamed(source: Readable, over: () => Promise<void>): Readable {
  let passed = 0
  let uncollected = 0
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      passed += chunk.length
      uncollected += chunk.length
      if (uncollected < COLLECTED_EVERY) return done(null, chunk)
      uncollected = 0
      freeYoungGarbage().then(() => done(null, chunk), done)
    },
    flush: (done) => void over().then(() => done(), done),
  })
  cutOffSlowReader(counted, () => passed)
  source.once('error', (error) => counted.destroy(error))
  counted.once('error', (error) => {
    if (error instanceof SlowReader) log.warn('a download was cut off', { reason: error.message })
  })
  counted.once('close', () => {
    source.destroy()
    // The caller hung up, or the source broke off: it was served all the same.
    void over()
  })
  return source.pipe(counted)
}
