// Makes one request to every endpoint with a recording function, against the real engines.
import type { HostedFunction, Invoked } from './function-process.ts'
import type { RecordedCall } from './meter.ts'
import type { BenchRequest } from './requests.ts'
import type { Service } from './service.ts'

export interface Recording {
  request: BenchRequest
  event: Record<string, unknown>
  calls: RecordedCall[]
  /** Those of both times that it was made. */
  own: RecordedCall[]
  /** Those of the process's earlier requests: they looked up what this one remembers. */
  earlier: RecordedCall[]
  answer: Invoked
}

/**
 * Each is made twice and the second counts: the first request of a process also opens connections. Where the two differ
 * in round trips the fewer count: a call that a busy machine held up looks like a later round, never the other way.
 */
export async function recordRequests(
  service: Service,
  requests: readonly BenchRequest[],
  progress = (_: string) => {},
): Promise<Recording[]> {
  const functions = new Map<string, Promise<HostedFunction>>()
  const recordings: Recording[] = []
  const made = new Map<string, RecordedCall[]>()
  try {
    for (const request of requests) {
      progress(request.name)
      const taken: Recording[] = []
      for (let time = 0; time < 2; time += 1) {
        const call = await request.make()
        const resource = service.functionFor(call)
        const hosted = functions.get(resource.id) ?? service.host(resource, { metered: true })
        functions.set(resource.id, hosted)
        const event = await service.eventOf(call)
        const { calls, ...answer } = await (await hosted).invoke(event)
        if (answer.status !== request.status)
          throw new Error(
            `${request.name} answered ${answer.status} instead of ${request.status}: ${answer.body.slice(0, 500)}`,
          )
        const earlier = taken[0]?.earlier ?? made.get(resource.id) ?? []
        const own = [...(taken[0]?.own ?? []), ...calls]
        made.set(resource.id, [...earlier, ...own])
        taken.push({ request, event, calls, own, earlier, answer })
      }
      const rounds = ({ calls }: Recording) => Math.max(0, ...calls.map(({ round }) => round))
      const counted = rounds(taken[0]!) < rounds(taken[1]!) ? taken[0]! : taken[1]!
      recordings.push({ ...counted, own: taken[1]!.own })
    }
    return recordings
  } finally {
    await Promise.all([...functions.values()].map(async (hosted) => (await hosted.catch(() => undefined))?.end()))
  }
}
