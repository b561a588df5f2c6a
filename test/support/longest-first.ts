// The order in which test files start: those that wait most come first, so that none of them is left for the end. Those of
// the local run follow each other, as a process is kept, with the service that its files share, while the next file is of the
// same suite. Those of the stack wait for one process that synthesizes for all of them: they are spread over the rest of the
// run, so that it is not all that is waited for.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const FIRST = ['local/concurrency', 'local/chaos', 'browser/service', 'local/posting', 'local/costs', 'local/']

const rank = ({ moduleId }: TestSpecification): number => {
  const at = FIRST.findIndex((part) => moduleId.includes(`/test/${part}`))
  return at < 0 ? FIRST.length : at
}

/** @returns `some` at even distances among `others`, each in its order. */
function spread<T>(some: readonly T[], others: readonly T[]): T[] {
  const placed = [some, others].flatMap((list) => list.map((item, at) => ({ item, place: (at + 0.5) / list.length })))
  return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFirst = (file: TestSpecification) => rank(file) < FIRST.length
    const ofStack = (file: TestSpecification) => file.moduleId.includes('/test/stack/')
    const later = sorted.filter((file) => !isFirst(file))
    return [
      ...sorted.filter(isFirst).toSorted((a, b) => rank(a) - rank(b)),
      ...spread(
        later.filter(ofStack),
        later.filter((file) => !ofStack(file)),
      ),
    ]
  }
}
