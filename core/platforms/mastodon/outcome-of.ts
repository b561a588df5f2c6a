// The outcome of a publish call, by the account's own posts since (platforms-next, section 3.2). The key that is sent with the
// call is not relied upon: servers ignore it, forget it after an hour, or fail when it comes again.
import type { Credentials, InDoubt, Published, Wanted } from '../connector.ts'
import { mapped } from '../meta/graph.ts'
import type { PlatformError, Result, Verdict } from '../outcome.ts'
import { stillKnown } from './call.ts'
import { mediaIn, statusParameters } from './parameters.ts'
import { hasText, latest, mayShow, type Status, since } from './statuses.ts'

/** For so long after a call it may be made again: after that no server knows its key. Less what the next call may wait. */
const KEY_MS = 50 * 60_000
/** Looking takes as long as one step may, less what asking for the session after it takes. */
const LOOK_MS = 15_000
/** Posts whose text is read one by one. */
const MAX_SOURCES = 10
/** Attempts to read the text of one post. Without them one failed reading of ten posts would fail the whole look. */
const SOURCE_TRIES = 3

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** How a post of the account answers to what was asked for. `altered`: it may be it, without its media or changed by its owner. */
type Fit = 'it' | 'altered' | 'another' | 'unknown'

interface Asked {
  text: string
  spoiler: string
  media: readonly string[]
  reply_to: string | undefined
}

/** The verdict without asking for its text; undefined where the text has to decide. */
function fitByMedia({ media, reply_to, edited }: Status, asked: Asked): Fit | undefined {
  // A medium is in one post alone.
  if (asked.media.length > 0 && isSame(media, asked.media)) return 'it'
  if (media.some((id) => asked.media.includes(id))) return 'altered'
  if ((reply_to ?? undefined) !== asked.reply_to) return 'another'
  return media.length > asked.media.length && !edited ? 'another' : undefined
}

/** The verdict on a post that says something else now. */
const fitOfOther = ({ edited }: Status): Fit => (edited ? 'altered' : 'another')

/** The verdict by its text. @param same undefined where it cannot be read. */
function fitByText(status: Status, same: boolean | undefined, media: readonly string[]): Fit {
  if (same === undefined) return 'unknown'
  if (!same) return fitOfOther(status)
  return status.media.length === media.length ? 'it' : 'altered'
}

/** Whether a post has the text; asked again at once where the server failed. */
async function readText(account: Credentials, status: Status, asked: Asked, deadline: number) {
  for (let tries = 1; ; tries += 1) {
    const source = await hasText(account, status, asked)
    if (source.ok || !passes(source.error) || tries === SOURCE_TRIES || Date.now() >= deadline) return source
  }
}

/** Whether the error may be gone at the next call, and names no time to wait. */
const passes = (error: PlatformError): boolean => error.class === 'retry' && error.retry_after_ms === undefined

/**
 * Judges them, the most similar first. If there are more than are read one by one, the others are judged by what the list shows of them,
 * if what is shown of those was true to their texts. The first that is it is enough.
 */
async function fitsOf(
  account: Credentials,
  statuses: readonly Status[],
  asked: Asked,
  deadline: number,
): Promise<Result<Map<Status, Fit>>> {
  const fits = new Map<Status, Fit>()
  const open: Status[] = []
  const inOrder = [...statuses].sort((one, other) => one.created_at - other.created_at)
  for (const status of inOrder) {
    const fit = fitByMedia(status, asked)
    if (fit) fits.set(status, fit)
    else open.push(status)
  }
  const wanted = asked.text.trim() === '' ? asked.spoiler : asked.text
  const alike = open.filter((status) => mayShow(status, wanted))
  const others = open.filter((status) => !alike.includes(status))
  let read = 0
  let faithful = true
  for (const status of [...alike, ...others]) {
    const enough = read >= MAX_SOURCES && faithful && !alike.includes(status)
    if (enough) {
      fits.set(status, fitOfOther(status))
      continue
    }
    if (read >= MAX_SOURCES || Date.now() >= deadline) {
      fits.set(status, 'unknown')
      continue
    }
    const source = await readText(account, status, asked, deadline)
    if (!source.ok) return source
    read += 1
    if (source.value && !source.value.faithful) faithful = false
    fits.set(status, fitByText(status, source.value?.same, asked.media))
    if (fits.get(status) === 'it') break
  }
  return { ok: true, value: fits }
}

/** Whether others than Mastodon list posts that are for the people alone whom they mention is not known. */
const mayBeUnlisted = ({ limits }: Credentials, visibility: unknown): boolean =>
  visibility === 'direct' && limits?.own?.api_version === undefined

const NOTHING_WILL_TELL: Verdict = { state: 'unknown', final: true }

/** The outcome of the call. Says `not` only where all posts since were seen, and none can be it. */
export async function verify(account: Credentials, post: InDoubt): Promise<Result<Verdict>> {
  const verdict = (value: Verdict): Result<Verdict> => ({ ok: true, value })
  if (post.mark === undefined) return verdict(NOTHING_WILL_TELL)
  const deadline = Date.now() + LOOK_MS
  const listed = await since(account, post.mark, deadline)
  if (!listed.ok) return listed
  const { spoiler_text, visibility } = statusParameters(post)
  const asked: Asked = {
    text: post.text,
    spoiler: String(spoiler_text ?? ''),
    media: mediaIn(post.handles),
    reply_to: post.reply_to,
  }
  const { complete } = listed.value
  const statuses = listed.value.statuses.filter(({ id }) => !post.others?.includes(id))
  const fits = await fitsOf(account, statuses, asked, deadline)
  if (!fits.ok) return fits
  const thatAre = (wanted: Fit) => [...fits.value].flatMap(([status, fit]) => (fit === wanted ? [status] : []))
  // The first call's effect is the first one that fits.
  const [first] = thatAre('it')
  if (first)
    return verdict({ state: 'live', media_id: first.id, ...(first.url === null ? {} : { permalink: first.url }) })
  // It is out, and not as it was asked for: neither published nor to be published again.
  if (thatAre('altered').length > 0) return verdict(NOTHING_WILL_TELL)
  if (!complete || thatAre('unknown').length > 0) return verdict({ state: 'unknown' })
  if (mayBeUnlisted(account, visibility)) return verdict(NOTHING_WILL_TELL)
  if (Date.now() - post.asked_at > KEY_MS) return verdict(NOTHING_WILL_TELL)
  return mapped(await stillKnown(account.token), () => ({ state: 'not' }))
}

/** Finds the id of a post that is live: the one of the latest posts that fits. */
export async function find(account: Credentials, wanted: Wanted): Promise<Result<Published | null>> {
  const listed = await latest(account, wanted.since)
  if (!listed.ok) return listed
  const ofTheTime = listed.value.statuses.filter(
    ({ created_at, reply_to }) =>
      created_at >= wanted.since && created_at <= wanted.until && (reply_to ?? undefined) === wanted.reply_to,
  )
  const within = ofTheTime.filter(({ media }) => media.length > 0 === (wanted.kind !== 'text'))
  if (within.length > MAX_SOURCES) return { ok: true, value: null }
  const fitting: Status[] = []
  const { options = {}, text, reply_to } = wanted
  const { visibility } = statusParameters({ text, options, handles: [], reply_to })
  let certain = listed.value.complete && !mayBeUnlisted(account, visibility)
  // It may be out without its media, or was changed to have others.
  const others = ofTheTime.filter((status) => !within.includes(status))
  if (others.some((status) => status.edited || mayShow(status, wanted.text))) certain = false
  for (const status of within) {
    const same = await hasText(account, status, { text: wanted.text, spoiler: status.spoiler })
    if (!same.ok) return same
    const fit = fitByText(status, same.value?.same, status.media)
    if (fit === 'it') fitting.push(status)
    else if (fit !== 'another') certain = false
  }
  const [only] = fitting
  const found = only && fitting.length === 1 ? { media_id: only.id, permalink: only.url } : null
  const sure = certain && fitting.length <= 1 && (await stillKnown(account.token)).ok
  return { ok: true, value: found, ...(sure ? { certain: true } : {}) }
}
