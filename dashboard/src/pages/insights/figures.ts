// What the pages make of figures: changes, best times, and a file. Pure.

export type Figures = Readonly<Record<string, number>>

const DAY = 24 * 3_600_000

/** Whole days of UTC, as platforms count them; today as far as it has gone. */
export function spansOf(days: number, now: number) {
  const from = Math.floor(now / DAY) * DAY - (days - 1) * DAY
  return { current: { from, to: now }, before: { from: from - days * DAY, to: from - 1 } }
}

/** In percent; undefined where there was nothing before. */
export const changeOf = (now: number, before: number | undefined): number | undefined =>
  before === undefined || before === 0 ? undefined : Math.round(((now - before) / before) * 100)

/** How wide the times are that posts are put together by, hours. */
export const SLOT_HOURS = 3
export const FEWEST_POSTS = 5

export interface PostFigures {
  publishedAt: number
  views: number
}

export interface BestTime {
  /** 0 is Sunday. */
  weekday: number
  hour: number
  average: number
  posts: number
}

/** The times of the week whose posts were seen most, the best first. */
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
      const average = Math.round(all.reduce((sum, { views }) => sum + views, 0) / all.length)
      return { weekday, hour, average, posts: all.length }
    })
    .sort((a, b) => b.average - a.average || b.posts - a.posts)
    .slice(0, most)
}

/** As a cell that no spreadsheet runs. */
export const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const fileOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
