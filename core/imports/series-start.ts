// One id stands for one beginning: a series that was moved to other days would otherwise be posted beside the one that waits.
import { ConditionFailed, type Item, put, remove } from '../aws/table.ts'
import type { Issue } from '../errors.ts'
import { MAX_SCHEDULE_AHEAD_MS } from '../platforms/post-types.ts'
import { inParallel } from '../run-bounded.ts'
import { importedKey } from '../table-keys.ts'
import { issue } from './plan-names.ts'
import type { Row } from './plan-rows.ts'

const AT_ONCE = 10

/** How long a row is known: longer than a post can lie ahead. */
export const KNOWN_MS = MAX_SCHEDULE_AHEAD_MS + 35 * 24 * 3_600_000

/** The record of a row under one of its keys. */
export const recordOf = (ownerId: string, key: string, now: number, known: Item): Item => ({
  ...importedKey(ownerId, key),
  row_key: key,
  ...known,
  expires_at: Math.ceil((now + KNOWN_MS) / 1000),
})

/** Keys of the records that say on which day the row with this id begins: that of a series, and that of a row that does not repeat. */
export const startKeysOf = ({ start }: Pick<Row, 'start'>): string[] =>
  start === undefined ? [] : [start.seriesKey, start.onceKey]

const beginsElsewhere = (day: string): Issue =>
  issue(
    'duplicate',
    'id',
    `a row with this id that begins on ${day} was imported before, and its posts stay as they are. Let the row begin on that day, or give it another id.`,
  )

/** Checks on which day each row begins, in the order of the file. */
export function startsIn(known: ReadonlyMap<string, Item>) {
  const lines = new Map<string, { line: number; day: string }>()
  /** Lines whose first day was imported before: they may go on from there. */
  const onItsDay = new Set<number>()
  return {
    /** @param recorded whether the row itself was imported before. */
    problemOf({ start, view }: Row, recorded: boolean): Issue | undefined {
      if (start === undefined) return undefined
      if (recorded && start.first) onItsDay.add(view.line)
      const other = lines.get(start.seriesKey)
      if (other === undefined) lines.set(start.seriesKey, { line: view.line, day: start.day })
      start.goesOn = onItsDay.has(view.line)
      if (recorded || start.goesOn) return undefined
      const day = startKeysOf({ start })
        .map((key) => known.get(key)?.begins)
        .find((found) => found)
      if (day !== undefined) return day === start.day ? undefined : beginsElsewhere(String(day))
      return other && other.line !== view.line && other.day !== start.day
        ? issue('duplicate', 'id', 'another row of this file has the same id.')
        : undefined
    },
  }
}

/**
 * Records where each series begins, before any of it is stored: of two imports at the same moment that let it begin on different days,
 * one is refused. @param refused is told of each row of a series that is not to be taken.
 * @returns to be called after the rows were worked on: removes the records of series of which nothing could be imported, so that they can
 * still be moved.
 */
export async function recordStarts(
  ownerId: string,
  rows: readonly Row[],
  now: number,
  refused: (row: Row, issues: readonly Issue[]) => void,
): Promise<() => Promise<void>> {
  const series = Map.groupBy(
    rows.filter(({ repeats, start }) => repeats && start !== undefined),
    ({ start }) => start!.seriesKey,
  )
  const added = new Map<string, readonly Row[]>()
  await inParallel(series, AT_ONCE, async ([key, its]) => {
    const { day: begins, goesOn } = its[0]!.start!
    try {
      await put(recordOf(ownerId, key, now, { begins }), {
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      })
      added.set(key, its)
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      const known = String(error.item?.begins)
      if (known !== begins && !goesOn) for (const row of its) refused(row, [beginsElsewhere(known)])
    }
  })
  return async () => {
    const unused = [...added].filter(([, its]) => its.every(({ view }) => view.state !== 'imported'))
    await inParallel(unused, AT_ONCE, async ([key]) => void (await remove(importedKey(ownerId, key))))
  }
}
