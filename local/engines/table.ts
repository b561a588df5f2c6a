// The DynamoDB engine, and a guard in front of it: the engine answers pages of every origin, under any name.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { LOOPBACK } from '../loopback.ts'
import { headersOf } from '../services/call-engine.ts'
import { type IndexQuery, type LaggingIndexes, lagIndexes } from './lagging-indexes.ts'

/**
 * Ports that no browser connects to, whatever the page: https://fetch.spec.whatwg.org/#port-blocking. The engine has no
 * option that keeps pages out, so it listens where they cannot come.
 */
const UNREACHABLE_FOR_PAGES = [
  1719, 1720, 1723, 2049, 3659, 4045, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080,
]

const START_MS = 10_000

/**
 * Starts the engine in a process group of its own. Ctrl-C in a terminal reaches the whole group of the local run, and would end the engine
 * while functions still store what they did. As signals to the group no longer end it, a guard beside it does: its third descriptor closes
 * when this process ends, also when it is killed.
 */
const APART = '(read -r _ <&3; kill -9 $$) 2>/dev/null & exec "$@" 3<&-'

export interface TableEngine {
  origin: string
  process: ChildProcess
}

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })

/** Another address of this machine's own; where all of 127.0.0.0/8 is, as on Linux, nobody else uses it. */
const anotherLoopback = (): string => `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`

/** @returns undefined where the port was taken by another in the meantime. */
function startOn(program: string, file: string, host: string, port: number): Promise<TableEngine | undefined> {
  const words = [program, '--host', host, '--port', String(port), '--db-path', file]
  const child = spawn('sh', ['-c', APART, 'sh', ...words], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  }) as ChildProcess & { stderr: Readable }
  // Ends the guard.
  child.once('exit', () => child.stdio[3]?.destroy())
  // Also where this process ends before the engine has started.
  process.once('exit', () => child.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the DynamoDB engine did not start within ${START_MS / 1000} seconds`))
    }, START_MS)
    // It says so once it has the port: an answer from there could be another engine's.
    createInterface(child.stderr).on('line', (line) => {
      said = `${said}${line}\n`.slice(-1000)
      if (!line.includes(`listening on http://${host}:${port}`)) return
      clearTimeout(timer)
      resolve({ origin: `http://${host}:${port}`, process: child })
    })
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(new Error(`the DynamoDB engine did not start: ${error.message}`))
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      if (/already in use/.test(said)) resolve(undefined)
      else reject(new Error(`the DynamoDB engine ended with ${signal ?? code} at its start: ${said.trim()}`))
    })
  })
}

/** Starts the engine where no page can reach it. @throws {Error} when it does not start. */
export async function startTableEngine(program: string, file: string): Promise<TableEngine> {
  // Not all from the same end: services that start at once would be after the same port.
  const first = randomInt(UNREACHABLE_FOR_PAGES.length)
  const ports = [...UNREACHABLE_FOR_PAGES.slice(first), ...UNREACHABLE_FOR_PAGES.slice(0, first)]
  for (const host of [LOOPBACK, anotherLoopback()]) {
    for (const port of ports) {
      const started = (await isFree(host, port)) ? await startOn(program, file, host, port) : undefined
      if (started) return started
    }
  }
  throw new Error(`the DynamoDB engine found no free port among ${UNREACHABLE_FOR_PAGES.join(', ')}`)
}

/** DynamoDB takes no larger request than 100 items of 400 KB. */
const BODY_BYTES = 16 * 1024 * 1024
const WRITING = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem'])

export interface TableFront {
  serve: RequestListener
  /** From now on functions see indexes as they were so long ago. @param now a clock that never goes back, ms. */
  lag(ms: number, now?: () => number): void
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_BYTES) throw new Error('a request is larger than any of DynamoDB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Hands requests on to the engine. @param isOperator whose calls, by the key they are signed with, see no lag. */
export function createTableFront(engine: string, isOperator: (accessKey: string) => boolean): TableFront {
  const { hostname, port } = new URL(engine)
  const agent = new http.Agent({ keepAlive: true })
  let indexes: LaggingIndexes | undefined

  /** @returns whether the engine did what it was asked. */
  const pass = (request: IncomingMessage, response: ServerResponse, body: Readable = request): Promise<boolean> =>
    new Promise((resolve) => {
      const { method, url: path, headers } = request
      const onward = http.request({ hostname, port, method, path, headers, agent }, (reply) => {
        const { 'access-control-allow-origin': _any, ...rest } = reply.headers
        response.writeHead(reply.statusCode ?? 502, rest)
        reply.pipe(response)
        reply.once('error', () => response.destroy())
        resolve(reply.statusCode === 200)
      })
      // As if the caller were connected to the engine itself: its client knows what to do.
      onward.once('error', () => {
        response.destroy()
        resolve(false)
      })
      response.once('close', () => response.writableFinished || onward.destroy())
      body.pipe(onward)
    })

  /** Not by `fetch`, which connects to none of the ports that pages cannot reach. */
  const ask = <T>(operation: string, input: unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      const headers = headersOf(`DynamoDB_20120810.${operation}`)
      const asked = http.request({ hostname, port, method: 'POST', path: '/', headers, agent }, (reply) => {
        text(reply).then((said) => {
          if (reply.statusCode === 200) resolve(JSON.parse(said) as T)
          else reject(new Error(`${operation}: ${reply.statusCode} ${said}`))
        }, reject)
      })
      asked.once('error', reject)
      asked.end(JSON.stringify(input))
    })

  const serveLagging = async (
    request: IncomingMessage,
    response: ServerResponse,
    operation: string,
    by: LaggingIndexes,
  ) => {
    const bytes = await bodyOf(request)
    const input = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
    if (WRITING.has(operation)) return by.write(operation, input, () => pass(request, response, Readable.from([bytes])))
    if (input.IndexName === undefined) return void (await pass(request, response, Readable.from([bytes])))
    const answer = Buffer.from(JSON.stringify(await by.query(input as unknown as IndexQuery)))
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0', 'Content-Length': answer.length })
    response.end(answer)
  }

  return {
    lag: (ms, now) => {
      indexes = lagIndexes(ms, ask, now)
    },
    serve: (request, response) => {
      const operation = String(request.headers['x-amz-target'] ?? '')
        .split('.')
        .at(-1)!
      const caller = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const reads = operation === 'Query' && !isOperator(caller)
      if (!indexes || !(WRITING.has(operation) || reads)) return void pass(request, response)
      serveLagging(request, response, operation, indexes).catch((error: unknown) => {
        process.stderr.write(`the table with lagging indexes failed: ${String(error)}\n`)
        response.destroy()
      })
    },
  }
}
