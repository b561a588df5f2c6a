// Reading the figures of a story before they are gone, purely. Whatever the outcome, the story was published.
import type { PlatformError } from '../../platforms/outcome.ts'
import { comeBack, type Moment } from './changes.ts'
import { retryDelay } from './pace.ts'
import type { Publication } from './publication.ts'

export type FiguresStep = { do: 'plan_figures' } | { do: 'read_figures'; at: number }

const HOUR = 3_600_000

/** When the last figures of a story are read: late enough to be nearly all, early enough to be tried again. */
export const STORY_FIGURES_AFTER_MS = 23 * HOUR

/** From then on the platform tells nothing any more. */
const GONE_AFTER_MS = 24 * HOUR

/** @returns nothing where there are no figures to read, or no longer. */
export function nextFigures({ state, figures }: Publication): FiguresStep | undefined {
  if (state !== 'published' || figures?.state !== 'open') return undefined
  return figures.at === undefined ? { do: 'plan_figures' } : { do: 'read_figures', at: figures.at }
}

/** When there is something to do once all else is done: not before the figures that are waited for, which would seem overdue. */
export const dueAfterAllElse = ({ figures }: Pick<Publication, 'figures'>, now: number): number =>
  figures?.state === 'open' ? Math.max(now, figures.at ?? now) : now

/** The story is out: its figures are read before they are gone. */
export function planned(publication: Publication): Publication {
  const at = publication.ended_at! + STORY_FIGURES_AFTER_MS
  return comeBack({ ...publication, figures: { ...publication.figures!, at } }, at)
}

/** The result of reading them; figures are stored. */
export function afterFigures(publication: Publication, error: PlatformError | undefined, moment: Moment): Publication {
  const { now, pace } = moment
  const figures = publication.figures!
  if (!error) return comeBack({ ...publication, figures: { ...figures, state: 'kept' } }, now)
  const tries = figures.tries + 1
  const next = now + Math.max(error.retry_after_ms ?? 0, 60_000, retryDelay(tries, pace))
  const lasting = error.class === 'permanent' || error.class === 'reconnect'
  if (lasting || publication.media_id === undefined || next >= publication.ended_at! + GONE_AFTER_MS)
    return comeBack({ ...publication, figures: { ...figures, state: 'given_up', tries } }, now)
  return comeBack({ ...publication, figures: { ...figures, tries } }, next)
}
