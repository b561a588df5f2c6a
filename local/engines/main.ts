// The engines' process: S3 and SQS in it, DynamoDB below it. It lives as long as the local run that started it.
import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo, ListenOptions } from 'node:net'
import { join } from 'node:path'
import { startFauxqs } from 'fauxqs'
import { guarded, LOOPBACK } from '../loopback.ts'
import { createJudge, type Role } from '../roles/judge.ts'
import { bucketOf } from '../roles/object-calls.ts'
import { allowsPage, type CorsRule } from './cors.ts'
import { haveFairQueues } from './fair-queues.ts'
import { giveBackMessages } from './held-messages.ts'
import { type Caller, createObjectFront } from './objects.ts'
import { haveQuickQueues } from './quick-queues.ts'
import { createTableFront, startTableEngine, type TableFront } from './table.ts'

export interface EnginesConfig {
  dataDir: string
  /** The embedded DynamoDB's program; absent where one outside is used. */
  dynamodb?: string
  /** The secret key that clients sign with. */
  secret: string
}

export type EnginesMessage =
  | { ready: { dynamodbPort?: number; objectsPort: number; queuesPort: number; dynamodbPid?: number } }
  | { failed: string }
  /** The outcome of a function's calls to S3. */
  | { functionId: string; used?: string[]; refused?: string }

/** Sent to this process: whose calls are checked against which role, and which pages may send to which bucket. */
export interface EnginesOrder {
  roles?: Role[]
  cors?: Record<string, CorsRule[]>
  /** From now on functions see the table's indexes as they were so long ago. */
  indexLagMs?: number
}

const callers = new Map<string, Caller>()

/** From now on the calls of these functions are checked. A grant is reported when it is used for the first time. */
function enforce(roles: readonly Role[]): void {
  for (const role of roles) {
    const { functionId } = role
    const told = new Set<string>()
    const note: Caller['note'] = ({ used = [], refused }) => {
      const fresh = used.filter((name) => !told.has(name))
      for (const name of fresh) told.add(name)
      if (fresh.length > 0 || refused !== undefined) tell({ functionId, used: fresh, refused })
    }
    callers.set(functionId, { role, judge: createJudge(role), note })
  }
}

let corsRules: NonNullable<EnginesOrder['cors']> = {}

let tableFront: TableFront | undefined

process.on('message', ({ roles, cors, indexLagMs }: EnginesOrder) => {
  if (roles) enforce(roles)
  if (cors) corsRules = cors
  if (indexLagMs) tableFront?.lag(indexLagMs)
})

const tell = (message: EnginesMessage, then?: () => void) => process.send?.(message, () => then?.())

let dynamodb: ChildProcess | undefined
let ending = false

function end(code: number): never {
  ending = true
  // Every acknowledged write is on disk already: there is nothing to wait for.
  dynamodb?.kill('SIGKILL')
  process.exit(code)
}

process.on('disconnect', () => end(0))
process.on('SIGTERM', () => end(0))
// The terminal's Ctrl-C reaches the whole group; the local run decides when its engines end.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)

const listen = (listener: http.RequestListener) =>
  new Promise<number>((resolve, reject) => {
    // A large upload may take its time.
    const server = http.createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, listener)
    server.once('error', reject)
    server.listen(0, LOOPBACK, () => resolve((server.address() as AddressInfo).port))
  })

/** @returns its origin. */
async function startDynamodb(program: string, file: string): Promise<string> {
  const { origin, process: child } = await startTableEngine(program, file)
  dynamodb = child
  child.on('exit', (code, signal) => {
    if (!ending) tell({ failed: `the DynamoDB engine ended with ${signal ?? code}` }, () => end(1))
  })
  return origin
}

/**
 * fauxqs listens on every address of the machine, and its `host` is only what addresses of queues are made of. The server that
 * `start` makes listens on 127.0.0.1 in place of them, and answers only programs.
 */
async function onLoopback<T>(start: () => Promise<T>): Promise<T> {
  const listenAnywhere = http.Server.prototype.listen
  const listenHere = function (this: http.Server, options: ListenOptions) {
    const listeners = this.listeners('request') as http.RequestListener[]
    this.removeAllListeners('request')
    for (const listener of listeners) this.on('request', guarded('none', listener))
    return listenAnywhere.call(this, { ...options, host: LOOPBACK }, undefined)
  }
  http.Server.prototype.listen = listenHere as typeof listenAnywhere
  try {
    return await start()
  } finally {
    http.Server.prototype.listen = listenAnywhere
  }
}

async function main(config: EnginesConfig): Promise<void> {
  const queues = join(config.dataDir, 'queues')
  mkdirSync(queues, { recursive: true })
  giveBackMessages(queues)
  await haveFairQueues()
  await haveQuickQueues()
  const [table, fauxqs] = await Promise.all([
    config.dynamodb === undefined ? undefined : startDynamodb(config.dynamodb, join(config.dataDir, 'table.db')),
    onLoopback(() =>
      startFauxqs({
        port: 0,
        host: LOOPBACK,
        logger: false,
        dataDir: queues,
        s3StorageDir: join(config.dataDir, 'objects'),
      }),
    ),
  ])
  // Not before: a server that begins to listen while fauxqs starts would be taken for its own.
  // A caller that signs with no function's key is an operator.
  tableFront = table === undefined ? undefined : createTableFront(table, (key) => !callers.has(key))
  const dynamodbPort = tableFront && (await listen(guarded('none', tableFront.serve)))
  const rulesOf = (bucket: string) => corsRules[bucket] ?? []
  const objects = createObjectFront(
    `http://${LOOPBACK}:${fauxqs.port}`,
    config.secret,
    (key) => callers.get(key),
    rulesOf,
  )
  const objectsPort = await listen(
    guarded(
      (origin, request) => allowsPage(origin, request, rulesOf(bucketOf((request.url ?? '/').split('?')[0]!))),
      objects,
    ),
  )
  tell({
    ready: {
      dynamodbPort,
      objectsPort,
      queuesPort: fauxqs.port,
      dynamodbPid: dynamodb?.pid,
    },
  })
}

main(JSON.parse(process.argv[2] ?? '{}') as EnginesConfig).catch((error: unknown) => {
  tell({ failed: error instanceof Error ? error.message : String(error) }, () => end(1))
})
