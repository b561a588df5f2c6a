// The media bucket, and the CDN in front of it that makes variants on demand.
import { Duration } from 'aws-cdk-lib'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  FunctionUrlOriginAccessControl,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { FunctionUrlOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { FunctionUrlAuthType, InvokeMode } from 'aws-cdk-lib/aws-lambda'
import { type Bucket, HttpMethods, type LifecycleRule } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { UPLOAD_PREFIX } from '../core/contract.ts'
import { acknowledge } from './acknowledge.ts'
import type { Resources } from './bindings/parts.ts'
import { bind, type Use } from './bindings.ts'
import { shares } from './concurrency.ts'
import { distributionSettings } from './distribution-settings.ts'
import { AppFunction } from './function.ts'
import { globalName } from './global-name.ts'
import { privateBucket } from './private-bucket.ts'
import type { Settings } from './settings.ts'
import { removalOfData } from './table.ts'
import { viewerRequestCode } from './viewer-request.ts'

export const VARIANT_USES = [
  'originals:read',
  'variants:write',
  'bucket:list',
  'media:get',
  'table:variants',
  'one-heap',
  'metrics',
] as const satisfies readonly Use[]

const VARIANT_TIMEOUT = Duration.seconds(30)

/**
 * One processor's worth (aws-facts, section 10). Up to here a variant costs nearly the same whatever the memory is, as it takes
 * that much longer with less; beyond, it gets no faster. The largest picture needs three quarters of it (`npm run bench`, cost).
 */
const VARIANT_MB = 1769

/**
 * Deleted and overwritten versions are kept for a while, and then go with their marker. Without the setting there are none, unless it
 * was given once: then a file of that time is still there as a version when it is deleted, however much later, and goes by this rule
 * alone. A bucket that never had versions takes the rule, too (aws-cdk deploys such a one: its integ.lifecycle-expiration.ts).
 */
const keptDeleted = ({ deletedFilesDays }: Settings): LifecycleRule => ({
  id: 'deleted-files',
  noncurrentVersionExpiration: Duration.days(Math.max(1, deletedFilesDays)),
  ...(deletedFilesDays > 0 ? { expiredObjectDeleteMarker: true } : {}),
})

interface MediaProps {
  settings: Settings
  resources: Pick<Resources, 'table'>
}

export class Media extends Construct {
  readonly bucket: Bucket
  readonly distribution: Distribution
  readonly variant: AppFunction
  /** For answers in which nothing is to run. */
  readonly inertHeaders: ResponseHeadersPolicy

  constructor(scope: Construct, id: string, { settings, resources }: MediaProps) {
    super(scope, id)
    this.bucket = privateBucket(this, 'Bucket', {
      removalPolicy: removalOfData(settings),
      versioned: settings.deletedFilesDays > 0,
      lifecycleRules: [
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // Longer than a session is open: later uploads to its address are removed by this.
        { id: 'uncompleted-uploads', prefix: `${UPLOAD_PREFIX}/`, expiration: Duration.days(2) },
        keptDeleted(settings),
      ],
      // The signature in an upload address is what admits a browser, not the page it is on.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag'],
          maxAge: 3600,
        },
      ],
    })

    // The CDN cannot read announced files that are not completed, even if somebody guesses the address.
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [this.bucket.arnForObjects(`${UPLOAD_PREFIX}/*`)],
      }),
    )
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Only functions and the CDN read and write it; the table has who uploaded what and when.',
    })

    this.variant = this.#variantFunction(settings, resources)
    this.inertHeaders = this.#responseHeaders()
    this.distribution = new Distribution(this, 'Cdn', {
      comment: 'Media and their variants',
      defaultBehavior: {
        // One behaviour for all paths: CloudFront chooses it before its function turns an original into a variant.
        origin: this.#storedOrMade(),
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: this.inertHeaders,
        functionAssociations: [{ function: this.#viewerRequest(), eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      // The one path that would be the bucket itself and not an object; no such object exists.
      defaultRootObject: 'index.html',
      // A miss may be an upload that is about to finish: it is not remembered for long.
      errorResponses: [403, 404, 500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(1) })),
      ...distributionSettings(this, settings, {
        domain: settings.cdnDomain,
        certificateArn: settings.cdnCertificateArn,
      }),
    })
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'The platforms fetch media from wherever their servers are.',
      'AwsSolutions-CFR2': 'Only GET and HEAD of files reach the origins; variants are a fixed set of sizes.',
      'AwsSolutions-CFR3': 'An address is the right to read the file: lists of addresses are not kept.',
      'AwsSolutions-CFR4': 'The certificate is that of cloudfront.net, whose protocol versions AWS sets.',
    })
  }

  /**
   * What S3 has, or else what the function makes of the original and leaves there. S3 answers 403 for what it does not
   * have, because the CDN may not list the bucket; the function turns that into a 404 where there is nothing to make.
   */
  #storedOrMade(): OriginGroup {
    const url = this.variant.addFunctionUrl({
      authType: FunctionUrlAuthType.AWS_IAM,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    })
    return new OriginGroup({
      primaryOrigin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessControl: new S3OriginAccessControl(this, 'ReadsBucket', {
          originAccessControlName: globalName(this.bucket),
        }),
      }),
      fallbackOrigin: FunctionUrlOrigin.withOriginAccessControl(url, {
        readTimeout: VARIANT_TIMEOUT,
        originAccessControl: new FunctionUrlOriginAccessControl(this, 'CallsVariant', {
          originAccessControlName: globalName(url),
        }),
      }),
      fallbackStatusCodes: [403, 404],
    })
  }

  #variantFunction(settings: Settings, resources: MediaProps['resources']): AppFunction {
    const variant = new AppFunction(this, 'Variant', {
      settings,
      bundle: 'variant',
      memorySize: VARIANT_MB,
      timeout: VARIANT_TIMEOUT,
      reservedConcurrentExecutions: shares(settings).reserved.variant,
    })
    bind(variant, VARIANT_USES, { ...resources, settings, bucket: this.bucket })
    return variant
  }

  /**
   * Uploaded files are shown, never executed, not even a page or a drawing with scripts. Answers of the API that name
   * nothing else get the same, under the address of the dashboard: an AWS account has no more than 20 such policies for all of
   * its stacks. Neither S3 nor the variant function sends a policy of its own, so one that is sent is the API's.
   */
  #responseHeaders(): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'CdnHeaders', {
      responseHeadersPolicyName: globalName(this),
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; sandbox", override: false },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        // Not for subdomains: those of the dashboard's name are not ours.
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
      customHeadersBehavior: {
        customHeaders: [{ header: 'Cross-Origin-Resource-Policy', value: 'cross-origin', override: true }],
      },
    })
  }

  #viewerRequest(): EdgeFunction {
    return new EdgeFunction(this, 'ViewerRequest', {
      comment: 'Turns size, shape and format in the query into the path of a variant',
      code: FunctionCode.fromInline(viewerRequestCode()),
      runtime: FunctionRuntime.JS_2_0,
    })
  }
}
