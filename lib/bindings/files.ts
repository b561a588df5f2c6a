// Bindings of the bucket and of the content delivery network.
import { ENV } from '../../core/contract.ts'
import { shares } from '../concurrency.ts'
import { type Bindings, cdnUrlOf, onObjects, type Resources } from './parts.ts'

export const FILES = {
  'originals:read': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:GetObject', 'originals'),
  'originals:write': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:PutObject', 'originals'),
  /** Aborting an upload in parts; sending parts counts as writing. */
  'originals:abort': ({ bucket }: Pick<Resources, 'bucket'>) =>
    onObjects(bucket, 's3:AbortMultipartUpload', 'originals'),
  'originals:delete': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:DeleteObject', 'originals'),
  'variants:write': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:PutObject', 'variants'),
  'variants:delete': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:DeleteObject', 'variants'),
  /** The permissions of upload addresses. */
  'uploads:write': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:PutObject', 'uploads'),
  'uploads:read': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:GetObject', 'uploads'),
  'uploads:delete': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:DeleteObject', 'uploads'),
  /** Copied profile pictures. */
  'pictures:write': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:PutObject', 'pictures'),
  'pictures:delete': ({ bucket }: Pick<Resources, 'bucket'>) => onObjects(bucket, 's3:DeleteObject', 'pictures'),
  /** Also what makes S3 answer 404 and not 403 for an object that is not there. */
  'bucket:list': ({ bucket }: Pick<Resources, 'bucket'>) => ({
    grants: [{ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }],
    environment: { [ENV.mediaBucket]: bucket.bucketName },
  }),
  cdn: (resources: Pick<Resources, 'settings' | 'distribution'>) => ({
    grants: [],
    environment: { [ENV.cdnUrl]: cdnUrlOf(resources) },
  }),
  /** Having the CDN make variants, at most as many at once as fit the account. */
  variants: ({ settings }: Pick<Resources, 'settings'>) => ({
    grants: [],
    environment: { [ENV.variantsAtOnce]: String(shares(settings).variantsOfWorker) },
  }),
  /** One heap of the C library for all threads: memory from decoding a picture is reused for the next, not kept once for each thread. */
  'one-heap': (_: Pick<Resources, 'settings'>) => ({ grants: [], environment: { MALLOC_ARENA_MAX: '1' } }),
} satisfies Bindings
