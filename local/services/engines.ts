// The embedded engines (DynamoDB, S3, SQS) and what the template wants in them: table, buckets, queues.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { COMPILE_CACHE } from '../../scripts/compile-cache.ts'
import type { EnginesConfig, EnginesMessage, EnginesOrder } from '../engines/main.ts'
import type { JsonObject } from '../intrinsics.ts'
import type { RoleWord } from '../roles/guard.ts'
import type { Role } from '../roles/judge.ts'
import { read, type Template } from '../template.ts'

const MAIN = fileURLToPath(new URL('../engines/main.ts', import.meta.url))

/** The secret key of every client. It keeps nobody out; presigned addresses are checked with it as at AWS. */
export const CLIENT_SECRET = 'local'

export interface Engines {
  dynamodb: string
  objects: string
  queues: string
  /** Holds what functions do with objects against their roles. @param note told what came of it. */
  enforce(roles: Role[], note: (functionId: string, word: RoleWord) => void): void
  stop(): Promise<void>
}

/** The DynamoDB program of this machine's platform, where its package is installed. */
function embeddedDynamodb(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@dynoxide/${process.platform}-${process.arch}/package.json`,
    )
    const program = join(dirname(manifest), process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide')
    return existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Ends an engine that outlived a local run that was killed; a process id that went to another program is left alone. */
async function endLeftover(pidFile: string, dataDir: string): Promise<void> {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  if (!Number.isInteger(pid) || pid <= 1 || !alive(pid)) return
  const commandLine = `/proc/${pid}/cmdline`
  if (existsSync('/proc') && !(existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(dataDir))) return
  if (!existsSync('/proc')) return
  process.kill(pid, 'SIGKILL')
  while (alive(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
}

/**
 * @param outside the address of a DynamoDB to use where there is no embedded one.
 * @param onEnd called when an engine ends by itself.
 */
export async function startEngines(
  dataDir: string,
  outside: string | undefined,
  progress: (line: string) => void,
  onEnd: (reason: string) => void,
): Promise<Engines> {
  const program = embeddedDynamodb()
  if (!program && !outside) {
    throw new Error(
      `There is no embedded DynamoDB for ${process.platform}-${process.arch}. ` +
        'Start one, DynamoDB Local for example, and name its address in AWS_ENDPOINT_URL_DYNAMODB.',
    )
  }
  if (!program) progress(`no embedded DynamoDB for ${process.platform}-${process.arch}: using the one at ${outside}`)
  const pidFile = join(dataDir, 'dynamodb.pid')
  await endLeftover(pidFile, dataDir)

  const config: EnginesConfig = { dataDir, dynamodb: program, secret: CLIENT_SECRET }
  const child = spawn(process.execPath, [MAIN, JSON.stringify(config)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...COMPILE_CACHE },
  })
  const ready = await started(child)
  if (ready.dynamodbPid) writeFileSync(pidFile, String(ready.dynamodbPid), { mode: 0o600 })
  let stopping = false
  child.on('message', (message: EnginesMessage) => 'failed' in message && onEnd(message.failed))
  child.on('exit', (code, signal) => !stopping && onEnd(`the engines ended with ${signal ?? code}`))
  return {
    dynamodb: ready.dynamodbPort ? `http://127.0.0.1:${ready.dynamodbPort}` : outside!,
    objects: `http://127.0.0.1:${ready.objectsPort}`,
    queues: `http://127.0.0.1:${ready.queuesPort}`,
    enforce: (roles, note) => {
      child.on('message', (message: EnginesMessage) => 'functionId' in message && note(message.functionId, message))
      child.send({ roles } satisfies EnginesOrder)
    },
    stop: () => {
      stopping = true
      return new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.disconnect()
      })
    },
  }
}

const started = (child: ChildProcess) =>
  new Promise<Extract<EnginesMessage, { ready: unknown }>['ready']>((resolve, reject) => {
    child.once('message', (message: EnginesMessage) => {
      if ('ready' in message) resolve(message.ready)
      else if ('failed' in message) reject(new Error(message.failed))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`The engines ended at start with ${signal ?? code}.`)))
  })

/** An answer of an engine that is an error. */
export class EngineError extends Error {
  readonly code: string

  constructor(operation: string, code: string, message: string) {
    super(`${operation}: ${code}: ${message}`)
    this.code = code
  }
}

const SIGNED =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/local/aws4_request, SignedHeaders=host, Signature=0'

/** Calls a service that speaks AWS's JSON protocol. @param target such as `DynamoDB_20120810.CreateTable`. */
export async function callEngine<T>(
  endpoint: string,
  target: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const reply = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': target,
      'X-Amz-Date': '20260101T000000Z',
      Authorization: SIGNED,
    },
    body: JSON.stringify(input),
    signal,
  })
  const body = (await reply.json()) as { __type?: string; message?: string; Message?: string }
  if (!reply.ok) {
    throw new EngineError(
      target,
      body.__type?.split('#').at(-1) ?? String(reply.status),
      body.message ?? body.Message ?? '',
    )
  }
  return body as T
}

const isMissing = (error: unknown) =>
  error instanceof EngineError && ['ResourceNotFoundException', 'QueueDoesNotExist'].includes(error.code)

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }))
const Table = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema,
  GlobalSecondaryIndexes: z
    .array(z.object({ IndexName: z.string(), KeySchema, Projection: z.record(z.string(), z.unknown()) }))
    .optional(),
  LocalSecondaryIndexes: z.array(z.record(z.string(), z.unknown())).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string().optional(), Enabled: z.coerce.boolean() }).optional(),
})

async function makeTables(template: Template, endpoint: string): Promise<void> {
  const call = <T>(operation: string, input: unknown) =>
    callEngine<T>(endpoint, `DynamoDB_20120810.${operation}`, input)
  for (const resource of ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'].flatMap(template.resources)) {
    const table = read(resource, Table)
    const TableName = resource.ref
    const exists = await call('DescribeTable', { TableName }).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false
        throw error
      },
    )
    if (exists) continue
    await call('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: table.AttributeDefinitions,
      KeySchema: table.KeySchema,
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes,
      LocalSecondaryIndexes: table.LocalSecondaryIndexes,
    })
    const ttl = table.TimeToLiveSpecification
    if (ttl?.Enabled) {
      await call('UpdateTimeToLive', {
        TableName,
        TimeToLiveSpecification: { AttributeName: ttl.AttributeName, Enabled: true },
      })
    }
  }
}

/** Attributes a queue can be made with; the others of the template (tags, encryption) mean nothing here. */
const QUEUE_ATTRIBUTES = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'VisibilityTimeout',
  'RedrivePolicy',
  'FifoQueue',
  'ContentBasedDeduplication',
]

function queueAttributes(properties: JsonObject): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const name of QUEUE_ATTRIBUTES) {
    const value = properties[name]
    if (value !== undefined && value !== null)
      attributes[name] = typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return attributes
}

async function makeQueues(template: Template, endpoint: string): Promise<void> {
  const queues = template.resources('AWS::SQS::Queue')
  // A queue must be there before another can name it for its dead letters.
  const ordered = [...queues].sort(
    (a, b) => Number('RedrivePolicy' in a.properties) - Number('RedrivePolicy' in b.properties),
  )
  for (const queue of ordered) {
    const QueueName = queue.attributes.QueueName!
    const Attributes = queueAttributes(queue.properties)
    const existing = await callEngine<{ QueueUrl: string }>(endpoint, 'AmazonSQS.GetQueueUrl', { QueueName }).catch(
      (error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      },
    )
    // The engine empties a queue that is made a second time, so an existing one only gets the template's figures.
    if (existing)
      await callEngine(endpoint, 'AmazonSQS.SetQueueAttributes', {
        QueueUrl: existing.QueueUrl,
        Attributes: changeable(Attributes),
      })
    else await callEngine(endpoint, 'AmazonSQS.CreateQueue', { QueueName, Attributes })
  }
}

const changeable = ({ FifoQueue: _fixed, ...rest }: Record<string, string>) => rest

async function makeBuckets(template: Template, endpoint: string): Promise<void> {
  for (const { ref } of template.resources('AWS::S3::Bucket')) {
    const address = `${endpoint}/${ref}`
    const found = await fetch(address, { method: 'HEAD' })
    if (found.ok) continue
    const made = await fetch(address, { method: 'PUT' })
    if (!made.ok) throw new Error(`The bucket ${ref} could not be made: ${made.status} ${await made.text()}`)
  }
}

/** Makes what the template names and the engines do not have yet. */
export async function makeResources(template: Template, engines: Engines): Promise<void> {
  await Promise.all([
    makeTables(template, engines.dynamodb),
    makeQueues(template, engines.queues),
    makeBuckets(template, engines.objects),
  ])
}
