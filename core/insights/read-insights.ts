// Figures of a post and of an account: as they are kept, or asked for again where those are too old.
import { getAccount, getAccountsOf } from '../accounts/account-store.ts'
import { notAnswering } from '../accounts/not-answering.ts'
import type { Account } from '../accounts/rules/account.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import type { Figures, FiguresOf } from '../platforms/connector.ts'
import type { PlatformId } from '../platforms/facts.ts'
import type { Result } from '../platforms/outcome.ts'
import { isPublishing, providerNamed } from '../platforms/providers.ts'
import { figuresOfAccount, figuresOfDays, figuresOfPost, type Kept } from '../posts/figures-store.ts'
import { keepFiguresOfAccount, keepFiguresOfPost } from '../posts/keep-figures.ts'
import { getPostWithPublications } from '../posts/post-store.ts'
import type { Publication } from '../posts/rules/publication.ts'
import { postFiguresSort } from '../table-keys.ts'
import { askInsights, type InsightsQuestion, type Told } from './ask-insights.ts'
import { obstacleOf, type Problem, problemFrom, REFUSALS } from './insights-problems.ts'
import {
  accountFreshFor,
  type DayPoint,
  dayOf,
  daysBetween,
  dayText,
  freshFor,
  MOST_DAYS,
  spanFor,
  spanProblem,
  stillTold,
  withPoint,
} from './rules/figures.ts'

/** Questions that one request asks: 50 accounts with a thread of a few posts each. */
const MAX_QUESTIONS = 100

interface Shown {
  /** The figures by the platform's names; null where there are none. */
  figures: Figures | null
  /** When the platform told them, Unix ms. */
  read_at: number | null
}

export interface AccountInsights extends Shown {
  account_id: string
  platform: PlatformId
  platform_media_id: string | null
  /** The figures as they stood on the days on which they were read (`YYYY-MM-DD`, of UTC), the oldest first; from two on. */
  days?: { day: string; figures: Figures }[]
  /** Further posts of a thread, from 1. */
  parts?: ({ part: number; platform_media_id: string } & Shown)[]
  /** Why there are no figures, or none that are newer. */
  problem: Problem | null
}

/** The figures that are wanted of one post on a platform. */
interface Wanted {
  publication: Publication
  part: number
  media_id: string
  published_at: number
}

const keyOf = ({ publication, part }: Wanted): string => postFiguresSort(publication.account_id, part)

function kindOf({ type, jobs }: Publication): FiguresOf {
  if (type === 'stories') return 'story'
  return jobs.some(({ container_type }) => container_type === 'reel') ? 'reel' : 'post'
}

/** The posts of a publication that are live and can be asked about. */
function wantedOf(publication: Publication): Wanted[] {
  const { state, parts, media_id, ended_at } = publication
  if (state !== 'published' && state !== 'partially_published') return []
  const at = ended_at ?? publication.created_at
  if (!parts) return media_id === undefined ? [] : [{ publication, part: 0, media_id, published_at: at }]
  return parts.flatMap(({ media_id: id, live_at, deleted_at }, part) =>
    id === undefined || live_at === undefined || deleted_at !== undefined
      ? []
      : [{ publication, part, media_id: id, published_at: live_at }],
  )
}

const questionOf = (
  { id, external_account_id, token_ciphertext }: Account,
  platform: PlatformId,
): InsightsQuestion['account'] => ({ id, external_account_id, token_ciphertext, platform })

/** Figures are kept for the next caller; if that fails, the next caller asks again. */
const keep = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => log.warn('figures were not kept', { error: error as Error }))

/** The recorded days; figures that were kept before days were recorded belong to the day on which they were read. */
const pointsOf = (kept: Kept | undefined): readonly DayPoint[] =>
  kept === undefined ? [] : (kept.days ?? [{ day: dayOf(kept.read_at), figures: kept.figures }])

const shown = (kept: Kept | undefined): Shown => ({ figures: kept?.figures ?? null, read_at: kept?.read_at ?? null })

/** @throws {AppError} `not_found` */
export async function postInsights(ownerId: string, postId: string, now: number): Promise<AccountInsights[]> {
  const found = await getPostWithPublications(postId)
  if (!found || found.post.owner_id !== ownerId) throw refuse('not_found', 'There is no post with this id.')
  const wanted = found.publications.flatMap(wantedOf)
  const ids = [...new Set(wanted.map(({ publication }) => publication.account_id))]
  const [kept, accounts] = await Promise.all([
    figuresOfPost(
      postId,
      wanted.map(({ publication, part }) => ({ account_id: publication.account_id, part })),
    ),
    getAccountsOf(ownerId, ids),
  ])
  const accountOf = (id: string) => accounts.find((account) => account.id === id)
  const old = wanted.filter((one) => {
    const { publication, published_at } = one
    const last = kept.get(keyOf(one))
    return (
      stillTold(publication.type, published_at, now) &&
      !obstacleOf(accountOf(publication.account_id), publication.platform, now) &&
      (last === undefined || now - last.read_at >= freshFor(now - published_at))
    )
  })
  const asked = old.slice(0, MAX_QUESTIONS)
  const answers = await askInsights(
    asked.map(({ publication, media_id }) => ({
      account: questionOf(accountOf(publication.account_id)!, publication.platform),
      media_id,
      kind: kindOf(publication),
    })),
  )
  const problems = new Map<string, Problem>()
  await Promise.all(
    asked.map(async (one, at) => {
      const answer = answers[at]!
      const { publication, part, published_at } = one
      if (!answer.ok)
        return void problems.set(
          keyOf(one),
          problemFrom(accountOf(publication.account_id)!, publication.platform, answer.error),
        )
      const { figures } = answer.value
      // Two readers at the same moment note the same day, so the later write loses nothing of the earlier one.
      const days = withPoint(pointsOf(kept.get(keyOf(one))), { day: dayOf(now), figures }, published_at)
      const told: Kept = { figures, read_at: now, days }
      kept.set(keyOf(one), told)
      await keep(keepFiguresOfPost(postId, publication.account_id, part, told))
    }),
  )
  return found.publications.map((publication) => {
    const { account_id, platform, media_id } = publication
    const own = wanted.filter((one) => one.publication === publication)
    const [first] = own
    const last = kept.get(`${account_id}#0`)
    const points = pointsOf(last)
    const problem = (): Problem | null => {
      if (!first) return { code: 'not_published', message: 'The post is not known to be live on the account.' }
      const met = own.flatMap((one) => problems.get(keyOf(one)) ?? [])[0]
      if (met) return met
      const told = stillTold(publication.type, first.published_at, now)
      if (!told)
        return last
          ? null
          : { code: 'no_figures', message: 'The platform reports figures of a story for one day only.' }
      return obstacleOf(accountOf(account_id), platform, now) ?? null
    }
    return {
      account_id,
      platform,
      platform_media_id: media_id ?? null,
      ...shown(last),
      ...(points.length > 1 ? { days: points.map(({ day, figures }) => ({ day: dayText(day), figures })) } : {}),
      ...(publication.parts
        ? {
            parts: own
              .filter(({ part }) => part > 0)
              .map((one) => ({ part: one.part, platform_media_id: one.media_id, ...shown(kept.get(keyOf(one))) })),
          }
        : {}),
      problem: problem(),
    }
  })
}

export interface AccountFigures extends Shown {
  account_id: string
  platform: PlatformId
  /** Unix ms. */
  from: number
  to: number
  /** The names of figures without a span: counts at the time of reading, such as followers. */
  standing: readonly string[]
  /** Why there are none that are newer. */
  problem: Problem | null
}

const shownOf = (kept: Kept): Shown & { standing: readonly string[] } => ({
  ...shown(kept),
  standing: kept.standing ?? [],
})

/** @throws {AppError} `not_found`, also of an account that is connected no more. */
async function accountToShow(ownerId: string, accountId: string) {
  const account = await getAccount(accountId)
  if (account?.owner_id !== ownerId || account.status === 'disconnected')
    throw refuse('not_found', 'There is no account with this id.')
  const { provider: platform } = account
  if (isPublishing(platform)) return { account, platform }
  const { display_name } = providerNamed(platform)
  throw refuse(
    'not_possible_on_platform',
    `Accounts of ${display_name} are only listed; the service reads no figures of them.`,
  )
}

/**
 * @param given Unix ms; of the last days unless it is given, and always whole days of UTC.
 * @throws {AppError} `not_found`; `invalid_value` for the span; where nothing is kept, what keeps the platform from telling.
 */
export async function accountInsights(
  ownerId: string,
  accountId: string,
  given: { from?: number; to?: number },
  now: number,
): Promise<AccountFigures> {
  const { account, platform } = await accountToShow(ownerId, accountId)
  const wrong = spanProblem(given, now)
  if (wrong) throw refuse('invalid_value', wrong.message, wrong.path)
  const span = spanFor(given, now)
  const kept = await figuresOfAccount(accountId, span)
  const known = { account_id: accountId, platform, ...span }
  if (kept && now - kept.read_at < accountFreshFor(span.to, now)) return { ...known, ...shownOf(kept), problem: null }
  const obstacle = obstacleOf(account, platform, now)
  const [answer]: Result<Told>[] = obstacle
    ? []
    : await askInsights([{ account: questionOf(account, platform), ...span }])
  if (answer?.ok) {
    const told: Kept = { ...answer.value, read_at: now }
    await keep(keepFiguresOfAccount(accountId, span, told))
    return { ...known, ...shownOf(told), problem: null }
  }
  const problem = obstacle ?? problemFrom(account, platform, answer!.error)
  if (kept) return { ...known, ...shownOf(kept), problem }
  if (problem.code === 'platform_unavailable') throw notAnswering(problem.message)
  throw refuse(REFUSALS[problem.code], problem.message)
}

export interface DayFigures {
  /** `YYYY-MM-DD`, of UTC. */
  day: string
  /** The day's figures; null where none are kept. */
  figures: Figures | null
  /** Counts as they stood when they were read on that day; null where they were not. */
  standing: Figures | null
}

export interface AccountDays {
  account_id: string
  platform: PlatformId
  /** Unix ms: the first day and the end of the last. */
  from: number
  to: number
  /** Names of figures that count people: those of several days do not add up. */
  people: string[]
  /** Those of which something is kept, the oldest first. */
  days: DayFigures[]
}

/**
 * The figures that were kept day by day. No platform is asked.
 * @param given Unix ms; the last 30 days unless it is given, and always whole days of UTC.
 * @throws {AppError} `not_found`; `invalid_value` for the span; `not_possible_on_platform` for accounts that are only listed.
 */
export async function accountDays(
  ownerId: string,
  accountId: string,
  given: { from?: number; to?: number },
  now: number,
): Promise<AccountDays> {
  const { platform } = await accountToShow(ownerId, accountId)
  const wrong = spanProblem(given, now, MOST_DAYS)
  if (wrong) throw refuse('invalid_value', wrong.message, wrong.path)
  const { from, to, first, last } = daysBetween(given, now)
  const days = new Map<number, DayFigures>()
  const people = new Set<string>()
  for (const { day, what, figures, people: of } of await figuresOfDays(accountId, first, last)) {
    const known = days.get(day) ?? { day: dayText(day), figures: null, standing: null }
    days.set(day, what === 'WITHIN' ? { ...known, figures } : { ...known, standing: figures })
    for (const name of of) people.add(name)
  }
  return { account_id: accountId, platform, from, to, people: [...people].sort(), days: [...days.values()] }
}
