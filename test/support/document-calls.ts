// The document client's calls without what the SDK does around each: it resolves, signs and measures, and that was most of what
// tests on the embedded table took, which make many thousands. What is asked and what comes back are the same, errors too: a
// test holds one against the other. The local run's tests go the SDK's own way.
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import * as sdk from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { atFileEnd } from './at-file-end.ts'

const OPERATIONS: Record<string, string> = {
  GetCommand: 'GetItem',
  BatchGetCommand: 'BatchGetItem',
  PutCommand: 'PutItem',
  UpdateCommand: 'UpdateItem',
  DeleteCommand: 'DeleteItem',
  QueryCommand: 'Query',
  TransactWriteCommand: 'TransactWriteItems',
  BatchWriteCommand: 'BatchWriteItem',
}

type Plain = Record<string, unknown>

/** Fields of calls and answers that are an item, or some attributes of one. */
const ITEMS = new Set([
  'Item',
  'Key',
  'Attributes',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
])
/** Fields that are a list of items. */
const LISTS = new Set(['Items', 'Keys'])

const numberText = (value: number): string => {
  if (Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value)
  throw new Error(`the number ${value} cannot be stored as it is`)
}

function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** As the client does with `removeUndefinedValues`. @throws {Error} for what has no place in an item, as the client does. */
function toAttribute(value: unknown): Plain {
  if (value === null) return { NULL: true }
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: numberText(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') }
  if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(toAttribute) }
  if (value instanceof Set && value.size > 0) {
    const members = [...value]
    if (members.every((member) => typeof member === 'string')) return { SS: members }
    if (members.every((member) => typeof member === 'number')) return { NS: members.map(numberText) }
  }
  if (isPlain(value)) return { M: toItem(value) }
  throw new Error(`${String(value)} cannot be stored`)
}

function toItem(fields: Plain): Plain {
  const item: Plain = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) item[name] = toAttribute(value)
  return item
}

const toNumber = (digits: string): number => {
  const value = Number(digits)
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return value
  throw new Error(`the stored number ${digits} cannot be read as it is`)
}

function ofAttribute(attribute: Plain): unknown {
  const [[type, value] = []] = Object.entries(attribute)
  switch (type) {
    case 'S':
    case 'BOOL':
      return value
    case 'N':
      return toNumber(value as string)
    case 'NULL':
      return null
    case 'B':
      return Uint8Array.from(Buffer.from(value as string, 'base64'))
    case 'L':
      return (value as Plain[]).map(ofAttribute)
    case 'M':
      return ofItem(value as Plain)
    case 'SS':
      return new Set(value as string[])
    case 'NS':
      return new Set((value as string[]).map(toNumber))
    default:
      throw new Error(`the engine answered with an attribute of the type ${type}`)
  }
}

const ofItem = (item: Plain): Plain =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, ofAttribute(value as Plain)]))

/** A call or an answer with each item in it changed. */
function withItems(part: unknown, change: (item: Plain) => Plain): unknown {
  if (Array.isArray(part)) return part.map((one) => withItems(one, change))
  if (!isPlain(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (value === undefined) return [name, value]
      if (ITEMS.has(name)) return [name, change(value as Plain)]
      if (LISTS.has(name)) return [name, (value as Plain[]).map(change)]
      return [name, withItems(value, change)]
    }),
  )
}

/** The result of a batch of reads, by table, is the one list of items that no name gives away. */
function readAnswer({ Responses, ...rest }: Plain): Plain {
  const answer = withItems(rest, ofItem) as Plain
  if (!Responses) return answer
  const found = Object.entries(Responses as Record<string, Plain[]>).map(([table, items]) => [table, items.map(ofItem)])
  return { ...answer, Responses: Object.fromEntries(found) }
}

/** The SDK's error of that name; what is in it stays as it was sent, as there. */
function errorOf(status: number, answer: Plain): Error {
  const { message, Message, ...fields } = answer as { __type?: string; message?: string; Message?: string }
  const name = fields.__type?.replace(/^.*#/, '') ?? 'UnknownError'
  const given = { ...fields, message: message ?? Message ?? name, $metadata: { httpStatusCode: status } }
  const Known = (sdk as unknown as Record<string, new (given: object) => Error>)[name]
  const error = Known
    ? new Known(given)
    : new sdk.DynamoDBServiceException({ ...given, name, $fault: status < 500 ? 'client' : 'server' })
  return Object.assign(error, fields)
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 })

/** The engine looks for a signature, and into none. */
const UNSIGNED =
  'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none'

/** An engine may close a connection just as it is used again: then the call was not taken, and is made once more. */
const post = (
  endpoint: string,
  operation: string,
  body: string,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization: UNSIGNED,
    }
    const sent = request(endpoint, { method: 'POST', agent, headers, signal }, resolve)
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(post(endpoint, operation, body, signal))
      else reject(error)
    })
    sent.end(body)
  })

type Send = (
  this: DynamoDBDocumentClient,
  command: { input: object },
  options?: { abortSignal?: AbortSignal },
) => Promise<object>

/** The client's own way to send. */
export const sendSigned = DynamoDBDocumentClient.prototype.send as unknown as Send

/** From now on, until its file ends, document clients of this process send plainly what they send, to the engine at `endpoint`. */
export function sendPlainly(endpoint: string): void {
  const send: Send = async function (command, options = {}) {
    const operation = OPERATIONS[command.constructor.name]
    const { abortSignal, ...others } = options
    if (!operation || Object.keys(others).length > 0) return sendSigned.call(this, command, options)
    const body = JSON.stringify(withItems(command.input, toItem))
    const response = await post(endpoint, operation, body, abortSignal)
    const status = response.statusCode ?? 500
    const answer = JSON.parse(await text(response)) as Plain
    if (status !== 200) throw errorOf(status, answer)
    return { $metadata: { httpStatusCode: status }, ...readAnswer(answer) }
  }
  DynamoDBDocumentClient.prototype.send = send as unknown as DynamoDBDocumentClient['send']
  atFileEnd(() => {
    DynamoDBDocumentClient.prototype.send = sendSigned as unknown as DynamoDBDocumentClient['send']
  })
}
