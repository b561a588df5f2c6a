// CloudFront as the local run has it, and the front of the object engine.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createObjectFront } from '../../../local/engines/objects.ts'
import type { JsonObject } from '../../../local/intrinsics.ts'
import { cdnModels } from '../../../local/services/cdn/model.ts'
import { createCdn } from '../../../local/services/cdn.ts'
import type { Functions } from '../../../local/services/functions.ts'
import { type Assembly, getAtt, type Resources, runFunctions, serve, writeAssembly } from './mini-assembly.ts'

const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6'
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

const EDGE = `
async function handler(event) {
  const request = event.request
  if (request.uri === '/teapot') return { statusCode: 418, headers: { 'x-tea': { value: 'green' } }, body: { encoding: 'text', data: 'short and stout' } }
  if (request.uri === '/escape') return { statusCode: 200, body: typeof process + typeof require + typeof fetch }
  if (request.uri === '/broken') throw new Error('at the edge')
  const width = request.querystring.w
  if (width) request.uri = '/v' + request.uri + '/w' + width.value
  request.querystring = {}
  return request
}`

const VARIANT = `
export const handler = async (event) => event.rawPath.endsWith('/w1')
  ? { statusCode: 404, headers: { 'Content-Type': 'text/plain' }, body: 'no such width' }
  : { statusCode: 200, headers: { 'Content-Type': 'image/x' }, isBase64Encoded: true, body: Buffer.from('made ' + event.rawPath + ' ' + event.requestContext.http.method + ' ' + event.headers['x-own']).toString('base64') }`

const edge = [{ EventType: 'viewer-request', FunctionARN: getAtt('Edge', 'FunctionARN') }]
const behavior = (TargetOriginId: string, more: JsonObject = {}): JsonObject => ({
  TargetOriginId,
  CachePolicyId: CACHING_OPTIMIZED,
  ViewerProtocolPolicy: 'redirect-to-https',
  FunctionAssociations: edge,
  ...more,
})
const RESOURCES: Resources = {
  Bucket: { Type: 'AWS::S3::Bucket' },
  BucketPolicy: {
    Type: 'AWS::S3::BucketPolicy',
    Properties: {
      Bucket: { Ref: 'Bucket' },
      PolicyDocument: { Statement: [{ Action: ['s3:GetObject', 's3:ListBucket'] }] },
    },
  },
  Closed: { Type: 'AWS::S3::Bucket' },
  Url: {
    Type: 'AWS::Lambda::Url',
    Properties: { TargetFunctionArn: getAtt('Variant', 'Arn'), AuthType: 'AWS_IAM', InvokeMode: 'BUFFERED' },
  },
  Edge: {
    Type: 'AWS::CloudFront::Function',
    Properties: { FunctionCode: EDGE, FunctionConfig: { Runtime: 'cloudfront-js-2.0', Comment: '' } },
  },
  Headers: {
    Type: 'AWS::CloudFront::ResponseHeadersPolicy',
    Properties: {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: {
          ContentTypeOptions: { Override: true },
          StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Override: true },
        },
        CustomHeadersConfig: {
          Items: [
            { Header: 'Cache-Control', Value: 'never', Override: false },
            { Header: 'X-Own', Value: 'yes', Override: true },
          ],
        },
        RemoveHeadersConfig: { Items: [{ Header: 'x-amz-meta-secret' }] },
        CorsConfig: {
          AccessControlAllowOrigins: { Items: ['https://app.example'] },
          AccessControlAllowMethods: { Items: ['GET'] },
          AccessControlAllowHeaders: { Items: ['*'] },
          OriginOverride: true,
        },
      },
    },
  },
  Cdn: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        DefaultRootObject: 'index.html',
        DefaultCacheBehavior: behavior('bucket', { ResponseHeadersPolicyId: { Ref: 'Headers' } }),
        CacheBehaviors: [
          behavior('group', { PathPattern: 'v/*' }),
          behavior('closed', { PathPattern: '/closed/*' }),
          behavior('function', {
            PathPattern: '/made/?',
            OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
            FunctionAssociations: [],
          }),
        ],
        Origins: [
          { Id: 'bucket', DomainName: getAtt('Bucket', 'RegionalDomainName'), S3OriginConfig: {} },
          { Id: 'closed', DomainName: getAtt('Closed', 'RegionalDomainName'), S3OriginConfig: {} },
          {
            Id: 'function',
            DomainName: { 'Fn::Select': [2, { 'Fn::Split': ['/', getAtt('Url', 'FunctionUrl')] }] },
            OriginCustomHeaders: [{ HeaderName: 'X-Own', HeaderValue: 'origin' }],
          },
        ],
        OriginGroups: {
          Quantity: 1,
          Items: [
            {
              Id: 'group',
              FailoverCriteria: { StatusCodes: { Quantity: 2, Items: [403, 404] } },
              Members: { Quantity: 2, Items: [{ OriginId: 'bucket' }, { OriginId: 'function' }] },
            },
          ],
        },
        CustomErrorResponses: [{ ErrorCode: 404, ErrorCachingMinTTL: 1 }],
      },
    },
  },
}

let engine: FauxqsServer
let front: Awaited<ReturnType<typeof serve>>
let cdn: Awaited<ReturnType<typeof serve>>
let assembly: Assembly
let functions: Functions
let s3: S3Client
const Bucket = 'mini-bucket'

const CORS = { AllowedMethods: ['PUT'], AllowedOrigins: ['https://*.example'], AllowedHeaders: ['*'], MaxAge: 60 }

/** Where no address of AWS stands, none is replaced. */
const same = (text: string) => text

const put = (Key: string, Body: string | Buffer, more: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }))

beforeAll(async () => {
  engine = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  for (const name of [Bucket, 'mini-closed']) engine.createBucket(name)
  front = await serve(
    createObjectFront(
      `http://127.0.0.1:${engine.port}`,
      'secret',
      () => undefined,
      (bucket) => (bucket === Bucket ? [CORS] : []),
    ),
  )
  s3 = new S3Client({
    endpoint: front.origin,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'secret' },
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  assembly = writeAssembly(RESOURCES, { Variant: VARIANT })
  functions = runFunctions(assembly)
  const behind = { functions, objects: front.origin, api: 'http://127.0.0.1:9' }
  cdn = await serve(createCdn(assembly.template, cdnModels(assembly.template, same).media!, behind))
  await put('a.txt', 'hello world', { ContentType: 'text/plain', CacheControl: 'public', Metadata: { secret: 'x' } })
})

afterAll(async () => {
  s3.destroy()
  await cdn.close()
  await functions.stop(0)
  await front.close()
  await engine.stop()
  assembly.remove()
})

const get = async (target: string, init: RequestInit = {}) => {
  const reply = await fetch(`${cdn.origin}${target}`, init)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

describe('a bucket asked by a page of another origin', () => {
  const ask = (origin: string, method: string, bucket = Bucket) =>
    fetch(`${front.origin}/${bucket}/a.txt`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'content-type, if-none-match',
      },
    })

  it('lets it send what its rules allow, and nothing else', async () => {
    const allowed = await ask('https://app.example', 'PUT')
    expect([allowed.status, Object.fromEntries(allowed.headers)]).toMatchObject([
      200,
      {
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type, if-none-match',
        'access-control-max-age': '60',
      },
    ])
    for (const refused of [
      await ask('https://app.elsewhere', 'PUT'),
      await ask('https://app.example', 'DELETE'),
      await ask('https://app.example', 'PUT', 'mini-closed'),
    ]) {
      expect([refused.status, refused.headers.has('access-control-allow-origin')]).toEqual([403, false])
    }
  })

  it('says on the answer, too, that the page may see it', async () => {
    const url = `${front.origin}/${Bucket}/cors.txt`
    const send = (origin: string) => fetch(url, { method: 'PUT', body: 'x', headers: { Origin: origin } })
    expect((await send('https://app.example')).headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect((await send('https://app.elsewhere')).headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe('the CDN', () => {
  it('serves objects with the policy’s headers', async () => {
    const { status, headers, text } = await get('/a.txt', { headers: { Origin: 'https://app.example' } })
    expect([status, text]).toEqual([200, 'hello world'])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '11',
      'accept-ranges': 'bytes',
      'cache-control': 'public',
      'x-own': 'yes',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=60; includeSubDomains',
      'access-control-allow-origin': 'https://app.example',
    })
    expect(headers.has('x-amz-meta-secret')).toBe(false)
    expect(
      (await get('/a.txt', { headers: { Origin: 'https://other.example' } })).headers.has(
        'access-control-allow-origin',
      ),
    ).toBe(false)
  })

  it('knows HEAD, ranges and conditions', async () => {
    const head = await get('/a.txt', { method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '11'])
    const part = await get('/a.txt', { headers: { Range: 'bytes=6-' } })
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'world', 'bytes 6-10/11'])
    expect((await get('/a.txt', { headers: { Range: 'bytes=0-1,3-4' } })).text).toBe('hello world')
    expect((await get('/a.txt', { headers: { 'If-None-Match': head.headers.get('etag')! } })).status).toBe(304)
    expect((await get('/a.txt', { headers: { Range: 'bytes=50-' } })).status).toBe(416)
  })

  it.each(['GET', 'HEAD'])('judges the conditions of %s as a cache does', async (method) => {
    const { headers: known } = await get('/a.txt', { method: 'HEAD' })
    const etag = known.get('etag')!
    const changed = known.get('last-modified')!
    const before = new Date(Date.parse(changed) - 1000).toUTCString()
    const statusOf = async (headers: Record<string, string>) => (await get('/a.txt', { method, headers })).status
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      expect(await statusOf({ 'If-None-Match': tag })).toBe(304)
    expect(await statusOf({ 'If-None-Match': '"x"', 'If-Modified-Since': changed })).toBe(200)
    expect(await statusOf({ 'If-Modified-Since': changed })).toBe(304)
    expect(await statusOf({ 'If-Modified-Since': before })).toBe(200)
    expect(await statusOf({ 'If-Modified-Since': 'yesterday' })).toBe(200)
    expect(await statusOf({ 'If-Match': etag })).toBe(200)
    expect(await statusOf({ 'If-Match': '"x"' })).toBe(412)
    expect(await statusOf({ 'If-Unmodified-Since': changed })).toBe(200)
    expect(await statusOf({ 'If-Unmodified-Since': before })).toBe(412)
    const { headers } = await get('/a.txt', { method, headers: { 'If-None-Match': etag } })
    expect(Object.fromEntries(headers)).toMatchObject({ etag, 'last-modified': changed, 'cache-control': 'public' })
    expect(headers.has('content-type')).toBe(false)
  })

  it.each([
    ['bytes=0-4', '', 206, 'hello'],
    ['bytes= 0-4', '', 206, 'hello'],
    ['bytes=-99', '', 206, 'hello world'],
    ['bytes=-0', '', 416, undefined],
    // What is no range is as if it were not there.
    ['bytes=4-0', '', 200, 'hello world'],
    ['bytes=a-b', '', 200, 'hello world'],
    ['lines=0-1', '', 200, 'hello world'],
    ['bytes=0-4', '"x"', 200, 'hello world'],
    ['bytes=0-4', 'its own', 206, 'hello'],
  ])('takes the range %s, of the version %j', async (range, version, status, content) => {
    const etag = (await get('/a.txt', { method: 'HEAD' })).headers.get('etag')!
    const ofVersion: Record<string, string> =
      version === '' ? {} : { 'If-Range': version === 'its own' ? etag : version }
    const { text, ...reply } = await get('/a.txt', { headers: { Range: range, ...ofVersion } })
    expect(reply.status).toBe(status)
    if (content !== undefined) expect(text).toBe(content)
  })

  it('says 404 of what is not there, or 403 where it may not list the bucket', async () => {
    const missing = await get('/nothing.txt')
    expect([missing.status, missing.headers.get('accept-ranges')]).toEqual([404, null])
    expect((await get('/closed/nothing.txt')).status).toBe(403)
  })

  it('has the root object', async () => {
    await put('index.html', 'root')
    expect((await get('/')).text).toBe('root')
  })

  it('takes only the methods of the behaviour', async () => {
    expect((await get('/a.txt', { method: 'POST', body: 'x' })).status).toBe(403)
    expect((await get('/a.txt', { method: 'DELETE' })).status).toBe(403)
  })

  it('takes no address above 8,192 bytes, and no GET with a body', async () => {
    const long = (length: number) => `/a.txt?${'x'.repeat(length - `${cdn.origin}/a.txt?`.length)}`
    expect((await get(long(8192))).status).toBe(200)
    const refused = await get(long(8193))
    expect([refused.status, refused.headers.get('connection')]).toEqual([413, 'close'])
    // `fetch` sends none.
    const asked = request(`${cdn.origin}/a.txt`, { method: 'GET', headers: { 'Content-Length': 1 } }).end('x')
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(403)
    answer.resume()
  })

  it('does not let the query through to the bucket', async () => {
    await put('plain', 'plain')
    expect((await get('/closed/../plain?versions')).text).toBe('plain')
  })

  it('runs the edge function as written, with nothing of Node.js in reach', async () => {
    const tea = await get('/teapot')
    expect([tea.status, tea.text, tea.headers.get('x-tea')]).toEqual([418, 'short and stout', 'green'])
    expect((await get('/escape')).text).toBe('undefinedundefinedundefined')
    const broken = await get('/broken')
    expect([broken.status, broken.text]).toEqual([503, 'The CloudFront function failed: at the edge'])
  })

  it('goes on to the function for what the bucket does not have', async () => {
    expect((await get('/v/a/w2')).text).toBe('made /v/a/w2 GET origin')
    await put('v/a/w2', 'stored')
    expect((await get('/v/a/w2')).text).toBe('stored')
    expect(await get('/v/a/w1')).toMatchObject({ status: 404, text: 'no such width' })
    const head = await get('/v/a/w3', { method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'image/x'])
  })

  it('chooses the behaviour before the edge function changes the path', async () => {
    expect((await get('/a.txt?w=9')).status).toBe(404)
    expect((await get('/made/1?x=%C3%BC')).text).toBe('made /made/1 GET origin')
    expect((await get('/made/12')).status).toBe(404)
  })

  it.each<[string, (config: JsonObject) => void, string]>([
    [
      'an unknown policy',
      (config) => Object.assign(config.DefaultCacheBehavior!, { CachePolicyId: 'nobody' }),
      'policy nobody',
    ],
    [
      'an unknown origin',
      (config) => Object.assign((config.Origins as JsonObject[])[0]!, { DomainName: 'example.com' }),
      'origin example.com',
    ],
    [
      'error pages',
      (config) => Object.assign(config, { CustomErrorResponses: [{ ErrorCode: 404, ResponsePagePath: '/x' }] }),
      'CustomErrorResponses',
    ],
  ])('refuses a template with %s', (_name, change, said) => {
    const resources = structuredClone(RESOURCES)
    change(resources.Cdn!.Properties!.DistributionConfig as JsonObject)
    const changed = writeAssembly(resources, { Variant: VARIANT })
    expect(() => cdnModels(changed.template, same)).toThrow(said)
    changed.remove()
  })
})

describe('the object store', () => {
  it('writes a key once when asked to, however many try at the same time', async () => {
    const outcomes = await Promise.allSettled(
      ['1', '2', '3', '4'].map((body) => put('once', body, { IfNoneMatch: '*' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
    expect(refused).toMatchObject({ name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } })
    await put('once', 'replaced')
    expect((await get('/once')).text).toBe('replaced')
  })

  const presigned = (Key: string, more: object = {}, expiresIn = 60) =>
    getSignedUrl(s3, new PutObjectCommand({ Bucket, Key, ContentType: 'video/x', ...more }), {
      expiresIn,
      signableHeaders: new Set(['content-length', 'host', 'content-type']),
    })

  it('copies only the version that is asked for, whole or in parts', async () => {
    const { ETag = '' } = await s3.send(new PutObjectCommand({ Bucket, Key: 'from a', Body: 'one' }))
    const whole = { Bucket, Key: 'to', CopySource: `${Bucket}/from%20a` }
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }))
    const part = { ...whole, Key: 'parts', UploadId, PartNumber: 1 }
    const copies = (CopySourceIfMatch: string) => [
      s3.send(new CopyObjectCommand({ ...whole, CopySourceIfMatch })),
      s3.send(new UploadPartCopyCommand({ ...part, CopySourceIfMatch })),
    ]
    for (const copy of copies('"another"')) await expect(copy).rejects.toMatchObject({ name: 'PreconditionFailed' })
    for (const copy of copies(ETag)) expect((await copy).$metadata.httpStatusCode).toBe(200)
    const missing = new CopyObjectCommand({ ...whole, CopySource: `${Bucket}/nothing`, CopySourceIfMatch: ETag })
    await expect(s3.send(missing)).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('takes a single PUT larger than the engine does', { tags: 'deep' }, async () => {
    const body = Buffer.alloc(20 * 1024 * 1024 + 5, 'abcdefg')
    const reply = await fetch(await presigned('large'), { method: 'PUT', body, headers: { 'Content-Type': 'video/x' } })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toMatch(/^"[0-9a-f]+-3"$/)
    const stored = await s3.send(new GetObjectCommand({ Bucket, Key: 'large' }))
    expect(stored.ContentType).toBe('video/x')
    expect(Buffer.from(await stored.Body!.transformToByteArray()).equals(body)).toBe(true)
  })

  it('holds a presigned address to its age and to what was signed', async () => {
    const put5 = (url: string, body: string) =>
      fetch(url, { method: 'PUT', body, headers: { 'Content-Type': 'video/x' } })
    const exact = await presigned('exact', { ContentLength: 5 })
    expect((await put5(exact, '12345')).status).toBe(200)
    expect((await put5(exact, '123456')).status).toBe(403)
    expect((await put5(exact.replace('/exact', '/other'), '12345')).status).toBe(403)
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    const late = await put5(exact, '12345')
    vi.useRealTimers()
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')])
    expect(
      (await fetch(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'exact' }), { expiresIn: 60 }))).status,
    ).toBe(200)
  })
})
