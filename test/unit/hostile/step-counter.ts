// How much work a function of ours does: the steps that V8 counts in its blocks, and processor time for what it does inside
// the engine (patterns, normal forms), where nothing is counted.
import { Session } from 'node:inspector'
import { atFileEnd } from '../../support/at-file-end.ts'

export interface Work {
  /** Blocks of the project's own code that were run. */
  steps: number
  cpuMs: number
}

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[]
}

const OURS = /\/(core|functions)\/[^?]*\.(ts|js)/

type Post = (method: string, params?: object) => Promise<unknown>

/** The counters of this file's process: starting and stopping them throws away what V8 has compiled, so it is done once. */
let counting: Promise<Post> | undefined

async function startCounting(): Promise<Post> {
  const session = new Session()
  session.connect()
  const post: Post = (method, params = {}) =>
    new Promise<unknown>((resolve, reject) =>
      session.post(method, params, (error, result) => (error ? reject(error) : resolve(result))),
    )
  await post('Profiler.enable')
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  await post('Profiler.takePreciseCoverage')
  atFileEnd(() => {
    session.disconnect()
    counting = undefined
  })
  return post
}

/**
 * What `work` costs. One at a time: the counters are those of the process. They begin again when they are read, and reading them
 * takes longer than most work: what runs of the project's code between two measurements counts with the second of them.
 */
export async function workOf(work: () => Promise<void> | void): Promise<Work> {
  counting ??= startCounting()
  const post = await counting
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  const { result } = (await post('Profiler.takePreciseCoverage')) as Coverage
  const counts = result
    .filter(({ url }) => OURS.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
  return { steps: counts.reduce((sum, count) => sum + count, 0), cpuMs: (user + system) / 1000 }
}
