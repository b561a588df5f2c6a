// Requests of the AWS SDK's clients and the errors they throw, as text: plain, and from a bundle, they must be the same.
import { APIGatewayClient, CreateApiKeyCommand, CreateUsagePlanKeyCommand } from '@aws-sdk/client-api-gateway'
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { DecryptCommand, KMSClient, KMSServiceException } from '@aws-sdk/client-kms'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { SendMessageBatchCommand, SQSClient, SQSServiceException } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'

interface Request {
  hostname: string
  method: string
  path: string
  query: Record<string, unknown>
  headers: Record<string, string>
  body?: unknown
}

interface Reply {
  status: number
  headers?: Record<string, string>
  body: string
}

/** Differ from one request to the next, or say where the code runs. */
const CHANGING = [
  'authorization',
  'x-amz-date',
  'user-agent',
  'x-amz-user-agent',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
]

const asked: string[] = []
let reply: Reply | undefined

/** An answer that says nothing, as each client reads it. */
const empty = (host: string): Reply => ({ status: 200, body: host.includes('s3') ? '<Answer></Answer>' : '{}' })

const requestHandler = {
  handle: async ({ hostname, method, path, query, headers, body }: Request) => {
    const kept = Object.entries(headers).filter(([name]) => !CHANGING.includes(name))
    asked.push(
      JSON.stringify([
        hostname,
        method,
        path,
        query,
        kept.sort(),
        typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array | undefined),
      ]),
    )
    const { status: statusCode, headers: own = {}, body: text } = reply ?? empty(hostname)
    return { response: { statusCode, headers: own, body: new Blob([text]).stream() } }
  },
}

const settings = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
  maxAttempts: 1,
  requestHandler,
} as object

const table = DynamoDBDocumentClient.from(new DynamoDBClient(settings))
const s3 = new S3Client(settings)
const kms = new KMSClient(settings)
const sqs = new SQSClient(settings)
const at = { Bucket: 'media', Key: 'a b/ü.jpg' }

const requests: (() => Promise<unknown>)[] = [
  () =>
    s3.send(
      new PutObjectCommand({ ...at, Body: 'x', ContentType: 'image/jpeg', Metadata: { owner: 'o' }, IfNoneMatch: '*' }),
    ),
  () => s3.send(new HeadObjectCommand({ ...at, VersionId: 'v', ChecksumMode: 'ENABLED' })),
  () => s3.send(new GetObjectCommand({ ...at, Range: 'bytes=0-1', IfMatch: '"e"' })),
  () =>
    s3.send(
      new CopyObjectCommand({ ...at, CopySource: 'media/c', MetadataDirective: 'REPLACE', Metadata: { a: 'b' } }),
    ),
  () => s3.send(new ListObjectsV2Command({ Bucket: 'media', Prefix: 'p', MaxKeys: 3, ContinuationToken: 't' })),
  () => s3.send(new DeleteObjectsCommand({ Bucket: 'media', Delete: { Objects: [{ Key: 'a&b' }], Quiet: true } })),
  () =>
    s3.send(
      new CompleteMultipartUploadCommand({
        ...at,
        UploadId: 'u',
        MultipartUpload: { Parts: [{ ETag: '"e"', PartNumber: 1 }] },
      }),
    ),
  () =>
    new LambdaClient(settings).send(
      new InvokeCommand({ FunctionName: 'f', InvocationType: 'Event', Payload: '{"a":1}' }),
    ),
  () =>
    new SchedulerClient(settings).send(
      new CreateScheduleCommand({
        Name: 'n',
        GroupName: 'g',
        ScheduleExpression: 'at(2030-01-01T00:00:00)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: 'arn:aws:sqs:us-east-1:1:q', RoleArn: 'arn:aws:iam::1:role/r', Input: '{}' },
        ClientToken: 'token',
      }),
    ),
  () =>
    new APIGatewayClient(settings).send(
      new CreateApiKeyCommand({ name: 'n', enabled: true, value: 'v', tags: { a: 'b' } }),
    ),
  () =>
    new APIGatewayClient(settings).send(
      new CreateUsagePlanKeyCommand({ usagePlanId: 'p', keyId: 'k', keyType: 'API_KEY' }),
    ),
  () =>
    new SESv2Client(settings).send(
      new SendEmailCommand({
        FromEmailAddress: 'a@example.com',
        Destination: { ToAddresses: ['b@example.com'] },
        Content: { Simple: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } } },
      }),
    ),
  () =>
    new CognitoIdentityProviderClient(settings).send(
      new AdminCreateUserCommand({ UserPoolId: 'p', Username: 'u', UserAttributes: [{ Name: 'email', Value: 'e' }] }),
    ),
  () => kms.send(new DecryptCommand({ CiphertextBlob: new Uint8Array([1, 2]), EncryptionContext: { a: 'b' } })),
  () =>
    sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: 'https://sqs.us-east-1.amazonaws.com/1/q',
        Entries: [{ Id: '0', MessageBody: 'm', DelaySeconds: 3 }],
      }),
    ),
  () =>
    table.send(
      new TransactWriteCommand({
        ClientRequestToken: 't',
        TransactItems: [{ Put: { TableName: 't', Item: { PK: 'a', n: 1 } } }],
      }),
    ),
]

const json = (status: number, type: string, more: object = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: type, message: `about ${type}`, ...more }),
})

const xml = (status: number, code: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>about ${code}</Message><RequestId>r</RequestId></Error>`,
})

const get = () => s3.send(new GetObjectCommand(at))
const decrypt = () => kms.send(new DecryptCommand({ CiphertextBlob: new Uint8Array([1]) }))
const send = () =>
  sqs.send(new SendMessageBatchCommand({ QueueUrl: 'https://sqs.us-east-1.amazonaws.com/1/q', Entries: [] }))
const write = () => table.send(new TransactWriteCommand({ TransactItems: [] }))
const DYNAMODB = 'com.amazonaws.dynamodb.v20120810#'

const failures: [() => Promise<unknown>, Reply][] = [
  [get, xml(404, 'NoSuchKey')],
  [get, xml(403, 'AccessDenied')],
  [get, xml(503, 'SlowDown')],
  [decrypt, json(400, 'InvalidCiphertextException')],
  [decrypt, json(400, 'KMSInvalidStateException')],
  // Of operations that no function calls.
  [decrypt, json(400, 'XksProxyUriUnreachableException')],
  [decrypt, json(400, 'MalformedPolicyDocumentException')],
  [write, json(400, `${DYNAMODB}BackupInUseException`)],
  [send, json(400, 'com.amazonaws.sqs#PurgeQueueInProgress')],
  [send, json(400, 'com.amazonaws.sqs#QueueDoesNotExist')],
  [
    write,
    json(400, `${DYNAMODB}TransactionCanceledException`, {
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { PK: { S: 'a' } } }, { Code: 'None' }],
    }),
  ],
  [write, json(400, `${DYNAMODB}ThrottlingException`)],
  [write, json(500, `${DYNAMODB}InternalServerError`)],
]

const OWN = [NoSuchKey, TransactionCanceledException, KMSServiceException, SQSServiceException]

/** What callers read of an error. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return `not an error: ${String(error)}`
  const { $fault, $retryable, CancellationReasons, Code } = error as Error & Record<string, unknown>
  const classes = OWN.filter((one) => error instanceof one).map((one) => one.name)
  return JSON.stringify([error.name, error.message, $fault, $retryable, CancellationReasons, Code, classes.length])
}

/** @returns what each request had in it, and what each failure became. */
export async function sdkCalls(): Promise<{ requests: string[]; failures: string[] }> {
  asked.length = 0
  for (const request of requests) await request()
  const sent = [...asked]
  const thrown: string[] = []
  for (const [request, answer] of failures) {
    reply = answer
    thrown.push(await request().then(() => 'no error', told))
  }
  reply = undefined
  return { requests: sent, failures: thrown }
}
