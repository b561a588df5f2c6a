// The REST API: one function per endpoint file, the authorizer, usage plans, the gateway's own answers, access logs.
import { ArnFormat, Aws, Duration, Fn, RemovalPolicy, Size, Stack } from 'aws-cdk-lib'
import {
  AccessLogFormat,
  ApiDefinition,
  ApiKey,
  BasePathMapping,
  type CfnRestApi,
  DomainName,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SecurityPolicy,
  SpecRestApi,
  UsagePlan,
} from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { throttleOf } from '../core/api-keys/rules/throttle.ts'
import { API_STAGE, narrowKey, sharedKeyAt } from '../core/contract.ts'
import { acknowledge } from './acknowledge.ts'
import { apiBody } from './api-body.ts'
import type { Resources } from './bindings/parts.ts'
import { bind, USES_OF_SITE, type Use } from './bindings.ts'
import { type Shares, shares } from './concurrency.ts'
import { Firewall } from './firewall.ts'
import { AppFunction } from './function.ts'
import { makeInTurn } from './keys-in-turn.ts'
import { bundleOf, isAuthorized, OTHER_METHODS, ROUTES, type Route } from './routes.ts'
import type { Settings } from './settings.ts'
import { NARROW_PER_SECOND, SHARED_PER_SECOND } from './usage-plans.ts'

export const AUTHORIZER_USES = ['keys:resolve', 'shared-usage-key'] as const satisfies readonly Use[]

/** Functions that long transfers occupy, by their files. */
const HELD: Record<string, keyof Shares['reserved']> = { 'media/get': 'downloads', 'media/create': 'uploads' }

/** Requests a minute of a key that was issued without a rate of its own. */
const DEFAULT_RATE = 60

/** Answers of this size and larger are compressed for callers who take it: a list of posts shrinks to a fraction. */
const COMPRESSED_FROM = Size.kibibytes(4)

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

/** Whether the API names the function of a row by a stage variable, as it cannot refer to it. */
const isNamedByStage = ({ uses }: Route): boolean => uses.some((use) => USES_OF_SITE.has(use))

const stageVariableOf = ({ file }: Route): string => file.replaceAll(/\W/g, '_')

interface ApiProps {
  settings: Settings
  resources: Omit<Resources, 'sharedUsageKey'>
}

export class Api extends Construct {
  readonly api: SpecRestApi
  readonly defaultPlan: UsagePlan
  readonly sharedKey: ApiKey
  readonly authorizer: AppFunction
  /** The API's own name, if it has one. */
  readonly domain: DomainName | undefined
  readonly #settings: Settings
  readonly #routes: readonly Route[]
  readonly #resources: Resources
  readonly #functions = new Map<string, AppFunction>()

  constructor(scope: Construct, id: string, { settings, resources }: ApiProps) {
    super(scope, id)
    this.#settings = settings
    this.#routes = [...ROUTES, ...OTHER_METHODS]
    // No secret: it names a usage plan's key to the gateway, and only the authorizer can say it.
    const sharedUsageKey = Fn.join('-', ['shared', Fn.select(2, Fn.split('/', Aws.STACK_ID))])
    this.#resources = { ...resources, sharedUsageKey }
    this.authorizer = new AppFunction(this, 'Authorizer', {
      settings,
      bundle: 'authorizer',
      timeout: Duration.seconds(10),
    })
    bind(this.authorizer, AUTHORIZER_USES, this.#resources)
    for (const route of this.#routes) if (!this.#functions.has(route.file)) this.#addFunction(route)
    this.api = this.#restApi()
    this.#letGatewayInvoke()
    this.domain = this.#domain()
    if (settings.waf) new Firewall(this, 'Firewall', { settings, stage: this.api.deploymentStage })
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
    makeInTurn(this)
  }

  #restApi(): SpecRestApi {
    const logs = new LogGroup(this, 'AccessLogs', {
      retention: this.#settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    // Said again for each method that has settings of its own: AWS does not say that it takes the rest from the stage.
    const everyMethod = {
      loggingLevel: MethodLoggingLevel.ERROR,
      dataTraceEnabled: false,
      // Figures of every single method would cost by the month; the access log has them too.
      metricsEnabled: false,
    }
    const ofAll = this.#settings.apiRequestsPerSecond
    const throttle = (perSecond: number) => ({ throttlingRateLimit: perSecond, throttlingBurstLimit: perSecond })
    const api = new SpecRestApi(this, 'RestApi', {
      restApiName: Stack.of(this).stackName,
      apiDefinition: ApiDefinition.fromInline(
        apiBody({
          name: Stack.of(this).stackName,
          routes: this.#routes,
          functionArn: (route) => this.#arnFor(route),
          authorizerArn: this.authorizer.functionArn,
          compressedFromBytes: COMPRESSED_FROM.toBytes(),
        }),
      ),
      // Otherwise API Gateway would leave out what it does not understand: at worst, that a method needs a key.
      failOnWarnings: true,
      // An EDGE one would break off streams that pause for 30 seconds. An import asks for it by itself.
      endpointTypes: [EndpointType.REGIONAL],
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      // CloudFront does not compress answers that it may not cache. Streamed answers are passed on unchanged.
      minCompressionSize: COMPRESSED_FROM,
      cloudWatchRole: true,
      deployOptions: {
        stageName: API_STAGE,
        accessLogDestination: new LogGroupLogDestination(logs),
        accessLogFormat: ACCESS_LOG,
        tracingEnabled: this.#settings.tracing,
        variables: Object.fromEntries(
          this.#routes
            .filter(isNamedByStage)
            .map((route) => [stageVariableOf(route), this.#functionOf(route).functionName]),
        ),
        ...everyMethod,
        ...(ofAll ? throttle(ofAll) : {}),
        methodOptions: Object.fromEntries(
          this.#routes.flatMap((route) =>
            isAuthorized(route)
              ? []
              : [
                  [
                    `${route.path}/${route.method}`,
                    { ...everyMethod, ...throttle(Math.min(route.perSecond, ofAll ?? route.perSecond)) },
                  ],
                ],
          ),
        ),
      },
    })
    // The document says so too, but API Gateway takes it from there only when it makes an API.
    ;(api.node.defaultChild as CfnRestApi).apiKeySourceType = 'AUTHORIZER'
    // The stack names its own outputs.
    api.node.tryRemoveChild('Endpoint')
    acknowledge(api, {
      'AwsSolutions-APIG2': 'The functions validate, with every problem named by its field, which the gateway cannot.',
      'AwsSolutions-APIG3':
        'Usage plans stop floods of a key; a web ACL costs by the month, so the setting waf decides about it.',
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

  /** Rows that share a file share its function. */
  #addFunction({ file, uses, memoryMb, timeoutSeconds }: Route): void {
    const id = file.replace(/(^|[/-])(\w)/g, (_match, _separator, letter: string) => letter.toUpperCase())
    const held = HELD[file]
    const fn = new AppFunction(this, id, {
      settings: this.#settings,
      bundle: bundleOf(file),
      ...(held ? { reservedConcurrentExecutions: shares(this.#settings).reserved[held] } : {}),
      ...(memoryMb ? { memorySize: memoryMb } : {}),
      ...(timeoutSeconds ? { timeout: Duration.seconds(timeoutSeconds) } : {}),
    })
    bind(fn, uses, this.#resources)
    this.#functions.set(file, fn)
  }

  #functionOf({ file }: Route): AppFunction {
    return this.#functions.get(file)!
  }

  #arnFor(route: Route): string {
    if (!isNamedByStage(route)) return this.#functionOf(route).functionArn
    return Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `\${stageVariables.${stageVariableOf(route)}}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
  }

  /** One permission for each function, only for the stage. When a stage is deployed, all of them exist. */
  #letGatewayInvoke(): void {
    const principal = new ServicePrincipal('apigateway.amazonaws.com')
    const stage = this.api.deploymentStage
    for (const fn of this.#functions.values()) {
      fn.addPermission('Gateway', { principal, sourceArn: this.api.arnForExecuteApi('*', '/*', API_STAGE) })
      stage.node.addDependency(fn.node.findChild('Gateway'))
    }
    const authorizers = { service: 'execute-api', resource: this.api.restApiId, resourceName: 'authorizers/*' }
    this.authorizer.addPermission('Gateway', { principal, sourceArn: Stack.of(this).formatArn(authorizers) })
    stage.node.addDependency(this.authorizer.node.findChild('Gateway'))
  }
}
