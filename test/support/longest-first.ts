// The order in which test files start: those that wait most come first, so that none of them is left for the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const FIRST = [
  'local/concurrency',
  'local/chaos',
  'local/aws-faults',
  'browser/service',
  'local/posting',
  'local/costs',
  'local/',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const at = FIRST.findIndex((part) => moduleId.includes(`/test/${part}`))
  return at < 0 ? FIRST.length : at
}

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
