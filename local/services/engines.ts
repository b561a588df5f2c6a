// The embedded engines (DynamoDB, S3, SQS) and what the template wants in them: table, buckets, queues.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE, LEAN_HTTP } from '../../scripts/compile-cache.ts'
import type { EnginesConfig, EnginesMessage, EnginesOrder } from '../engines/main.ts'
import type { RoleWord } from '../roles/guard.ts'
import type { Role } from '../roles/judge.ts'
import { ended } from './ended.ts'
import { endLeftover } from './leftover.ts'

const MAIN = fileURLToPath(new URL('../engines/main.ts', import.meta.url))

/** The secret key of every client. It keeps nobody out; presigned addresses are checked with it as at AWS. */
export const CLIENT_SECRET = 'local'

export interface Engines {
  dynamodb: string
  objects: string
  queues: string
  /** Holds what functions do with objects against their roles. @param note told the outcome. */
  enforce(roles: Role[], note: (functionId: string, word: RoleWord) => void): void
  /** Lets pages of other origins send to buckets, by the rules of each. */
  allowOrigins(rules: NonNullable<EnginesOrder['cors']>): void
  /** Has functions see the table's indexes as they were so long ago. */
  lagIndexes(ms: number): void
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

/**
 * Gets AWS's own, and has it listen only on this machine. Without `-sharedDb` every access key has tables of its own
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html), and each function has its key.
 */
const GET_DYNAMODB =
  'docker run --rm -d -p 127.0.0.1:8000:8000 amazon/dynamodb-local -jar DynamoDBLocal.jar -inMemory -sharedDb'

/** What to do on a machine that the embedded DynamoDB is not published for, in one sentence. */
export const lacksDynamodb = (): string =>
  `There is no embedded DynamoDB for ${process.platform}-${process.arch}; ` +
  `get one with \`${GET_DYNAMODB}\` and set AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000.`

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
    throw new Error(lacksDynamodb())
  }
  if (!program) progress(`no embedded DynamoDB for ${process.platform}-${process.arch}: using the one at ${outside}`)
  const pidFile = join(dataDir, 'dynamodb.pid')
  await endLeftover(pidFile, dataDir)

  const config: EnginesConfig = { dataDir, dynamodb: program, secret: CLIENT_SECRET }
  const child = spawn(process.execPath, [...LEAN_HTTP, MAIN, JSON.stringify(config)], {
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
    allowOrigins: (cors) => void child.send({ cors } satisfies EnginesOrder),
    lagIndexes: (indexLagMs) => void child.send({ indexLagMs } satisfies EnginesOrder),
    stop: () => {
      stopping = true
      return ended(child)
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
