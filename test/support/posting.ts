// Helpers for tests of posting around the local run: pictures and video, uploads, more accounts, waiting for an end.
import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { video } from '../unit/fake-platforms/support.ts'
import { eventually, type LocalService } from './local.ts'

/** Answers are what is being tested, so nothing is assumed of their shape. */
export type Json = ReturnType<typeof JSON.parse>

/** A picture nobody else has: noise over a colour. */
export async function picture(width = 800, height = 800, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  const noise = randomFillSync(Buffer.alloc(12 * 12 * 3))
  return sharp(noise, { raw: { width: 12, height: 12, channels: 3 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    [format]()
    .toBuffer()
}

/** A clip of a few seconds that both platforms take, also in a carousel. */
export const clip = (): Buffer => video({ width: 1080, height: 1350 })

/** Uploads a file. @returns its id. */
export async function upload(
  local: LocalService,
  bytes: Buffer,
  name: string,
  type: string,
  more: { description?: string; key?: string } = {},
): Promise<string> {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], name, { type }))
  if (more.description !== undefined) body.set('description', more.description)
  const reply = await local.api('POST', '/api/v1/media', { body, key: more.key })
  if (reply.status !== 200) throw new Error(`upload: ${reply.status} ${reply.text}`)
  return reply.json<Json>().data.id
}

/** A key that tests do not run into the limit of. */
export const busyKey = async (local: LocalService): Promise<string> =>
  (await local.admin<Json>('key', 'create', '--owner', local.owner, '--rate-limit', '100000')).api_key

/** The owner's accounts by platform. */
export const accountOn = (local: LocalService, platform: 'instagram' | 'threads'): string =>
  local.session.accounts.find((account) => account.platform === platform)!.id

/** A further account at the simulator, connected to an owner: the file's unless given. */
export async function connect(
  local: LocalService,
  platform: 'instagram' | 'threads',
  username: string,
  owner = local.owner,
): Promise<{ id: string; external_id: string; token: string }> {
  const { external_id, token } = await local.control<Json>(platform, 'POST', '/accounts', { username })
  const { id } = await local.admin<Json>(
    'account',
    'connect',
    '--owner',
    owner,
    '--platform',
    platform,
    '--access-token',
    token,
  )
  return { id, external_id, token }
}

/** Posts; expects it to be accepted. @returns the post's id. */
export async function post(
  local: LocalService,
  type: string,
  body: Json,
  key: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const reply = await local.api('POST', `/api/v1/posts/${type}`, { json: body, key, headers })
  if (reply.status !== 202) throw new Error(`post: ${reply.status} ${reply.text}`)
  return reply.headers.get('location')!.split('/').at(-1)!
}

export const readPost = async (local: LocalService, id: string, key: string): Promise<Json> =>
  (await local.api('GET', `/api/v1/posts/${id}`, { key })).json<Json>().data

/** The post once every publication of it has ended and has its link, or will have none. */
export const ended = (local: LocalService, id: string, key: string, timeoutMs = 60_000): Promise<Json> => {
  let found: Json
  return eventually(
    async () => {
      found = await readPost(local, id, key)
      const settled = found.publications.every(
        (one: Json) => one.terminal && (one.state !== 'published' || one.permalink !== null),
      )
      return settled && found
    },
    { what: () => `an end of post ${id}: ${JSON.stringify(found)}`, timeoutMs, everyMs: 100 },
  )
}

/** The simulator's record of a publication. */
export async function held(local: LocalService, platform: 'instagram' | 'threads', mediaId: string): Promise<Json[]> {
  const { posts } = await local.control<Json>(platform, 'GET', '/state?requests=0')
  return posts.filter((one: Json) => one.id === mediaId)
}
