// The level of the setting `logLevel`: what the functions themselves leave out, on Lambda too.
import { Console } from 'node:console'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { METRICS } from '../../core/contract.ts'
import { measure } from '../../core/metrics.ts'

let written: string[]
beforeEach(() => {
  written = []
  vi.resetModules()
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', undefined)
  vi.stubEnv('METRICS_NAMESPACE', 'Shop')
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      written.push(String(text))
      return true
    })
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const saying = async (level: string): Promise<string[]> => {
  // What Lambda says where the template has the level that `lib/function.ts` gives it.
  vi.stubEnv('AWS_LAMBDA_LOG_LEVEL', level === 'DEBUG' ? 'DEBUG' : 'INFO')
  vi.stubEnv('LOG_LEVEL', level)
  const { log } = await import('../../core/log.ts')
  ;(log as unknown as { console: Console }).console = new Console(process.stdout, process.stderr)
  log.debug('d')
  log.info('i')
  log.warn('w')
  log.error('e')
  return written.map((line) => (JSON.parse(line) as { message: string }).message)
}

it.each([
  ['DEBUG', ['d', 'i', 'w', 'e']],
  ['INFO', ['i', 'w', 'e']],
  ['WARN', ['w', 'e']],
  ['ERROR', ['e']],
])('with %s functions write %j', async (level, expected) => {
  expect(await saying(level)).toEqual(expected)
})

it.each(['INFO', 'WARN', 'ERROR'])('with %s metrics are written, and have a level that Lambda keeps', (level) => {
  vi.stubEnv('LOG_LEVEL', level)
  measure({ [METRICS.failed]: 1 })
  expect(JSON.parse(written[0]!)).toMatchObject({ PublicationsFailed: 1, level: 'INFO' })
})
