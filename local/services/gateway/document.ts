// The OpenAPI document of a REST API, as far as the local gateway does what it says. Whatever else is in it is refused, as an
// import that fails on warnings does.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
import { z } from 'zod'

const texts = z.record(z.string(), z.string())

const Parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: z.strictObject({ type: z.string() }),
})

const IntegrationResponse = z.strictObject({
  statusCode: z.coerce.number(),
  responseParameters: texts.default({}),
  responseTemplates: texts.default({}),
})

const Integration = z.strictObject({
  type: z.enum(['aws_proxy', 'mock']),
  httpMethod: z.literal('POST').optional(),
  uri: z.string().optional(),
  passthroughBehavior: z.enum(['when_no_match', 'when_no_templates', 'never']).optional(),
  timeoutInMillis: z.number().optional(),
  responseTransferMode: z.enum(['BUFFERED', 'STREAM']).default('BUFFERED'),
  requestTemplates: texts.optional(),
  responses: z.record(z.string(), IntegrationResponse).default({}),
})

const Operation = z.strictObject({
  parameters: z.array(Parameter).default([]),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.strictObject({ description: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  'x-amazon-apigateway-request-validator': z.string().optional(),
  'x-amazon-apigateway-integration': Integration,
})

const Authorizer = z.strictObject({
  type: z.enum(['request', 'token']),
  authorizerUri: z.string(),
  identitySource: z.string().default(''),
  authorizerResultTtlInSeconds: z.number().default(300),
})

const SecurityScheme = z.strictObject({
  type: z.literal('apiKey'),
  name: z.string(),
  in: z.literal('header'),
  'x-amazon-apigateway-authtype': z.string().optional(),
  'x-amazon-apigateway-authorizer': Authorizer.optional(),
})

const GatewayResponse = z.strictObject({
  statusCode: z.coerce.number().optional(),
  responseParameters: texts.default({}),
  responseTemplates: texts.default({}),
})

const METHOD = z.enum(['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'x-amazon-apigateway-any-method'])

export const Document = z.strictObject({
  openapi: z.literal('3.0.1'),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string().regex(/^\//), z.partialRecord(METHOD, Operation)),
  components: z
    .strictObject({ securitySchemes: z.record(z.string(), SecurityScheme).default({}) })
    .default({ securitySchemes: {} }),
  'x-amazon-apigateway-api-key-source': z.enum(['HEADER', 'AUTHORIZER']).default('HEADER'),
  'x-amazon-apigateway-binary-media-types': z.array(z.string()).default([]),
  'x-amazon-apigateway-minimum-compression-size': z.int().min(0).max(10_485_760).optional(),
  'x-amazon-apigateway-request-validators': z
    .record(
      z.string(),
      z.strictObject({ validateRequestParameters: z.boolean(), validateRequestBody: z.literal(false) }),
    )
    .default({}),
  'x-amazon-apigateway-gateway-responses': z.record(z.string(), GatewayResponse).default({}),
})

export type Document = z.infer<typeof Document>
export type Operation = z.infer<typeof Operation>
export type SecurityScheme = z.infer<typeof SecurityScheme>
export type GatewayResponseRow = z.infer<typeof GatewayResponse>

/** `GET` for `get`, `ANY` for the extension that stands for all. */
export const methodOf = (key: string): string => (key.startsWith('x-') ? 'ANY' : key.toUpperCase())

const VARIABLE = /^\{[\w.-]+\+?\}$/

/** @throws {Error} for paths that API Gateway would not import. */
export function checkPaths(document: Document): void {
  const variableOf = new Map<string, string>()
  for (const [path, item] of Object.entries(document.paths)) {
    const parts = path.split('/').slice(1)
    for (const [at, part] of parts.entries()) {
      if (!part.includes('{')) continue
      if (!VARIABLE.test(part)) throw new Error(`${path}: a parameter is a whole part of the path, not ${part}.`)
      if (part.endsWith('+}') && at < parts.length - 1) throw new Error(`${path}: nothing can come after ${part}.`)
      if (part.endsWith('+}')) continue
      const parent = parts.slice(0, at).join('/')
      const sibling = variableOf.get(parent)
      if (sibling && sibling !== part) throw new Error(`${path}: ${part} and ${sibling} stand at the same place.`)
      variableOf.set(parent, part)
    }
    const names = parts.filter((part) => part.startsWith('{')).map((part) => part.replaceAll(/[{}+]/g, ''))
    for (const [key, { parameters }] of Object.entries(item)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      if (declared.toSorted().join() !== names.toSorted().join())
        throw new Error(`${methodOf(key)} ${path}: its parameters are ${names}, and it declares ${declared}.`)
    }
  }
}
