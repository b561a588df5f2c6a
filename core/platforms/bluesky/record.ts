// The record of a post, made only from the prepared pieces: byte for byte the same on every repeat.
import * as z from 'zod/mini'
import type { Publishing } from '../connector.ts'
import { QUOTES_FROM, type ReplyRule } from './enumerations.ts'
import type { BlueskyOptions } from './options-fields.ts'
import { type Facet, facetsOf } from './rich-text.ts'
import { timeOfTid } from './tid.ts'

export const POST = 'app.bsky.feed.post'
/** A type of a lexicon that is not its main one. */
const typeIn = (lexicon: string, name: string): string => [lexicon, name].join('#')

export const THREADGATE = 'app.bsky.feed.threadgate'
export const POSTGATE = 'app.bsky.feed.postgate'

/** From so many pictures on they are a gallery. */
const GALLERY_FROM = 5

/** A file that was taken, as the server names it: passed on as it is. */
export const Blob = z.lazy(() =>
  z.object({
    $type: z.literal('blob'),
    ref: z.object({ $link: z.string().check(z.maxLength(200)) }),
    mimeType: z.string().check(z.maxLength(100)),
    size: z.number(),
  }),
)
export type Blob = z.infer<typeof Blob>

const Reference = z.lazy(() => z.object({ uri: z.string(), cid: z.string() }))
export type Reference = z.infer<typeof Reference>

/** The references of a post's text and options, looked up before it is published. */
const Named = z.lazy(() =>
  z.object({
    /** The people that the handles in the text belong to. */
    dids: z.optional(z.record(z.string(), z.string())),
    reply: z.optional(z.object({ root: Reference, parent: Reference })),
    quote: z.optional(Reference),
    card: z.optional(
      z.object({ uri: z.string(), title: z.string(), description: z.string(), thumb: z.optional(Blob) }),
    ),
  }),
)
export type Named = z.infer<typeof Named>

const Size = { width: z.optional(z.number()), height: z.optional(z.number()) }

/** What `prepare` makes of each piece. */
const Handle = z.lazy(() =>
  z.union([
    z.object({ is: z.literal('text'), named: Named }),
    z.object({ is: z.literal('image'), blob: Blob, alt: z.string(), ...Size, named: z.optional(Named) }),
    z.object({
      is: z.literal('video'),
      blob: Blob,
      alt: z.string(),
      ...Size,
      captions: z.optional(z.array(z.object({ lang: z.string(), file: Blob }))),
      named: z.optional(Named),
    }),
  ]),
)
export type Handle = z.infer<typeof Handle>
type Picture = Extract<Handle, { is: 'image' }>
type Video = Extract<Handle, { is: 'video' }>

/** @throws for what this connector did not make. */
export const handleIn = (text: string): Handle => Handle.parse(JSON.parse(text))

export interface PostRecord {
  $type: typeof POST
  text: string
  createdAt: string
  [name: string]: unknown
}

const ratioOf = ({ width, height }: { width?: number; height?: number }) =>
  width !== undefined && height !== undefined ? { aspectRatio: { width, height } } : {}

function imagesOf(pictures: readonly Picture[]): Record<string, unknown> {
  if (pictures.length < GALLERY_FROM) {
    const images = pictures.map((picture) => ({ image: picture.blob, alt: picture.alt, ...ratioOf(picture) }))
    return { $type: 'app.bsky.embed.images', images }
  }
  const items = pictures.map((picture) => ({
    $type: 'app.bsky.embed.gallery#image',
    image: picture.blob,
    alt: picture.alt,
    // A gallery asks for it.
    aspectRatio: { width: picture.width ?? 1, height: picture.height ?? 1 },
  }))
  return { $type: 'app.bsky.embed.gallery', items }
}

const videoOf = (video: Video, { video_as_gif }: BlueskyOptions): Record<string, unknown> => ({
  $type: 'app.bsky.embed.video',
  video: video.blob,
  ...(video.captions && video.captions.length > 0 ? { captions: video.captions } : {}),
  ...(video.alt === '' ? {} : { alt: video.alt }),
  ...ratioOf(video),
  ...(video_as_gif ? { presentation: 'gif' } : {}),
})

/** The part below the text. */
function embedOf(handles: readonly Handle[], options: BlueskyOptions, { card, quote }: Named): unknown {
  const pictures = handles.filter((one): one is Picture => one.is === 'image')
  const video = handles.find((one): one is Video => one.is === 'video')
  const media = video
    ? videoOf(video, options)
    : pictures.length > 0
      ? imagesOf(pictures)
      : card && { $type: 'app.bsky.embed.external', external: card }
  if (!quote) return media
  const record = { $type: 'app.bsky.embed.record', record: quote }
  return media ? { $type: 'app.bsky.embed.recordWithMedia', record, media } : record
}

/** A language as servers take it: the first part of its tag in small letters. */
export const languageOf = (tag: string): string => tag.replace(/^[^-]+/, (first) => first.toLowerCase())

export interface Said {
  text: string
  options: BlueskyOptions
}

/** The fields that a text and its options come to. */
export function wordsOf({ text, options }: Said, named: Named): { text: string; facets?: Facet[] } & object {
  const { langs, labels, tags } = options
  const facets = facetsOf(text, named.dids ?? {})
  return {
    text,
    ...(facets.length > 0 ? { facets } : {}),
    ...(named.reply ? { reply: named.reply } : {}),
    ...(langs && langs.length > 0 ? { langs: langs.map(languageOf) } : {}),
    ...(labels && labels.length > 0
      ? { labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) } }
      : {}),
    ...(tags && tags.length > 0 ? { tags } : {}),
  }
}

/** @param post its key says when the post was made: so a repeat has the same time. */
export function recordOf({ text, options, handles, key }: Pick<Publishing, 'text' | 'options' | 'handles' | 'key'>) {
  const pieces = handles.map(handleIn)
  const named = pieces[0]?.named ?? {}
  const said: Said = { text, options: options as BlueskyOptions }
  const embed = embedOf(pieces, said.options, named)
  const record: PostRecord = {
    $type: POST,
    ...wordsOf(said, named),
    ...(embed === undefined ? {} : { embed }),
    createdAt: new Date(timeOfTid(key)).toISOString(),
  }
  return record
}

const RULES: Readonly<Partial<Record<ReplyRule, string>>> = {
  mentioned: 'mentionRule',
  following: 'followingRule',
  followers: 'followerRule',
}

/** The records beside the post that say who may reply and quote; none where everybody may. */
export function gatesOf(
  { allow_replies = [], allow_quotes }: Pick<BlueskyOptions, 'allow_replies' | 'allow_quotes'>,
  post: string,
  createdAt: string,
): { collection: string; value: Record<string, unknown> }[] {
  const replies = allow_replies.length > 0 && !allow_replies.includes('everyone')
  const allow = allow_replies.flatMap((rule) => (RULES[rule] ? [{ $type: typeIn(THREADGATE, RULES[rule]) }] : []))
  return [
    ...(replies ? [{ collection: THREADGATE, value: { $type: THREADGATE, post, allow, createdAt } }] : []),
    ...(allow_quotes === QUOTES_FROM[1]
      ? [
          {
            collection: POSTGATE,
            value: { $type: POSTGATE, post, embeddingRules: [{ $type: typeIn(POSTGATE, 'disableRule') }], createdAt },
          },
        ]
      : []),
  ]
}
