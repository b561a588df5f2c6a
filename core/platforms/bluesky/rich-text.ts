// Links, mentions and tags of a text. Bluesky finds none of them by itself: each is a facet with its place in UTF-8 bytes.
import { TEXT_LENGTHS } from '../count-text.ts'

export interface Facet {
  index: { byteStart: number; byteEnd: number }
  features: ({ $type: string } & Record<string, string>)[]
}

interface Found {
  /** UTF-16 units. */
  start: number
  end: number
  feature: Facet['features'][number]
}

const TYPE = 'app.bsky.richtext.facet'
const MAX_TAG = { graphemes: 64, bytes: 640 }

/** Characters that end a sentence around a link and are no part of it. */
const AFTER_LINK = '.,;:!?\'"'
/** The text without what it ends in. */
function withoutEnd(text: string, goes: (character: string) => boolean): string {
  const characters = [...text]
  while (characters.length > 0 && goes(characters.at(-1)!)) characters.pop()
  return characters.join('')
}

/** Servers of Bluesky refuse the whole post for a link with a third slash in front of its host. */
const LINK = /https?:\/\/(?!\/)[^\s<>"]+/giu

function linksOf(text: string): Found[] {
  return [...text.matchAll(LINK)].flatMap(({ 0: match, index: start }) => {
    const opened = match.includes('(')
    let end = match.length
    while (AFTER_LINK.includes(match[end - 1]!) || (match[end - 1] === ')' && !opened)) end -= 1
    const uri = match.slice(0, end)
    if (!URL.canParse(uri) || !uri.isWellFormed()) return []
    return [{ start, end: start + end, feature: { $type: `${TYPE}#link`, uri } }]
  })
}

/** A handle is a domain name of at least two parts, of which the last does not begin with a digit. */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
export const HANDLE = new RegExp(`^(?:${LABEL}\\.){1,10}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`, 'i')
const MAX_HANDLE = 253

export const isHandle = (text: string): boolean => text.length <= MAX_HANDLE && HANDLE.test(text)

const MENTION = /(?<=^|[\s(])@([a-z0-9.-]{3,253})(?![a-z0-9-])/giu

interface Mention {
  start: number
  end: number
  handle: string
}

function mentionsOf(text: string): Mention[] {
  return [...text.matchAll(MENTION)].flatMap(({ 1: name = '', index: start }) => {
    const bare = withoutEnd(name, (character) => character === '.' || character === '-')
    return isHandle(bare) ? [{ start, end: start + 1 + bare.length, handle: bare.toLowerCase() }] : []
  })
}

/** The handles that a text mentions, each once. */
export const handlesIn = (text: string): string[] => [...new Set(mentionsOf(text).map(({ handle }) => handle))]

/** Characters that end a tag: white space, and characters of no width. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them ends a tag, joiners among them.
const TAG = /(?<=^|\s)[#＃]([^\s\u00ad\u2060\u200a\u200b\u200c\u200d\u20e2#＃]+)/gu

function tagsOf(text: string): Found[] {
  return [...text.matchAll(TAG)].flatMap(({ 1: said = '', index: start }) => {
    const tag = withoutEnd(said, (character) => /\p{P}/u.test(character))
    // A number alone is no tag, and neither is the mark of a keycap.
    if (tag === '' || said.startsWith('\ufe0f') || !/[^\d\p{P}]/u.test(tag)) return []
    const { graphemes, utf8_bytes } = TEXT_LENGTHS
    if (graphemes(tag) > MAX_TAG.graphemes || utf8_bytes(tag) > MAX_TAG.bytes || !tag.isWellFormed()) return []
    return [{ start, end: start + 1 + tag.length, feature: { $type: `${TYPE}#tag`, tag } }]
  })
}

/**
 * The facets of a text, in its order.
 * @param dids whom the handles belong to; a mention of another handle stays plain text.
 */
export function facetsOf(text: string, dids: Readonly<Record<string, string>>): Facet[] {
  const mentions = mentionsOf(text).flatMap(({ start, end, handle }): Found[] =>
    Object.hasOwn(dids, handle) ? [{ start, end, feature: { $type: `${TYPE}#mention`, did: dids[handle]! } }] : [],
  )
  const found = [...linksOf(text), ...mentions, ...tagsOf(text)].sort((one, other) => one.start - other.start)
  const facets: Facet[] = []
  let units = 0
  let bytes = 0
  const bytesAt = (unit: number): number => {
    bytes += TEXT_LENGTHS.utf8_bytes(text.slice(units, unit))
    units = unit
    return bytes
  }
  for (const { start, end, feature } of found) {
    // A tag or a mention within a link is part of its address.
    if (start < units) continue
    const byteStart = bytesAt(start)
    facets.push({ index: { byteStart, byteEnd: bytesAt(end) }, features: [feature] })
  }
  return facets
}
