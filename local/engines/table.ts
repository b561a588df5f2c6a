// The DynamoDB engine, and a guard in front of it: the engine answers pages of every origin, under any name.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import http, { type RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { LOOPBACK } from '../loopback.ts'

/**
 * Ports that no browser connects to, whatever the page: https://fetch.spec.whatwg.org/#port-blocking. The engine has no
 * option that keeps pages out, so it listens where they cannot come.
 */
const UNREACHABLE_FOR_PAGES = [
  1719, 1720, 1723, 2049, 3659, 4045, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080,
]

const START_MS = 10_000

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
  const child = spawn(program, ['--host', host, '--port', String(port), '--db-path', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
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

/** Hands requests on to the engine. */
export function createTableFront(engine: string): RequestListener {
  const { hostname, port } = new URL(engine)
  const agent = new http.Agent({ keepAlive: true })
  return (request, response) => {
    const { method, url: path, headers } = request
    const onward = http.request({ hostname, port, method, path, headers, agent }, (reply) => {
      const { 'access-control-allow-origin': _any, ...rest } = reply.headers
      response.writeHead(reply.statusCode ?? 502, rest)
      reply.pipe(response)
      reply.once('error', () => response.destroy())
    })
    // As if the caller were connected to the engine itself: its client knows what to do.
    onward.once('error', () => response.destroy())
    response.once('close', () => response.writableFinished || onward.destroy())
    request.pipe(onward)
  }
}
