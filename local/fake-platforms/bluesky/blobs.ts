// Files of an account: stored under their own hash, with the type that their bytes show.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { cidOfFile } from './cid.ts'
import { invalidRequest, XrpcError } from './errors.ts'
import type { StoredBlob } from './model.ts'
import { authenticated } from './tokens.ts'
import type { Asked, World } from './world.ts'

const TYPES: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'video/mp4': '.mp4',
  'text/vtt': '.vtt',
}

/** Stores a file; the same bytes are the same file. */
export async function storeBlob(world: World, did: string, bytes: Buffer, mime: string): Promise<StoredBlob> {
  const cid = cidOfFile(bytes)
  const file = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}${TYPES[mime] ?? '.bin'}`
  const path = join(world.sim.mediaDir, file)
  if (!existsSync(path)) {
    await mkdir(world.sim.mediaDir, { recursive: true })
    await writeFile(path, bytes)
  }
  const shape = mime.startsWith('image/')
    ? await sharp(bytes)
        .metadata()
        .catch(() => undefined)
    : undefined
  const { width = null, height = null } = shape ?? {}
  const blob: StoredBlob = { cid, did, mime, size: bytes.length, file, width, height }
  world.network.put('blob', blob)
  return blob
}

export const blobView = ({ cid, mime, size }: StoredBlob) => ({
  $type: 'blob',
  ref: { $link: cid },
  mimeType: mime,
  size,
})

/** Brands of a film by which the reference server tells its type (`file-type`); any other is MP4. */
const BRANDS: Record<string, string> = { 'qt  ': 'video/quicktime', 'M4V ': 'video/x-m4v' }

/** The type that a server stores a file with: the one that its bytes show, whatever was said. */
const typeOf = (bytes: Buffer, said: string): string =>
  bytes.toString('latin1', 4, 8) === 'ftyp' ? (BRANDS[bytes.toString('latin1', 8, 12)] ?? 'video/mp4') : said

export async function uploadBlob(world: World, asked: Asked) {
  const { person } = authenticated(world, asked)
  const { max_blob_bytes } = world.store.settings
  if (asked.body.length > max_blob_bytes) throw new XrpcError(413, 'PayloadTooLarge', 'request entity too large')
  const mime = (asked.headers['content-type'] ?? '').split(';')[0]!
  if (mime === '') throw invalidRequest('Request encoding (Content-Type) required but not provided')
  return { json: { blob: blobView(await storeBlob(world, person.did, asked.body, typeOf(asked.body, mime))) } }
}
