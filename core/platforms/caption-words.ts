// The things that platforms count in a caption beside its characters: links, hashtags and mentions.

/** Characters that end a sentence around a link and are no part of it. */
const AFTER_LINK = '.,;:!?)]'

function withoutEnding(link: string): string {
  let end = link.length
  while (end > 0 && AFTER_LINK.includes(link[end - 1]!)) end -= 1
  return link.slice(0, end)
}

/** Distinct links of a text, as platforms count them. */
export const linksIn = (text: string): Set<string> =>
  new Set((text.match(/https?:\/\/[^\s<>"]+/giu) ?? []).map(withoutEnding))

/** How many `#tags` a text has. */
const hashtagsIn = (text: string): number => text.match(/#[\p{L}\p{N}\p{M}_]+/gu)?.length ?? 0

/** How many people a text names by `@`; the `@` of a mail address does not count. */
const mentionsIn = (text: string): number => text.match(/(?<![\p{L}\p{N}_.])@[A-Za-z0-9_.]+/gu)?.length ?? 0

export const COUNTED = {
  links: (text: string): number => linksIn(text).size,
  hashtags: hashtagsIn,
  mentions: mentionsIn,
} as const
