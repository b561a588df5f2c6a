// The CloudFront distribution of the template: behaviours, origins, groups, and what each forwards and adds.
import type { z } from 'zod'
import { apiOrigin } from '../../physical-names.ts'
import { hasApi, type Readdress } from '../../readdress.ts'
import { type Resource, read, type Template } from '../../template.ts'
import { wildcard } from '../../wildcard.ts'
import { loadEdgeFunction } from './edge-function.ts'
import { policyOf } from './forwarded.ts'
import { type Behavior, BucketPolicy, Distribution, ResponseHeadersPolicy } from './template-shapes.ts'

export type Origin = { headers: [string, string][] } & (
  | { kind: 'bucket'; bucket: string; path: string; missingStatus: 403 | 404; denies(path: string): boolean }
  | { kind: 'function'; functionArn: string; domain: string; streaming: boolean }
  /** The REST API of the template. */
  | { kind: 'api'; path: string }
)

export interface AddedHeader {
  name: string
  value: string
  override: boolean
}

export interface BehaviorModel {
  pattern: RegExp
  methods: Set<string>
  /** In the order they are tried; the next one when the status is among `failover`. */
  origins: Origin[]
  failover: Set<number>
  forwardsQuery: boolean
  forwardsHeader(name: string): boolean
  /** Without it, cookies reach no origin, and none that an origin sets reaches the viewer. */
  forwardsCookies: boolean
  added: AddedHeader[]
  removed: string[]
  cors?: { origins: string[]; exposed: string[] }
  viewerRequest?: ReturnType<typeof loadEdgeFunction>
}

export interface CdnModel {
  id: string
  domain: string
  rootObject: string
  behaviors: BehaviorModel[]
}

function responseHeaders(
  template: Template,
  id: string | undefined,
): Pick<BehaviorModel, 'added' | 'removed' | 'cors'> {
  if (!id) return { added: [], removed: [] }
  const resource = template.find(id)
  if (!resource) throw new Error(`The local run does not know the CloudFront response headers policy ${id}.`)
  const config = read(resource, ResponseHeadersPolicy).ResponseHeadersPolicyConfig
  const { ContentTypeOptions, ContentSecurityPolicy, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    config.SecurityHeadersConfig
  const added: AddedHeader[] = config.CustomHeadersConfig.Items.map(({ Header, Value, Override }) => ({
    name: Header,
    value: Value,
    override: Override,
  }))
  const add = (name: string, value: string | undefined, from: { Override: boolean } | undefined) => {
    if (from && value !== undefined) added.push({ name, value, override: from.Override })
  }
  add('X-Content-Type-Options', 'nosniff', ContentTypeOptions)
  add('Content-Security-Policy', ContentSecurityPolicy?.ContentSecurityPolicy, ContentSecurityPolicy)
  add('X-Frame-Options', FrameOptions?.FrameOption, FrameOptions)
  add('Referrer-Policy', ReferrerPolicy?.ReferrerPolicy, ReferrerPolicy)
  if (StrictTransportSecurity) {
    const { AccessControlMaxAgeSec, IncludeSubdomains, Preload } = StrictTransportSecurity
    const value = `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}${Preload ? '; preload' : ''}`
    add('Strict-Transport-Security', value, StrictTransportSecurity)
  }
  return {
    added,
    removed: config.RemoveHeadersConfig.Items.map(({ Header }) => Header),
    cors: config.CorsConfig && {
      origins: config.CorsConfig.AccessControlAllowOrigins.Items,
      exposed: config.CorsConfig.AccessControlExposeHeaders?.Items ?? [],
    },
  }
}

/** Whether the CDN may list the bucket: only then does S3 answer 404 rather than 403 for a missing object. */
const mayList = (template: Template, bucket: Resource): boolean =>
  template
    .resources('AWS::S3::BucketPolicy')
    .some(
      ({ properties }) =>
        properties.Bucket === bucket.ref && JSON.stringify(properties.PolicyDocument).includes('s3:ListBucket'),
    )

/** Which paths the bucket's policy keeps from the CDN by name. */
function deniedTo(template: Template, bucket: Resource): (path: string) => boolean {
  const statements = template
    .resources('AWS::S3::BucketPolicy')
    .map((policy) => read(policy, BucketPolicy))
    .filter((policy) => policy.Bucket === bucket.ref)
    .flatMap((policy) => policy.PolicyDocument.Statement)
    .filter(
      ({ Effect, Principal, Action }) =>
        Effect === 'Deny' &&
        JSON.stringify(Principal).includes('"cloudfront.amazonaws.com"') &&
        [Action].flat().includes('s3:GetObject'),
    )
  const patterns = statements
    .flatMap(({ Resource }) => Resource)
    .map((arn) => patternOf(arn.replace(`arn:aws:s3:::${bucket.ref}`, '')))
  return (path) => patterns.some((pattern) => pattern.test(path))
}

function originOf(
  template: Template,
  origin: z.infer<typeof Distribution>['DistributionConfig']['Origins'][number],
): Origin {
  const headers = origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }): [string, string] => [
    HeaderName,
    HeaderValue,
  ])
  const bucket = template
    .resources('AWS::S3::Bucket')
    .find(({ attributes }) => [attributes.DomainName, attributes.RegionalDomainName].includes(origin.DomainName))
  if (bucket) {
    return {
      kind: 'bucket',
      bucket: bucket.ref,
      path: origin.OriginPath,
      missingStatus: mayList(template, bucket) ? 404 : 403,
      denies: deniedTo(template, bucket),
      headers,
    }
  }
  const api = template
    .resources('AWS::ApiGateway::RestApi')
    .some(({ ref }) => apiOrigin(template, ref) === `https://${origin.DomainName}`)
  if (api) return { kind: 'api', path: origin.OriginPath, headers }
  const url = template
    .resources('AWS::Lambda::Url')
    .find(({ attributes }) => attributes.FunctionUrl === `https://${origin.DomainName}/`)
  if (!url) throw new Error(`The local run does not know the CloudFront origin ${origin.DomainName}.`)
  const { TargetFunctionArn, InvokeMode } = url.properties
  return {
    kind: 'function',
    functionArn: String(TargetFunctionArn),
    domain: origin.DomainName,
    streaming: InvokeMode === 'RESPONSE_STREAM',
    headers,
  }
}

/** `*` stands for any characters, `?` for one; a pattern may leave out the first slash. */
const patternOf = (pattern: string): RegExp => wildcard(`/${pattern.replace(/^\//, '')}`)

/**
 * The distribution of media, and that of the dashboard, which has the API under its own address.
 * @throws {Error} where the template asks for what the local CDN does not do.
 */
export function cdnModels(template: Template, readdress: Readdress): { media?: CdnModel; dashboard?: CdnModel } {
  const [dashboard = [], media = []] = [true, false].map((api) =>
    template.resources('AWS::CloudFront::Distribution').filter((one) => hasApi(template, one) === api),
  )
  const several = [dashboard, media].some(({ length }) => length > 1)
  if (several) throw new Error('The local run knows one CloudFront distribution with the API and one without.')
  return {
    media: media[0] && modelOf(template, media[0], readdress),
    dashboard: dashboard[0] && modelOf(template, dashboard[0], readdress),
  }
}

function modelOf(template: Template, resource: Resource, readdress: Readdress): CdnModel {
  const { DistributionConfig: config } = read(resource, Distribution)

  const origin = (id: string): Origin => {
    const found = config.Origins.find(({ Id }) => Id === id)
    if (!found) throw new Error(`${resource.id} has no origin ${id}.`)
    return originOf(template, found)
  }
  const behaviorOf = (behavior: z.infer<typeof Behavior>): BehaviorModel => {
    const group = config.OriginGroups?.Items.find(({ Id }) => Id === behavior.TargetOriginId)
    const ids = group ? group.Members.Items.map(({ OriginId }) => OriginId) : [behavior.TargetOriginId]
    const cache = policyOf(template, behavior.CachePolicyId)
    const request = behavior.OriginRequestPolicyId ? policyOf(template, behavior.OriginRequestPolicyId) : undefined
    const association = behavior.FunctionAssociations[0]
    const code = association && template.find(association.FunctionARN)
    if (association && !code)
      throw new Error(`${resource.id}: the function ${association.FunctionARN} is not in the template.`)
    return {
      pattern: patternOf(behavior.PathPattern ?? '*'),
      methods: new Set(behavior.AllowedMethods),
      origins: ids.map(origin),
      failover: new Set(group?.FailoverCriteria.StatusCodes.Items),
      forwardsQuery: cache.query || (request?.query ?? false),
      forwardsHeader: (name) => cache.header(name) || (request?.header(name) ?? false),
      forwardsCookies: request?.cookies ?? false,
      ...responseHeaders(template, behavior.ResponseHeadersPolicyId),
      viewerRequest: code && loadEdgeFunction(code),
    }
  }
  // Headers name origins: those of the local servers stand where AWS's would.
  const here = ({ added, ...behavior }: BehaviorModel): BehaviorModel => ({
    ...behavior,
    added: added.map((header) => ({ ...header, value: readdress(header.value) })),
  })
  return {
    id: resource.ref,
    domain: resource.attributes.DomainName!,
    rootObject: config.DefaultRootObject,
    behaviors: [...config.CacheBehaviors, config.DefaultCacheBehavior].map(behaviorOf).map(here),
  }
}
