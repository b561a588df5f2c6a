// CPU time of a warm request in the function's own process, over that of the same AWS calls made with the bare SDK.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { alternate, type Figure, type Row } from '../figure.ts'
import { bareCalls } from '../support/bare-calls.ts'
import { bundle } from '../support/bundle.ts'
import { hostFunction } from '../support/function-process.ts'
import { recordings } from '../support/recordings.ts'
import { startReplay } from '../support/replay.ts'

const AIM = 1.3
const WARM_UP = 120
const BATCH = 40
const ROUNDS = 7
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
      for (const { request, event, calls, known } of recorded) {
        bench.progress(request.name)
        await replay.load(known)
        const resource = service.functionFor({ method: String(event.httpMethod), path: String(event.path) })
        const environment = { ...service.environmentOf(resource), ...replay.environment }
        const memoryMb = Number(resource.properties.MemorySize)
        const ours = await hostFunction({ folder: service.folderOf(resource), environment, memoryMb })
        const theirs = await hostFunction({ folder, environment, memoryMb })
        try {
          const bare = { rounds: bareCalls(calls, request.presigns) }
          const own = async (times: number) => {
            const { cpuMs, statuses } = await ours.measure(event, times)
            if (statuses.some((status) => status !== request.status))
              throw new Error(
                `${request.name} answered ${statuses}; not recorded: ${replay.unknown.slice(0, 2).join('\n')}`,
              )
            return cpuMs / times
          }
          const other = async (times: number) => (await theirs.measure(bare, times, true)).cpuMs / times
          await own(WARM_UP)
          await other(WARM_UP)
          const found = await alternate(
            ROUNDS,
            () => own(BATCH),
            () => other(BATCH),
          )
          rows.push({
            name: request.name,
            value: found.ratio,
            met: found.ratio <= AIM,
            note: `${found.ours.toFixed(2)} ms / ${found.theirs.toFixed(2)} ms`,
          })
        } finally {
          await Promise.all([ours.end(), theirs.end()])
        }
      }
      return rows
    } finally {
      replay.end()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
