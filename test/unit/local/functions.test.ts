// Functions in processes of their own.
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Functions } from '../../../local/services/functions.ts'
import { type Assembly, runFunctions, writeAssembly } from './mini-assembly.ts'

let assembly: Assembly
let functions: Functions & { reports: string[] }

beforeAll(() => {
  process.env.OF_THE_HOST = 'secret of the host'
  assembly = writeAssembly(
    {
      Environment: {
        Type: '',
        Properties: {
          Environment: { Variables: { OWN: 'value', GRAPH_URL: 'https://graph.example', AT: 'https://cdn.example/a' } },
        },
      },
      Debugging: { Type: '', Properties: { LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'DEBUG' } } },
      Quiet: { Type: '', Properties: { LoggingConfig: { LogFormat: 'JSON' } } },
      Strict: { Type: '', Properties: { LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'WARN' } } },
      Slow: { Type: '', Properties: { Timeout: 1 } },
      Context: { Type: '', Properties: { Timeout: 900 } },
      Alone: { Type: '', Properties: { ReservedConcurrentExecutions: 1 } },
      Moved: { Type: '', Properties: { ReservedConcurrentExecutions: 1 } },
      Meeting: { Type: '', Properties: { Timeout: 60 } },
    },
    {
      Environment: 'export const handler = async () => process.env',
      Debugging: 'export const handler = async () => process.env',
      Quiet: 'export const handler = async () => process.env',
      Strict: `const line = (level, message) => console.log(JSON.stringify({ level, message, timestamp: new Date().toISOString() }))
        export const handler = async () => { line('INFO', 'dropped'); console.log('{"metric":1}'); line('WARN', 'kept') }`,
      Context: `export const handler = async (event, context) => ({ event, left: context.getRemainingTimeInMillis(), ...context })`,
      Counting: 'let calls = 0; export const handler = async () => ({ calls: ++calls, pid: process.pid })',
      Throwing: `export const handler = async () => { throw new TypeError('no good') }`,
      Crashing: 'export const handler = async ({ die }) => { if (die) process.exit(3); return process.pid }',
      Broken: `import './nothing.mjs'; export const handler = async () => 1`,
      Nameless: 'export const other = 1',
      Slow: 'export const handler = async ({ ms }) => { await new Promise((r) => setTimeout(r, ms)); return process.pid }',
      // Answers when as many processes as are expected are in it at the same time, however long they take to load.
      Meeting: `import { readdirSync, writeFileSync } from 'node:fs'
        export const handler = async ({ folder, expected }) => {
          writeFileSync(folder + '/' + process.pid, '')
          while (readdirSync(folder).length < expected) await new Promise((r) => setTimeout(r, 10))
          return process.pid
        }`,
      Alone: `import { readFileSync, writeFileSync } from 'node:fs'
        let running = 0
        export const handler = async () => {
          running += 1
          await new Promise((r) => setTimeout(r, 5))
          const together = running
          running -= 1
          return { together, pid: process.pid }
        }`,
      Large: `export const handler = async () => 'x'.repeat(6_300_000)`,
      Talking: `export const handler = async () => { console.log('said aloud'); return null }`,
      // More than a pipe holds: it would wait for its reader.
      Dying: 'process.exit(4)',
      Moved: `export const handler = async () => 'done'`,
      Unlogged: `export const handler = async () => { console.log('x'.repeat(300_000)); return 'done' }`,
    },
  )
  functions = runFunctions(assembly, {
    shared: { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' },
    readdress: (text) => text.replace('https://cdn.example', 'http://127.0.0.1:2'),
    overrides: { GRAPH_URL: 'http://127.0.0.1:3', NOT_OF_THE_TEMPLATE: 'x' },
    additions: [
      { where: 'OWN', variables: { ADDED: 'yes' } },
      { where: 'OTHER', variables: { NOT_ADDED: 'no' } },
    ],
  })
})

afterAll(async () => {
  delete process.env.OF_THE_HOST
  await functions.stop(0)
  assembly.remove()
})

const answer = async <T>(name: string, event: unknown = {}): Promise<T> => {
  const outcome = await functions.invoke(name, JSON.stringify(event))
  if (!outcome.ok) throw new Error(`${outcome.failure.errorType}: ${outcome.failure.errorMessage}`)
  return JSON.parse(outcome.payload) as T
}

describe('a function', () => {
  it('has the template’s environment and Lambda’s, and nothing of the host’s', async () => {
    const env = await answer<Record<string, string>>('Environment')
    expect(env).toMatchObject({
      OWN: 'value',
      AT: 'http://127.0.0.1:2/a',
      GRAPH_URL: 'http://127.0.0.1:3',
      ADDED: 'yes',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: 'Mini-Environment',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
    })
    expect(env).not.toHaveProperty('AWS_LAMBDA_LOG_LEVEL')
    for (const name of ['OF_THE_HOST', 'NOT_OF_THE_TEMPLATE', 'NOT_ADDED', 'HOME', 'NODE_ENV'])
      expect(env).not.toHaveProperty(name)
  })

  it('is told by Lambda from which level on lines are kept, where they are JSON: INFO unless the template says', async () => {
    expect(await answer('Debugging')).toMatchObject({ AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'DEBUG' })
    expect(await answer('Quiet')).toMatchObject({ AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'INFO' })
  })

  it('gets its event and a context with the time that is left', async () => {
    const seen = await answer<Record<string, unknown>>('Context', { a: [1, 'ü'] })
    expect(seen.event).toEqual({ a: [1, 'ü'] })
    expect(seen).toMatchObject({ functionName: 'Mini-Context', functionVersion: '$LATEST', memoryLimitInMB: '128' })
    expect(seen.invokedFunctionArn).toBe(assembly.template.find('Context')!.arn)
    // Of the 900 seconds of its template, less what a busy machine took to start it.
    expect(seen.left).toBeGreaterThan(600_000)
    expect(seen.left).toBeLessThanOrEqual(900_000)
  })

  it('is kept for the next call', async () => {
    const first = await answer<{ calls: number; pid: number }>('Counting')
    expect(await answer('Counting')).toEqual({ calls: first.calls + 1, pid: first.pid })
  })

  it('is throttled beyond its reserved concurrency, as Lambda does it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => functions.invoke('Alone', '{}')))
      const ran = outcomes.filter(({ ok }) => ok)
      expect(ran).toHaveLength(1)
      for (const outcome of outcomes.filter(({ ok }) => !ok))
        expect(outcome).toEqual({
          ok: false,
          failure: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' },
        })
    }
  })

  it('runs one call at a time in a process, more in further ones', { tags: 'deep' }, async () => {
    const seen: { together: number; pid: number }[] = []
    for (let call = 0; call < 6; call += 1) seen.push(await answer('Alone'))
    expect(seen.every(({ together }) => together === 1)).toBe(true)
    expect(new Set(seen.map(({ pid }) => pid)).size).toBe(1)
    const folder = join(assembly.folder, 'met')
    mkdirSync(folder)
    const pids = await Promise.all(Array.from({ length: 3 }, () => answer<number>('Meeting', { folder, expected: 3 })))
    expect(new Set(pids).size).toBe(3)
  })

  it('waits for a process that is free in a moment rather than to have another', async () => {
    // However long a moment is on this machine.
    const patient = runFunctions(assembly, { patienceMs: 60_000 })
    try {
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => patient.invoke('Counting', '{}')))
      const calls = outcomes.map((outcome) => outcome.ok && (JSON.parse(outcome.payload) as { calls: number }).calls)
      expect(calls.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    } finally {
      await patient.stop(0)
    }
  })

  it('fails with what it threw, and lives on', async () => {
    const outcome = await functions.invoke('Throwing', '{}')
    expect(outcome).toMatchObject({ ok: false, failure: { errorType: 'TypeError', errorMessage: 'no good' } })
    expect(functions.reports.some((line) => line.startsWith('Mini-Throwing failed: TypeError'))).toBe(true)
  })

  it('that ends its process fails that call only', async () => {
    const first = await answer<number>('Crashing')
    expect(await functions.invoke('Crashing', '{"die":true}')).toMatchObject({
      ok: false,
      failure: { errorType: 'Runtime.ExitError' },
    })
    expect(await answer<number>('Crashing')).not.toBe(first)
  })

  it('that takes too long is killed', { tags: 'deep' }, async () => {
    // Left alone it would take far longer than this test may.
    const outcome = await functions.invoke('Slow', '{"ms":600000}')
    expect(outcome).toMatchObject({
      ok: false,
      failure: { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 1.00 seconds' },
    })
    expect(await answer<number>('Slow', { ms: 0 })).toBeGreaterThan(0)
  })

  it.each([
    ['cannot be loaded', 'Broken', 'nothing.mjs'],
    ['has no such handler', 'Nameless', 'index.handler is undefined'],
  ])('that %s says so', async (_name, id, said) => {
    const outcome = await functions.invoke(id, '{}')
    expect(outcome).toMatchObject({ ok: false, failure: { errorMessage: expect.stringContaining(said) } })
  })

  it('cannot answer with more than Lambda takes', async () => {
    expect(await functions.invoke('Large', '{}')).toMatchObject({
      ok: false,
      failure: { errorType: 'Function.ResponseSizeTooLarge' },
    })
  })

  it('writes what it says to a log of its own', async () => {
    await answer('Talking')
    await expect
      .poll(() => readFileSync(join(assembly.folder, 'logs', 'Mini-Talking.log'), 'utf8'))
      .toContain('said aloud')
  })

  it('that ends while it loads is told to all who wait for it', { tags: 'deep' }, async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => functions.invoke('Dying', '{}')))
    const ended = {
      ok: false,
      failure: { errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('exit code 4') },
    }
    expect(outcomes).toEqual([ended, ended, ended])
  })

  it('runs again once the system starts processes again', async () => {
    const folder = assembly.template.codeOf(assembly.template.find('Moved')!)
    expect(functions.processesOf('Moved').usual).toBe(1)
    // No process can begin in a folder that is not there.
    renameSync(folder, `${folder}.away`)
    expect(await functions.invoke('Moved', '{}')).toMatchObject({ failure: { errorType: 'Runtime.SpawnError' } })
    renameSync(`${folder}.away`, folder)
    expect(await answer('Moved')).toBe('done')
  })

  it('goes on where its log cannot be written, and says so', async () => {
    mkdirSync(join(assembly.folder, 'logs', 'Mini-Unlogged.log'), { recursive: true })
    for (let calls = 0; calls < 2; calls += 1) expect(await answer('Unlogged')).toBe('done')
    expect(functions.reports.filter((line) => line.includes('what a function prints is lost'))).toEqual([
      expect.stringContaining('EISDIR'),
    ])
  })

  it('loses of its log what is below its level, as on Lambda', async () => {
    await answer('Strict')
    const written = () => readFileSync(join(assembly.folder, 'logs', 'Mini-Strict.log'), 'utf8')
    await expect.poll(written).toContain('"kept"')
    expect(written()).not.toMatch(/dropped|metric/)
  })

  it('that is not in the template is refused', async () => {
    await expect(functions.invoke('Nobody', '{}')).rejects.toThrow('There is no function Nobody')
  })
})
