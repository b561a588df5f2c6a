// The build of the dashboard, unpacked into its bucket while the stack is deployed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CfnElement, Stack } from 'aws-cdk-lib'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, type BucketDeploymentProps, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct } from 'constructs'
import { HASHED, PACKED } from '../core/contract.ts'
import { acknowledge } from './acknowledge.ts'

const FOR_EVER = [CacheControl.fromString('public, max-age=31536000, immutable')]
/** CloudFront asks the bucket again after a second: nothing has to be invalidated. */
const ASKED_AGAIN = [CacheControl.fromString('no-cache')]

interface Files {
  /** Folder with the build. */
  folder: string
  bucket: Bucket
  /** Logs of the function that unpacks it. */
  logs: LogGroup
}

/**
 * Deploys files with a hash in their name first, cached permanently; then the pages that name them. Files that open pages still use stay.
 * @returns the pages. @throws {Error} where the folder has no build.
 */
export function deployFiles(scope: Construct, { folder, bucket, logs }: Files): BucketDeployment {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error(`There is no build of the dashboard in ${folder}: it has no index.html.`)
  }
  // Files for the build itself are not uploaded.
  const source = Source.asset(folder, { exclude: ['.vite'] })
  const deployment = (id: string, props: Partial<BucketDeploymentProps>) =>
    new BucketDeployment(scope, id, {
      sources: [source],
      destinationBucket: bucket,
      logGroup: logs,
      memoryLimit: 256,
      prune: false,
      // The bucket is emptied by what `privateBucket` sets up.
      retainOnDelete: true,
      ...props,
    })
  const below = (place: string) => `${place.slice(1)}*`
  const hashed = deployment('HashedFiles', { exclude: ['*'], include: [below(HASHED)], cacheControl: FOR_EVER })
  const packed = deployment('PackedFiles', {
    exclude: ['*'],
    include: [below(PACKED)],
    cacheControl: FOR_EVER,
    contentEncoding: 'br',
  })
  const rest = deployment('Pages', { exclude: [below(HASHED), below(PACKED)], cacheControl: ASKED_AGAIN })
  // All three run in one function, which has the first one's layer. The CDK makes one for each.
  for (const other of [packed, rest])
    if (!other.node.tryRemoveChild('AwsCliLayer')) throw new Error('the layer that nothing uses was not found')
  rest.node.addDependency(hashed, packed)
  // If anything fails after the first file is uploaded, the resource that empties the bucket exists already.
  hashed.node.addDependency(bucket)
  packed.node.addDependency(bucket)
  acknowledgeUnpacker(scope, bucket)
  return rest
}

function acknowledgeUnpacker(scope: Construct, bucket: Bucket): void {
  const unpacker = Stack.of(scope).node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'))
  if (!unpacker) throw new Error('the function that unpacks the build was not found')
  const assets = 'arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*'
  const bucketId = Stack.of(scope).getLogicalId(bucket.node.defaultChild as CfnElement)
  const ours = "The function of CDK's own that unpacks a build while it is deployed; nothing else calls it."
  acknowledge(
    unpacker,
    Object.fromEntries(
      [
        'AwsSolutions-L1',
        'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map(
          (action) => `AwsSolutions-IAM5[Action::s3:${action}]`,
        ),
        `AwsSolutions-IAM5[Resource::${assets}]`,
        `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`,
      ].map((finding) => [finding, ours]),
    ),
  )
}
