// The REST API of the template as the gateway needs it: routes, authorizers, gateway responses.
import { z } from 'zod'
import { type Resource, read, type Template } from '../../template.ts'
import { segmentsOf } from './match-route.ts'

const flag = z.union([z.boolean(), z.stringbool()])
const texts = z.record(z.string(), z.string())

const RestApi = z.object({
  ApiKeySourceType: z.enum(['HEADER', 'AUTHORIZER']).default('HEADER'),
  BinaryMediaTypes: z.array(z.string()).default([]),
})
const PathResource = z.object({ ParentId: z.string(), PathPart: z.string() })
const Method = z.object({
  ResourceId: z.string(),
  HttpMethod: z.string(),
  AuthorizationType: z.enum(['NONE', 'CUSTOM']).default('NONE'),
  AuthorizerId: z.string().optional(),
  ApiKeyRequired: flag.default(false),
  RequestParameters: z.record(z.string(), flag).default({}),
  RequestValidatorId: z.string().optional(),
  RequestModels: z.never().optional(),
  Integration: z.object({
    Type: z.enum(['AWS_PROXY', 'MOCK']),
    Uri: z.string().optional(),
    TimeoutInMillis: z.coerce.number().optional(),
    ResponseTransferMode: z.enum(['BUFFERED', 'STREAM']).default('BUFFERED'),
    IntegrationResponses: z
      .array(
        z.object({
          StatusCode: z.coerce.number(),
          ResponseParameters: texts.default({}),
          ResponseTemplates: texts.default({}),
        }),
      )
      .default([]),
  }),
})
const Validator = z.object({ ValidateRequestParameters: flag.default(false) })
const AuthorizerShape = z.object({
  Type: z.enum(['REQUEST', 'TOKEN']),
  AuthorizerUri: z.string(),
  IdentitySource: z.string().default(''),
  AuthorizerResultTtlInSeconds: z.coerce.number().default(300),
})
const GatewayResponse = z.object({
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseParameters: texts.default({}),
  ResponseTemplates: texts.default({}),
})
const Stage = z.object({ StageName: z.string(), Variables: texts.optional() })

export type GatewayResponseRow = z.infer<typeof GatewayResponse>

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
  routes: Route[]
  responses: Map<string, GatewayResponseRow>
}

const functionOf = (uri: string, resource: Resource): string => {
  const match = /\/functions\/(arn:[^/]+)\/(?:response-streaming-)?invocations$/.exec(uri)
  if (!match) throw new Error(`${resource.id}: its integration is no Lambda function: ${uri}`)
  return match[1]!
}

/** Static values stand in single quotes. */
const literal = (value: string): string => value.replace(/^'(.*)'$/s, '$1')

/** @throws {Error} where the template asks for what the local gateway does not do. */
export function apiModel(template: Template): ApiModel | undefined {
  const [api, ...more] = template.resources('AWS::ApiGateway::RestApi')
  if (!api) return undefined
  if (more.length > 0) throw new Error('The local run knows one REST API; the template has several.')
  const [stageResource, ...otherStages] = template.resources('AWS::ApiGateway::Stage')
  if (!stageResource || otherStages.length > 0)
    throw new Error('The local run needs exactly one stage of the REST API.')
  const { ApiKeySourceType, BinaryMediaTypes } = read(api, RestApi)
  const stage = read(stageResource, Stage)
  const responses = template
    .resources('AWS::ApiGateway::GatewayResponse')
    .map((resource) => read(resource, GatewayResponse))
  return {
    id: api.ref,
    stage: stage.StageName,
    variables: stage.Variables ?? null,
    keySource: ApiKeySourceType,
    binaryMediaTypes: BinaryMediaTypes,
    routes: routesOf(template, api.attributes.RootResourceId!),
    responses: new Map(responses.map((row) => [row.ResponseType, row])),
  }
}

function routesOf(template: Template, rootId: string): Route[] {
  const paths = new Map([[rootId, '']])
  const pathOf = (id: string): string => {
    const known = paths.get(id)
    if (known !== undefined) return known
    const resource = template.find(id)
    if (!resource) throw new Error(`A method names a resource that the template does not have: ${id}`)
    const { ParentId, PathPart } = read(resource, PathResource)
    const path = `${pathOf(ParentId)}/${PathPart}`
    paths.set(id, path)
    return path
  }

  const routes = new Map<string, Route>()
  for (const resource of template.resources('AWS::ApiGateway::Method')) {
    const method = read(resource, Method)
    const path = pathOf(method.ResourceId) || '/'
    const route = routes.get(path) ?? {
      path,
      segments: segmentsOf(path),
      resourceId: method.ResourceId,
      methods: new Map(),
    }
    routes.set(path, route)
    route.methods.set(method.HttpMethod, methodOf(template, resource, method))
  }
  return [...routes.values()]
}

function methodOf(template: Template, resource: Resource, method: z.infer<typeof Method>): RouteMethod {
  const { Integration: integration } = method
  const validator = method.RequestValidatorId ? template.find(method.RequestValidatorId) : undefined
  const checked = validator ? read(validator, Validator).ValidateRequestParameters : false
  const streaming = integration.ResponseTransferMode === 'STREAM'
  if (integration.Type === 'AWS_PROXY' && streaming !== integration.Uri?.endsWith('/response-streaming-invocations')) {
    throw new Error(`${resource.id}: its response transfer mode and its integration URI do not belong together.`)
  }
  const [first] = integration.IntegrationResponses
  return {
    httpMethod: method.HttpMethod,
    authorizer:
      method.AuthorizationType === 'CUSTOM' ? authorizerOf(template, resource, method.AuthorizerId) : undefined,
    apiKeyRequired: method.ApiKeyRequired,
    required: checked
      ? Object.entries(method.RequestParameters).flatMap(([name, needed]) =>
          needed ? [name.replace('method.request.', '')] : [],
        )
      : [],
    functionArn: integration.Type === 'AWS_PROXY' ? functionOf(integration.Uri ?? '', resource) : undefined,
    streaming,
    timeoutMs: integration.TimeoutInMillis ?? 29_000,
    mock:
      integration.Type === 'MOCK' && first
        ? {
            status: first.StatusCode,
            headers: Object.fromEntries(
              Object.entries(first.ResponseParameters).map(([name, value]) => [
                name.replace('method.response.header.', ''),
                literal(value),
              ]),
            ),
            body: first.ResponseTemplates['application/json'] ?? '',
          }
        : undefined,
  }
}

const KNOWN_SOURCE = /^method\.request\.(header|querystring)\.[\w-]+$/

function authorizerOf(template: Template, method: Resource, id: string | undefined): AuthorizerRow {
  const resource = id ? template.find(id) : undefined
  if (!resource) throw new Error(`${method.id}: its authorizer is not in the template.`)
  const row = read(resource, AuthorizerShape)
  const identitySources = row.IdentitySource.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const strange = identitySources.find((source) => !KNOWN_SOURCE.test(source))
  if (strange) throw new Error(`${resource.id}: the local run does not know the identity source ${strange}.`)
  return {
    id: resource.ref,
    type: row.Type,
    functionArn: functionOf(row.AuthorizerUri, resource),
    identitySources,
    ttlSeconds: row.AuthorizerResultTtlInSeconds,
  }
}
