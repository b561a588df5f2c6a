// A template whose files are in the bucket that its parameter names: it is created from a link, in an account where the CDK was never
// set up.
import { CfnParameter, CliCredentialsStackSynthesizer, type Stack } from 'aws-cdk-lib'

/** A bucket, and what the names of the files in it begin with: empty, or `releases/0.1.0/`. */
export interface AssetsPlace {
  bucket: string
  prefix: string
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^([A-Za-z0-9._-]{1,100}\/){0,5}$/

const PARAMETER = 'AssetsBucket'
/** What CloudFormation substitutes by the parameter's value. */
const BUCKET_NAMED = `\${${PARAMETER}}`

/** @param text `my-bucket` or `my-bucket/releases/0.1.0`. @returns undefined where it is no such place. */
export function assetsPlace(text: string): AssetsPlace | undefined {
  const [bucket = '', ...folders] = text.replace(/\/$/, '').split('/')
  const prefix = folders.map((folder) => `${folder}/`).join('')
  return BUCKET.test(bucket) && PREFIX.test(prefix) ? { bucket, prefix } : undefined
}

/** The CDK's own, without a check of the bootstrap and without its roles. */
export const synthesizerByParameter = ({ prefix }: AssetsPlace) =>
  new CliCredentialsStackSynthesizer({ fileAssetsBucketName: BUCKET_NAMED, bucketPrefix: prefix })

/**
 * The parameter, where the stack is created as the file's author meant it unless somebody changes it. The folder is none: in an update
 * the console keeps the values that a stack has, and a new release would be looked for in the folder of the one before.
 */
export function addAssetsParameter(stack: Stack, { bucket }: AssetsPlace): void {
  new CfnParameter(stack, PARAMETER, {
    description:
      'Bucket with the files of this template, in the region of the stack; who creates the stack must be able to read it.',
    default: bucket,
    allowedPattern: BUCKET.source,
  })
}

/** The list of files to upload, with the bucket in it that they are uploaded to. @param manifest the assembly's, as text. */
export const manifestFor = (manifest: string, { bucket }: AssetsPlace): string =>
  manifest.replaceAll(BUCKET_NAMED, bucket)
