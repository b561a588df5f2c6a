// The REST API: one function per endpoint file, the authorizer, usage plans, the gateway's own answers, access logs.
import { Aws, Duration, Fn, RemovalPolicy, Size, Stack } from 'aws-cdk-lib'
import {
  AccessLogFormat,
  ApiKey,
  ApiKeySourceType,
  AuthorizationType,
  BasePathMapping,
  DomainName,
  EndpointType,
  IdentitySource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  ResponseTransferMode,
  RestApi,
  SecurityPolicy,
  UsagePlan,
} from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { narrowKey, sharedKeyAt } from '../core/api-keys/shared-plans.ts'
import { API_STAGE, AUTHORIZER_CACHE_SECONDS, KEY_HEADER } from '../core/contract.ts'
import { acknowledge } from './acknowledge.ts'
import { bind, type Resources, type Use } from './bindings.ts'
import { type Shares, shares } from './concurrency.ts'
import { Firewall } from './firewall.ts'
import { AppFunction } from './function.ts'
import { addGatewayResponses } from './gateway-responses.ts'
import { bundleOf, GATEWAY_SECONDS, isAuthorized, OTHER_METHODS, ROUTES, type Route } from './routes.ts'
import type { Settings } from './settings.ts'
import { NARROW_PER_SECOND, SHARED_PER_SECOND } from './usage-plans.ts'

export const AUTHORIZER_USES = ['keys:resolve', 'shared-usage-key'] as const satisfies readonly Use[]

/** Functions that transfers hold on to for long, by their files. */
const HELD: Record<string, keyof Shares['reserved']> = { 'media/get': 'downloads', 'media/create': 'uploads' }

/** Requests a minute of a key that was issued without a rate of its own. */
const DEFAULT_RATE = 60

/** Answers of this size and larger are compressed for callers who take it: a list of posts shrinks to a fraction. */
const COMPRESSED_FROM_KIB = 4

/**
 * The coarse guard: a bucket that by arithmetic never refuses what the exact limit of the functions admits. That one
 * counts by clock minute, so two full minutes may come back to back.
 */
export const throttleOf = (perMinute: number) => ({ rateLimit: perMinute / 60, burstLimit: 2 * perMinute })

/** Every field is the gateway's own: no header, query or body, so no secret can get in. */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    request_id: '$context.requestId',
    at: '$context.requestTimeEpoch',
    method: '$context.httpMethod',
    resource: '$context.resourcePath',
    status: '$context.status',
    error: '$context.error.responseType',
    latency_ms: '$context.responseLatency',
    integration_ms: '$context.integrationLatency',
    response_bytes: '$context.responseLength',
    owner_id: '$context.authorizer.owner_id',
    key_id: '$context.authorizer.key_id',
    ip: '$context.identity.sourceIp',
  }),
)

interface ApiProps {
  settings: Settings
  resources: Omit<Resources, 'sharedUsageKey'>
}

export class Api extends Construct {
  readonly api: RestApi
  readonly defaultPlan: UsagePlan
  readonly sharedKey: ApiKey
  readonly authorizer: AppFunction
  /** The API's own name, if it has one. */
  readonly domain: DomainName | undefined
  readonly #settings: Settings
  readonly #resources: Resources
  readonly #functions = new Map<string, AppFunction>()

  constructor(scope: Construct, id: string, { settings, resources }: ApiProps) {
    super(scope, id)
    this.#settings = settings
    // No secret: it names a usage plan's key to the gateway, and only the authorizer can say it.
    const sharedUsageKey = Fn.join('-', ['shared', Fn.select(2, Fn.split('/', Aws.STACK_ID))])
    this.#resources = { ...resources, sharedUsageKey }
    this.api = this.#restApi()
    addGatewayResponses(this.api)
    this.authorizer = new AppFunction(this, 'Authorizer', {
      settings,
      bundle: 'authorizer',
      timeout: Duration.seconds(10),
    })
    const authorizer = this.#authorizer()
    this.domain = this.#domain()
    if (settings.waf) new Firewall(this, 'Firewall', { settings, stage: this.api.deploymentStage })
    for (const route of [...ROUTES, ...OTHER_METHODS]) this.#addRoute(route, authorizer)
    const stages = [{ stage: this.api.deploymentStage }]
    this.defaultPlan = new UsagePlan(this, 'DefaultPlan', {
      name: `${Stack.of(this).stackName}-rate-${DEFAULT_RATE}`,
      throttle: throttleOf(DEFAULT_RATE),
      apiStages: stages,
    })
    const plan = (id: string, name: string, description: string, perSecond: number) =>
      new UsagePlan(this, id, {
        name: `${Stack.of(this).stackName}-${name}`,
        description,
        throttle: { rateLimit: perSecond, burstLimit: perSecond },
        apiStages: stages,
      })
    const shared = 'Keys beyond the number that the gateway holds; the functions alone limit each of them'
    const sharedPlan = plan('SharedPlan', 'shared', shared, SHARED_PER_SECOND)
    const add = (id: string, value: string, to: UsagePlan): ApiKey => {
      const key = new ApiKey(this, id, { value })
      to.addApiKey(key)
      return key
    }
    this.sharedKey = add('SharedKey', sharedUsageKey, sharedPlan)
    for (let at = 1; at < settings.sharedPlans; at += 1) {
      add(`SharedKey${at}`, sharedKeyAt(sharedUsageKey, at), sharedPlan)
    }
    const narrowPlan = plan('NarrowPlan', 'narrow', 'Callers that are being refused', NARROW_PER_SECOND)
    add('NarrowKey', narrowKey(sharedUsageKey), narrowPlan)
  }

  #restApi(): RestApi {
    const logs = new LogGroup(this, 'AccessLogs', {
      retention: this.#settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const api = new RestApi(this, 'RestApi', {
      restApiName: Stack.of(this).stackName,
      // An EDGE one would break off streams that pause for 30 seconds.
      endpointTypes: [EndpointType.REGIONAL],
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      binaryMediaTypes: ['multipart/form-data'],
      // CloudFront compresses nothing that it may not keep. What is streamed is passed on as it is.
      minCompressionSize: Size.kibibytes(COMPRESSED_FROM_KIB),
      cloudWatchRole: true,
      deployOptions: {
        stageName: API_STAGE,
        accessLogDestination: new LogGroupLogDestination(logs),
        accessLogFormat: ACCESS_LOG,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        // Figures of every single method would cost by the month; the access log has them too.
        metricsEnabled: false,
        tracingEnabled: this.#settings.tracing,
        ...(this.#settings.apiRequestsPerSecond
          ? {
              throttlingRateLimit: this.#settings.apiRequestsPerSecond,
              throttlingBurstLimit: this.#settings.apiRequestsPerSecond,
            }
          : {}),
      },
    })
    // The stack names its own outputs.
    api.node.tryRemoveChild('Endpoint')
    acknowledge(api, {
      'AwsSolutions-APIG2': 'The functions validate, with every problem named by its field, which the gateway cannot.',
      'AwsSolutions-APIG3':
        'Usage plans stop floods of a key; a web ACL costs by the month, so the setting waf decides about it.',
      'AwsSolutions-COG4': 'Callers are machines with API keys of ours, which a Lambda authorizer checks.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'The one policy by which API Gateway may write logs at all; it is set for the whole account.',
    })
    return api
  }

  /** Addresses are the same under the API's own name: the stage is the first part of their path. */
  #domain(): DomainName | undefined {
    const { apiDomain, apiCertificateArn } = this.#settings
    if (!apiDomain || !apiCertificateArn) return undefined
    const domainName = new DomainName(this, 'Domain', {
      domainName: apiDomain,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', apiCertificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    })
    new BasePathMapping(this, 'DomainPath', {
      domainName,
      restApi: this.api,
      stage: this.api.deploymentStage,
      basePath: API_STAGE,
    })
    return domainName
  }

  #authorizer(): RequestAuthorizer {
    bind(this.authorizer, AUTHORIZER_USES, this.#resources)
    return new RequestAuthorizer(this, 'KeyAuthorizer', {
      handler: this.authorizer,
      identitySources: [IdentitySource.header(KEY_HEADER)],
      resultsCacheTtl: Duration.seconds(AUTHORIZER_CACHE_SECONDS),
    })
  }

  /** Rows that share a file share its function. */
  #functionOf({ file, uses, memoryMb, timeoutSeconds }: Route): AppFunction {
    const known = this.#functions.get(file)
    if (known) return known
    const bundle = bundleOf(file)
    const id = file.replace(/(^|[/-])(\w)/g, (_match, _separator, letter: string) => letter.toUpperCase())
    const held = HELD[file]
    const fn = new AppFunction(this, id, {
      settings: this.#settings,
      bundle,
      ...(held ? { reservedConcurrentExecutions: shares(this.#settings).reserved[held] } : {}),
      ...(memoryMb ? { memorySize: memoryMb } : {}),
      ...(timeoutSeconds ? { timeout: Duration.seconds(timeoutSeconds) } : {}),
    })
    bind(fn, uses, this.#resources)
    this.#functions.set(file, fn)
    return fn
  }

  #addRoute(route: Route, authorizer: RequestAuthorizer): void {
    const integration = new LambdaIntegration(this.#functionOf(route), {
      // A permission for each of so many methods would outgrow what a function's policy may hold, and each is a resource.
      ...(route.method === 'ANY' || ROUTES.some((other) => other !== route && other.file === route.file)
        ? { scopePermissionToMethod: false }
        : { allowTestInvoke: false }),
      ...(route.streaming
        ? {
            responseTransferMode: ResponseTransferMode.STREAM,
            timeout: Duration.seconds(route.timeoutSeconds ?? GATEWAY_SECONDS),
          }
        : {}),
    })
    const method = this.api.root
      .resourceForPath(route.path)
      .addMethod(
        route.method,
        integration,
        isAuthorized(route)
          ? { authorizer, authorizationType: AuthorizationType.CUSTOM, apiKeyRequired: true }
          : { authorizationType: AuthorizationType.NONE },
      )
    if (route.auth === 'open') {
      acknowledge(method, { 'AwsSolutions-APIG4': 'Where people go who are to sign in.' })
    }
    if (route.auth === 'optional') {
      acknowledge(method, { 'AwsSolutions-APIG4': 'Open to all; the function checks a key that is sent.' })
    }
  }
}
