// Makes one request to every endpoint with a recording function, against the real engines.
import type { HostedFunction, Invoked } from './function-process.ts'
import type { RecordedCall } from './meter.ts'
import type { BenchRequest } from './requests.ts'
import type { Service } from './service.ts'

export interface Recording {
  request: BenchRequest
  event: Record<string, unknown>
  calls: RecordedCall[]
  /** Those of the process's earlier requests as well: they looked up what later ones remember. */
  known: RecordedCall[]
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
  const known = new Map<string, RecordedCall[]>()
  try {
    for (const request of requests) {
      progress(request.name)
      const taken: Recording[] = []
      for (let time = 0; time < 2; time += 1) {
        const call = await request.make()
        const resource = service.functionFor(call)
        const made = functions.get(resource.id) ?? service.host(resource, { metered: true })
        functions.set(resource.id, made)
        const event = await service.eventOf(call)
        const { calls, ...answer } = await (await made).invoke(event)
        if (answer.status !== request.status)
          throw new Error(
            `${request.name} answered ${answer.status} instead of ${request.status}: ${answer.body.slice(0, 500)}`,
          )
        known.set(resource.id, [...(known.get(resource.id) ?? []), ...calls])
        taken.push({ request, event, calls, known: known.get(resource.id)!, answer })
      }
      const rounds = ({ calls }: Recording) => Math.max(0, ...calls.map(({ round }) => round))
      const counted = rounds(taken[0]!) < rounds(taken[1]!) ? taken[0]! : taken[1]!
      recordings.push({ ...counted, known: taken[1]!.known })
    }
    return recordings
  } finally {
    await Promise.all([...functions.values()].map(async (made) => (await made.catch(() => undefined))?.end()))
  }
}
