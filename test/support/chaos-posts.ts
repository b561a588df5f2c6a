// The posts of a chaos run: every type, on the accounts that take it, each recognisable wherever it turns up.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Local } from './local.ts'

export interface ChaosAccount {
  id: string
  platform: 'instagram' | 'threads'
  username: string
}

export interface ChaosPost {
  /** Its own, whatever happens to the answer: also the Idempotency-Key. */
  name: string
  type: 'feed' | 'reels' | 'stories' | 'text'
  body: Record<string, unknown>
  /** What its posts on a platform are known by: the name, in the caption, or the story's own medium. */
  mark: string
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

async function upload(local: Local, key: string, bytes: Buffer, name: string, type: string): Promise<string> {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], name, { type }))
  body.set('description', `The file ${name}`)
  const reply = await local.api('POST', '/api/v1/media', { body, key })
  if (reply.status !== 200) throw new Error(`upload of ${name}: ${reply.status} ${reply.text}`)
  return reply.json<{ data: { id: string } }>().data.id
}

type Shape = 'text' | 'pictures' | 'picture' | 'video' | 'mixed' | 'reel' | 'story'
const SHAPES: readonly Shape[] = ['text', 'pictures', 'picture', 'video', 'mixed', 'reel', 'story', 'text', 'pictures']
/** Shapes that only one of the platforms takes. */
const ONLY: Partial<Record<Shape, ChaosAccount['platform']>> = {
  text: 'threads',
  picture: 'instagram',
  mixed: 'instagram',
  reel: 'instagram',
  story: 'instagram',
}

/** Uploads what the posts need, and writes them. */
export async function chaosPosts(
  local: Local,
  key: string,
  { posts, accounts, chance }: { posts: number; accounts: readonly ChaosAccount[]; chance: () => number },
): Promise<ChaosPost[]> {
  const below = (end: number) => Math.floor(chance() * end)
  const pictures: string[] = []
  for (let at = 0; at < 5; at += 1)
    pictures.push(await upload(local, key, await picture(chance), `picture-${at}.jpg`, 'image/jpeg'))
  const video = await upload(local, key, clip(), 'clip.mp4', 'video/mp4')
  const some = (count: number) => Array.from({ length: count }, (_, at) => pictures[(at + below(2)) % pictures.length]!)

  const made: ChaosPost[] = []
  for (let at = 0; at < posts; at += 1) {
    const shape = SHAPES[at % SHAPES.length]!
    const fitting = accounts.filter(({ platform }) => !ONLY[shape] || ONLY[shape] === platform)
    const first = below(fitting.length)
    const number = Math.min(fitting.length, 1 + below(2))
    const targets = Array.from({ length: number }, (_, next) => fitting[(first + next) % fitting.length]!)
    const name = `chaos-${at}-post`
    const content = `${name}: what is said twice is said once too often 👩‍🚀 שלום\nand a second line`
    const own = { accounts: targets.map(({ id }) => id), content }
    const post = (type: ChaosPost['type'], more: Record<string, unknown>, mark = name) =>
      made.push({ name, type, body: { ...own, ...more }, mark, accounts: targets })
    const media = (ids: string[]) => ({ media: { media_asset_ids: ids } })
    if (shape === 'text') post('text', { hashtags: ['chaos'] })
    else if (shape === 'pictures') post('feed', { title: name, ...media(some(2 + below(2))) })
    else if (shape === 'picture') post('feed', { title: name, ...media(some(1)) })
    else if (shape === 'video') post('feed', { title: name, ...media([video]) })
    else if (shape === 'mixed') post('feed', { title: name, ...media([some(1)[0]!, video]) })
    else if (shape === 'reel') post('reels', media([video]))
    else {
      // A story shows no caption: it is known by its medium, which no other post has.
      const moving = below(3) === 0
      const id = moving
        ? await upload(local, key, clip(), `story-${at}.mp4`, 'video/mp4')
        : await upload(local, key, await picture(chance), `story-${at}.jpg`, 'image/jpeg')
      post('stories', media([id]), id)
    }
  }
  return made
}
