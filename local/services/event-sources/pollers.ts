// Lambda's pollers: they read a queue over and over. What failed comes back after its visibility timeout, and after enough receives the
// queue's redrive policy makes it a dead letter.
import { type Batches, batchesOf, type QueueSource, type Surroundings } from './batches.ts'

type Batch = Awaited<ReturnType<Batches['next']>>

/** After an engine's error, before it is asked again. */
const PAUSE_MS = 250
/** While all pollers are at work, how often a queue is looked at for groups of which none is. */
const SPARE_LOOK_MS = 200

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Reads a queue with as many pollers as this machine has processes for. On AWS there would be many more, so that a group whose
 * messages take long holds up no other: here spare ones take what belongs to groups of which nothing is being worked off.
 * @param pollers how many there are, and how many spare ones beside them.
 */
export function startPollers(
  source: QueueSource,
  { usual, spare }: { usual: number; spare: number },
  isOn: () => boolean,
  surroundings: Surroundings,
): { isBusy(): boolean } {
  const { report, signal } = surroundings
  const batches = batchesOf(source, surroundings)
  let busy = 0
  /** Receiving, or working off what was received. */
  let turns = 0

  /** One turn, unless it is switched off. */
  const turn = async (run: () => Promise<void>): Promise<void> => {
    if (!isOn()) return void (await pause(PAUSE_MS))
    turns += 1
    try {
      await run()
    } finally {
      turns -= 1
    }
  }
  /** Does something over and over until the end; a fault is told, and then it goes on. */
  const keepOn = async (run: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      try {
        await turn(run)
      } catch (error) {
        if (signal.aborted) return
        report(`reading ${source.url.split('/').at(-1)} failed: ${(error as Error).message}`)
        await pause(PAUSE_MS)
      }
    }
  }
  const work = async (batch: Batch): Promise<void> => {
    busy += 1
    try {
      await batches.workOff(batch)
    } finally {
      busy -= 1
    }
  }
  const poll = async () => {
    const batch = await batches.next()
    if (batch.length > 0) await work(batch)
  }
  const look = async () => {
    const batch = busy >= usual && busy < usual + spare ? await batches.ofIdleGroups() : []
    if (batch.length === 0) return void (await pause(SPARE_LOOK_MS))
    void work(batch).catch((error: Error) => report(`${source.functionName} was not called: ${error.message}`))
  }

  for (let poller = 0; poller < usual; poller += 1) void keepOn(poll)
  if (spare > 0) void keepOn(look)
  return { isBusy: () => turns > 0 || busy > 0 }
}
