// The order in which test files start. Files of a suite follow each other, as a process is kept, with the service, the browser and
// the modules that its files share, only while the next file is of the same suite. Those that wait most come first, so that none
// of them is left for the end. Those of the stack follow the local run: one process synthesizes for all of them, while the
// longest files of the local run still wait.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ORDER = [
  ...['local/chaos', 'local/concurrency', 'local/posting', 'local/restoring', 'local/costs', 'local/'],
  'stack/',
  ...['browser/service', 'browser/long-way', 'browser/'],
  'unit/',
]

const rank = ({ moduleId }: TestSpecification): number => ORDER.findIndex((part) => moduleId.includes(`/test/${part}`))

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
