// How much work a function of ours does: the steps that V8 counts in its blocks, and processor time for what it does inside
// the engine (patterns, normal forms), where nothing is counted.
import { Session } from 'node:inspector'

export interface Work {
  /** Blocks of the project's own code that were run. */
  steps: number
  cpuMs: number
}

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[]
}

const OURS = /\/(core|functions)\/[^?]*\.(ts|js)/

/** What `work` costs. One at a time: the counters are those of the process. */
export async function workOf(work: () => Promise<void> | void): Promise<Work> {
  const session = new Session()
  session.connect()
  const post = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve, reject) =>
      session.post(method, params, (error, result) => (error ? reject(error) : resolve(result))),
    )
  try {
    await post('Profiler.enable')
    await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    await post('Profiler.takePreciseCoverage')
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    const { result } = (await post('Profiler.takePreciseCoverage')) as Coverage
    const counts = result
      .filter(({ url }) => OURS.test(url))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    return { steps: counts.reduce((sum, count) => sum + count, 0), cpuMs: (user + system) / 1000 }
  } finally {
    await post('Profiler.stopPreciseCoverage')
    session.disconnect()
  }
}
