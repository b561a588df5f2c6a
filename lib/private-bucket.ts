// The settings that all buckets share: encrypted, private, and reached over TLS only.
import { RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'

/**
 * CloudFormation deletes an empty bucket only: one that goes with the stack is emptied before that. A `BucketDeployment` does not
 * do it, although it has an option of that name: it does not touch a bucket that has its tag, as each of its buckets does
 * (https://github.com/aws/aws-cdk/issues/33397).
 */
export const privateBucket = (scope: Construct, id: string, props: BucketProps): Bucket =>
  new Bucket(scope, id, {
    autoDeleteObjects: props.removalPolicy === RemovalPolicy.DESTROY,
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    ...props,
  })
