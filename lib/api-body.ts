// The API as API Gateway imports it: an OpenAPI document made of the rows of routes.ts. One resource of the stack, whatever is in it.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
import { Aws, Fn } from 'aws-cdk-lib'
import { AUTHORIZER_CACHE_SECONDS, KEY_HEADER } from '../core/contract.ts'
import { GATEWAY_RESPONSES } from './gateway-responses.ts'
import { GATEWAY_SECONDS } from './route-functions.ts'
import { isAuthorized, type Route } from './routes.ts'

interface BodyProps {
  /** Becomes the name of the API. */
  name: string
  routes: readonly Route[]
  /** ARN of the function of a row; it may be a stage variable that stands in it. */
  functionArn(route: Route): string
  authorizerArn: string
  /** From this size on answers are compressed for callers who take it. */
  compressedFromBytes: number
}

/** Where API Gateway invokes a function. A streamed answer has another date and another action. */
const invocation = (functionArn: string, streaming = false): string =>
  Fn.join('', [
    `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/`,
    streaming ? '2021-11-15' : '2015-03-31',
    '/functions/',
    functionArn,
    streaming ? '/response-streaming-invocations' : '/invocations',
  ])

/** `{id}` and `{proxy+}` are declared by their names; an import wants each of them. */
const parametersOf = (path: string) =>
  [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const operation = (route: Route, functionArn: string) => ({
  ...(route.path.includes('{') ? { parameters: parametersOf(route.path) } : {}),
  // The functions answer as they see fit; an operation without any answer is not well-formed. `default` is no name of a method's
  // response, and a warning ends the import.
  // https://docs.aws.amazon.com/apigateway/latest/api/API_PutMethodResponse.html
  responses: { 200: { description: 'As the function answers.' } },
  // Two entries, as API Gateway itself exports it: both are asked for.
  ...(isAuthorized(route) ? { security: [{ authorizer: [] }, { api_key: [] }] } : {}),
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: invocation(functionArn, route.streaming),
    passthroughBehavior: 'when_no_match',
    ...(route.streaming
      ? { responseTransferMode: 'STREAM', timeoutInMillis: (route.timeoutSeconds ?? GATEWAY_SECONDS) * 1000 }
      : {}),
  },
})

const keyOf = ({ method }: Route): string =>
  method === 'ANY' ? 'x-amazon-apigateway-any-method' : method.toLowerCase()

/** The document that API Gateway imports. It has only what the gateway acts on: `openapi` makes the API's own document. */
export function apiBody({ name, routes, functionArn, authorizerArn, compressedFromBytes }: BodyProps) {
  const paths = Map.groupBy(routes, ({ path }) => path)
  return {
    openapi: '3.0.1',
    info: { title: name, version: '1' },
    'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
    // JSON, too: the gateway would write "�" for every byte of a text in another encoding, and the post would go out so.
    'x-amazon-apigateway-binary-media-types': ['multipart/form-data', 'application/json'],
    'x-amazon-apigateway-minimum-compression-size': compressedFromBytes,
    paths: Object.fromEntries(
      [...paths].map(([path, rows]) => [
        path,
        Object.fromEntries(rows.map((row) => [keyOf(row), operation(row, functionArn(row))])),
      ]),
    ),
    components: {
      securitySchemes: {
        // The header of API Gateway's own keys, which nobody sends: the authorizer names the key.
        api_key: { type: 'apiKey', name: 'x-api-key', in: 'header' },
        authorizer: {
          type: 'apiKey',
          name: KEY_HEADER,
          in: 'header',
          'x-amazon-apigateway-authtype': 'custom',
          'x-amazon-apigateway-authorizer': {
            type: 'request',
            authorizerUri: invocation(authorizerArn),
            identitySource: `method.request.header.${KEY_HEADER}`,
            authorizerResultTtlInSeconds: AUTHORIZER_CACHE_SECONDS,
          },
        },
      },
    },
    'x-amazon-apigateway-gateway-responses': GATEWAY_RESPONSES,
  }
}
