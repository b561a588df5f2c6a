// Posts as people look at them, and as checks count them.
import { createHash } from 'node:crypto'
import type { ContainerKind, Media, Post } from '../model.ts'
import { canonical } from './cid.ts'
import type { Kept, StoredBlob } from './model.ts'
import { keyOf } from './network.ts'
import type { World } from './world.ts'

export const POST = 'app.bsky.feed.post'

export const permalinkOf = ({ sim }: World, did: string, rkey: string): string =>
  `${sim.url}/profile/${did}/post/${rkey}`

const mediaOf = (blob: StoredBlob | undefined): Media | null =>
  blob
    ? {
        file: blob.file,
        url: '',
        content_type: blob.mime,
        bytes: blob.size,
        sha256: blob.cid,
        width: blob.width,
        height: blob.height,
        duration_ms: null,
      }
    : null

interface Embedded {
  kind: ContainerKind
  blob: { ref: { $link: string } }
  alt: string
}

type Embed = { $type: string } & Record<string, unknown>

/** Pictures and videos of an embed, wherever in it they are. */
function embedded(embed: Embed | undefined): Embedded[] {
  if (!embed) return []
  if (embed.$type.endsWith('recordWithMedia')) return embedded(embed.media as Embed)
  const pictures = (embed.images ?? embed.items) as { image: Embedded['blob']; alt: string }[] | undefined
  if (pictures) return pictures.map(({ image, alt }) => ({ kind: 'image', blob: image, alt }))
  return embed.video ? [{ kind: 'video', blob: embed.video as Embedded['blob'], alt: String(embed.alt ?? '') }] : []
}

/** A post for the page and the record of publications; made again when it is put again. */
export function notePost(world: World, kept: Kept): void {
  const { did, rkey, value, at } = kept
  const { text, embed, reply, createdAt, $type, ...options } = value as {
    text: string
    embed?: Embed
    reply?: { parent: { uri: string } }
  } & Record<string, unknown>
  const found = embedded(embed).map((one) => ({
    ...one,
    media: mediaOf(world.network.blobs.get(`${did}/${one.blob.ref.$link}`)),
  }))
  const person = world.network.people.get(did)!
  const kind: ContainerKind = found.length > 1 ? 'carousel' : (found[0]?.kind ?? 'text')
  const card = embed?.$type.endsWith('#external') || embed?.$type.endsWith('.external') ? { card: embed.external } : {}
  const post: Post = {
    id: `at://${did}/${POST}/${rkey}`,
    account: did,
    username: person.handle,
    // Two records of the same content are duplicates, whatever their keys are.
    container: createHash('sha256')
      .update(canonical([did, text, embed ?? null, reply ?? null]))
      .digest('hex')
      .slice(0, 32),
    kind,
    media_type: kind,
    media_product_type: 'BLUESKY',
    text,
    alt_text: found.length === 1 ? found[0]!.alt || null : null,
    media: found.length === 1 ? found[0]!.media : null,
    children:
      found.length > 1
        ? found.map(({ kind, alt, media }, index) => ({
            id: `${rkey}-${index + 1}`,
            kind,
            alt_text: alt || null,
            media,
          }))
        : [],
    shortcode: `${did}/${rkey}`,
    permalink: permalinkOf(world, did, rkey),
    published_at: at,
    options: { ...options, ...card },
    ...(reply ? { reply_to: reply.parent.uri } : {}),
  }
  world.store.put('post', post)
}

export function noteDeleted(world: World, did: string, rkey: string): void {
  const post = world.store.posts.get(`at://${did}/${POST}/${rkey}`)
  if (post) world.store.put('post', { ...post, deleted_at: world.sim.now() })
}

/** Posts follow records: a process that was stopped between the two left one without the other. */
export function followRecords(world: World): void {
  const { network, store } = world
  for (const kept of network.records.values()) {
    if (kept.collection !== POST) continue
    const post = store.posts.get(`at://${kept.did}/${POST}/${kept.rkey}`)
    if (!post || post.deleted_at !== undefined) notePost(world, kept)
  }
  for (const { id, deleted_at } of [...store.posts.values()]) {
    const [did, collection, rkey] = id.replace('at://', '').split('/') as [string, string, string]
    if (deleted_at === undefined && !network.records.has(keyOf({ did, collection, rkey })))
      noteDeleted(world, did, rkey)
  }
}
