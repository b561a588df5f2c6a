// The parts of a request that cache and origin request policies let through to an origin.
import { type Resource, read, type Template } from '../../template.ts'
import { CachePolicy, OriginRequestPolicy } from './template-shapes.ts'

interface Forwarded {
  query: boolean
  cookies?: boolean
  header(name: string): boolean
}

/** CloudFront's managed policies that are known here: what each forwards. */
const MANAGED: Record<string, Forwarded> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': { query: false, header: () => false },
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { query: false, header: () => false },
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': { query: true, cookies: true, header: (name) => name !== 'host' },
  // CORS-S3Origin
  '88a5eaf4-2fd4-4709-b370-b4c650ea3fcf': {
    query: false,
    header: (name) => ['origin', 'access-control-request-headers', 'access-control-request-method'].includes(name),
  },
}

interface Forwarding {
  QueryStringsConfig: { QueryStringBehavior: string }
  HeadersConfig: { HeaderBehavior: string; Headers: string[] }
}

const forwarded = ({ QueryStringsConfig, HeadersConfig }: Forwarding, resource: Resource) => {
  const query = QueryStringsConfig.QueryStringBehavior
  const { HeaderBehavior: headers, Headers } = HeadersConfig
  if (!['none', 'all'].includes(query) || !['none', 'whitelist', 'allViewer'].includes(headers)) {
    throw new Error(`${resource.id}: the local run does not know its query or header behaviour (${query}, ${headers}).`)
  }
  const named = new Set(Headers.map((name) => name.toLowerCase()))
  return { query: query === 'all', header: (name: string) => headers === 'allViewer' || named.has(name) }
}

export function policyOf(template: Template, id: string): Forwarded {
  const managed = MANAGED[id]
  if (managed) return managed
  const resource = template.find(id)
  if (resource?.type === 'AWS::CloudFront::CachePolicy') {
    return forwarded(read(resource, CachePolicy).CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin, resource)
  }
  if (resource?.type === 'AWS::CloudFront::OriginRequestPolicy') {
    return forwarded(read(resource, OriginRequestPolicy).OriginRequestPolicyConfig, resource)
  }
  throw new Error(`The local run does not know the CloudFront policy ${id}.`)
}
