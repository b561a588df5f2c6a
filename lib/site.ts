// The dashboard: its files in a bucket of their own, a distribution of its own, and the API under the same address. Media lie
// elsewhere: uploaded files never share an origin with sessions.
import { join } from 'node:path'
import { CfnResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct, type IDependable } from 'constructs'
import { API_STAGE, HASHED } from '../core/contract.ts'
import { acknowledge } from './acknowledge.ts'
import { distributionSettings } from './distribution-settings.ts'
import { FROM_DASHBOARD_HEADER, fromDashboard } from './from-dashboard.ts'
import { globalName } from './global-name.ts'
import { privateBucket } from './private-bucket.ts'
import type { Settings } from './settings.ts'
import { deployFiles } from './site-files.ts'

const VIEWER_REQUEST = join(import.meta.dirname, '..', 'functions', 'cdn', 'dashboard-request.js')

/** The id under which the CDK puts the function that empties buckets before they are deleted. */
const EMPTIER = 'Custom::S3AutoDeleteObjectsCustomResourceProvider'

/** The longest that a request of the API takes: one that fetches a large file says nothing until it has it. */
const API_TIMEOUT = Duration.seconds(60)

interface SiteProps {
  settings: Settings
  /** Host of the REST API. */
  apiHost: string
  /** Headers for answers of the API; answers that have their own keep them. */
  apiHeaders: ResponseHeadersPolicy
  /** Origins that pictures and films of posts come from. */
  mediaUrls: readonly string[]
  /** Origins that other pictures come from. */
  pictureUrls: readonly string[]
  /** Origins that files are sent to. */
  uploadUrls: readonly string[]
}

export class Site extends Construct {
  readonly bucket: Bucket
  readonly distribution: Distribution
  readonly url: string
  /** Settings of the CDK's own functions, which run while the stack is deployed or destroyed. */
  readonly #helperLogs: LogGroup
  readonly #pages: Construct | undefined

  constructor(
    scope: Construct,
    id: string,
    { settings, apiHost, apiHeaders, mediaUrls, pictureUrls, uploadUrls }: SiteProps,
  ) {
    super(scope, id)
    this.bucket = privateBucket(this, 'Bucket', {
      // It holds nothing but a build, which any deployment makes again.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.#helperLogs = this.#logsOfHelpers(settings)
    acknowledge(this.bucket, { 'AwsSolutions-S1': 'It holds the build of the dashboard, which is public.' })

    const viewerRequest = new EdgeFunction(this, 'ViewerRequest', {
      comment: 'Leads deep links to the dashboard, and turns its session cookie into the header of the API',
      code: FunctionCode.fromFile({ filePath: VIEWER_REQUEST }),
      runtime: FunctionRuntime.JS_2_0,
    })
    const functionAssociations = [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }]
    const originAccessControl = new S3OriginAccessControl(this, 'Access', {
      originAccessControlName: globalName(this.bucket),
    })
    this.distribution = new Distribution(this, 'Cdn', {
      comment: 'Dashboard',
      defaultRootObject: 'index.html',
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket, { originAccessControl }),
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: this.#pageHeaders(settings.dashboardDomain, mediaUrls, pictureUrls, uploadUrls),
        functionAssociations,
      },
      additionalBehaviors: {
        [`/${API_STAGE}/*`]: {
          // No `RestApiOrigin`: it would name the stage, which comes after the functions that have to know this address.
          origin: new HttpOrigin(apiHost, {
            protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
            readTimeout: API_TIMEOUT,
            // CloudFront would by itself ask again if an answer is slow.
            connectionAttempts: 1,
            ...(settings.waf ? { customHeaders: { [FROM_DASHBOARD_HEADER]: fromDashboard() } } : {}),
          }),
          allowedMethods: AllowedMethods.ALLOW_ALL,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: apiHeaders,
          compress: true,
          functionAssociations,
        },
      },
      ...distributionSettings(this, settings, {
        domain: settings.dashboardDomain,
        certificateArn: settings.dashboardCertificateArn,
      }),
    })
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'People work from wherever they are.',
      'AwsSolutions-CFR2':
        'The API behind it validates, limits and counts every request; the setting cdnWebAclArn adds a web ACL.',
      'AwsSolutions-CFR3': 'Requests of the API are in its access log; the rest is a public build.',
      'AwsSolutions-CFR4': 'The certificate is that of cloudfront.net, whose protocol versions AWS sets.',
    })
    this.url = `https://${settings.dashboardDomain ?? this.distribution.distributionDomainName}`
    if (settings.dashboardFiles) {
      const { dashboardFiles: folder } = settings
      this.#pages = deployFiles(this, { folder, bucket: this.bucket, logs: this.#helperLogs })
    }
  }

  /**
   * Has the pages of a release appear after what they call, so that nobody gets pages that the API does not answer yet. A deployment
   * that fails before them leaves those that are there.
   */
  showPagesAfter(api: IDependable): void {
    this.#pages?.node.addDependency(api)
  }

  /**
   * Nothing runs that is not a file of the build, and nothing is sent elsewhere than to us. Where the address is only known once
   * the distribution is made, which needs this policy, the page itself narrows its origin to these files.
   */
  #pageHeaders(
    domain: string | undefined,
    mediaUrls: readonly string[],
    pictureUrls: readonly string[],
    uploadUrls: readonly string[],
  ) {
    const build = domain === undefined ? "'self'" : `https://${domain}${HASHED}`
    const rules = {
      'default-src': ["'none'"],
      'script-src': [build],
      'style-src': [build],
      'connect-src': ["'self'", ...uploadUrls],
      'img-src': ["'self'", 'blob:', ...mediaUrls, ...pictureUrls],
      'media-src': ["'self'", 'blob:', ...mediaUrls],
      'font-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    }
    const contentSecurityPolicy = Object.entries(rules)
      .map(([name, values]) => [name, ...values].join(' '))
      .join('; ')
    return new ResponseHeadersPolicy(this, 'PageHeaders', {
      responseHeadersPolicyName: globalName(this.bucket),
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
          { header: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()', override: true },
        ],
      },
    })
  }

  /** Lambda would make a group of its own for the function that empties buckets: it would never expire, and outlive the stack. */
  #logsOfHelpers(settings: Settings): LogGroup {
    const logs = new LogGroup(this, 'FilesLogs', {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const emptier = Stack.of(this).node.tryFindChild(EMPTIER)?.node.tryFindChild('Handler')
    if (!(emptier instanceof CfnResource)) throw new Error('the function that empties buckets was not found')
    emptier.addPropertyOverride('LoggingConfig', { LogGroup: logs.logGroupName })
    return logs
  }
}
