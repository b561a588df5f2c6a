// The records that are taken, by their lexicons: what they have no field for is refused, as are texts, lists and files that are
// too long or too large. (The servers themselves let unknown fields pass; nobody would read them.)
import { z } from 'zod'
import { invalidRequest, XrpcError } from './errors.ts'
import type { Network } from './network.ts'

const segments = new Intl.Segmenter('und', { granularity: 'grapheme' })
const graphemes = (text: string): number => [...segments.segment(text)].length
const bytes = (text: string): number => Buffer.byteLength(text)

const text = (most: { graphemes?: number; bytes: number }) =>
  z
    .string()
    .refine((value) => bytes(value) <= most.bytes, `string too big (maximum ${most.bytes} bytes)`)
    .refine(
      (value) => most.graphemes === undefined || graphemes(value) <= most.graphemes,
      `grapheme too big (maximum ${most.graphemes})`,
    )
const list = <T extends z.ZodType>(entry: T, max: number) =>
  z.array(entry).superRefine((values, context) => {
    if (values.length > max)
      context.addIssue({ code: 'custom', message: `array too big (maximum ${max}, got ${values.length})` })
  })

const Did = z.string().regex(/^did:(plc|web):[a-zA-Z0-9._:%-]+$/)
const AtUri = z.string().regex(/^at:\/\/did:[a-z]+:[a-zA-Z0-9._:%-]+\/[a-zA-Z0-9.]+\/[a-zA-Z0-9._~:-]+$/)
const Cid = z.string().regex(/^b[a-z2-7]{58}$/)
const When = z.iso.datetime()
/** As servers take a tag (`isLanguageString` of `@atproto/lex-schema`): its first part in small letters, every other in its order. */
const Language = z
  .string()
  .regex(
    /^[a-z]{2,3}(-[a-z]{3}){0,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*(-[a-wyz\d](-[a-z\d]{2,8})+)*(-x(-[a-z\d]{1,8})+)?$/i,
    'Invalid language',
  )
  .refine((tag) => /^[a-z]+(-|$)/.test(tag), 'Invalid language')
/** As `isUriString` of `@atproto/lex` has it: no third slash. */
const Uri = z.url().regex(/^\w+:(?:\/\/)?[^\s/]\S*$/)
const Strong = z.strictObject({ uri: AtUri, cid: Cid })
const blob = (mime: RegExp, max: number) =>
  z.strictObject({
    $type: z.literal('blob'),
    ref: z.strictObject({ $link: Cid }),
    mimeType: z.string().regex(mime, 'blob has a type that is not accepted'),
    size: z.int().max(max, 'blob too big'),
  })
const Picture = blob(/^image\//, 2_000_000)
const Ratio = z.strictObject({ width: z.int().min(1), height: z.int().min(1) })

const Images = z.strictObject({
  $type: z.literal('app.bsky.embed.images'),
  images: list(z.strictObject({ image: Picture, alt: z.string(), aspectRatio: Ratio.optional() }), 4),
})
const Gallery = z.strictObject({
  $type: z.literal('app.bsky.embed.gallery'),
  items: list(
    z.strictObject({
      $type: z.literal('app.bsky.embed.gallery#image'),
      image: Picture,
      alt: z.string(),
      aspectRatio: Ratio,
    }),
    20,
  ),
})
const Video = z.strictObject({
  $type: z.literal('app.bsky.embed.video'),
  video: blob(/^video\/mp4$/, 300_000_000),
  captions: list(z.strictObject({ lang: Language, file: blob(/^text\/vtt$/, 20_000) }), 20).optional(),
  alt: z.string().optional(),
  aspectRatio: Ratio.optional(),
  presentation: z.enum(['default', 'gif']).optional(),
})
const External = z.strictObject({
  $type: z.literal('app.bsky.embed.external'),
  external: z.strictObject({
    uri: Uri,
    title: z.string(),
    description: z.string(),
    thumb: blob(/^image\//, 1_000_000).optional(),
  }),
})
const Quote = z.strictObject({ $type: z.literal('app.bsky.embed.record'), record: Strong })
const Media = z.discriminatedUnion('$type', [Images, Gallery, Video, External])
const Embed = z.discriminatedUnion('$type', [
  Images,
  Gallery,
  Video,
  External,
  Quote,
  z.strictObject({ $type: z.literal('app.bsky.embed.recordWithMedia'), record: Quote, media: Media }),
])

const TAG = { graphemes: 64, bytes: 640 }
const facet = 'app.bsky.richtext.facet'
const Facet = z.strictObject({
  index: z.strictObject({ byteStart: z.int().min(0), byteEnd: z.int().min(0) }),
  features: z.array(
    z.discriminatedUnion('$type', [
      z.strictObject({ $type: z.literal(`${facet}#link`), uri: Uri }),
      z.strictObject({ $type: z.literal(`${facet}#mention`), did: Did }),
      z.strictObject({ $type: z.literal(`${facet}#tag`), tag: text(TAG) }),
    ]),
  ),
})

const Post = z
  .strictObject({
    $type: z.literal('app.bsky.feed.post'),
    text: text({ graphemes: 300, bytes: 3000 }),
    createdAt: When,
    facets: z.array(Facet).optional(),
    embed: Embed.optional(),
    langs: list(Language, 3).optional(),
    tags: list(text(TAG), 8).optional(),
    labels: z
      .strictObject({
        $type: z.literal('com.atproto.label.defs#selfLabels'),
        values: list(z.strictObject({ val: text({ bytes: 128 }) }), 10),
      })
      .optional(),
    reply: z.strictObject({ root: Strong, parent: Strong }).optional(),
  })
  .superRefine((post, context) => {
    const length = bytes(post.text)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    // No client would show a facet that is outside the text.
    for (const { index } of post.facets ?? [])
      if (index.byteStart >= index.byteEnd || index.byteEnd > length) refuse('a facet lies outside of the text')
    if (post.text === '' && !post.embed) refuse('a post needs text or an embed')
  })

const gate = 'app.bsky.feed.threadgate'
const Rule = z.discriminatedUnion('$type', [
  z.strictObject({ $type: z.literal(`${gate}#mentionRule`) }),
  z.strictObject({ $type: z.literal(`${gate}#followingRule`) }),
  z.strictObject({ $type: z.literal(`${gate}#followerRule`) }),
  z.strictObject({ $type: z.literal(`${gate}#listRule`), list: AtUri }),
])
const Threadgate = z.strictObject({
  $type: z.literal(gate),
  post: AtUri,
  allow: list(Rule, 5).optional(),
  createdAt: When,
  hiddenReplies: list(AtUri, 300).optional(),
})
const Postgate = z.strictObject({
  $type: z.literal('app.bsky.feed.postgate'),
  post: AtUri,
  embeddingRules: list(z.strictObject({ $type: z.literal('app.bsky.feed.postgate#disableRule') }), 5).optional(),
  detachedEmbeddingUris: list(AtUri, 50).optional(),
  createdAt: When,
})

const COLLECTIONS: Readonly<Record<string, z.ZodType>> = {
  'app.bsky.feed.post': Post,
  'app.bsky.feed.threadgate': Threadgate,
  'app.bsky.feed.postgate': Postgate,
}

/** A key of a post says when it was made. */
const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/

/** Every file that a value names. */
export function blobsIn(value: unknown): { cid: string; size: number }[] {
  if (typeof value !== 'object' || value === null) return []
  const { $type, ref, size } = value as { $type?: unknown; ref?: { $link?: string }; size?: number }
  if ($type === 'blob') return [{ cid: ref?.$link ?? '', size: size ?? 0 }]
  return Object.values(value).flatMap(blobsIn)
}

/** @throws {XrpcError} for the first rule that a record breaks. */
export function checkRecord(
  network: Network,
  { did, collection, rkey, value }: { did: string; collection: string; rkey: string; value: unknown },
): Record<string, unknown> {
  const schema = Object.hasOwn(COLLECTIONS, collection) ? COLLECTIONS[collection] : undefined
  if (!schema) throw invalidRequest(`Unvalidated write: lexicon not found: lex:${collection}`)
  if (!TID.test(rkey)) throw invalidRequest(`Invalid record key for ${collection}: expected a tid, got ${rkey}`)
  const read = schema.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    throw invalidRequest(`Invalid ${collection} record: Record/${issue!.path.join('/')} ${issue!.message}`)
  }
  for (const { cid, size } of blobsIn(value)) {
    const blob = network.blobs.get(`${did}/${cid}`)
    if (!blob) throw new XrpcError(400, 'BlobNotFound', `Could not find blob: ${cid}`)
    if (blob.size !== size) throw invalidRequest(`Referenced size does not match the stored blob: ${cid}`)
  }
  const { post } = value as { post?: string }
  if (collection !== 'app.bsky.feed.post' && post !== `at://${did}/app.bsky.feed.post/${rkey}`)
    throw invalidRequest(`Creator and rkey of ${collection} does not match its post`)
  return value as Record<string, unknown>
}
