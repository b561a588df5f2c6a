// Cuts off readers of a streamed answer that read almost nothing: each of them holds a function until its timeout.
import type { Duplex } from 'node:stream'
import { MIN_BYTES_PER_SECOND, PACE_WINDOW_MS } from '../../core/media/rules/transfer-limits.ts'

const MIN_BYTES_A_WINDOW = (MIN_BYTES_PER_SECOND * PACE_WINDOW_MS) / 1000

/** A reader that took too little for too long. The answer breaks off: its `X-Content-Length` shows that it is not whole. */
export class SlowReader extends Error {
  constructor(taken: number) {
    super(`the reader took ${taken} bytes in ${PACE_WINDOW_MS / 1000} seconds and was cut off`)
    this.name = 'SlowReader'
  }
}

/**
 * Destroys the stream with a `SlowReader` when its reader is behind and took too little in a window. A source that is
 * slow itself is not the reader's fault: nothing waits for the reader then.
 * @param stream the source.
 * @param entered how many bytes have gone into it so far.
 */
export function cutOffSlowReader(stream: Duplex, entered: () => number): void {
  const taken = () => entered() - stream.readableLength
  const behind = () =>
    stream.readableLength > 0 && (stream.writableEnded || stream.readableLength >= stream.readableHighWaterMark)
  let before = 0
  const timer = setInterval(() => {
    const now = taken()
    const passed = now - before
    before = now
    if (passed >= MIN_BYTES_A_WINDOW || !behind()) return
    // A process that was frozen or busy sees its timers before what the reader has taken meanwhile.
    setImmediate(() => {
      if (behind() && taken() === now) stream.destroy(new SlowReader(passed))
    })
  }, PACE_WINDOW_MS)
  timer.unref()
  stream.once('close', () => clearInterval(timer))
}
