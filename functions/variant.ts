// Answers the CDN where the bucket has no such variant: makes it, keeps it, returns it. Streamed, because an answer in one
// piece may have 6 MB as base64 at most, and a large picture with much detail has more.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { LambdaFunctionURLEvent } from 'aws-lambda'
import { log } from '../core/log.ts'
import { makeVariant } from '../core/media/make-variant.ts'
import { MEDIA_CACHE } from '../core/media/rules/media.ts'
import { asAppError, statusOf } from './chain/error-envelope.ts'

interface Answer {
  statusCode: number
  headers: Record<string, string>
  body: Buffer
}

async function answerTo(path: string): Promise<Answer> {
  try {
    const { bytes, contentType } = await makeVariant(path, Date.now())
    return {
      statusCode: 200,
      headers: { 'Content-Type': contentType, 'Cache-Control': MEDIA_CACHE },
      body: bytes,
    }
  } catch (error) {
    const known = asAppError(error)
    const status = statusOf(known)
    if (status >= 500) log.error('a variant could not be made', { error: (known.cause ?? known) as Error })
    return {
      statusCode: status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
      body: Buffer.from(known.message),
    }
  }
}

export const handler = awslambda.streamifyResponse<LambdaFunctionURLEvent>(async (event, stream) => {
  const { body, ...head } = await answerTo(event.rawPath)
  await pipeline(Readable.from([body]), awslambda.HttpResponseStream.from(stream, head))
})
