// Sums up usage for all owners, one after the other, as far as the time goes; the next run goes on where this one stopped.
import { get, put } from '../aws/table.ts'
import { log } from '../log.ts'
import { listOwners } from '../owners/owner-store.ts'
import { inParallel } from '../run-bounded.ts'
import { summarizerCursorKey } from '../table-keys.ts'
import { summarizeOwner } from './summarize-owner.ts'

const AT_ONCE = 8
const PAGE = 100
/** One page of owners takes less than this. */
const RESERVE_MS = 30_000

export interface Summarized {
  owners: number
  failed: number
  /** Whether all owners had their turn. */
  complete: boolean
}

export async function summarizeUsage(now: number, remainingMs: () => number): Promise<Summarized> {
  const done: Summarized = { owners: 0, failed: 0, complete: false }
  let after = (await get(summarizerCursorKey))?.after as Record<string, unknown> | undefined
  const resumed = after !== undefined
  do {
    const { ids, next } = await listOwners(after, PAGE)
    await inParallel(ids, AT_ONCE, async (owner) => {
      done.owners += 1
      await summarizeOwner(owner, now).catch((error: unknown) => {
        done.failed += 1
        log.error('usage was not summed up', { owner_id: owner, error: error as Error })
      })
    })
    after = next
  } while (after && remainingMs() > RESERVE_MS)
  if (after || resumed) await put({ ...summarizerCursorKey, after })
  return { ...done, complete: after === undefined }
}
