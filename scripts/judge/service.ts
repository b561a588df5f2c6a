// Runs schemathesis on the local run, against the document that it serves. The error codes of the answers tell which findings count:
// refusing a post for an account that does not exist is right, refusing one that breaks no rule is not.
import { spawn } from 'node:child_process'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parsed, ROOT, run } from './tools.ts'
import type { Finding } from './verdict.ts'

/**
 * Drawn for every operation, beside those that schemathesis derives from the schemas one by one: with more than 40 operations
 * well over 5,000 requests in all, in some ten minutes; twice that with the fresh draw.
 */
const EXAMPLES = 20

interface Report {
  test_cases: { generated: number }
  errors: { title: string; count: number }[]
}

/** A line of the events that schemathesis writes; what is not read here is left out. */
interface Event {
  ScenarioFinished?: {
    recorder: {
      /** `parent_id`: the case whose answer this one uses. */
      cases?: Record<string, { value: { method: string; path: string }; parent_id?: string | null }>
      checks?: Record<
        string,
        { status: string; failure_info?: { failure: { type: string; message: string } } | null }[]
      >
      interactions?: Record<
        string,
        {
          response?: {
            status_code?: number
            content?: { $base64: string } | null
            headers?: Record<string, string[]>
          } | null
        }
      >
    }
  }
}

/** The draw that decides: the same requests every time, as far as they do not hold ids of earlier answers. */
export const DECIDING_SEED = 20_260_101

/** Where an error is, whichever item or account it was: `slots[].time`, `per_account.*.content`. */
const fieldOf = (path: string): string =>
  path.replace(/\[\d+\]/g, '[]').replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '*')

/** The errors of an answer in our error envelope, each with its field; none for any other answer. */
function codesOf(content: string | undefined): string[] {
  try {
    const { errors } = JSON.parse(Buffer.from(content ?? '', 'base64').toString('utf8')) as {
      errors: { code: string; path?: string }[]
    }
    return [...new Set(errors.map(({ code, path }) => (path === undefined ? code : `${code} ${fieldOf(path)}`)))]
  } catch {
    return []
  }
}

/**
 * @returns what an event tells of, one finding for each code of the answer and its field: `POST /v1/posts/text unknown_account
 * accounts[]`. An answer without a code, as every one to HEAD, is told by its status: `HEAD /v1/media 412`. Where the request went by
 * an answer that was given again for its Idempotency-Key, it says `(of a replayed answer)` at its end.
 */
export function findingsIn(line: string): Finding[] {
  const { recorder } = (JSON.parse(line) as Event).ScenarioFinished ?? {}
  return Object.entries(recorder?.checks ?? {}).flatMap(([id, checks]) =>
    checks.flatMap(({ status, failure_info }) => {
      if (status !== 'failure') return []
      const { type = 'Failure', message = '' } = failure_info?.failure ?? {}
      const { value, parent_id } = recorder?.cases?.[id] ?? {}
      const { method, path } = value ?? { method: 'an operation', path: '' }
      const { status_code, content } = recorder?.interactions?.[id]?.response ?? {}
      const { headers } = recorder?.interactions?.[parent_id ?? '']?.response ?? {}
      const after = headers?.['idempotency-replayed'] ? ' (of a replayed answer)' : ''
      const codes = codesOf(content?.$base64)
      return (codes.length > 0 ? codes : [`${status_code ?? ''}`]).map((code) => ({
        judge: 'schemathesis',
        rule: type,
        place: `${`${method} ${path} ${code}`.trim()}${after}`,
        message: message.slice(0, 300),
      }))
    }),
  )
}

interface Service {
  base_url: string
  stop(): Promise<void>
}

/** The local run on free ports, with a data directory of its own. */
async function startService(dataDir: string): Promise<Service> {
  const child = spawn(process.execPath, ['local/start.ts', '--port', '0', '--data-dir', dataDir, '--json'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve)
    child.once('exit', () => reject(new Error('The local run did not start.')))
  })
  return {
    ...(JSON.parse(line) as { base_url: string }),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** @param seed of the draw. @returns findings, and how many requests were made for them. */
export async function schemathesis(
  programs: string,
  folder: string,
  seed: number,
): Promise<{ findings: Finding[]; made: number }> {
  const dataDir = join(folder, `service-${seed}`)
  const service = await startService(dataDir)
  try {
    const admin = [
      'bin/admin.ts',
      '--local',
      dataDir,
      'key',
      'create',
      '--owner',
      'demo',
      '--rate-limit',
      '100000',
      '--json',
    ]
    const { api_key } = parsed<{ api_key: string }>('key create', await run(process.execPath, admin))
    const [report, events] = ['json', 'ndjson'].map((ending) => join(folder, `schemathesis-${seed}.${ending}`)) as [
      string,
      string,
    ]
    const ended = await run(
      'nice',
      [
        // The service answers first.
        ...['-n', '10', join(programs, 'st')],
        ...['run', `${service.base_url}/api/v1/openapi.json`, '-H', `X-Secret-Token: ${api_key}`],
        // More workers at once trip over a fault of Python 3.11 in reading deep sources.
        ...[
          '--checks',
          'all',
          '--max-examples',
          String(EXAMPLES),
          '--seed',
          String(seed),
          '--workers',
          '1',
          '--continue-on-failure',
        ],
        ...['--request-timeout', '60', '--report', 'json,ndjson', '--report-json-path', report],
        ...['--report-ndjson-path', events],
      ],
      { cwd: folder, patienceMs: 3_600_000 },
    )
    const { test_cases, errors } = parsed<Report>('schemathesis', { ...ended, stdout: readFileSync(report, 'utf8') })
    const findings: Finding[] = []
    for await (const line of createInterface({ input: createReadStream(events) })) findings.push(...findingsIn(line))
    const broken = errors.map(({ title, count }) => ({
      judge: 'schemathesis',
      rule: 'Error',
      place: title,
      message: `${count} operations could not be judged`,
    }))
    return { findings: [...findings, ...broken], made: test_cases.generated }
  } finally {
    await service.stop()
  }
}
