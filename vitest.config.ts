// Four suites: pure and mocked (unit), the synthesized template (stack), the real local run over HTTP (local), the dashboard
// in a real browser (browser). What says how long a person waits has the machine for itself, after all others (timed).
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { COMPILE_CACHE } from './scripts/compile-cache.ts'
import { SHORT } from './test/support/deep.ts'
import LongestFirst from './test/support/longest-first.ts'
import { PATIENCE_MS } from './test/support/patience.ts'

const suite = (
  name: string,
  timeoutMs: number,
  more: Partial<NonNullable<TestProjectInlineConfiguration['test']>> = {},
) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    expect: { poll: { timeout: PATIENCE_MS } },
    ...more,
  },
})

/** Files share processes, and each begins as if it had one of its own. */
const SHARING = { isolate: false, setupFiles: ['./test/support/clean-slate.ts'] }
const TIMED = ['test/browser/many.test.ts', 'test/local/on-time.test.ts']
const IN_BROWSER = ['./test/support/build-once.ts', './test/support/browser-once.ts']

// Loading is much of what a process takes, and all load nearly the same packages. What one of them compiled, the next one finds.
Object.assign(process.env, COMPILE_CACHE)

// The SDK takes a profile before the keys that tests set: with that of the person who runs them it finds none.
delete process.env.AWS_PROFILE

export default defineConfig({
  test: {
    // Tests of the local run wait for it more than they compute: two cores have room for more than two of them. Each process
    // with a local run and a browser takes up to a gigabyte of memory.
    maxWorkers: Math.min(8, Math.max(4, availableParallelism())),
    tags: [{ name: 'deep', description: 'Takes long for what it adds to other tests.', skip: SHORT }],
    // Most of what a test makes is garbage at once: with room for more of it, a tenth of the processor time is saved.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Logs of functions are asserted on, not printed.
      suite('unit', 120_000, {
        ...SHARING,
        env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
      }),
      // Files only look at templates: they change nothing of the process that the next one could see.
      suite('stack', 480_000, { isolate: false, globalSetup: ['./test/support/synthesizer-once.ts'] }),
      suite('local', 480_000, { ...SHARING, globalSetup: ['./test/support/build-once.ts'], exclude: TIMED }),
      suite('browser', 240_000, { ...SHARING, globalSetup: IN_BROWSER, exclude: TIMED }),
      suite('timed', 480_000, { globalSetup: IN_BROWSER, include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } }),
    ],
    reporters: ['default', './test/support/closing-line-reporter.ts'],
  },
})
