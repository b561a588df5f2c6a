// Cleans up after uploads: inspections that got lost, deletions and uploads that nobody finished.
import { send } from '../aws/queue.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import { DUE_SHARDS } from '../table-keys.ts'
import { removeBytes } from './delete-media.ts'
import { clearDue, type DueMedia, deferInspection, dueMedia } from './due-media.ts'
import { endUpload } from './give-up-upload.ts'
import { getMedia } from './media-store.ts'
import { overdueUploads } from './upload-store.ts'

/** Items of one shard in one sweep: the rest is due at the next. */
const AT_ONCE = 50

/** An inspection that failed this often will fail again: the asset stays without size and duration. */
const MAX_INSPECTIONS = 5
/** Longer than a message is invisible after a failed try, so that the queue tries again first. */
const INSPECTION_PAUSE_MS = 15 * 60_000

export interface MediaSweep {
  inspections: number
  deletions: number
  uploads: number
}

async function sweepAsset(due: DueMedia, now: number, sweep: MediaSweep): Promise<void> {
  const media = await getMedia(due.id)
  if (!media) return
  if (media.status === 'deleted') {
    await removeBytes(media)
    await clearDue(due.id)
    sweep.deletions += 1
    return
  }
  const attempts = await deferInspection(due, now + INSPECTION_PAUSE_MS)
  if (attempts === undefined) return
  if (attempts > MAX_INSPECTIONS) {
    log.warn('media is left uninspected', { media_id: due.id, attempts })
    await clearDue(due.id)
    return
  }
  await send(setting(ENV.inspectQueue), { body: { media_id: due.id }, group: media.owner_id })
  sweep.inspections += 1
}

/** @throws {AggregateError} when some could not be done; the others were. */
export async function sweepMedia(now: number): Promise<MediaSweep> {
  const sweep: MediaSweep = { inspections: 0, deletions: 0, uploads: 0 }
  const faults: unknown[] = []
  for (let shard = 0; shard < DUE_SHARDS; shard += 1) {
    const lists = await Promise.allSettled([dueMedia(shard, now, AT_ONCE), overdueUploads(shard, now, AT_ONCE)])
    const [assets, sessions] = lists
    const outcomes = await Promise.allSettled([
      ...(assets.status === 'rejected' ? [] : assets.value.map((due) => sweepAsset(due, now, sweep))),
      ...(sessions.status === 'rejected'
        ? []
        : sessions.value.map(async (session) => {
            if (await endUpload(session)) sweep.uploads += 1
          })),
    ])
    faults.push(
      ...[...lists, ...outcomes].flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])),
    )
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} media could not be swept`)
  return sweep
}
