// What uploads left behind: inspections that got lost, deletions and uploads that nobody finished.
import { removeObject } from '../aws/bucket.ts'
import { send } from '../aws/queue.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import { DUE_SHARDS } from '../table-keys.ts'
import { removeBytes } from './delete-media.ts'
import { clearDue, type DueMedia, deferInspection, dueMedia } from './due-media.ts'
import { getMedia } from './media-store.ts'
import { closeUpload, overdueUploads, removeUpload, stagedKey, type UploadSession } from './upload-store.ts'

/** Items of one shard in one sweep: what is left over is due at the next. */
const AT_ONCE = 50

/** An inspection that failed this often will fail again: the asset stays without size and duration. */
const MAX_INSPECTIONS = 5
/** Longer than the queue's own retries of one message take. */
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

async function sweepUpload(session: UploadSession, sweep: MediaSweep): Promise<void> {
  // Closed first: an upload that is completed at this moment keeps its bytes.
  if (!(await closeUpload(session.id))) return
  // A completion that stopped half-way may have left a copy where it would be served from.
  await Promise.all([removeObject(stagedKey(session)), removeObject(session.object_key)])
  await removeUpload(session)
  sweep.uploads += 1
}

/** @throws {AggregateError} when some could not be done; the others were. */
export async function sweepMedia(now: number): Promise<MediaSweep> {
  const sweep: MediaSweep = { inspections: 0, deletions: 0, uploads: 0 }
  const faults: unknown[] = []
  for (let shard = 0; shard < DUE_SHARDS; shard += 1) {
    const [assets, sessions] = await Promise.all([dueMedia(shard, now, AT_ONCE), overdueUploads(shard, now, AT_ONCE)])
    const outcomes = await Promise.allSettled([
      ...assets.map((due) => sweepAsset(due, now, sweep)),
      ...sessions.map((session) => sweepUpload(session, sweep)),
    ])
    faults.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} media could not be swept`)
  return sweep
}
