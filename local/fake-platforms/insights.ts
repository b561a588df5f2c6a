// Figures of posts and accounts: made up from ids, and growing with the hours since publishing; metrics as the documents have them.
import { authenticate, needScope, ownPath } from './access.ts'
import { GraphError, invalidParameter, noSuchObject } from './errors.ts'
import { type Input, textOf, wholeNumberOf } from './input.ts'
import { type Account, DAY_MS, type Post } from './model.ts'
import { livePost } from './posts.ts'
import type { Call, Simulator } from './simulator.ts'

const list = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const OF_POST = {
  FEED: list(
    'comments follows likes profile_activity profile_visits reach reposts saved shares total_interactions views',
  ),
  REELS: list(
    'comments likes reach reposts saved shares total_interactions views ig_reels_avg_watch_time ' +
      'ig_reels_video_view_total_time reels_skip_rate',
  ),
  STORY: list(
    'follows navigation profile_activity profile_visits reach replies reposts shares total_interactions views',
  ),
  THREADS: list('views likes replies reposts quotes shares'),
} as const
const OF_ACCOUNT = {
  instagram: list(
    'accounts_engaged comments likes reach replies reposts saves shares total_interactions views ' +
      'follows_and_unfollows profile_links_taps',
  ),
  threads: list('views likes replies reposts quotes followers_count'),
} as const
const SCOPES = { instagram: 'instagram_business_manage_insights', threads: 'threads_manage_insights' } as const

const EARLIEST = 1_712_991_600
const HOUR_MS = 3_600_000

/** The same for the same name and hours. */
const figure = (id: string, name: string, hours: number): number =>
  ((Number(id.slice(-6)) + name.length * 7) % 90) + 10 + Math.floor(hours) * (name.length % 5)

function metricsOf(params: Map<string, unknown>, known: ReadonlySet<string>): string[] {
  const names = (textOf(params, 'metric') ?? '').split(',').map((name) => name.trim())
  const wrong = names.find((name) => !known.has(name))
  if (wrong !== undefined)
    throw invalidParameter(`metric must be one of the following values: ${[...known].join(', ')}`)
  return names
}

function ofPost(sim: Simulator, { params, token: text }: Input, post: Post): unknown {
  const { token, account } = authenticate(sim, text)
  if (account.external_id !== post.account) throw noSuchObject(post.id)
  needScope(token.scopes, SCOPES[sim.platform])
  const age = sim.now() - post.published_at
  // A story is gone after a day, and its figures with it.
  if (post.media_product_type === 'STORY' && age >= DAY_MS) throw noSuchObject(post.id)
  if (post.media_product_type === 'STORY' && sim.store.settings.story_viewers < 5)
    throw new GraphError(10, 'Not enough viewers for the media to show insights')
  const names = metricsOf(params, OF_POST[post.media_product_type as keyof typeof OF_POST])
  const data = names.map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: figure(post.id, name, age / HOUR_MS) }],
    title: name,
    id: `${post.id}/insights/${name}/lifetime`,
  }))
  return { data }
}

function ofAccount(sim: Simulator, { params, token: text }: Input, node: string): unknown {
  const { token, account } = authenticate(sim, text)
  ownPath(account, node)
  needScope(token.scopes, SCOPES[sim.platform])
  const names = metricsOf(params, OF_ACCOUNT[sim.platform])
  const [since, until] = [wholeNumberOf(params, 'since'), wholeNumberOf(params, 'until')]
  checkSpan(sim, params, names, since, until)
  const value = (name: string): number => accountFigure(account, name, ((until ?? 0) - (since ?? 0)) / 3600)
  const data = names.map((name) => ({
    name,
    period: 'day',
    ...(sim.platform === 'threads' && name === 'views'
      ? { values: [{ value: value(name) }, { value: 1 }] }
      : { total_value: { value: value(name) } }),
    id: `${account.external_id}/insights/${name}/day`,
  }))
  return { data }
}

function checkSpan(
  { platform }: Simulator,
  params: Map<string, unknown>,
  names: readonly string[],
  since: number | undefined,
  until: number | undefined,
): void {
  if (since !== undefined && until !== undefined && since >= until) throw invalidParameter('since must be before until')
  if (platform === 'threads') {
    if ((since ?? EARLIEST) < EARLIEST) throw invalidParameter(`since must be ${EARLIEST} or later`)
    if (names.includes('followers_count') && since !== undefined)
      throw invalidParameter('followers_count does not support since and until')
  } else if (textOf(params, 'period') !== 'day' || textOf(params, 'metric_type') !== 'total_value') {
    throw invalidParameter('Param period must be day, and metric_type total_value')
  }
}

const accountFigure = (account: Account, name: string, hours: number): number =>
  name === 'followers_count' ? account.followers_count : figure(account.external_id, name, hours)

/** The calls for figures that a path means; undefined for others. */
export function routeInsights(sim: Simulator, input: Input, node: string, edge: string | undefined): Call | undefined {
  const { method } = input
  const name = sim.platform === 'threads' ? 'threads_insights' : 'insights'
  if (method !== 'GET' || (edge !== 'insights' && edge !== name)) return undefined
  const post = edge === 'insights' ? livePost(sim, node) : undefined
  if (post) return { operation: 'insights', object: node, run: () => ({ json: ofPost(sim, input, post) }) }
  if (edge !== name) return undefined
  return { operation: 'insights', object: node, run: () => ({ json: ofAccount(sim, input, node) }) }
}
