// How answers are shown: lines and tables for people, one JSON value for programs.
import type { Schemas } from '@social-publisher/client'
import { oneLine, plain } from './plain.ts'
import { timeText } from './times.ts'

export interface Streams {
  out(text: string): void
  err(text: string): void
  /** Progress is drawn only where a person looks. */
  readonly live: boolean
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(oneLine))
  const widths = heads.map((head, at) => Math.max(head.length, ...clean.map((row) => [...(row[at] ?? '')].length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell + ' '.repeat(Math.max(0, widths[at]! - [...cell].length)))
      .join('  ')
      .trimEnd()
  return [line(heads), ...clean.map(line)].join('\n')
}

const shorten = (text: string, most: number) =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text

export const postsTable = (posts: readonly Schemas['PostSummary'][]): string =>
  posts.length === 0
    ? 'There are no posts.'
    : table(
        ['id', 'type', 'status', 'when', 'live', 'text'],
        posts.map(({ id, type, status, scheduled_at, created_at, progress, title, content }) => [
          id,
          type,
          status,
          timeText(scheduled_at ?? created_at),
          `${progress.published}/${progress.total}`,
          shorten(title || content, 40),
        ]),
      )

/** Whether a post that has ended is live wherever it was sent: the service calls it published also where an account was cancelled or deleted. */
export const isLive = ({ status, publications }: Schemas['Post']): boolean =>
  status === 'published' && !publications.some(({ state }) => state === 'cancelled' || state === 'deleted')

/** The accounts that do not take the post: nothing is published there. */
export const skippedOf = ({ skipped_accounts: skipped = [] }: Schemas['Post']): readonly string[] => skipped

/** Said of such an account before the post is sent. */
export const skippedAs = (type: string): string => `is skipped: it does not take ${type} posts, or is listed only`

/** One line for each account of a post. */
export function outcomes(post: Schemas['Post'], names: ReadonlyMap<string, string>): string {
  const lines = post.publications.map((publication) => {
    const { account_id, platform, state, permalink, error, last_problem, next_attempt_at } = publication
    // Only the platform's words say what to change.
    const says = error?.platform ? ` The platform says: ${error.platform.message}` : ''
    const tried = last_problem ? ` The last try: ${last_problem.message}` : ''
    const what = error
      ? `${error.message} (${error.code})${says}`
      : (permalink ?? (next_attempt_at ? `next at ${timeText(next_attempt_at)}${tried}` : ''))
    return `  ${oneLine(names.get(account_id) ?? `${platform}:${account_id}`)}  ${state}  ${oneLine(what)}`.trimEnd()
  })
  const skipped = skippedOf(post).map((id) => `  ${oneLine(names.get(id) ?? id)}  skipped`)
  return [`${post.id}  ${post.status}`, ...lines, ...skipped].join('\n')
}

/** A bar that is drawn over itself; a line at the end where nobody watches. One for each file. */
export function progressBar({ err, live }: Streams, name: string) {
  let drawn = -1
  return {
    show: (sent: number, total: number): void => {
      const percent = Math.floor((100 * sent) / total)
      if (percent === drawn || (!live && sent < total)) return
      drawn = percent
      const full = Math.floor(percent / 5)
      const bar = `[${'#'.repeat(full)}${'.'.repeat(20 - full)}] ${String(percent).padStart(3)} %`
      if (live) err(`\r${plain(name)}  ${bar}${sent === total ? '\n' : ''}`)
      else err(`${plain(name)}: ${total} bytes sent\n`)
    },
    /** Leaves the line of a bar that was not finished. */
    end: (): void => {
      if (live && drawn >= 0 && drawn < 100) err('\n')
    },
  }
}
