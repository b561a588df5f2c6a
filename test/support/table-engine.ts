// The table on the embedded DynamoDB, in memory, for tests of code that uses it without the rest of the service.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ENV, TABLE } from '../../core/contract.ts'
import { onKeptPort } from '../../local/engines/kept-port.ts'
import { lacksDynamodb } from '../../local/services/engines.ts'
import { atFileEnd } from './at-file-end.ts'
import { sendPlainly, sendSigned } from './document-calls.ts'
import { MemoryTable } from './soak/memory-table.ts'

const BINARY = fileURLToPath(
  new URL(`../../node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`, import.meta.url),
)

/** @throws {Error} with the code EADDRINUSE where another process has the port. */
function startOn(port: number): Promise<ChildProcess> {
  const engine = spawn(BINARY, ['--port', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  return new Promise((resolve, reject) => {
    let said = ''
    // It says so once it has the port: an answer from there could be another process's.
    createInterface(engine.stderr).on('line', (line) => {
      said = `${said}${line}\n`.slice(-1000)
      if (line.includes(`listening on http://127.0.0.1:${port}`)) resolve(engine)
    })
    engine.once('error', reject)
    engine.once('close', () => {
      const taken = /already in use/.test(said) ? { code: 'EADDRINUSE' } : {}
      reject(Object.assign(new Error(`the engine of the table ended at its start: ${said.trim()}`), taken))
    })
  })
}

const text = (name: string) => ({ AttributeName: name, AttributeType: 'S' as const })
const schema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
]

export interface TableEngine {
  stop(): Promise<void>
}

/** DynamoDB's limit for one call. */
const BATCH = 25

/** Stores rows that are only there to be many: in batches, which takes a fraction of the time of single puts. */
export async function putMany(rows: readonly Record<string, unknown>[]): Promise<void> {
  const table = process.env[ENV.table] as string
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  for (let at = 0; at < rows.length; at += BATCH) {
    const requests = rows.slice(at, at + BATCH).map((Item) => ({ PutRequest: { Item } }))
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }))
    if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error('the engine left rows undone')
  }
  client.destroy()
}

/**
 * A table in memory, for histories of very many calls: an engine, its connections and JSON took more than half of their time.
 * What it answers is compared with the engine in `test/unit/support/memory-table.test.ts`.
 */
export async function startMemoryTable(): Promise<TableEngine> {
  process.env[ENV.table] = `test-${crypto.randomUUID()}`
  const table = new MemoryTable()
  const send = async (command: { constructor: { name: string }; input: unknown }) => {
    // Others get their turn between a call and its answer, as they do while an engine works.
    await setImmediate()
    return table.answer(command)
  }
  DynamoDBDocumentClient.prototype.send = send as unknown as DynamoDBDocumentClient['send']
  atFileEnd(() => {
    DynamoDBDocumentClient.prototype.send = sendSigned as unknown as DynamoDBDocumentClient['send']
  })
  return { stop: async () => undefined }
}

/** Starts the engine and points this process's clients at a fresh table; call it before the first of them is made. */
export async function startTable(): Promise<TableEngine> {
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB
  let engine: ChildProcess | undefined
  if (existsSync(BINARY)) {
    const folder = mkdtempSync(join(tmpdir(), 'table-engine-'))
    const begin = async (at: number) => ({ at, engine: await startOn(at) })
    const started = await onKeptPort(join(folder, 'port'), begin)
    rmSync(folder, { recursive: true })
    const port = started.at
    engine = started.engine
    process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${port}`
    sendPlainly(process.env.AWS_ENDPOINT_URL_DYNAMODB)
  } else if (!endpoint) {
    throw new Error(lacksDynamodb())
  }
  const table = `test-${crypto.randomUUID()}`
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    [ENV.table]: table,
  })
  // It is up as soon as it answers: until then the client tries again.
  const client = new DynamoDBClient({ maxAttempts: 30, retryMode: 'standard' })
  const { partitionKey, sortKey, byOwner, byDue } = TABLE
  await client.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        partitionKey,
        sortKey,
        byOwner.partitionKey,
        byOwner.sortKey,
        byDue.partitionKey,
        byDue.sortKey,
      ].map(text),
      KeySchema: schema(partitionKey, sortKey),
      GlobalSecondaryIndexes: [
        {
          IndexName: byOwner.name,
          KeySchema: schema(byOwner.partitionKey, byOwner.sortKey),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...byOwner.include] },
        },
        {
          IndexName: byDue.name,
          KeySchema: schema(byDue.partitionKey, byDue.sortKey),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  )
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1 }, { TableName: table })
  client.destroy()
  return {
    stop: async () => {
      if (!engine) return
      const ended = new Promise((resolve) => engine.once('exit', resolve))
      engine.kill('SIGKILL')
      await ended
    },
  }
}
