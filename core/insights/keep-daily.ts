// Keeping the figures of an account day by day, so that more are available than its platform still reports. The keeper does it while it
// looks after the account, once a day: it holds the token, and no other round has to find the account again.
import type { Account } from '../accounts/rules/account.ts'
import { log } from '../log.ts'
import type { Credentials, Figures, Insights } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import type { PlatformError } from '../platforms/outcome.ts'
import { isPublishing } from '../platforms/providers.ts'
import { keepFiguresOfDay } from '../posts/keep-figures.ts'
import { obstacleOf } from './insights-problems.ts'
import { dayOf, daysToAsk } from './rules/figures.ts'

const DAY = 24 * 3_600_000

/** For each question, ms. */
const ASK_MS = 5000
/** No question is started later than this after the first, ms: the account's other business comes first. */
const IN_ALL_MS = 20_000

const split = (figures: Figures, { standing }: Insights['kinds']) => {
  const of = (wanted: boolean): Figures =>
    Object.fromEntries(Object.entries(figures).filter(([name]) => standing.includes(name) === wanted))
  return { within: of(false), counts: of(true) }
}

/** Refused for the rest of this day: asking again before tomorrow gains nothing. */
const isFinal = ({ class: kind }: PlatformError): boolean => kind !== 'retry' && kind !== 'wait'

export interface Daily {
  /** The change to the account; absent where the next visit tries again. */
  figures_day?: number
  problem?: PlatformError
}

/** Never throws. @param now gives Unix ms. */
export async function keepDaily(account: Account, token: string, now: () => number): Promise<Daily> {
  const { id, provider, external_account_id: external_id, limits, figures_day } = account
  const startedAt = now()
  const today = dayOf(startedAt)
  if (!isPublishing(provider) || (figures_day !== null && figures_day >= today)) return {}
  const { insights } = await platformOf(provider)
  if (!insights || obstacleOf(account, provider, startedAt)) return {}
  const { kinds } = insights
  const credentials: Credentials = { external_id, token, ...(limits ? { limits } : {}) }
  // Where all figures are counts of now, one question tells them.
  const days = kinds.late_days === null ? [today - 1] : daysToAsk(figures_day, today, kinds.late_days)
  try {
    for (const day of days) {
      if (now() - startedAt > IN_ALL_MS) return {}
      const told = await insights.ofAccount(credentials, { from: day * DAY, to: (day + 1) * DAY }, ASK_MS)
      if (!told.ok) return { problem: told.error, ...(isFinal(told.error) ? { figures_day: today } : {}) }
      const { within, counts } = split(told.value, kinds)
      const read_at = now()
      const people = kinds.people.filter((name) => within[name] !== undefined)
      if (Object.keys(within).length > 0)
        await keepFiguresOfDay(id, day, 'WITHIN', { figures: within, read_at, people })
      if (day === days.at(-1) && Object.keys(counts).length > 0)
        await keepFiguresOfDay(id, today, 'STANDING', { figures: counts, read_at })
    }
  } catch (error) {
    log.warn('figures of a day were not kept', { account_id: id, error: error as Error })
    return {}
  }
  return { figures_day: today }
}
