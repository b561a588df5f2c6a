// Judges of the OpenAPI document: Spectral and Redocly read it; schemathesis holds the local run against it.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core'
import { npx, parsed, ROOT, run } from './tools.ts'
import type { Finding } from './verdict.ts'

const DOCUMENT = join(ROOT, 'docs', 'openapi.json')
const SPECTRAL = '6.16.3'

/** Of every operation; with 26 of them, and what the other phases make, more than 5,000 in all. */
const EXAMPLES = 200

export async function spectral(folder: string): Promise<Finding[]> {
  const rules = join(folder, 'spectral.yaml')
  writeFileSync(rules, 'extends: ["spectral:oas"]\n')
  const ended = await npx('@stoplight/spectral-cli', SPECTRAL, ['lint', DOCUMENT, '-r', rules, '-f', 'json', '--quiet'])
  return parsed<{ code: string; path: string[]; message: string }[]>('spectral', ended).map(
    ({ code, path, message }) => ({
      judge: 'spectral',
      rule: code,
      place: path.join(' '),
      message,
    }),
  )
}

export async function redocly(): Promise<Finding[]> {
  const problems = await lintDocument({
    document: makeDocumentFromString(readFileSync(DOCUMENT, 'utf8'), 'openapi.json'),
    externalRefResolver: new BaseResolver(),
    config: await createConfig({ extends: ['recommended'] }),
  })
  return problems.map(({ ruleId, message, location }) => ({
    judge: 'redocly',
    rule: ruleId,
    place: location[0]?.pointer ?? '',
    message,
  }))
}

interface Report {
  test_cases: { generated: number }
  failures: { type: string; title: string; operations: string[] }[]
  errors: { title: string; count: number }[]
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

/** @returns findings, and how many requests were made for them. */
export async function schemathesis(programs: string, folder: string): Promise<{ findings: Finding[]; made: number }> {
  const dataDir = join(folder, 'service')
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
    const report = join(folder, 'schemathesis.json')
    const ended = await run(
      join(programs, 'st'),
      [
        ...['run', `${service.base_url}/api/v1/openapi.json`, '-H', `X-Secret-Token: ${api_key}`],
        // More workers at once trip over a fault of Python 3.11 in reading deep sources.
        ...['--checks', 'all', '--max-examples', String(EXAMPLES), '--workers', '1', '--continue-on-failure'],
        ...['--request-timeout', '60', '--report', 'json', '--report-json-path', report],
      ],
      { cwd: folder, patienceMs: 3_600_000 },
    )
    const { test_cases, failures, errors } = parsed<Report>('schemathesis', {
      ...ended,
      stdout: readFileSync(report, 'utf8'),
    })
    const findings = failures.flatMap(({ type, title, operations }) =>
      operations.map((place) => ({ judge: 'schemathesis', rule: type, place, message: title })),
    )
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
