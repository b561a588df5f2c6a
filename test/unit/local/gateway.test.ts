// API Gateway as the local run has it, with real function processes behind it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../local/intrinsics.ts'
import { createApi } from '../../../local/services/api.ts'
import type { Functions } from '../../../local/services/functions.ts'
import { createKeyStore } from '../../../local/services/gateway/api-keys.ts'
import { apiModel } from '../../../local/services/gateway/model.ts'
import { createTokenBuckets } from '../../../local/services/gateway/token-bucket.ts'
import { openState, type State } from '../../../local/state.ts'
import {
  type Assembly,
  document,
  getAtt,
  invocationOf,
  operation,
  type Resources,
  runFunctions,
  serve,
  writeAssembly,
} from './mini-assembly.ts'

const KEY_VALUE = 'a-key-of-the-usage-plan'

const AUTHORIZER = `
let calls = 0
const policy = (effect, resource) => ({ Version: '2012-10-17', Statement: [{ Effect: effect, Action: 'execute-api:Invoke', Resource: resource }] })
export const handler = async (event) => {
  calls += 1
  const token = event.headers['X-Secret-Token']
  const all = event.methodArn.split('/').slice(0, 2).join('/') + '/*'
  const context = { owner: 'me', calls: calls, type: event.type, body: String(event.body) }
  switch (token) {
    case 'good': return { principalId: 'p', policyDocument: policy('Allow', all), context, usageIdentifierKey: '${KEY_VALUE}' }
    case 'throttled': return { principalId: 'p', policyDocument: policy('Allow', all), context, usageIdentifierKey: 'a-key-that-is-slow-as-slow' }
    case 'planless': return { principalId: 'p', policyDocument: policy('Allow', all), context, usageIdentifierKey: 'no-such-key' }
    case 'only-get': return { principalId: 'p', policyDocument: policy('Allow', all.replace('*', 'GET/*')), context, usageIdentifierKey: '${KEY_VALUE}' }
    case 'denied': return { principalId: 'p', policyDocument: policy('Deny', '*'), context: { owner: 'denied one' } }
    case 'odd': return { principalId: 'p', policyDocument: policy('Allow', all), context: { nested: {} } }
    case 'broken': throw new Error('out of order')
    default: throw new Error('Unauthorized')
  }
}`

const STREAM = `
const { streamifyResponse, HttpResponseStream } = globalThis.awslambda
export const handler = streamifyResponse(async (event, stream) => {
  const { kind } = event.queryStringParameters ?? {}
  if (kind === 'throws') throw new Error('before anything')
  if (kind === 'bare') { stream.write('no prelude at all'); stream.end(); return }
  if (kind === 'large') { const out = HttpResponseStream.from(stream, { statusCode: 200 }); out.write('a'.repeat(5000)); out.end(); return }
  if (kind === 'ended') { HttpResponseStream.from(stream, { statusCode: 200 }).end('not written'); return }
  if (kind === 'empty') { const out = HttpResponseStream.from(stream, { statusCode: 204 }); out.write(''); out.end(); return }
  const length = kind === 'length' ? { 'Content-Length': '26' } : {}
  const out = HttpResponseStream.from(stream, { statusCode: 206, headers: { 'Content-Type': 'text/plain', 'X-Own': 'yes', ...length }, multiValueHeaders: { 'X-Many': ['1', '2'] } })
  if (kind === 'breaks') { out.write('half of it'); await new Promise((r) => setTimeout(r, 50)); throw new Error('in the middle') }
  if (kind === 'endless') {
    let sent = 0
    const piece = Buffer.alloc(64 * 1024)
    for (;;) {
      if (out.destroyed) { console.log('stopped after ' + sent); return }
      sent += piece.length
      if (!out.write(piece)) await new Promise((resolve) => { out.once('drain', resolve); out.once('close', resolve) })
    }
  }
  const zeros = Buffer.alloc(16)
  out.write('first ')
  out.write(zeros)
  out.end('last')
})`

const PROXY = `
export const handler = async (event) => {
  const { kind } = event.queryStringParameters ?? {}
  switch (kind) {
    case 'malformed': return { hello: 'world' }
    case 'further': return { statusCode: 200, body: 'x', note: 'of another kind' }
    case 'cookies': return { statusCode: 200, body: 'x', cookies: ['a=1'] }
    case 'number-body': return { statusCode: 200, body: 5 }
    case 'throws': throw new Error('oops')
    case 'crash': process.exit(1)
    case 'slow': await new Promise((r) => setTimeout(r, 3000)); return { statusCode: 200 }
    case 'binary': return { statusCode: 200, headers: { 'Content-Type': 'image/x' }, body: Buffer.from([0, 255, 1]).toString('base64'), isBase64Encoded: true }
    case 'length': return { statusCode: 200, headers: { 'Content-Length': 99, Via: 'us', 'WWW-Authenticate': 'Key' }, body: 'three' }
    case 'large': return { statusCode: 200, headers: { 'Content-Length': 1, ETag: 'W/"it"' }, body: 'a'.repeat(Number(event.queryStringParameters.size)) }
    case 'large-binary': return { statusCode: 200, headers: { 'Content-Type': 'image/x' }, body: Buffer.alloc(4096, 1).toString('base64'), isBase64Encoded: true }
    case 'encoded': return { statusCode: 200, headers: { 'content-encoding': 'br' }, body: 'a'.repeat(5000) }
    case 'large-error': return { statusCode: 422, body: 'a'.repeat(5000) }
    case 'headers': return { statusCode: 204, headers: { A: 'one', B: 2, Date: 'then' }, multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] } }
    case 'both': return { statusCode: 200, headers: { 'x-both': 'one' }, multiValueHeaders: { 'X-Both': ['many', 'more'] } }
    default: return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(event) }
  }
}`

const response = (body: string, more: JsonObject = {}): JsonObject => ({
  responseTemplates: { 'application/json': body },
  ...more,
})
const guarded = { security: [{ guard: [] }] }
const declared = (...names: string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
})
const ANY = 'x-amazon-apigateway-any-method'
const INTEGRATION = 'x-amazon-apigateway-integration'

const PATHS: JsonObject = {
  '/open': {
    [ANY]: operation('Proxy'),
    options: {
      responses: { 200: { description: 'Any.' } },
      [INTEGRATION]: {
        type: 'mock',
        requestTemplates: { 'application/json': '{ statusCode: 204 }' },
        responses: {
          default: {
            statusCode: '204',
            responseParameters: { 'method.response.header.Access-Control-Allow-Origin': "'https://app.example'" },
          },
        },
      },
    },
  },
  '/open/{id}': { get: operation('Proxy', declared('id')) },
  '/open/fixed': { get: operation('Proxy') },
  '/open/{proxy+}': { get: operation('Proxy', declared('proxy')) },
  '/deep/below/it': { get: operation('Proxy') },
  '/{proxy+}': { head: operation('Proxy', declared('proxy')) },
  '/guarded': { [ANY]: operation('Proxy', guarded) },
  '/guarded/{id}': { get: operation('Proxy', { ...guarded, ...declared('id') }) },
  '/keyed': { get: operation('Proxy', { security: [{ guard: [] }, { api_key: [] }] }) },
  '/streamed': {
    get: operation('Streaming', {}, true),
    post: operation('Streaming', {}, true),
    head: operation('Streaming', {}, true),
  },
  '/needy': {
    get: operation('Proxy', {
      'x-amazon-apigateway-request-validator': 'parameters',
      parameters: [
        { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'X-Wanted', in: 'header', required: true, schema: { type: 'string' } },
        { name: 'r', in: 'query', schema: { type: 'string' } },
      ],
    }),
  },
  // By itself: on a busy machine a process takes longer to start.
  '/hasty': { get: operation('Proxy', { [INTEGRATION]: { timeoutInMillis: 700 } }) },
  '/named': {
    get: operation('Proxy', {
      [INTEGRATION]: {
        uri: invocationOf({
          'Fn::Join': [
            ':',
            [
              'arn:aws:lambda',
              { Ref: 'AWS::Region' },
              { Ref: 'AWS::AccountId' },
              'function',
              `\${stageVariables.proxy}`,
            ],
          ],
        }),
      },
    }),
  },
  '/slow': { get: operation('Proxy'), post: operation('Proxy'), put: operation('Proxy', guarded) },
}

const BODY: JsonObject = document(PATHS, {
  'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
  'x-amazon-apigateway-binary-media-types': ['multipart/form-data', 'image/*'],
  'x-amazon-apigateway-minimum-compression-size': 4096,
  'x-amazon-apigateway-request-validators': {
    parameters: { validateRequestParameters: true, validateRequestBody: false },
  },
  components: {
    securitySchemes: {
      api_key: { type: 'apiKey', name: 'x-api-key', in: 'header' },
      guard: {
        type: 'apiKey',
        name: 'X-Secret-Token',
        in: 'header',
        'x-amazon-apigateway-authtype': 'custom',
        'x-amazon-apigateway-authorizer': {
          type: 'request',
          identitySource: 'method.request.header.X-Secret-Token',
          authorizerResultTtlInSeconds: 60,
          authorizerUri: invocationOf(getAtt('Authorizer', 'Arn')),
        },
      },
    },
  },
  'x-amazon-apigateway-gateway-responses': {
    UNAUTHORIZED: response(
      '{"why":$context.error.messageString,"type":"$context.error.responseType","id":"$context.requestId"}',
      {
        statusCode: '401',
        responseParameters: {
          'gatewayresponse.header.WWW-Authenticate': "'Key'",
          'gatewayresponse.header.X-Id': 'context.requestId',
        },
      },
    ),
    ACCESS_DENIED: response('{"owner":"$context.authorizer.owner"}'),
    MISSING_AUTHENTICATION_TOKEN: response('{"at":"$context.httpMethod $context.path."}', { statusCode: '404' }),
    REQUEST_TOO_LARGE: response('{"too":"large"}'),
    THROTTLED: response('{"slow":"down"}', {
      statusCode: '429',
      responseParameters: { 'gatewayresponse.header.Retry-After': "'1'" },
    }),
    INTEGRATION_FAILURE: response('{"behind":$context.error.messageString}'),
    DEFAULT_5XX: response('{"ours":$context.error.messageString}'),
  },
})

const RESOURCES: Resources = {
  Proxy: { Type: '', Properties: { Timeout: 10 } },
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { ApiKeySourceType: 'AUTHORIZER', Body: BODY } },
  Stage: {
    Type: 'AWS::ApiGateway::Stage',
    Properties: {
      RestApiId: { Ref: 'Api' },
      StageName: 'api',
      Variables: { proxy: { Ref: 'Proxy' } },
      MethodSettings: [
        { ResourcePath: '/*', HttpMethod: '*', LoggingLevel: 'ERROR' },
        { ResourcePath: '/~1slow', HttpMethod: 'GET', ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 2 },
        { ResourcePath: '/~1slow', HttpMethod: 'PUT', ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 1 },
      ],
    },
  },
  Plan: {
    Type: 'AWS::ApiGateway::UsagePlan',
    Properties: {
      ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' } }],
      Throttle: { RateLimit: 1000, BurstLimit: 1000 },
    },
  },
  SlowPlan: {
    Type: 'AWS::ApiGateway::UsagePlan',
    Properties: {
      ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' } }],
      Throttle: { RateLimit: 0.001, BurstLimit: 2 },
    },
  },
  Key: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Value: KEY_VALUE, Enabled: true } },
  SlowKey: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Value: 'a-key-that-is-slow-as-slow', Enabled: true } },
  KeyInPlan: {
    Type: 'AWS::ApiGateway::UsagePlanKey',
    Properties: { KeyId: { Ref: 'Key' }, UsagePlanId: { Ref: 'Plan' }, KeyType: 'API_KEY' },
  },
  SlowKeyInPlan: {
    Type: 'AWS::ApiGateway::UsagePlanKey',
    Properties: { KeyId: { Ref: 'SlowKey' }, UsagePlanId: { Ref: 'SlowPlan' }, KeyType: 'API_KEY' },
  },
}

let assembly: Assembly
let functions: Functions & { reports: string[] }
let server: Awaited<ReturnType<typeof serve>>
/** The same API behind a gateway that renames the length of streams. */
let renaming: Awaited<ReturnType<typeof serve>>
let state: State
let folder: string

beforeAll(async () => {
  assembly = writeAssembly(RESOURCES, { Authorizer: AUTHORIZER, Proxy: PROXY, Streaming: STREAM })
  functions = runFunctions(assembly)
  folder = mkdtempSync(join(tmpdir(), 'gateway-'))
  state = openState(folder, false)
  const keys = createKeyStore(assembly.template, state)
  const model = apiModel(assembly.template)!
  server = await serve(createApi(assembly.template, model, functions, keys))
  renaming = await serve(createApi(assembly.template, model, functions, keys, 'renamed'))
})

afterAll(async () => {
  await Promise.all([server.close(), renaming.close()])
  await functions.stop(0)
  state.close()
  rmSync(folder, { recursive: true, force: true })
  assembly.remove()
})

const call = async (target: string, init: RequestInit = {}) => {
  const reply = await fetch(`${server.origin}/api${target}`, init)
  const text = await reply.text()
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    json: () => JSON.parse(text) as Record<string, never> & JsonObject,
  }
}
const withKey = (key: string, more: RequestInit = {}): RequestInit => ({
  ...more,
  headers: { ...more.headers, 'X-Secret-Token': key },
})

describe('routing', () => {
  it.each([
    ['/open/fixed', '/open/fixed', null],
    // As in the address: a function that wants it decoded decodes it.
    ['/open/some%20id', '/open/{id}', { id: 'some%20id' }],
    ['/open/some/', '/open/{id}', { id: 'some' }],
    ['/open/a/b%2Fc', '/open/{proxy+}', { proxy: 'a/b%2Fc' }],
    ['/open/a//b', '/open/{proxy+}', { proxy: 'a//b' }],
  ])('%s is %s', async (target, resource, pathParameters) => {
    const { status, json } = await call(target)
    expect(status).toBe(200)
    expect(json()).toMatchObject({ resource, pathParameters, path: target })
  })

  it('answers an unknown path, and an unknown method of a known one, in the template’s words', async () => {
    expect(await call('/nowhere')).toMatchObject({ status: 404, text: '{"at":"GET /api/nowhere."}' })
    expect(await call('/open/x', { method: 'DELETE' })).toMatchObject({
      status: 404,
      text: '{"at":"DELETE /api/open/x."}',
    })
  })

  it('takes several slashes before the path, or before the stage, for one', async () => {
    expect((await call('//open/x')).json()).toMatchObject({
      resource: '/open/{id}',
      path: '/open/x',
      requestContext: { path: '/api//open/x' },
    })
    const before = await fetch(`${server.origin}//api/open/x`)
    expect(await before.json()).toMatchObject({ path: '/open/x', requestContext: { path: '/api/open/x' } })
  })

  it('takes ANY for the seven methods that there are', async () => {
    expect((await call('/open', { method: 'PATCH' })).status).toBe(200)
    expect(await call('/open', { method: 'PROPFIND' })).toMatchObject({
      status: 404,
      text: '{"at":"PROPFIND /api/open."}',
    })
  })

  it('takes a path that only leads to others for one without methods, not for one that is unknown', async () => {
    expect(await call('/deep/below')).toMatchObject({ status: 404, text: '{"at":"GET /api/deep/below."}' })
    expect(await call('/deep/below', { method: 'HEAD' })).toMatchObject({ status: 404 })
    expect(await call('/deep/else', { method: 'HEAD' })).toMatchObject({ status: 200 })
  })

  it('finds a function that a variable of the stage names', async () => {
    expect(await call('/named')).toMatchObject({ status: 200 })
  })

  it('knows no other stage', async () => {
    const reply = await fetch(`${server.origin}/prod/open`)
    expect(reply.status).toBe(403)
    expect(await reply.json()).toEqual({ message: 'Forbidden' })
  })
})

describe('a key that the control plane made', () => {
  it('is let through only after the time that AWS may take; the template’s own are at once', () => {
    const keys = createKeyStore(assembly.template, state, 60_000)
    const plan = keys.plans().find(({ throttle }) => throttle?.rateLimit === 1000)!
    const made = 1_700_000_000
    keys.putKey({ id: 'new', value: 'made-by-the-operator', enabled: true, createdDate: made, lastUpdatedDate: made })
    keys.join(plan.id, 'new')
    const [{ apiId, stage }] = plan.apiStages as [{ apiId: string; stage: string }]
    const admitted = (value: string, at: number) => keys.admit(value, apiId, stage, at)
    expect(admitted('made-by-the-operator', made * 1000)).toBe('invalid')
    expect(admitted('made-by-the-operator', made * 1000 + 60_000)).toBe('invalid')
    expect(admitted('made-by-the-operator', (made + 1) * 1000 + 60_000)).toBe('admitted')
    expect(admitted(KEY_VALUE, Date.now())).toBe('admitted')
    keys.deleteKey('new')
  })
})

describe('the event', () => {
  it('carries repeated headers and parameters, body and context', async () => {
    const { json } = await call('/open?a=1&a=2&b=%C3%BC&__proto__=x', {
      method: 'POST',
      body: 'plain ü',
      headers: [
        ['Content-Type', 'text/plain'],
        ['X-Two', '1'],
        ['X-Two', '2'],
      ],
    })
    const event = json()
    expect(event.queryStringParameters).toEqual({ a: '2', b: 'ü', ['__proto__']: 'x' })
    expect(event.multiValueQueryStringParameters).toMatchObject({ a: ['1', '2'], b: ['ü'] })
    expect(event).toMatchObject({
      httpMethod: 'POST',
      body: 'plain ü',
      isBase64Encoded: false,
      pathParameters: null,
      stageVariables: { proxy: 'Mini-Proxy' },
    })
    expect(event.requestContext).toMatchObject({
      stage: 'api',
      path: '/api/open',
      resourcePath: '/open',
      identity: { sourceIp: '127.0.0.1' },
    })
    expect(event.headers).toMatchObject({ 'X-Forwarded-Proto': 'http' })
  })

  it('has no headers of the connection and none of the body’s length, and says last who asked', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.9', 'Content-MD5': 'x', 'Max-Forwards': '1', Server: 'us' }
    const event = (await call('/open', { method: 'POST', body: 'x', headers })).json()
    const names = Object.keys(Object(event.headers)).map((name) => name.toLowerCase())
    for (const name of ['connection', 'content-length', 'content-md5', 'max-forwards', 'server'])
      expect(names).not.toContain(name)
    expect(event.multiValueHeaders).toMatchObject({ 'X-Forwarded-For': ['198.51.100.9, 127.0.0.1'] })
  })

  it('splits a query at semicolons too', async () => {
    const { queryStringParameters } = (await call('/open?a=1;b=2%3B&c=x+y')).json()
    expect(queryStringParameters).toEqual({ a: '1', b: '2;', c: 'x y' })
  })

  it('has null where nothing was sent', async () => {
    expect((await call('/open')).json()).toMatchObject({
      body: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
    })
  })

  it('has the method that a header puts in its place, and not that header', async () => {
    const reply = await call('/open', { method: 'POST', body: 'x', headers: { 'X-HTTP-Method-Override': 'PATCH' } })
    const event = reply.json()
    expect(event).toMatchObject({ httpMethod: 'PATCH', requestContext: { httpMethod: 'PATCH' }, body: 'x' })
    expect(JSON.stringify(event)).not.toContain('Override')
    expect((await call('/open', { headers: { 'X-HTTP-Method-Override': 'NOTHING' } })).status).toBe(404)
  })

  it('carries binary types as base64', async () => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array([0, 255])]))
    const event = (await call('/open', { method: 'POST', body: form })).json()
    expect(event.isBase64Encoded).toBe(true)
    expect(Buffer.from(String(event.body), 'base64').includes(Buffer.from([0, 255]))).toBe(true)
  })

  it('must not be larger than Lambda takes', { tags: 'deep' }, async () => {
    const body = 'x'.repeat(6_291_000)
    expect(await call('/open', { method: 'POST', body })).toMatchObject({ status: 413, text: '{"too":"large"}' })
    expect((await call('/open', { method: 'POST', body: 'x'.repeat(6_000_000) })).status).toBe(200)
    expect(await call('/streamed', { method: 'POST', body })).toMatchObject({ status: 413, text: '{"too":"large"}' })
    expect((await call('/streamed', { method: 'POST', body: 'x'.repeat(6_000_000) })).status).toBe(206)
  })
})

describe('the length of a request', () => {
  const address = (length: number) => `/open?${'x'.repeat(length - '/api/open?'.length)}`
  const headers = (length: number) => ({ 'X-Long': 'x'.repeat(length) })
  const named = (length: number) => `/guarded/${'x'.repeat(length)}`

  it.each([
    ['an address', address(10_240), {}, 200],
    ['an address', address(10_241), {}, 414],
    ['headers', '/open', headers(20_000), 200],
    ['headers', '/open', headers(20_480), 431],
    ["a method's ARN", named(1_400), { 'X-Secret-Token': 'good' }, 200],
    ["a method's ARN", named(1_600), { 'X-Secret-Token': 'good' }, 414],
  ])('is limited: %s', async (_what, target, sent, status) => {
    expect((await call(target, { headers: sent as Record<string, string> })).status).toBe(status)
  })
})

describe('bodies over 10 MB', () => {
  const expected = { status: 413, text: 'HTTP content length exceeded 10485760 bytes.' }

  it('are refused in plain text by their announced length', async () => {
    const reply = await call('/open', { method: 'POST', body: Buffer.alloc(10_485_761) })
    expect(reply).toMatchObject(expected)
    expect(reply.headers.get('Content-Type')).toBe('text/plain')
  })

  it('are refused when no length was announced', async () => {
    const reply = await new Promise<{ status?: number; text: string }>((resolve, reject) => {
      const request = http.request(`${server.origin}/api/open`, { method: 'POST' }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode, text }))
      })
      request.once('error', reject)
      for (let sent = 0; sent < 11; sent += 1) request.write(Buffer.alloc(1_048_576))
      request.end()
    })
    expect(reply).toMatchObject(expected)
  })
})

describe('the authorizer', () => {
  it('is not asked without its identity source', async () => {
    const reply = await call('/guarded')
    expect(reply.status).toBe(401)
    expect(reply.headers.get('WWW-Authenticate')).toBe('Key')
    expect(reply.headers.get('X-Id')).toBe(reply.headers.get('x-amzn-RequestId'))
    expect(reply.json()).toEqual({
      why: 'Unauthorized',
      type: 'UNAUTHORIZED',
      id: reply.headers.get('x-amzn-RequestId'),
    })
  })

  it('lets through with its context, and is asked once for a while', async () => {
    const [first, second] = [
      await call('/guarded', withKey('good')),
      await call('/guarded', withKey('good', { method: 'PUT' })),
    ]
    const context = (reply: typeof first) =>
      (reply.json().requestContext as unknown as { authorizer: JsonObject }).authorizer
    expect(context(first)).toMatchObject({ principalId: 'p', owner: 'me', type: 'REQUEST', body: 'undefined' })
    expect(context(second).calls).toBe(context(first).calls)
    expect(typeof context(first).calls).toBe('string')
  })

  it('asks once for callers that come together', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => call('/guarded', withKey('only-get'))))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  it('holds its policy against the method, cached or not', async () => {
    expect((await call('/guarded', withKey('only-get'))).status).toBe(200)
    expect((await call('/guarded', withKey('only-get', { method: 'POST', body: 'x' }))).status).toBe(403)
  })

  it.each([
    ['throws Unauthorized', 'nobody', 401],
    ['denies', 'denied', 403],
    ['fails', 'broken', 500],
    ['answers what it must not', 'odd', 500],
  ])('that %s', async (_name, key, status) => {
    const reply = await call('/guarded', withKey(key))
    expect(reply.status).toBe(status)
    if (key === 'denied') expect(reply.json()).toEqual({ owner: 'denied one' })
    if (key === 'broken') expect(reply.json()).toEqual({ ours: 'Internal server error' })
  })
})

describe('usage plans', () => {
  it('need the key that the authorizer names', async () => {
    expect((await call('/keyed', withKey('good'))).status).toBe(200)
    const reply = await call('/keyed', withKey('planless'))
    expect(reply.status).toBe(403)
    expect(reply.json()).toEqual({ message: 'Forbidden' })
  })

  it('let a burst through and no more', async () => {
    const statuses = []
    for (let sent = 0; sent < 4; sent += 1) statuses.push((await call('/keyed', withKey('throttled'))).status)
    expect(statuses).toEqual([200, 200, 429, 429])
  })
})

describe('methods with a throttle of the stage', () => {
  it('let a burst of all callers through and no more, each method for itself', async () => {
    const statuses = []
    for (let sent = 0; sent < 4; sent += 1) statuses.push((await call('/slow')).status)
    expect(statuses).toEqual([200, 200, 429, 429])
    const refused = await call('/slow', withKey('good'))
    expect(refused).toMatchObject({ status: 429, text: '{"slow":"down"}' })
    expect(refused.headers.get('Retry-After')).toBe('1')
    expect((await call('/slow', { method: 'POST', body: 'x' })).status).toBe(200)
  })

  it('are throttled before anybody is asked who calls', async () => {
    const statuses = []
    for (let sent = 0; sent < 2; sent += 1) statuses.push((await call('/slow', { method: 'PUT', body: 'x' })).status)
    expect(statuses).toEqual([401, 429])
  })

  it('fill their bucket again with time, up to the burst', () => {
    const buckets = createTokenBuckets()
    const taken = (now: number) => buckets.take('a method', { rateLimit: 50, burstLimit: 2 }, now)
    expect([taken(0), taken(0), taken(0)]).toEqual([true, true, false])
    expect([taken(19), taken(20), taken(20)]).toEqual([false, true, false])
    expect([taken(10_000), taken(10_000), taken(10_000)]).toEqual([true, true, false])
  })
})

describe('a body that API Gateway would not take, or that the local gateway does not do,', () => {
  const stage = { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: 'api' } }
  const modelOf = (body: JsonObject, more: Resources = {}) => {
    const one = writeAssembly(
      { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body: body } }, Stage: stage, ...more },
      { Proxy: PROXY },
    )
    one.remove()
    return apiModel(one.template)
  }

  it.each<[string, JsonObject, RegExp]>([
    ['a parameter that is not declared', { '/{id}': { get: operation('Proxy') } }, /its parameters are id/],
    [
      'two parameters at one place',
      { '/{a}': { get: operation('Proxy', declared('a')) }, '/{b}/c': { get: operation('Proxy', declared('b')) } },
      /stand at the same place/,
    ],
    ['a part of a path', { '/a-{id}': { get: operation('Proxy', declared('id')) } }, /whole part of the path/],
    [
      'a path below a greedy one',
      { '/{all+}/x': { get: operation('Proxy', declared('all')) } },
      /nothing can come after/,
    ],
    [
      'a scheme that is not there',
      { '/a': { get: operation('Proxy', { security: [{ nobody: [] }] }) } },
      /no security scheme nobody/,
    ],
    ['an extension that is not known', { '/a': { get: operation('Proxy', { 'x-amazon-else': 1 }) } }, /x-amazon-else/],
    [
      'a stream at the wrong address',
      { '/a': { get: operation('Proxy', { [INTEGRATION]: { responseTransferMode: 'STREAM' } }) } },
      /do not belong together/,
    ],
    [
      'a variable that the stage does not have',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: API Gateway fills it in.
      { '/a': { get: operation('Proxy', { [INTEGRATION]: { uri: invocationOf('${stageVariables.other}') } }) } },
      /no variable other/,
    ],
  ])('is refused: %s', (_name, paths, said) => {
    expect(() => modelOf(document(paths))).toThrow(said)
  })

  it.each([
    ['of a method that is not there', '/~1b', 'GET', /does not have: \/b GET/],
    // aws-facts, section 15: the whole change of the stage would fail.
    ['of every method of a path by the name of the extension', '/~1a', 'ANY', /takes no settings of: \/a ANY/],
    ['of every method of a path by an asterisk', '/~1a', '*', /takes no settings of: \/a \*/],
  ])('is refused: settings %s', (_name, ResourcePath, HttpMethod, said) => {
    const settings = [{ ResourcePath, HttpMethod, ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 }]
    const Stage = { ...stage, Properties: { ...stage.Properties, MethodSettings: settings } }
    expect(() => modelOf(document({ '/a': { [ANY]: operation('Proxy') } }), { Stage })).toThrow(said)
  })
})

describe('requests', () => {
  it('must have the parameters that the method requires', async () => {
    const reply = await call('/needy')
    expect(reply.status).toBe(400)
    expect(String(reply.json().message)).toMatch(/^Missing required request parameters: \[(q, X-Wanted|X-Wanted, q)\]$/)
    expect((await call('/needy?q=1', { headers: { 'X-Wanted': 'y' } })).status).toBe(200)
  })

  it('may be answered by a mock, as preflights are', async () => {
    const reply = await call('/open', { method: 'OPTIONS' })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example')
  })
})

describe('a function’s answer', () => {
  it.each(['malformed', 'further', 'cookies', 'number-body'])('that is %s is a 502', async (kind) => {
    expect(await call(`/open/x?kind=${kind}`)).toMatchObject({ status: 502, text: '{"ours":"Internal server error"}' })
  })

  it.each(['/open/x?kind=throws', '/open/x?kind=crash', '/streamed?kind=throws'])(
    'that %s does not give is a failure of the integration, and a 502 too',
    async (target) => {
      expect(await call(target)).toMatchObject({ status: 502, text: '{"behind":"Internal server error"}' })
    },
  )

  it('that comes too late is a 504', async () => {
    expect((await call('/hasty?kind=slow')).status).toBe(504)
  })

  it('sets headers, the gateway’s own under another name', async () => {
    const { status, headers } = await call('/open?kind=headers')
    expect(status).toBe(204)
    expect(headers.get('A')).toBe('one')
    expect(headers.get('B')).toBe('2')
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(headers.get('x-amzn-Remapped-Date')).toBe('then')
  })

  it('has a header’s value from both lists, those of the longer one first', async () => {
    expect((await call('/open?kind=both')).headers.get('X-Both')).toBe('many, more, one')
  })

  it('has the length that the gateway counts; the function’s own has another name, and what is between hosts is dropped', async () => {
    const { text, headers } = await call('/open?kind=length')
    expect([text, headers.get('content-length'), headers.get('x-amzn-Remapped-Content-Length')]).toEqual([
      'three',
      '5',
      '99',
    ])
    expect([headers.get('www-authenticate'), headers.get('x-amzn-Remapped-WWW-Authenticate')]).toEqual([null, 'Key'])
    expect([headers.get('via'), headers.get('x-amzn-Remapped-Via')]).toEqual([null, null])
  })

  it('is binary for those who ask for a binary type', async () => {
    const asked = await fetch(`${server.origin}/api/open?kind=binary`, { headers: { Accept: 'image/x' } })
    expect(Buffer.from(await asked.arrayBuffer())).toEqual(Buffer.from([0, 255, 1]))
    expect((await call('/open?kind=binary', { headers: { Accept: 'text/html' } })).text).toBe('AP8B')
  })
})

describe('a large answer', () => {
  /** Bytes as they come, with the headers that were given and no others. */
  const raw = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<http.IncomingMessage & { bytes: Buffer }>((resolve, reject) => {
      const asked = http.request(`${server.origin}/api${target}`, { method, headers }, (reply) => {
        buffer(reply).then((bytes) => resolve(Object.assign(reply, { bytes })), reject)
      })
      asked.on('error', reject).end()
    })
  const large = (acceptEncoding?: string, size = 4096) =>
    raw(`/open?kind=large&size=${size}`, acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding })

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'gzip', gunzipSync],
    ['deflate,gzip', 'deflate', inflateSync],
    ['deflate;q=0.5, GZIP;q=1.0', 'gzip', gunzipSync],
    ['br;q=0.9 , gzip', 'gzip', gunzipSync],
    ['gzip;q=1.0, identity;q=0.5, *;q=0', 'gzip', gunzipSync],
  ] as const)('for `Accept-Encoding: %s` is compressed by %s', async (accepted, coding, decode) => {
    const { headers, bytes } = await large(accepted)
    expect(headers).toMatchObject({ 'content-encoding': coding, etag: 'W/"it"', 'x-amzn-remapped-content-length': '1' })
    expect([headers['content-length'], headers.vary]).toEqual([String(bytes.length), undefined])
    expect(decode(bytes).toString()).toBe('a'.repeat(4096))
  })

  it.each([
    undefined,
    '',
    '*',
    'identity',
    'identity, gzip',
    'br, gzip',
    'gzip;q=0',
    'gzip;q=2',
    'gzip deflate',
    'constructor',
    'gzip;q=0.5, ;',
  ])('for `Accept-Encoding: %s` goes out as it is', async (accepted) => {
    const { headers, bytes } = await large(accepted)
    expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, '4096'])
    expect(bytes.toString()).toBe('a'.repeat(4096))
  })

  it('is one of the API’s minimum size or more', async () => {
    expect((await large('gzip', 4095)).headers).not.toHaveProperty('content-encoding')
    expect((await large('gzip', 4096)).headers).toHaveProperty('content-encoding')
  })

  it('is compressed whatever its status, and as bytes where it is binary', async () => {
    const gzip = { 'Accept-Encoding': 'gzip' }
    const failed = await raw('/open?kind=large-error', gzip)
    expect([failed.statusCode, failed.headers['content-encoding']]).toEqual([422, 'gzip'])
    const binary = await raw('/open?kind=large-binary', { ...gzip, Accept: 'image/x' })
    expect(gunzipSync(binary.bytes)).toEqual(Buffer.alloc(4096, 1))
    expect(binary.bytes).toEqual(gzipSync(Buffer.alloc(4096, 1)))
  })

  it('to HEAD has the headers that GET has', async () => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => raw('/open?kind=large&size=5000', { 'Accept-Encoding': 'gzip' }, method)),
    )
    expect(head!.bytes).toHaveLength(0)
    for (const name of ['content-encoding', 'content-length'])
      expect(head!.headers[name], name).toBe(get!.headers[name])
  })

  it('is left alone where its function encoded it, where it is streamed, and where it is the gateway’s own', async () => {
    const gzip = { 'Accept-Encoding': 'gzip' }
    const encoded = await raw('/open?kind=encoded', gzip)
    expect([encoded.headers['content-encoding'], encoded.bytes.length]).toEqual(['br', 5000])
    const streamed = await raw('/streamed?kind=large', gzip)
    expect([streamed.headers['content-encoding'], streamed.bytes.length]).toEqual([undefined, 5000])
    const own = await raw(`/nowhere/${'a'.repeat(5000)}`, gzip)
    expect([own.statusCode, own.headers['content-encoding'], own.bytes.length > 5000]).toEqual([404, undefined, true])
  })

  it('is decompressed by fetch itself', async () => {
    const { text, headers } = await call('/open?kind=large&size=100000')
    expect([text.length, headers.get('content-encoding')]).toEqual([100_000, 'gzip'])
    expect(Number(headers.get('content-length'))).toBeLessThan(1000)
  })
})

describe('a streamed answer', () => {
  it('has the status and headers of its prelude, and its bytes', async () => {
    const reply = await fetch(`${server.origin}/api/streamed`)
    expect(reply.status).toBe(206)
    expect(reply.headers.get('X-Own')).toBe('yes')
    expect(reply.headers.get('X-Many')).toBe('1, 2')
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(
      Buffer.concat([Buffer.from('first '), Buffer.alloc(16), Buffer.from('last')]),
    )
  })

  it('keeps its length, or has it renamed and comes without one', { tags: 'deep' }, async () => {
    for (const [{ origin }, name] of [
      [server, 'content-length'],
      [renaming, 'x-amzn-Remapped-Content-Length'],
    ] as const)
      for (const method of ['GET', 'HEAD']) {
        const reply = await fetch(`${origin}/api/streamed?kind=length`, { method })
        expect(reply.headers.get(name), `${method} ${name}`).toBe('26')
        expect([...reply.headers.keys()].filter((key) => key.endsWith('content-length'))).toHaveLength(1)
        expect((await reply.arrayBuffer()).byteLength).toBe(method === 'GET' ? 26 : 0)
      }
  })

  it('to HEAD has no body', async () => {
    const reply = await fetch(`${server.origin}/api/streamed`, { method: 'HEAD' })
    expect(reply.status).toBe(206)
    expect(await reply.text()).toBe('')
  })

  it('without a body has to be written once, or Lambda sends no head of it', async () => {
    expect(await call('/streamed?kind=empty')).toMatchObject({ status: 204, text: '' })
  })

  it.each(['throws', 'bare', 'ended'])('that %s is a 502', { tags: 'deep' }, async (kind) => {
    expect(await call(`/streamed?kind=${kind}`)).toMatchObject({ status: 502 })
  })

  it('that breaks off is broken off', { tags: 'deep' }, async () => {
    const reply = await fetch(`${server.origin}/api/streamed?kind=breaks`)
    expect(reply.status).toBe(206)
    await expect(reply.text()).rejects.toThrow()
  })

  it('goes at its reader’s pace and ends when the reader is gone', async () => {
    const log = join(assembly.folder, 'logs', 'Mini-Streaming.log')
    await new Promise<void>((resolve, reject) => {
      const request = http.get(`${server.origin}/api/streamed?kind=endless`, (answer) => {
        answer.once('data', () => {
          answer.pause()
          // Long enough to send gigabytes if nobody held it back.
          setTimeout(() => {
            request.destroy()
            resolve()
          }, 300)
        })
      })
      request.once('error', reject)
    })
    await expect.poll(() => readFileSync(log, 'utf8')).toMatch(/stopped after \d+/)
    const sent = Number(/stopped after (\d+)/.exec(readFileSync(log, 'utf8'))![1])
    expect(sent).toBeLessThan(32 * 1024 * 1024)
    expect((await call('/streamed')).status).toBe(206)
  })
})
