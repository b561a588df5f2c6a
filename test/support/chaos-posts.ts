// The posts of a chaos run: every type, on the accounts that take it, each recognisable wherever it turns up.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type ChaosPlatformId, chaosPlatform } from './chaos-platforms.ts'
import type { Local } from './local.ts'

export interface ChaosAccount {
  id: string
  platform: ChaosPlatformId
  username: string
  /** Whether its token may answer and comment too. */
  answers?: boolean
}

export interface ChaosPost {
  /** Its own, whatever happens to the answer: also the Idempotency-Key. */
  name: string
  type: 'feed' | 'reels' | 'stories' | 'text'
  body: Record<string, unknown>
  /** The mark of its posts on a platform: the name, in the caption, or the story's own medium. */
  mark: string
  /** The marks of the further posts of its thread, in their order. */
  parts: string[]
  /** The mark of its first comment on Instagram. */
  comment?: string
  accounts: ChaosAccount[]
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const picture = (chance: () => number): Promise<Buffer> =>
  sharp({
    create: {
      width: 320,
      height: 320,
      channels: 3,
      background: { r: chance() * 255, g: chance() * 255, b: chance() * 255 },
    },
  })
    .jpeg()
    .toBuffer()

/** The sample clip, which says that it lasts four seconds: platforms take none shorter than three. */
function clip(): Buffer {
  const bytes = readFileSync(join(import.meta.dirname, '..', 'samples', 'video.mp4'))
  const header = bytes.indexOf('mvhd')
  bytes.writeUInt32BE(bytes.readUInt32BE(header + 16) * 4, header + 20)
  return bytes
}

/** The same in the one shape that Facebook takes as a reel, by what its header says. */
function tallClip(): Buffer {
  const bytes = clip()
  const size = bytes.indexOf('tkhd') + 4 + 76
  bytes.writeUInt32BE(1080 * 65_536, size)
  bytes.writeUInt32BE(1920 * 65_536, size + 4)
  return bytes
}

/** A request that failed by a fault of AWS is sent again, as callers do: for longer than a service is away. */
const UPLOAD_TRIES_MS = 90_000

async function upload(local: Local, key: string, bytes: Buffer, name: string, type: string): Promise<string> {
  const until = Date.now() + UPLOAD_TRIES_MS
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 5000)) {
    const body = new FormData()
    body.set('file', new File([new Uint8Array(bytes)], name, { type }))
    body.set('description', `The file ${name}`)
    const reply = await local.api('POST', '/api/v1/media', { body, key })
    if (reply.status === 200) return reply.json<{ data: { id: string } }>().data.id
    if (reply.status < 500 || Date.now() > until) throw new Error(`upload of ${name}: ${reply.status} ${reply.text}`)
    await sleep(pauseMs)
  }
}

export type Shape = 'text' | 'pictures' | 'picture' | 'video' | 'mixed' | 'reel' | 'story'
const SHAPES: readonly Shape[] = ['text', 'pictures', 'picture', 'video', 'mixed', 'reel', 'story', 'text', 'pictures']

/** Further posts of a thread: text and pictures. */
const threadOf = (name: string, count: number, media: () => string[]) => {
  const parts = Array.from({ length: count }, (_, at) => `${name.replace(/-post$/, '')}-part-${at + 1}`)
  const thread = parts.map((mark, at) => ({
    content: `${mark}: and so it goes on`,
    ...(at % 2 === 1 ? { media: { media_asset_ids: media() } } : {}),
  }))
  const on = (platforms: readonly ChaosPlatformId[]): Record<string, unknown> =>
    Object.assign({}, ...platforms.map((platform) => chaosPlatform(platform).thread?.(thread) ?? {}))
  return { parts, on }
}

interface ChaosPostsOptions {
  posts: number
  accounts: readonly ChaosAccount[]
  chance: () => number
  /** None that is looked for during minutes where an answer was lost. */
  quick?: boolean
}

/** Uploads what the posts need, and writes them. */
export async function chaosPosts(
  local: Local,
  key: string,
  { posts, accounts, chance, quick = false }: ChaosPostsOptions,
): Promise<ChaosPost[]> {
  const below = (end: number) => Math.floor(chance() * end)
  const pictures: string[] = []
  for (let at = 0; at < 5; at += 1)
    pictures.push(await upload(local, key, await picture(chance), `picture-${at}.jpg`, 'image/jpeg'))
  const video = await upload(local, key, clip(), 'clip.mp4', 'video/mp4')
  const tall = await upload(local, key, tallClip(), 'tall.mp4', 'video/mp4')
  const some = (count: number) => Array.from({ length: count }, (_, at) => pictures[(at + below(2)) % pictures.length]!)

  const made: ChaosPost[] = []
  for (let at = 0; at < posts; at += 1) {
    const shape = SHAPES[at % SHAPES.length]!
    // Every other text is a thread, every other post on Instagram alone has a first comment.
    const extra = at % 2 === 0
    const chained = extra && shape === 'text'
    const commented = extra && (shape === 'picture' || shape === 'mixed' || shape === 'reel')
    const fitting = accounts.filter(({ platform, answers }) => {
      const { takes: all, soonKnown = all, thread } = chaosPlatform(platform)
      const takes = quick ? soonKnown : all
      if (!takes.includes(shape) || (chained && !thread) || (commented && platform !== 'instagram')) return false
      return answers === true || !(chained || commented)
    })
    const first = below(fitting.length)
    const number = Math.min(fitting.length, 1 + below(2))
    const targets = Array.from({ length: number }, (_, next) => fitting[(first + next) % fitting.length]!)
    const name = `chaos-${at}-post`
    const content = `${name}: what is said twice is said once too often 👩‍🚀 שלום\nand a second line`
    const { parts, on: threadOn } = chained ? threadOf(name, 1 + below(3), () => some(2)) : { parts: [] }
    const asThread = threadOn?.([...new Set(targets.map(({ platform }) => platform))])
    const comment = commented ? `${name.replace(/-post$/, '')}-comment: first 👋` : undefined
    const asComment = { instagram: { first_comment: comment, ...(below(2) === 0 ? { comments_enabled: false } : {}) } }
    const options = asThread ?? (comment === undefined ? undefined : asComment)
    const own = { accounts: targets.map(({ id }) => id), content, ...(options ? { options } : {}) }
    const post = (type: ChaosPost['type'], more: Record<string, unknown>, mark = name) =>
      made.push({
        name,
        type,
        body: { ...own, ...more },
        mark,
        parts,
        accounts: targets,
        ...(comment === undefined ? {} : { comment }),
      })
    const media = (ids: string[]) => ({ media: { media_asset_ids: ids } })
    if (shape === 'text') post('text', { hashtags: ['chaos'] })
    else if (shape === 'pictures') post('feed', { title: name, ...media(some(2 + below(2))) })
    else if (shape === 'picture') post('feed', { title: name, ...media(some(1)) })
    else if (shape === 'video') post('feed', { title: name, ...media([video]) })
    else if (shape === 'mixed') post('feed', { title: name, ...media([some(1)[0]!, video]) })
    else if (shape === 'reel') post('reels', media([tall]))
    else {
      // A story shows no caption: it is known by its medium, which no other post has.
      const moving = below(3) === 0
      const id = moving
        ? await upload(local, key, tallClip(), `story-${at}.mp4`, 'video/mp4')
        : await upload(local, key, await picture(chance), `story-${at}.jpg`, 'image/jpeg')
      post('stories', media([id]), id)
    }
  }
  return made
}
