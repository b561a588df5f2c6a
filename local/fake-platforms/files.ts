// Sends a stored file, in full or one range of it (browsers ask for ranges of video).
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
}

/** @returns false where there is no such file. */
export async function sendFile(req: IncomingMessage, res: ServerResponse, dir: string, name: string): Promise<boolean> {
  if (!/^[a-z0-9-]+\.[a-z0-9]+$/.test(name)) return false
  const path = join(dir, name)
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  )
  if (size === null) return false
  const range = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '')
  const start = range ? Number(range[1]) : 0
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1
  const headers = {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
    'accept-ranges': 'bytes',
  }
  if (range && start > end) {
    res.writeHead(416, { ...headers, 'content-range': `bytes */${size}` }).end()
    return true
  }
  res.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': end - start + 1,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  })
  if (req.method === 'HEAD' || size === 0) res.end()
  // A reader that leaves in the middle is no fault of ours.
  else await pipeline(createReadStream(path, { start, end }), res).catch(() => res.destroy())
  return true
}
