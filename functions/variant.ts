// Answers the CDN where the bucket has no such variant: makes it, keeps it, returns it.
import type { LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda'
import { MEDIA_CACHE } from '../core/domain/media.ts'
import { log } from '../core/log.ts'
import { makeVariant } from '../core/media/make-variant.ts'
import { asAppError, statusOf } from './http.ts'

export const handler = async (event: LambdaFunctionURLEvent): Promise<LambdaFunctionURLResult> => {
  try {
    const { bytes, contentType } = await makeVariant(event.rawPath)
    return {
      statusCode: 200,
      headers: { 'Content-Type': contentType, 'Cache-Control': MEDIA_CACHE },
      body: bytes.toString('base64'),
      isBase64Encoded: true,
    }
  } catch (error) {
    const known = asAppError(error)
    const status = statusOf(known)
    if (status >= 500) log.error('a variant could not be made', { error: (known.cause ?? known) as Error })
    return {
      statusCode: status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
      body: known.message,
    }
  }
}
