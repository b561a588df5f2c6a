// One hour of one owner: its entries, from packs as far as they go and then from single records; and its summary.
import { ConditionFailed, type Item, put } from '../aws/table.ts'
import { summaryPartition, summarySort } from '../table-keys.ts'
import { PACK_GROWS_BELOW, PACK_MAX, PACK_MIN, type Pack, readPacks, writePack } from './packed-records.ts'
import type { Reads, Source } from './sources.ts'
import { count, type Entry, merge, ofStored, type Tally, toStored } from './tally.ts'
import { HOUR } from './time.ts'

/** Which owner's figures, of which kind, and as of when. */
export interface Scope {
  owner: string
  source: Source
  now: number
  reads: Reads
}

/** A summary as it was found: without an item, good, or void because something late came in. */
export interface Found {
  /** Changes whenever something late comes in. Empty as long as nothing did. */
  epoch: string
  tally?: Tally
}

export const foundIn = (item: Item | undefined): Found => ({
  epoch: String(item?.epoch ?? ''),
  tally: item?.cells === undefined ? undefined : ofStored(item.cells),
})

/**
 * Stores the summary of an hour or day. It was computed from what stood there in the epoch that was found: when something
 * late came in since, it is not stored, and the next report computes it again.
 */
export async function storeSummary(
  scope: Scope,
  kind: string,
  number: number,
  epoch: string,
  tally: Tally,
): Promise<void> {
  await put(
    {
      pk: summaryPartition(scope.owner),
      sk: summarySort(kind, number),
      cells: toStored(tally),
      ...(epoch === '' ? {} : { epoch }),
    },
    {
      ConditionExpression: epoch === '' ? 'attribute_not_exists(epoch)' : 'epoch = :epoch',
      ...(epoch === '' ? {} : { ExpressionAttributeValues: { ':epoch': epoch } }),
    },
  ).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}

const within = (entries: Entry[], from: number, to: number): Entry[] =>
  entries.filter(({ at }) => at >= from && at < to)

/** Collects records as they are read, and packs those that are settled. */
class Packer {
  #pack: Pack
  #fresh = 0
  readonly #write: (pack: Pack) => Promise<void>

  constructor(packs: readonly Pack[], start: number, write: (pack: Pack) => Promise<void>) {
    const last = packs.at(-1)
    this.#pack =
      last && last.entries.length < PACK_GROWS_BELOW
        ? { ...last, entries: [...last.entries] }
        : { from: last?.to ?? start, to: last?.to ?? start, entries: [] }
    this.#write = write
  }

  async take(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) this.#pack.entries.push(entry)
    this.#fresh += entries.length
    while (this.#pack.entries.length > PACK_MAX) {
      // A pack ends between two milliseconds: all records of one are in the same.
      const to = (this.#pack.entries[PACK_MAX] as Entry).at
      const whole = this.#pack.entries.filter(({ at }) => at < to)
      if (whole.length === 0) return
      await this.#write({ from: this.#pack.from, to, entries: whole })
      this.#pack = { from: to, to, entries: this.#pack.entries.slice(whole.length) }
      this.#fresh = this.#pack.entries.length
    }
  }

  async finish(to: number, least: number): Promise<void> {
    if (this.#fresh < least) return
    await this.#write({ ...this.#pack, to })
  }
}

/** The tally of [from, to) within the hour. Packs on the way what is settled, where the records to it were read anyway. */
export async function tallyWithin(scope: Scope, hour: number, epoch: string, from: number, to: number): Promise<Tally> {
  const { owner, source, now, reads } = scope
  const tally: Tally = new Map()
  const start = hour * HOUR
  const packs = source.packed ? await readPacks(owner, hour, epoch, reads) : []
  for (const pack of packs) for (const entry of within(pack.entries, from, to)) count(tally, entry)
  const cursor = packs.at(-1)?.to ?? start
  const settled = Math.min(to, now - source.settleMs)
  const packer =
    source.packed && from <= cursor && settled > cursor
      ? new Packer(packs, start, (pack) => writePack(owner, hour, epoch, pack))
      : undefined
  for await (const entries of source.entries(owner, hour, Math.max(from, cursor), to, reads)) {
    for (const entry of entries) count(tally, entry)
    await packer?.take(within(entries, cursor, settled))
  }
  await packer?.finish(settled, PACK_MIN)
  return tally
}

/** Sums up an hour that is over, and stores the summary; an hour in which nothing was leaves none. */
export async function closeHour(scope: Scope, hour: number, epoch: string): Promise<Tally> {
  const tally = await tallyWithin(scope, hour, epoch, hour * HOUR, (hour + 1) * HOUR)
  if (tally.size > 0 || epoch !== '') await storeSummary(scope, scope.source.hourKind, hour, epoch, tally)
  return tally
}

/** The sum of tallies. */
export const sum = (tallies: Iterable<Tally>): Tally => {
  const total: Tally = new Map()
  for (const tally of tallies) merge(total, tally)
  return total
}
