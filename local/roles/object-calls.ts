// Which rights a request to S3 needs. Bodies are not looked at: what is to be deleted in one request is told by the caller.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
import type { Call } from './judge.ts'

const arn = (bucket: string, key?: string) => `arn:aws:s3:::${bucket}${key === undefined ? '' : `/${key}`}`

const OBJECT_ACTIONS: Record<string, string> = {
  GET: 'GetObject',
  HEAD: 'GetObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
}

function actionOn(method: string, query: URLSearchParams): string {
  const part = query.has('uploadId')
  if (method === 'GET' && part) return 'ListMultipartUploadParts'
  if (method === 'DELETE' && part) return 'AbortMultipartUpload'
  // Beginning and completing an upload in parts is writing, as sending the parts is.
  if (method === 'POST' && (part || query.has('uploads'))) return 'PutObject'
  return OBJECT_ACTIONS[method] ?? method
}

export const bucketOf = (pathname: string): string => decodeURIComponent(pathname.split('/')[1] ?? '')

export const listCall = (bucket: string): Call => ({ action: 's3:ListBucket', resource: arn(bucket) })

export const deleteCall = (bucket: string, key: string): Call => ({
  action: 's3:DeleteObject',
  resource: arn(bucket, key),
})

/** Whether it deletes several objects, which its body names. */
export const deletesMany = (method: string | undefined, { pathname, searchParams }: URL): boolean =>
  method === 'POST' && searchParams.has('delete') && pathname.split('/').filter(Boolean).length === 1

/** @param copied the header `x-amz-copy-source`. */
export function objectCalls(method: string, { pathname, searchParams }: URL, copied: string | undefined): Call[] {
  const bucket = bucketOf(pathname)
  const key = pathname.split('/').slice(2).join('/')
  if (key === '') {
    if (method === 'HEAD' || (method === 'GET' && searchParams.has('list-type'))) return [listCall(bucket)]
    return [{ action: `s3:${method} of a bucket`, resource: arn(bucket) }]
  }
  const own = { action: `s3:${actionOn(method, searchParams)}`, resource: arn(bucket, decodeURIComponent(key)) }
  if (copied === undefined) return [own]
  const source = decodeURIComponent(copied.replace(/^\//, ''))
  return [own, { action: 's3:GetObject', resource: `arn:aws:s3:::${source}` }]
}
