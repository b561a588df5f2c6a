// Recorded calls as inputs of the SDK's commands, so that the bare SDK can make the same ones.
import { operationOf } from './costs.ts'
import type { RecordedCall } from './meter.ts'

export interface BareCall {
  operation: string
  /** It was answered with an error, as the endpoint expected: that a file is not there. */
  refused?: true
  input: Record<string, unknown>
}

type Json = Record<string, unknown>
/** A value as the table's wire has it: `{ "S": "text" }`. */
type Attribute = Record<string, unknown>

function plainOf(attribute: Attribute): unknown {
  const [[type, value]] = Object.entries(attribute) as [[string, unknown]]
  if (type === 'N') return Number(value)
  if (type === 'NULL') return null
  if (type === 'M') return unmarshall(value as Record<string, Attribute>)
  if (type === 'L') return (value as Attribute[]).map(plainOf)
  if (type === 'B') return Buffer.from(String(value), 'base64')
  if (type === 'NS') return new Set((value as string[]).map(Number))
  return type === 'SS' ? new Set(value as string[]) : value
}

const unmarshall = (item: Record<string, Attribute>): Json =>
  Object.fromEntries(Object.entries(item).map(([name, attribute]) => [name, plainOf(attribute)]))

const ATTRIBUTES = new Set(['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'])

/** The input of a document command: attribute values as plain values, wherever they stand. */
function documentOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value))
    return value.map((one) => (name === 'Keys' ? unmarshall(one as Record<string, Attribute>) : documentOf(one)))
  if (typeof value !== 'object' || value === null) return value
  if (ATTRIBUTES.has(name)) return unmarshall(value as Record<string, Attribute>)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, documentOf(inner, key)]))
}

function objectInput({ path, headers, body }: RecordedCall, operation: string): Json {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const [Bucket, ...rest] = pathname.slice(1).split('/')
  const given: Json = {
    Bucket,
    Key: rest.length > 0 && rest[0] !== '' ? decodeURIComponent(rest.join('/')) : undefined,
    Range: headers.range,
    IfMatch: headers['if-match'],
    Prefix: searchParams.get('prefix') ?? undefined,
    CopySource: headers['x-amz-copy-source'],
    CopySourceIfMatch: headers['x-amz-copy-source-if-match'],
    MetadataDirective: headers['x-amz-metadata-directive'],
    MaxKeys: searchParams.has('max-keys') ? Number(searchParams.get('max-keys')) : undefined,
  }
  if (operation === 'PutObject' || operation === 'CopyObject') {
    Object.assign(given, {
      ...(operation === 'PutObject' ? { Body: Buffer.from(body) } : {}),
      ContentType: headers['content-type'],
      CacheControl: headers['cache-control'],
      ContentDisposition: headers['content-disposition'],
    })
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function scheduleInput({ path, body }: RecordedCall): Json {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const Name = decodeURIComponent(pathname.split('/').at(-1)!)
  const group = searchParams.get('groupName')
  const { StartDate: _start, EndDate: _end, ...sent } = (body.length > 0 ? JSON.parse(body.toString()) : {}) as Json
  return { ...sent, Name, ...(group ? { GroupName: group } : {}) }
}

/** Fields that are bytes in a command and base64 on the wire. */
const bytesOf = (input: Json, name: string): Json =>
  input[name] === undefined ? {} : { [name]: Buffer.from(String(input[name]), 'base64') }

function invokeInput({ path, body, headers }: RecordedCall): Json {
  const name = decodeURIComponent(new URL(path, 'http://localhost').pathname.split('/')[3]!)
  return { FunctionName: name, InvocationType: headers['x-amz-invocation-type'], Payload: Buffer.from(body) }
}

const bareCall = (call: RecordedCall): BareCall => ({
  ...commandOf(call),
  ...(call.status >= 400 ? { refused: true } : {}),
})

function commandOf(call: RecordedCall): BareCall {
  const { service, operation } = operationOf(call)
  if (service === 's3') return { operation, input: objectInput(call, operation) }
  if (service === 'lambda') return { operation, input: invokeInput(call) }
  if (service === 'scheduler') return { operation, input: scheduleInput(call) }
  const input = JSON.parse(call.body.toString()) as Json
  if (service === 'kms')
    return { operation, input: { ...input, ...bytesOf(input, 'Plaintext'), ...bytesOf(input, 'CiphertextBlob') } }
  return { operation, input: service === 'dynamodb' ? (documentOf(input) as Json) : input }
}

/** The calls of a request by round. @param presigns how many addresses it also signs, which is no call. */
export function bareCalls(calls: readonly RecordedCall[], presigns = 0): BareCall[][] {
  const rounds = [...Map.groupBy(calls, ({ round }) => round)].sort(([a], [b]) => a - b)
  const signed: BareCall[] = Array.from({ length: presigns }, () => ({
    operation: 'Presign',
    input: { Bucket: 'bucket', Key: `${crypto.randomUUID()}.jpg`, ContentType: 'image/jpeg', ContentLength: 1000 },
  }))
  return [...rounds.map(([, own]) => own.map(bareCall)), ...(signed.length > 0 ? [signed] : [])]
}
