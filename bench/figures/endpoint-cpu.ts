// CPU time of a warm request in the function's own process, over that of the same AWS calls made with the bare SDK.
import { fileURLToPath } from 'node:url'
import { alternate, type Figure, median, type Row } from '../figure.ts'
import { bareCalls } from '../support/bare-calls.ts'
import { bundle } from '../support/bundle.ts'
import { hostFunction } from '../support/function-process.ts'
import { recordings } from '../support/recordings.ts'
import { startReplay } from '../support/replay.ts'

const AIM = 1.3
const WARM_UP = 100
// Short turns, many of them: a machine shared with others changes its pace from one second to the next.
const BATCH = 5
const ROUNDS = 24
const WITHIN_MS = 900
/** The number of processes: the compiled code differs from one process to the next. */
const PAIRS = 2
const BARE = fileURLToPath(new URL('../programs/bare-calls.ts', import.meta.url))

export const endpointCpu: Figure = {
  name: 'endpoint-cpu',
  title: 'CPU per warm request',
  against: 'the same AWS calls with the bare SDK, same answers',
  aim: `${AIM} or less`,
  run: async (bench) => {
    const service = await bench.service()
    const recorded = (await recordings(bench)).filter(({ request }) => !request.countsOnly)
    const folder = await bundle({ file: BARE })
    const replay = await startReplay()
    const rows: Row[] = []
    try {
      for (const { request, event, calls, own: ownCalls, earlier } of recorded) {
        bench.progress(request.name)
        await replay.load({ own: ownCalls, earlier })
        const resource = service.functionFor({ method: String(event.httpMethod), path: String(event.path) })
        const environment = { ...service.environmentOf(resource), ...replay.environment }
        const memoryMb = Number(resource.properties.MemorySize)
        const bare = { rounds: bareCalls(calls, request.presigns) }
        const compare = async () => {
          const [ours, theirs] = await Promise.all([
            hostFunction({ folder: service.folderOf(resource), environment, memoryMb }),
            hostFunction({ folder, environment, memoryMb }),
          ])
          try {
            const own = async (times: number) => {
              const { cpuMs, statuses } = await ours.measure(event, times)
              if (statuses.some((status) => status !== request.status))
                throw new Error(
                  `${request.name} answered ${statuses}; not recorded: ${replay.unknown.slice(0, 2).join('\n')}`,
                )
              return cpuMs / times
            }
            const other = async (times: number) => (await theirs.measure(bare, times, true)).cpuMs / times
            // One after the other: what is answered can depend on what was asked before.
            await own(WARM_UP)
            await other(WARM_UP)
            return await alternate(
              ROUNDS,
              () => own(BATCH),
              () => other(BATCH),
              { withinMs: WITHIN_MS },
            )
          } finally {
            await Promise.all([ours.end(), theirs.end()])
          }
        }
        const found: Awaited<ReturnType<typeof compare>>[] = []
        for (let pair = 0; pair < PAIRS; pair += 1) found.push(await compare())
        const middle = (of: 'ratio' | 'ours' | 'theirs') => median(found.map((one) => one[of]))
        const value = middle('ratio')
        const note = `${middle('ours').toFixed(2)} ms / ${middle('theirs').toFixed(2)} ms`
        rows.push({ name: request.name, value, met: value <= AIM, note })
      }
      return rows
    } finally {
      replay.end()
    }
  },
}
