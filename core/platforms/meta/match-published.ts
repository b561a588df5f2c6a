// Finding the post of a publish call whose reply was lost: bound only if exactly one post fits (platform-apis, section 4).
import * as z from 'zod/mini'
import { nfc } from '../../nfc.ts'
import type { Published, Result } from '../connector.ts'
import { Id, text } from './graph.ts'
import { optional } from './lenient.ts'

/** As many as both platforms give at once. */
export const PAGE_SIZE = 100

const Item = z.lazy(() =>
  z.object({
    id: Id,
    caption: text,
    text,
    permalink: text,
    timestamp: text,
    media_type: text,
    media_product_type: text,
    replied_to: optional(z.object({ id: Id })),
  }),
)
export type OwnPost = z.infer<typeof Item>

export const OwnPosts = z.lazy(() =>
  z.object({
    data: z.array(Item),
    paging: optional(z.object({ next: text })),
  }),
)

export interface Wanted {
  /** Undefined where posts of the kind have none. */
  caption: string | undefined
  since: number
  until: number
  /** The platform may leave it out of the list. */
  unlisted?: boolean
  isKind(post: OwnPost): boolean
}

/** Platforms tell whole seconds, so the span is widened to such. */
const seconds = (ms: number) => ({ first: Math.floor(ms / 1000) * 1000, last: Math.ceil(ms / 1000) * 1000 })

/** Query parameters that narrow a list to the span; a second more on each side, for it is not said which ends count. */
export const spanQuery = ({ since, until }: { since: number; until: number }): Record<string, string> => ({
  since: String(seconds(since).first / 1000 - 1),
  until: String(seconds(until).last / 1000 + 1),
  limit: String(PAGE_SIZE),
})

/** Line ends and outer white space are the platforms' to change; anything else is another text. */
const canonical = (caption: string): string => nfc(caption).replaceAll('\r\n', '\n').trim()

/** Platforms write `+0000`; a time that cannot be read matches no span. */
const timeOf = ({ timestamp }: OwnPost): number => Date.parse(timestamp?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') ?? '')

export const permalinkOf = (value: string | null | undefined): string | null =>
  value && /^https?:\/\//.test(value) ? value : null

type Match = Required<Pick<Published, 'media_id' | 'permalink'>>

/** The posts that fit; undefined where more may exist than were listed. */
function fitting({ data, paging }: z.infer<typeof OwnPosts>, wanted: Wanted): OwnPost[] | undefined {
  const { first } = seconds(wanted.since)
  const { last } = seconds(wanted.until)
  const cutShort = paging?.next !== undefined || data.length >= PAGE_SIZE
  if (cutShort && !data.some((post) => timeOf(post) < first)) return undefined
  return data.filter((post) => {
    const at = timeOf(post)
    if (!(at >= first && at <= last) || !wanted.isKind(post)) return false
    return wanted.caption === undefined || canonical(post.caption ?? post.text ?? '') === canonical(wanted.caption)
  })
}

/** The one post that fits; null where none or several do, or where more may exist than were listed. */
export function matchOne(listed: Result<z.infer<typeof OwnPosts>>, wanted: Wanted): Result<Match | null> {
  if (!listed.ok) return listed
  const found = fitting(listed.value, wanted)
  if (!found || found.length > 1) return { ...listed, value: null }
  const [only] = found
  const value = only ? { media_id: only.id, permalink: permalinkOf(only.permalink) } : null
  // A post whose time or text is not known may be the one, too.
  const isTold = (post: OwnPost) =>
    !Number.isNaN(timeOf(post)) && (!wanted.caption || (post.caption ?? post.text) !== undefined)
  const certain = !wanted.unlisted && listed.value.data.filter((post) => wanted.isKind(post)).every(isTold)
  return { ...listed, value, ...(certain ? { certain } : {}) }
}
