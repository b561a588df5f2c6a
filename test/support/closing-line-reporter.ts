// Ends every run with one plain line that both people and CI can read: "Tests: N passed, N failed, N skipped".
import type { Reporter, TestModule } from 'vitest/node'

export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1
      // A file that could not be loaded holds no test, and must still not look like a success.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1
    }
    process.stdout.write(`\nTests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`)
  }
}
