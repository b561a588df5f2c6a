// The REST API of the template as the gateway needs it: routes, authorizers, gateway responses.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Resource, read, type Template } from '../../template.ts'
import {
  checkPaths,
  Document,
  type GatewayResponseRow,
  methodOf,
  type Operation,
  type SecurityScheme,
} from './document.ts'
import { segmentsOf } from './match-route.ts'
import type { Throttle } from './token-bucket.ts'

const RestApi = z.object({
  Body: Document,
  ApiKeySourceType: z.enum(['HEADER', 'AUTHORIZER']).optional(),
  MinimumCompressionSize: z.coerce.number().optional(),
})
const MethodSetting = z.object({
  ResourcePath: z.string(),
  HttpMethod: z.string(),
  ThrottlingRateLimit: z.coerce.number().optional(),
  ThrottlingBurstLimit: z.coerce.number().optional(),
})
const Stage = z.object({
  StageName: z.string(),
  Variables: z.record(z.string(), z.string()).optional(),
  MethodSettings: z.array(MethodSetting).default([]),
})

export interface Route {
  /** As in the template: `/v1/media/{id}`. */
  path: string
  segments: string[]
  resourceId: string
  methods: Map<string, RouteMethod>
}

export interface RouteMethod {
  httpMethod: string
  authorizer?: AuthorizerRow
  apiKeyRequired: boolean
  /** Parameters that must be there, as `header.X`, `querystring.x`. */
  required: string[]
  /** The function behind it; absent for a mock. */
  functionArn?: string
  streaming: boolean
  timeoutMs: number
  /** The throttle of the stage for all callers together. */
  throttle?: Throttle
  mock?: { status: number; headers: Record<string, string>; body: string }
}

export interface AuthorizerRow {
  id: string
  type: 'REQUEST' | 'TOKEN'
  functionArn: string
  identitySources: string[]
  ttlSeconds: number
}

export interface ApiModel {
  id: string
  stage: string
  variables: Record<string, string> | null
  keySource: 'HEADER' | 'AUTHORIZER'
  binaryMediaTypes: string[]
  /** Whole answers of so many bytes are compressed; undefined where none is. */
  compressedFrom: number | undefined
  routes: Route[]
  responses: Map<string, GatewayResponseRow>
}

/** The place of an API resource in the document, for messages about it. */
interface Api {
  resource: Resource
  document: Document
  variables: Record<string, string>
}

/** The ARN of the function that API Gateway invokes at an address, in which variables of the stage may stand. */
function functionOf(uri: string, { variables }: Api, place: string): string {
  const whole = uri.replace(/\$\{stageVariables\.(\w+)\}/g, (_all, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`${place}: the stage has no variable ${name}.`)
    return value
  })
  const match = /\/functions\/(arn:[^/]+)\/(?:response-streaming-)?invocations$/.exec(whole)
  if (!match) throw new Error(`${place}: its integration is no Lambda function: ${whole}`)
  return match[1]!
}

/** Static values stand in single quotes. */
const literal = (value: string): string => value.replace(/^'(.*)'$/s, '$1')

/** @throws {Error} where the template asks for what the local gateway does not do. */
export function apiModel(template: Template): ApiModel | undefined {
  const [resource, ...more] = template.resources('AWS::ApiGateway::RestApi')
  if (!resource) return undefined
  if (more.length > 0) throw new Error('The local run knows one REST API; the template has several.')
  const [stageResource, ...otherStages] = template.resources('AWS::ApiGateway::Stage')
  if (!stageResource || otherStages.length > 0)
    throw new Error('The local run needs exactly one stage of the REST API.')
  const { Body: document, ApiKeySourceType, MinimumCompressionSize } = read(resource, RestApi)
  const stage = read(stageResource, Stage)
  const keySource = document['x-amazon-apigateway-api-key-source']
  if (ApiKeySourceType && ApiKeySourceType !== keySource)
    throw new Error(`${resource.id}: its ApiKeySourceType is ${ApiKeySourceType}, and that of its body ${keySource}.`)
  const compressedFrom = document['x-amazon-apigateway-minimum-compression-size']
  if (MinimumCompressionSize !== undefined && MinimumCompressionSize !== compressedFrom)
    throw new Error(
      `${resource.id}: its MinimumCompressionSize is ${MinimumCompressionSize}, and that of its body ${compressedFrom}.`,
    )
  checkPaths(document)
  return {
    id: resource.ref,
    stage: stage.StageName,
    variables: stage.Variables ?? null,
    keySource,
    binaryMediaTypes: document['x-amazon-apigateway-binary-media-types'],
    compressedFrom,
    routes: routesOf({ resource, document, variables: stage.Variables ?? {} }, throttlesOf(stage)),
    responses: new Map(Object.entries(document['x-amazon-apigateway-gateway-responses'])),
  }
}

/** By resource path and method, as in `/v1/media/{id} GET`; `/* *` is for those that have none of their own. */
type Throttles = ReadonlyMap<string, Throttle | undefined>

const EVERY_METHOD = '/* *'

/** Whether the settings are of one path's methods together, whichever name they go by: API Gateway refuses the whole change of the stage. */
const areOfSeveral = (name: string): boolean => name !== EVERY_METHOD && / (ANY|\*)$/.test(name)

/** @throws {Error} for settings that API Gateway does not take. */
function throttlesOf({ MethodSettings }: z.infer<typeof Stage>): Throttles {
  const throttles = new Map(
    MethodSettings.map(({ ResourcePath, HttpMethod, ThrottlingRateLimit, ThrottlingBurstLimit }) => [
      // A slash inside is written `~1`, and one stands before it all.
      `${ResourcePath.startsWith('/~1') ? ResourcePath.slice(1).replaceAll('~1', '/') : ResourcePath} ${HttpMethod}`,
      ThrottlingRateLimit === undefined || ThrottlingBurstLimit === undefined
        ? undefined
        : { rateLimit: ThrottlingRateLimit, burstLimit: ThrottlingBurstLimit },
    ]),
  )
  const refused = [...throttles.keys()].filter(areOfSeveral)
  if (refused.length > 0) throw new Error(`API Gateway takes no settings of: ${refused.join(', ')}.`)
  return throttles
}

const resourceIdOf = (api: Api, path: string): string =>
  createHash('sha256').update(`${api.resource.ref}${path}`).digest('hex').slice(0, 6)

/** Paths with what is above them: an import makes a resource of each part, if it has methods or not. */
function routesOf(api: Api, throttles: Throttles): Route[] {
  const routes = new Map<string, Route>()
  const add = (path: string): Route => {
    const known = routes.get(path)
    if (known) return known
    if (path !== '/') add(path.slice(0, path.lastIndexOf('/')) || '/')
    const route = { path, segments: segmentsOf(path), resourceId: resourceIdOf(api, path), methods: new Map() }
    routes.set(path, route)
    return route
  }
  const settled = new Set<string>([EVERY_METHOD])
  for (const [path, operations] of Object.entries(api.document.paths)) {
    const { methods } = add(path)
    for (const [key, operation] of Object.entries(operations)) {
      const httpMethod = methodOf(key)
      const name = `${path} ${httpMethod}`
      settled.add(name)
      const throttle = throttles.get(throttles.has(name) ? name : EVERY_METHOD)
      methods.set(httpMethod, { ...routeMethod(api, operation, name), httpMethod, throttle })
    }
  }
  const idle = [...throttles.keys()].filter((name) => !settled.has(name))
  if (idle.length > 0)
    throw new Error(`The stage has settings of methods that the API does not have: ${idle.join(', ')}.`)
  return [...routes.values()]
}

function routeMethod(api: Api, operation: Operation, place: string): Omit<RouteMethod, 'httpMethod' | 'throttle'> {
  const integration = operation['x-amazon-apigateway-integration']
  const validator = operation['x-amazon-apigateway-request-validator']
  const checked =
    validator !== undefined &&
    api.document['x-amazon-apigateway-request-validators'][validator]?.validateRequestParameters
  const streaming = integration.responseTransferMode === 'STREAM'
  const proxy = integration.type === 'aws_proxy'
  if (proxy && streaming !== integration.uri?.endsWith('/response-streaming-invocations')) {
    throw new Error(`${place}: its response transfer mode and its integration URI do not belong together.`)
  }
  const [first] = Object.values(integration.responses)
  return {
    ...securityOf(api, operation, place),
    required: checked
      ? operation.parameters
          .filter((parameter) => parameter.required && parameter.in !== 'path')
          .map((parameter) => `${parameter.in === 'query' ? 'querystring' : 'header'}.${parameter.name}`)
      : [],
    functionArn: proxy ? functionOf(integration.uri ?? '', api, place) : undefined,
    streaming,
    timeoutMs: integration.timeoutInMillis ?? 29_000,
    mock:
      integration.type === 'mock' && first
        ? {
            status: first.statusCode,
            headers: Object.fromEntries(
              Object.entries(first.responseParameters).map(([name, value]) => [
                name.replace('method.response.header.', ''),
                literal(value),
              ]),
            ),
            body: first.responseTemplates['application/json'] ?? '',
          }
        : undefined,
  }
}

/** All schemes that an operation names are asked for, whether in one entry or in several. */
function securityOf(api: Api, { security }: Operation, place: string) {
  const names = [...new Set(security.flatMap((entry) => Object.keys(entry)))]
  const schemes = names.map((name) => {
    const scheme = api.document.components.securitySchemes[name]
    if (!scheme) throw new Error(`${place}: the document has no security scheme ${name}.`)
    return [name, scheme] as const
  })
  const authorizers = schemes.filter(([, scheme]) => scheme['x-amazon-apigateway-authorizer'])
  const others = schemes.filter(([, scheme]) => !scheme['x-amazon-apigateway-authorizer'])
  if (authorizers.length > 1) throw new Error(`${place}: a method has one authorizer at most.`)
  const strange = others.find(([, { name }]) => name.toLowerCase() !== 'x-api-key')
  if (strange) throw new Error(`${place}: the local run does not know the security scheme ${strange[0]}.`)
  return {
    authorizer: authorizers[0] ? authorizerOf(api, ...authorizers[0]) : undefined,
    apiKeyRequired: others.length > 0,
  }
}

const KNOWN_SOURCE = /^method\.request\.(header|querystring)\.[\w-]+$/

function authorizerOf(api: Api, name: string, scheme: SecurityScheme): AuthorizerRow {
  const { type, authorizerUri, identitySource, authorizerResultTtlInSeconds } =
    scheme['x-amazon-apigateway-authorizer']!
  const identitySources = identitySource
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const strange = identitySources.find((source) => !KNOWN_SOURCE.test(source))
  if (strange) throw new Error(`${name}: the local run does not know the identity source ${strange}.`)
  return {
    id: name,
    type: type === 'request' ? 'REQUEST' : 'TOKEN',
    functionArn: functionOf(authorizerUri, api, name),
    identitySources,
    ttlSeconds: authorizerResultTtlInSeconds,
  }
}
