// Reading the list of the whole bucket. Only the operator's command does: a call for every thousand objects.
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { bucket, client } from './bucket.ts'

export interface KeptObject {
  key: string
  size: number
  /** Unix ms. */
  modified_at: number
}

/** Every object whose key begins with the prefix, in the order of keys, a page at a time. */
export async function* listedObjects(prefix = ''): AsyncGenerator<KeptObject[]> {
  let from: string | undefined
  do {
    const reply = await client().send(
      new ListObjectsV2Command({ Bucket: bucket(), Prefix: prefix, ContinuationToken: from }),
    )
    yield (reply.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
      key: Key,
      size: Size,
      modified_at: LastModified?.getTime() ?? 0,
    }))
    from = reply.IsTruncated ? reply.NextContinuationToken : undefined
  } while (from)
}
