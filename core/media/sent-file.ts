// The bytes that a platform is sent of an asset, for platforms that do not download it themselves: read over the CDN, part by
// part, so that none of it is held that is not wanted now.

import { RequestFailed, sendRequest } from '../outbound/http-request.ts'
import type { PieceFile } from '../platforms/connector.ts'
import { measureSent } from './measure-sent.ts'
import type { NotReady } from './publish-variant.ts'
import type { Media } from './rules/media.ts'

const MEASURE_MS = 10_000
const READ_MS = 25_000

const OK = 200
const PARTIAL = 206

/** @throws {RequestFailed} what keeps these bytes from being read now. */
async function readBytes(url: string, from: number, to: number): Promise<Uint8Array> {
  if (to <= from) return new Uint8Array()
  const headers = { accept: '*/*', range: `bytes=${from}-${to - 1}` }
  const answer = await sendRequest(new URL(url), { signal: AbortSignal.timeout(READ_MS), headers })
  try {
    if (answer.status !== PARTIAL && !(answer.status === OK && from === 0))
      throw new RequestFailed(`HTTP_${answer.status}`, true)
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= to - from) break
    }
    if (length < to - from) throw new RequestFailed('BODY_TOO_SHORT', true)
    return Buffer.concat(chunks).subarray(0, to - from)
  } finally {
    answer.close()
  }
}

/** @returns the file that is sent for the asset, or why there is none. */
export async function sentFile(url: string, asset: Media): Promise<{ ok: true; value: PieceFile } | NotReady> {
  const measured = await measureSent(url, MEASURE_MS)
  if (!measured.ok) return measured
  const { content_type, size_bytes, shape } = measured.value
  const { width, height } = shape ?? asset
  const { duration_ms } = asset
  return {
    ok: true,
    value: {
      ...{ content_type, size_bytes, width, height, duration_ms },
      read: (from, to) => readBytes(url, from, Math.min(to, size_bytes)),
    },
  }
}
