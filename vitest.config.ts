// Three suites: pure and mocked (unit), the synthesized template (stack), the real local run over HTTP (local).
import { defineConfig } from 'vitest/config'

const suite = (name: string, timeoutMs: number, globalSetup: string[] = []) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: timeoutMs, hookTimeout: timeoutMs, globalSetup },
})

export default defineConfig({
  test: {
    projects: [suite('unit', 20_000), suite('stack', 60_000), suite('local', 120_000)],
    reporters: ['default', './test/support/closing-line-reporter.ts'],
  },
})
