// The card of a link. Bluesky makes none itself: title, words and picture of the page are fetched here, by the guarded way.
import { askHost } from '../../outbound/ask-host.ts'
import type { Result } from '../outcome.ts'
import { uploadBlob } from './blobs.ts'
import type { Named } from './record.ts'
import type { Session } from './session.ts'

const PAGE_MS = 8000
const PICTURE_MS = 8000
const REDIRECTS = 5
/** Heads of pages are shorter; one that is longer is not read. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024
const MAX_HEAD = 256 * 1024
const MAX_THUMB_BYTES = 1_000_000
const MAX_TITLE = 300
const MAX_DESCRIPTION = 500
/** Elements of a head that are looked at. */
const MAX_TAGS = 500

const PICTURE_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000) ? String.fromCodePoint(point) : all
  })

const clean = (text: string, most: number): string => {
  const one = decoded(text.slice(0, most * 8))
    .replace(/\s+/g, ' ')
    .trim()
  return one.length > most
    ? `${one
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`
    : one.toWellFormed()
}

/** The attributes of an element's text: bounded, and read once from left to right. */
function attributesOf(element: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name, double, single, bare] of element.matchAll(
    /([a-z][a-z:-]{0,40})=(?:"([^"]{0,4000})"|'([^']{0,4000})'|([^\s"'>]{1,2000}))/gi,
  ))
    found[name!.toLowerCase()] ??= double ?? single ?? bare ?? ''
  return found
}

export interface Page {
  title: string
  description: string
  picture?: string
}

/** A page's description of itself in its head: the words that it is shared with, else its title. */
export function pageIn(html: string): Page {
  const head = html.slice(0, MAX_HEAD)
  const said: Record<string, string> = {}
  let at = 0
  for (let tags = 0; tags < MAX_TAGS; tags += 1) {
    const begin = head.indexOf('<', at)
    if (begin < 0) break
    const end = head.indexOf('>', begin)
    if (end < 0) break
    at = end + 1
    const element = head.slice(begin, Math.min(end, begin + 8000))
    if (/^<meta\s/i.test(element)) {
      const { property, name = property, content } = attributesOf(element)
      if (name !== undefined && content !== undefined) said[(property ?? name).toLowerCase()] ??= content
    } else if (/^<title[\s>]?/i.test(element) && said.title === undefined) {
      const close = head.indexOf('<', at)
      said.title = head.slice(at, close < 0 ? at + MAX_TITLE * 8 : close)
    } else if (/^<body[\s>]?/i.test(element)) break
  }
  const first = (...names: string[]) => names.map((name) => said[name]).find((value) => value?.trim()) ?? ''
  const picture = decoded(first('og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image'))
  return {
    title: clean(first('og:title', 'twitter:title', 'title'), MAX_TITLE),
    description: clean(first('og:description', 'twitter:description', 'description'), MAX_DESCRIPTION),
    ...(picture === '' ? {} : { picture }),
  }
}

const fetched = async (url: string, timeoutMs: number, maxBytes: number, accept: string) => {
  const headers = { accept }
  const exchange = await askHost(url, { headers, timeoutMs, maxBytes, redirects: REDIRECTS, inTheClear: true })
  return 'reply' in exchange && exchange.reply.status === 200 ? exchange.reply : undefined
}

const typeOf = (header: string | undefined): string => (header ?? '').split(';')[0]!.trim().toLowerCase()

/** The page's picture, where it has one that is small enough. */
async function thumbOf(session: Session, picture: string | undefined, page: string) {
  const url = picture === undefined ? null : URL.parse(picture, page)
  if (!url) return undefined
  const reply = await fetched(url.href, PICTURE_MS, MAX_THUMB_BYTES, [...PICTURE_TYPES].join(', '))
  const type = typeOf(reply?.header('content-type'))
  if (!reply || reply.bytes.length === 0 || !PICTURE_TYPES.has(type)) return undefined
  return uploadBlob(session, reply.bytes, type)
}

/** The card of a link. If the page cannot be read, the card has only its address. */
export async function cardOf(session: Session, link: string): Promise<Result<NonNullable<Named['card']>>> {
  const reply = await fetched(link, PAGE_MS, MAX_PAGE_BYTES, 'text/html')
  const isPage = reply && /^(?:text\/html|application\/xhtml\+xml)$/.test(typeOf(reply.header('content-type')))
  const page = isPage ? pageIn(reply.text) : { title: '', description: '' }
  const thumb = isPage ? await thumbOf(session, page.picture, reply.url) : undefined
  // A session that has run out is renewed first: the picture is not left out for that.
  if (thumb && !thumb.ok && thumb.error.class === 'renew') return thumb
  // The server tells the type by the bytes, and refuses a post whose picture is none.
  const isPicture = thumb?.ok && thumb.value.mimeType.startsWith('image/')
  return {
    ok: true,
    value: {
      uri: link,
      title: page.title || new URL(link).host,
      description: page.description,
      ...(isPicture ? { thumb: thumb.value } : {}),
    },
  }
}
