// The expected counts of a request, and how they are shown.
import type { RequestCost } from './costs.ts'

/** The update of the key's rate window and the usage record: what every request of a caller costs above its own. */
export const CHAIN_WRITES: readonly { operation: string; partition: RegExp }[] = [
  { operation: 'UpdateItem', partition: /^RATE#/ },
  { operation: 'PutItem', partition: /^USAGE#/ },
]

/** How often each of the chain's writes is among the calls, and the units of the two together. */
export function chainOf({ detail }: RequestCost): { counts: number[]; units: number } {
  const own = CHAIN_WRITES.map(({ operation, partition }) =>
    detail.filter((call) => call.operation === operation && partition.test(call.partition ?? '')),
  )
  return {
    counts: own.map((calls) => calls.length),
    units: own.flat().reduce((sum, { writeUnits }) => sum + writeUnits, 0),
  }
}
