// The account's own posts, as its server lists them. They show whether a publish call took effect.
import { nfc } from '../../nfc.ts'
import type { Credentials } from '../connector.ts'
import type { Result } from '../outcome.ts'
import { asSession, idAt, isRecord, notDocumented, textAt } from './call.ts'
import { plain } from './plain.ts'
import { ownId } from './session.ts'

export interface Status {
  id: string
  url: string | null
  created_at: number
  /** Its text and media may have been others before. */
  edited: boolean
  reply_to: string | null
  media: readonly string[]
  spoiler: string
  /** As it is shown; undefined where that is longer than any of ours. */
  html: string | undefined
}

/** As many as servers give at once. */
export const PAGE_SIZE = 40
/** An account that has posted more than these pages hold since the call is not looked through. */
export const MAX_PAGES = 10
/** Older than all ids, of whatever kind they are. */
export const BEFORE_ALL = '0'

/**
 * UTF-16 units of a shown text that is kept: several times what ours come to with the markup of their links. Hundreds of posts are
 * looked at together, and only the answers of a server are bounded.
 */
const LONGEST_SHOWN = 20_000

const unlessEndless = (text: string | undefined): string | undefined =>
  text !== undefined && text.length > LONGEST_SHOWN ? undefined : text

const linkIn = (value: unknown): string | null => {
  const url = textAt(value, 'url') ?? textAt(value, 'uri')
  return url !== undefined && /^https?:\/\//.test(url) && url.length <= 2048 ? url : null
}

/** Undefined for what is no status. */
export function statusIn(value: unknown): Status | undefined {
  const id = idAt(value)
  if (id === undefined || !isRecord(value)) return undefined
  const media = Array.isArray(value.media_attachments) ? value.media_attachments : []
  return {
    id,
    url: linkIn(value),
    created_at: Date.parse(textAt(value, 'created_at') ?? ''),
    edited: textAt(value, 'edited_at') !== undefined,
    reply_to: idAt(value, 'in_reply_to_id') ?? null,
    media: media.flatMap((one) => idAt(one) ?? ''),
    spoiler: unlessEndless(textAt(value, 'spoiler_text')) ?? '',
    html: unlessEndless(textAt(value, 'content') ?? ''),
  }
}

/** Ids rise: numbers by their length first, everything else as text. */
const isLater = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length

const latestOf = (statuses: readonly Status[]): string | undefined =>
  statuses.reduce<string | undefined>(
    (latest, { id }) => (latest === undefined || isLater(id, latest) ? id : latest),
    undefined,
  )

async function page(account: Credentials, query: Record<string, string>): Promise<Result<Status[]>> {
  const path = `/api/v1/accounts/${ownId(account)}/statuses`
  const given = { exclude_reblogs: 'true', ...query }
  const answer = await asSession(account.token, path, { operation: 'read', query: given })
  if (!answer.ok) return answer
  const { body, status } = answer.value
  if (!Array.isArray(body)) return notDocumented('read', status)
  const statuses = body.map(statusIn)
  if (statuses.includes(undefined)) return notDocumented('read', status)
  return { ...answer, value: statuses as Status[] }
}

/** The older of two ids. */
export const earlierId = (id: string, other: string): string => (isLater(id, other) ? other : id)

/** The newest own post; `BEFORE_ALL` where there is none. */
export async function newestId(account: Credentials): Promise<Result<string>> {
  // More than one, for what is pinned may come first.
  const latest = await page(account, { limit: '5' })
  return latest.ok ? { ...latest, value: latestOf(latest.value) ?? BEFORE_ALL } : latest
}

/** Posts that an account may pin: a page may begin with them, however old they are. */
const MAX_PINNED = 5
/** Pages that are gone back through. */
const PAGES_BACK = 5

/**
 * The latest own posts, at least those of that time and later as far as a bounded number of pages has them.
 * @returns `complete` only where those surely are all: an older one was seen, or the account has no others.
 */
export async function latest(
  account: Credentials,
  since: number,
): Promise<Result<{ statuses: Status[]; complete: boolean }>> {
  const found = new Map<string, Status>()
  let before: string | undefined
  for (let pages = 0; pages < PAGES_BACK; pages += 1) {
    const next = await page(account, { limit: String(PAGE_SIZE), ...(before === undefined ? {} : { max_id: before }) })
    if (!next.ok) return next
    for (const status of next.value) found.set(status.id, status)
    const done = (complete: boolean) => ({ ...next, value: { statuses: [...found.values()], complete } })
    if (next.value.slice(MAX_PINNED).some(({ created_at }) => created_at < since)) return done(true)
    const last = next.value.at(-1)
    // Servers may give fewer than they are asked for: only a page of nothing is the end.
    if (last === undefined) return done(true)
    if (before !== undefined && !isLater(before, last.id)) return done(false)
    before = last.id
  }
  return { ok: true, value: { statuses: [...found.values()], complete: false } }
}

/** A page this long may be cut off at its beginning, on servers that take `min_id` for something else. */
const LONG_PAGE = 20

const earliestOf = (statuses: readonly Status[]): string | undefined =>
  statuses.reduce<string | undefined>(
    (earliest, { id }) => (earliest === undefined || isLater(earliest, id) ? id : earliest),
    undefined,
  )

/** Whether the server gives those that come next after an id, and not the newest of all that come after it. */
async function goesOnFrom(account: Credentials, from: string, next: readonly Status[]): Promise<Result<boolean>> {
  const one = await page(account, { min_id: from, limit: '1' })
  return one.ok ? { ok: true, value: one.value[0]?.id === earliestOf(next) } : one
}

/**
 * Own posts after that one. @param deadline Unix ms. @returns `complete` only where these surely are all.
 */
export async function since(
  account: Credentials,
  mark: string,
  deadline: number,
): Promise<Result<{ statuses: Status[]; complete: boolean }>> {
  const found = new Map<string, Status>()
  let from = mark
  let inOrder: boolean | undefined
  for (let pages = 0; pages < MAX_PAGES && Date.now() < deadline; pages += 1) {
    const next = await page(account, { min_id: from, limit: String(PAGE_SIZE) })
    if (!next.ok) return next
    // Pinned posts, or others that a server lists beside those that were asked for.
    const later = next.value.filter(({ id }) => isLater(id, from))
    for (const status of later) found.set(status.id, status)
    // Servers may give fewer than they are asked for: only a page of nothing is the end.
    const last = latestOf(later)
    if (last === undefined) return { ok: true, value: { statuses: [...found.values()], complete: inOrder ?? true } }
    if (later.length >= LONG_PAGE && inOrder === undefined) {
      const asked = await goesOnFrom(account, from, later)
      if (!asked.ok) return asked
      inOrder = asked.value
    }
    from = last
  }
  return { ok: true, value: { statuses: [...found.values()], complete: false } }
}

/** Line ends and outer white space are the server's to change; anything else is another text. */
const canonical = (text: string): string => nfc(text).replaceAll('\r\n', '\n').trim()

/** The letters and digits of a text, without the domains of mentions: what servers show of it, however they show it. */
const bare = (text: string): string =>
  nfc(text)
    .replaceAll(/@(\w+(?:[.-]+\w+)*)@[\w.-]+/g, '@$1')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** The same of a text as it is shown. */
const bareHtml = (html: string): string => bare(html.replaceAll(/<[^<>]*>/g, '').replaceAll(/&#?\w{1,10};/g, ''))

/** Whether the shown content may be this text. */
export const mayShow = ({ html }: Status, text: string): boolean => html === undefined || bareHtml(html) === bare(text)

const withoutSpace = (text: string): string => nfc(text).replaceAll(/\s/g, '')

/**
 * Whether the shown content surely is this text: every character of it, as servers change white space alone. What differs can still be it,
 * for links and mentions are shown in other forms.
 */
const shows = ({ html, spoiler }: Status, wanted: { text: string; spoiler: string }): boolean =>
  html !== undefined &&
  wanted.text.trim() !== '' &&
  withoutSpace(plain(html)) === withoutSpace(wanted.text) &&
  canonical(spoiler) === canonical(wanted.spoiler)

/**
 * Whether the post has this text, by its source, or where the server does not give that, by what it shows; undefined where that does not
 * tell. For a post without text, servers make its content warning the text. @returns `faithful` if its shown content has the same letters.
 */
export async function hasText(
  account: Credentials,
  shown: Status,
  wanted: { text: string; spoiler: string },
): Promise<Result<{ same: boolean; faithful: boolean } | undefined>> {
  const byContent = shows(shown, wanted) ? { same: true, faithful: true } : undefined
  const answer = await asSession(account.token, `/api/v1/statuses/${shown.id}/source`, { operation: 'read' })
  if (!answer.ok) {
    const unknown = answer.error.http_status === 404 || answer.error.http_status === 405
    return unknown ? { ok: true, value: byContent } : answer
  }
  const text = textAt(answer.value.body, 'text')
  if (text === undefined) return { ok: true, value: byContent }
  const expected = canonical(wanted.text) === '' ? canonical(wanted.spoiler) : canonical(wanted.text)
  const said = canonical(text) === '' ? canonical(textAt(answer.value.body, 'spoiler_text') ?? '') : canonical(text)
  return { ok: true, value: { same: said === expected, faithful: shown.html !== undefined && mayShow(shown, text) } }
}
