// Ends every run with one plain line that both people and CI can read: "Tests: N passed, N failed, N skipped".
import type { Reporter, TestModule } from 'vitest/node'
import { SHORT } from './deep.ts'

export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    let deep = 0
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1
        if (SHORT && test.tags.includes('deep')) deep += 1
      }
      // A file that could not be loaded holds no test, and must still not look like a success.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1
    }
    if (deep > 0)
      process.stdout.write(`\n${deep} tests that take long were skipped: npm run test:deep runs them, as CI does.\n`)
    process.stdout.write(`\nTests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`)
  }
}
