// Results of looking for links and ids of live posts. None of them changes the publication's outcome.
import type { Result } from '../../platforms/outcome.ts'
import { comeBack, failed, lookDelay, type Moment } from './changes.ts'
import { MAX_PERMALINK_TRIES } from './pace.ts'
import { withPart } from './parts.ts'
import type { Publication } from './publication.ts'

/** The link was read, or looked for. It never changes the publication's outcome. */
export function afterPermalink(
  publication: Publication,
  result: Result<{ media_id?: string; permalink: string | null } | null>,
  { now, pace }: Moment,
): Publication {
  const tries = publication.permalink_tries + 1
  const found = result.ok ? result.value : undefined
  const known = found?.media_id ? { ...publication, media_id: found.media_id } : publication
  if (found?.permalink)
    return { ...known, permalink: found.permalink, permalink_state: 'found', permalink_tries: tries, due_at: now }
  if (tries >= MAX_PERMALINK_TRIES)
    return { ...known, permalink_state: 'unavailable', permalink_tries: tries, due_at: now }
  const sinceMs = now - (publication.ended_at ?? now)
  return comeBack({ ...known, permalink_tries: tries }, now + lookDelay(result, tries, sinceMs, pace))
}

const sinceLive = ({ parts }: Publication, at: number, now: number): number => now - (parts![at]!.live_at ?? now)

type Found = Result<{ media_id?: string; permalink: string | null } | null>

/** The id of a live part was looked for; without it the thread cannot go on. */
export function afterFindingPart(
  publication: Publication,
  at: number,
  result: Found,
  { now, pace }: Moment,
): Publication {
  const found = result.ok ? result.value : undefined
  if (found?.media_id !== undefined)
    return comeBack(
      withPart(publication, at, {
        media_id: found.media_id,
        lookups: 0,
        ...(found.permalink === null ? {} : { permalink: found.permalink }),
      }),
      now,
    )
  const lookups = publication.parts![at]!.lookups + 1
  const looked = withPart(publication, at, { lookups })
  if (lookups >= MAX_PERMALINK_TRIES) return failed(looked, 'part_not_found', now)
  return comeBack(looked, now + lookDelay(result, lookups, sinceLive(publication, at, now), pace))
}

/** The link of a part that follows the first was read. It never changes the publication's outcome. */
export function afterPartPermalink(
  publication: Publication,
  at: number,
  result: Found,
  { now, pace }: Moment,
): Publication {
  const lookups = publication.parts![at]!.lookups + 1
  if (result.ok && result.value?.permalink)
    return { ...withPart(publication, at, { permalink: result.value.permalink }), due_at: now }
  if (lookups >= MAX_PERMALINK_TRIES) return { ...withPart(publication, at, { permalink: null }), due_at: now }
  return comeBack(
    withPart(publication, at, { lookups }),
    now + lookDelay(result, lookups, sinceLive(publication, at, now), pace),
  )
}
