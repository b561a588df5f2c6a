// Finds a post without a handle among the Page's own posts. Says that it is not there only if that is certain (platforms-next,
// section 1.4).
import * as z from 'zod/mini'
import { nfc } from '../../nfc.ts'
import type { Credentials, InDoubt, Result } from '../connector.ts'
import { Id, mapped, PAGES_MS, text } from '../meta/graph.ts'
import { numeric, optional } from '../meta/lenient.ts'
import type { Published, Verdict } from '../outcome.ts'
import { nextOf, onPage, Paging, permalinkOf } from './calls.ts'
import { MAYBE_THERE } from './errors.ts'
import type { Handle } from './handles.ts'

/** A post is seen by its own Page at once; it is looked for this long after it was asked for. */
const LOOK_MS = 90_000
/** A plain video first has to be fetched and processed. */
const LOOK_FOR_VIDEO_MS = 15 * 60_000

/** Posts a page, and pages at most: what has more in so short a time cannot be looked through. */
const PAGE_SIZE = 50
const MAX_PAGES = 6
/** As many of the newest as a mark holds. */
const MARKED = 40
/** Clocks differ, and Facebook tells whole seconds. */
const SKEW_MS = 5000

const Attachment = z.lazy(() => {
  const Target = optional(z.object({ id: optional(Id) }))
  const Part = z.object({ target: Target })
  return z.object({
    type: text,
    media_type: text,
    target: Target,
    subattachments: optional(z.object({ data: z.array(Part) })),
  })
})

const Item = z.lazy(() =>
  z.object({
    id: Id,
    message: text,
    created_time: text,
    permalink_url: text,
    attachments: optional(z.object({ data: z.array(Attachment) })),
  }),
)
type Item = z.infer<typeof Item>

const Items = z.lazy(() => z.object({ data: z.array(Item), paging: Paging }))
const Ids = z.lazy(() => z.object({ data: z.array(z.object({ id: Id })) }))

const Stories = z.lazy(() => {
  const Time = optional(z.union([numeric, z.string()]))
  return z.object({
    data: z.array(z.object({ post_id: Id, media_id: optional(Id), media_type: text, creation_time: Time, url: text })),
    paging: Paging,
  })
})

const FIELDS = 'id,message,created_time,permalink_url,attachments'

/** The result of a search; `unsure` if several fit, or if there are more than were read. */
type Found = { state: 'one'; post: Required<Pick<Published, 'media_id' | 'permalink'>> } | { state: 'none' | 'unsure' }

const spanQuery = ({ since, until }: { since: number; until: number }): Record<string, string> => ({
  since: String(Math.floor(since / 1000)),
  until: String(Math.ceil(until / 1000)),
})

const SLOW = { class: 'retry', message: 'The platform was too slow to go through its list.' } as const

/** Goes through a list page by page. @returns undefined where it has too many of them. */
async function listed<T>(
  ask: (after: Record<string, string>) => Promise<Result<{ data: T[]; paging: z.infer<typeof Paging> }>>,
): Promise<Result<T[] | undefined>> {
  const all: T[] = []
  const until = Date.now() + PAGES_MS
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    if (Date.now() > until) return { ok: false, error: SLOW }
    const reply = await ask(after === undefined ? {} : { after })
    if (!reply.ok) return reply
    all.push(...reply.value.data)
    after = nextOf(reply.value.paging)
    if (after === undefined) return { ok: true, value: all }
  }
  return { ok: true, value: undefined }
}

/** Line ends and outer white space are Facebook's to change; anything else is another text. */
const canonical = (words: string): string =>
  nfc(words)
    .replaceAll('\r\n', '\n')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim()

const timeOf = (value: string | undefined): number => Date.parse(value?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') ?? '')

type Sort = 'text' | 'photo' | 'video'

/** The card of a link: one to a video is of the sort of a video, too (`video_share_youtube`). */
const isShare = ({ type }: { type?: string | undefined }): boolean => /(?:^|_)share(?:_|$)/i.test(type ?? '')

function isOfSort({ attachments: { data: all } = { data: [] } }: Item, sort: Sort): boolean {
  const types = all.map(({ media_type, type }) => (media_type ?? type ?? '').toLowerCase())
  if (types.some((type) => type.startsWith('video'))) return sort === 'video' || (sort === 'text' && all.every(isShare))
  return sort === (types.some((type) => type === 'photo' || type === 'album') ? 'photo' : 'text')
}

const photosOf = ({ attachments }: Item): (string | undefined)[] =>
  (attachments?.data ?? []).flatMap(({ target, subattachments }) => [
    target?.id,
    ...(subattachments?.data ?? []).map((part) => part.target?.id),
  ])

interface Sought {
  sort: Sort
  text: string
  /** The very photos, where they are known. */
  photos?: readonly string[]
  /** When it may have been made, Unix ms. */
  since: number
  until: number
  /** Posts that were there before. */
  known?: readonly string[]
}

const fits = (item: Item, { sort, text: wanted, photos, since, until, known = [] }: Sought): boolean => {
  // Nobody else knows these photos: a post that shows one of them is this one.
  if (photos) return photosOf(item).some((id) => id !== undefined && photos.includes(id))
  const at = timeOf(item.created_time)
  if (known.includes(item.id) || !(at >= since && at <= until)) return false
  return isOfSort(item, sort) && canonical(item.message ?? '') === canonical(wanted)
}

/** The one post of the Page that fits. */
export async function findPost(account: Credentials, sought: Sought): Promise<Result<Found>> {
  const query = { fields: FIELDS, ...spanQuery(sought), limit: String(PAGE_SIZE) }
  const items = await listed((after) =>
    onPage(account, 'published_posts', { operation: 'read', method: 'GET', query: { ...query, ...after } }, Items),
  )
  return mapped(items, (all): Found => {
    const fitting = (all ?? []).filter((item) => fits(item, sought))
    const [only] = fitting
    if (only && (sought.photos || fitting.length === 1))
      return { state: 'one', post: { media_id: only.id, permalink: permalinkOf(only.permalink_url) } }
    return { state: all && fitting.length === 0 ? 'none' : 'unsure' }
  })
}

/** The story that shows the photo; without a photo the only one of the time. */
export async function findStory(
  account: Credentials,
  { photo, ...span }: { photo?: string; since: number; until: number },
): Promise<Result<Found>> {
  const stories = await listed((after) =>
    onPage(account, 'stories', { operation: 'read', method: 'GET', query: { ...spanQuery(span), ...after } }, Stories),
  )
  return mapped(stories, (all): Found => {
    const fitting = (all ?? []).filter(({ media_id }) => photo === undefined || media_id === photo)
    const [only] = fitting
    if (only && (photo !== undefined || fitting.length === 1))
      return { state: 'one', post: { media_id: only.post_id, permalink: permalinkOf(only.url) } }
    return { state: all && fitting.length === 0 ? 'none' : 'unsure' }
  })
}

/** The address of a story, which its own node does not tell. */
export async function storyLink(account: Credentials, postId: string): Promise<Result<string | null>> {
  const now = Date.now()
  const span = { since: now - 25 * 3_600_000, until: now + 60_000 }
  const stories = await listed((after) =>
    onPage(account, 'stories', { operation: 'read', method: 'GET', query: { ...spanQuery(span), ...after } }, Stories),
  )
  return mapped(stories, (all = []) => permalinkOf(all.find(({ post_id }) => post_id === postId)?.url))
}

/** The Page's newest posts: what is among them before a call was not made by it. */
export async function newestPosts(account: Credentials): Promise<Result<string>> {
  const query = { fields: 'id', limit: String(MARKED) }
  const reply = await onPage(account, 'published_posts', { operation: 'read', method: 'GET', query }, Ids)
  return mapped(reply, ({ data }) => data.map(({ id }) => id).join(','))
}

/** The outcome of a post that can only be searched for. */
export async function searchedFor(
  account: Credentials,
  post: InDoubt,
  made: readonly Handle[],
): Promise<Result<Verdict>> {
  const { text: words, mark, asked_at, refused, since, until, others = [] } = post
  const [first] = made as [Handle]
  const photos = made.flatMap((one) => (one.as === 'photo' ? one.id : []))
  const sort: Sort = first.as === 'video' ? 'video' : photos.length > 0 ? 'photo' : 'text'
  const last = asked_at + (sort === 'video' ? LOOK_FOR_VIDEO_MS : LOOK_MS)
  // A post of the same words that was made later is not the one that the call made.
  const byWords = sort !== 'photo' && first.as !== 'story_photo'
  const from = Math.min(since + 60_000, asked_at) - SKEW_MS
  const span = { since: from, until: byWords ? Math.min(until, last + SKEW_MS) : until }
  const known = [...(mark === undefined || mark === '' ? [] : mark.split(',')), ...others]
  const found =
    first.as === 'story_photo'
      ? await findStory(account, { photo: first.id, ...span })
      : await findPost(account, { sort, text: words, known, ...(photos.length > 0 ? { photos } : {}), ...span })
  return mapped(found, (result): Verdict => {
    if (result.state === 'one') {
      const { media_id, permalink } = result.post
      return { state: 'live', media_id, ...(permalink === null ? {} : { permalink }) }
    }
    // A clear refusal stands, unless it is about an earlier call.
    const maybe = refused && (MAYBE_THERE.includes(refused.code) || MAYBE_THERE.includes(refused.subcode))
    if (refused && !(maybe && refused.calls > 1)) return { state: 'unknown', final: true }
    return { state: 'unknown', ...(Date.now() > last ? { final: true as const } : {}) }
  })
}
