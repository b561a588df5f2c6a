// Text records of a name, by which a handle can say whose it is. Asked of the machine's own name service: nothing is connected to.
import type { Resolver } from 'node:dns/promises'
import { allowedPlatformHosts } from './allowed-hosts.ts'
import { nameService } from './name-service.ts'

/** Most records that are read, and the longest one; the rest is left out. */
const MOST_RECORDS = 50
const LONGEST = 1000

/** A name that has the form of one, below a public end. */
const NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/** Never throws: an empty list if the name has no records, is not a name, or does not answer. The local run sends no query and has none. */
export async function textRecords(
  name: string,
  resolver: Pick<Resolver, 'resolveTxt'> = nameService(1),
): Promise<string[]> {
  if (!NAME.test(name) || allowedPlatformHosts().size > 0) return []
  try {
    const records = await resolver.resolveTxt(name)
    return records
      .slice(0, MOST_RECORDS)
      .map((pieces) => pieces.join(''))
      .filter((record) => record.length <= LONGEST)
  } catch {
    return []
  }
}
