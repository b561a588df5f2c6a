// A template whose files are where its parameters say: it is created from a link, in an account where the CDK was never set up.
import { CfnParameter, CliCredentialsStackSynthesizer, type Stack } from 'aws-cdk-lib'

/** A bucket, and what the names of the files in it begin with: empty, or `releases/0.1.0/`. */
export interface AssetsPlace {
  bucket: string
  prefix: string
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^([A-Za-z0-9._-]{1,100}\/){0,5}$/

/** What CloudFormation substitutes by the value of a parameter. */
const substituted = (parameter: string): string => `\${${parameter}}`
const NAMED: AssetsPlace = { bucket: substituted('AssetsBucket'), prefix: substituted('AssetsPrefix') }

/** @param text `my-bucket` or `my-bucket/releases/0.1.0`. @returns undefined where it is no such place. */
export function assetsPlace(text: string): AssetsPlace | undefined {
  const [bucket = '', ...folders] = text.replace(/\/$/, '').split('/')
  const prefix = folders.map((folder) => `${folder}/`).join('')
  return BUCKET.test(bucket) && PREFIX.test(prefix) ? { bucket, prefix } : undefined
}

/** The CDK's own, without a check of the bootstrap and without its roles. */
export const synthesizerByParameters = () =>
  new CliCredentialsStackSynthesizer({ fileAssetsBucketName: NAMED.bucket, bucketPrefix: NAMED.prefix })

/** The parameters, where the stack is created as the file's author meant it unless somebody changes them. */
export function addAssetsParameters(stack: Stack, { bucket, prefix }: AssetsPlace): void {
  new CfnParameter(stack, 'AssetsBucket', {
    description:
      'Bucket with the files of this template, in the region of the stack; who creates the stack must be able to read it.',
    default: bucket,
    allowedPattern: BUCKET.source,
  })
  new CfnParameter(stack, 'AssetsPrefix', {
    description: 'What the names of those files begin with: empty, or ending with a slash.',
    default: prefix,
    allowedPattern: PREFIX.source,
  })
}

/** The list of files to upload, with the place in it that they are uploaded to. @param manifest the assembly's, as text. */
export const manifestFor = (manifest: string, { bucket, prefix }: AssetsPlace): string =>
  manifest.replaceAll(NAMED.bucket, bucket).replaceAll(NAMED.prefix, prefix)
