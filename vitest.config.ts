// Three suites: pure and mocked (unit), the synthesized template (stack), the real local run over HTTP (local).
import { defineConfig } from 'vitest/config'

const suite = (
  name: string,
  timeoutMs: number,
  more: { globalSetup?: string[]; env?: Record<string, string> } = {},
) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: timeoutMs, hookTimeout: timeoutMs, ...more },
})

export default defineConfig({
  test: {
    projects: [
      // What functions log is asserted on, not printed.
      suite('unit', 20_000, { env: { POWERTOOLS_LOG_LEVEL: 'SILENT' } }),
      suite('stack', 60_000),
      suite('local', 120_000, { globalSetup: ['./test/support/build-once.ts'] }),
    ],
    reporters: ['default', './test/support/closing-line-reporter.ts'],
  },
})
