// Calculations on figures: changes, sums over days, best times, and files. Pure.
import type { Schemas } from '@social-publisher/client'
import { cellOf } from '../../../../core/imports/rules/spreadsheet-cell.ts'
import { byInterest } from './figure-order.ts'

export type Figures = Readonly<Record<string, number>>
export type AccountDays = Pick<Schemas['AccountDays'], 'from' | 'to' | 'people' | 'days'>

const DAY = 24 * 3_600_000

/** The longest that platforms are asked for at once, days; beyond it there is what was kept. */
export const MOST_ASKED_DAYS = 28

/** Whole days of UTC, as platforms count them; today as far as it has gone. */
export function spansOf(days: number, now: number) {
  const from = Math.floor(now / DAY) * DAY - (days - 1) * DAY
  return { current: { from, to: now }, before: { from: from - days * DAY, to: from - 1 } }
}

/** In percent; undefined where there was nothing before. A little less than before is 0, which `Math.round` gives a sign. */
export const changeOf = (now: number, before: number | undefined): number | undefined =>
  before === undefined || before === 0 ? undefined : Math.round(((now - before) / before) * 100) + 0

/**
 * `sum` of the span, against the one before · `standing` the value at the end of the span, against its start · `average` of
 * people a day, as those of several days do not add up.
 */
export type Kind = 'sum' | 'standing' | 'average'

export interface Comparison {
  name: string
  kind: Kind
  now: number
  before: number | undefined
}

/** A platform's figures of a span. */
export interface Asked {
  figures: Figures
  standing: readonly string[]
}

interface Total {
  kind: Kind
  value: number
  /** Those on which it is kept. */
  days: number
}

/** The sums of the kept days, by name. */
function totalOf({ days, people }: AccountDays): Map<string, Total> {
  const sums = new Map<string, { sum: number; days: number }>()
  for (const { figures } of days)
    for (const [name, value] of Object.entries(figures ?? {})) {
      const { sum, days: count } = sums.get(name) ?? { sum: 0, days: 0 }
      sums.set(name, { sum: sum + value, days: count + 1 })
    }
  return new Map(
    [...sums].map(([name, { sum, days: count }]): [string, Total] =>
      people.includes(name)
        ? [name, { kind: 'average', value: Math.round(sum / count), days: count }]
        : [name, { kind: 'sum', value: sum, days: count }],
    ),
  )
}

/** Whether sums of so many days can be compared: today is not over, and single days may be missing, but not half of a span. */
const areAlike = (days: number, before: number): boolean =>
  Math.abs(days - before) <= Math.max(1, Math.max(days, before) / 10)

/** How a count stood first and last within the days. */
const firstOf = ({ days }: AccountDays, name: string) => days.find(({ standing }) => standing?.[name] !== undefined)
const lastOf = ({ days }: AccountDays, name: string) => days.findLast(({ standing }) => standing?.[name] !== undefined)

/**
 * The figures of a span beside what they are compared with.
 * @param asked the platform's figures for the span and for the one before; absent if the span is longer than the platform is asked for.
 */
export function compare(
  kept: { current: AccountDays; before: AccountDays },
  asked: { current?: Asked; before?: Asked } = {},
): Comparison[] {
  const standing = new Set([
    ...(asked.current?.standing ?? []),
    ...kept.current.days.flatMap(({ standing: counts }) => Object.keys(counts ?? {})),
  ])
  const before = totalOf(kept.before)
  const spans = asked.current
    ? Object.entries(asked.current.figures)
        .filter(([name]) => !standing.has(name))
        .map(([name, now]): Comparison => ({ name, kind: 'sum', now, before: asked.before?.figures[name] }))
    : [...totalOf(kept.current)].map(([name, { kind, value, days }]): Comparison => {
        const start = before.get(name)
        const comparable = start !== undefined && (kind === 'average' || areAlike(days, start.days))
        return { name, kind, now: value, before: comparable ? start.value : undefined }
      })
  const counts = [...standing].flatMap((name): Comparison[] => {
    const last = lastOf(kept.current, name)?.standing?.[name]
    const now = asked.current?.figures[name] ?? last
    // The last of the days before is how it stood when the span began.
    const start = lastOf(kept.before, name) ?? firstOf(kept.current, name)
    return now === undefined ? [] : [{ name, kind: 'standing', now, before: start?.standing?.[name] }]
  })
  return [...counts, ...spans.sort((one, other) => byInterest(one.name, other.name))]
}

/** The days of a figure, for a chart and a table. */
export const pointsOf = ({ days }: AccountDays, name: string): { at: number; value: number | null }[] =>
  days.map(({ day, figures, standing }) => ({
    at: Date.parse(`${day}T00:00:00Z`),
    value: figures?.[name] ?? standing?.[name] ?? null,
  }))

/** All names of which a day is kept. */
export const namesIn = ({ days }: AccountDays): string[] => [
  ...new Set(days.flatMap(({ figures, standing }) => [...Object.keys(standing ?? {}), ...Object.keys(figures ?? {})])),
]

/** How wide the times are that posts are put together by, hours. */
export const SLOT_HOURS = 3
export const FEWEST_POSTS = 5

export interface PostFigures {
  publishedAt: number
  value: number
}

export interface BestTime {
  /** 0 is Sunday. */
  weekday: number
  hour: number
  average: number
  posts: number
}

/** The times of the week whose posts did best, the best first. */
export function bestTimes(posts: readonly PostFigures[], most = 3): BestTime[] {
  const slots = new Map<string, PostFigures[]>()
  for (const post of posts) {
    const at = new Date(post.publishedAt)
    const key = `${at.getDay()} ${Math.floor(at.getHours() / SLOT_HOURS) * SLOT_HOURS}`
    slots.set(key, [...(slots.get(key) ?? []), post])
  }
  return [...slots]
    .map(([key, all]) => {
      const [weekday, hour] = key.split(' ').map(Number) as [number, number]
      const average = Math.round(all.reduce((sum, { value }) => sum + value, 0) / all.length)
      return { weekday, hour, average, posts: all.length }
    })
    .sort((a, b) => b.average - a.average || b.posts - a.posts)
    .slice(0, most)
}

const VIEWS = ['views', 'post_media_view']
const REACTIONS = [
  'likes',
  'comments',
  'replies',
  'reposts',
  'quotes',
  'shares',
  'favourites',
  'reblogs',
  'post_reactions_by_type_total',
]

const sumIn = (figures: Figures, names: readonly string[]): number | undefined => {
  const known = names.flatMap((name) => figures[name] ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

/** By what posts are compared: by views where enough of them have any, else by reactions, which every platform tells. */
export function measureOf(posts: readonly { publishedAt: number; figures: Figures }[]) {
  const by = (names: readonly string[]): PostFigures[] =>
    posts.flatMap(({ publishedAt, figures }) => {
      const value = sumIn(figures, names)
      return value === undefined ? [] : [{ publishedAt, value }]
    })
  const views = by(VIEWS)
  const reactions = by(REACTIONS)
  return views.length >= FEWEST_POSTS || views.length >= reactions.length
    ? { measure: 'views' as const, posts: views }
    : { measure: 'reactions' as const, posts: reactions }
}

export const fileOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows
    .map((row) => `${row.map((value) => (typeof value === 'string' ? cellOf(value) : (value ?? ''))).join(',')}\r\n`)
    .join('')

/** A row for each figure of each day of each account. */
export const daysFile = (
  accounts: readonly { platform: string; username: string; days: AccountDays['days'] }[],
): string =>
  fileOf([
    ['platform', 'account', 'day', 'figure', 'value'],
    ...accounts.flatMap(({ platform, username, days }) =>
      days.flatMap(({ day, figures, standing }) =>
        Object.entries({ ...standing, ...figures }).map(([name, value]) => [platform, username, day, name, value]),
      ),
    ),
  ])
