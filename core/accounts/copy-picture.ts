// Copies an account's picture into our bucket: the platforms' own addresses are signed and expire.
import { createHash } from 'node:crypto'
import { putObject, removeObject } from '../aws/bucket.ts'
import { optionalSetting } from '../config.ts'
import { PICTURE_PREFIX } from '../contract.ts'
import { log } from '../log.ts'
import { typeOfBytes } from '../media/detect-type.ts'
import { allowedPlatformHosts } from '../outbound/allowed-hosts.ts'
import { openUrl } from '../outbound/fetch-url.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import { graphUrlVariable } from '../platforms/setting-names.ts'
import type { Account } from './rules/account.ts'

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const PICTURE_SECONDS = 20

const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

export type Picture = Pick<Account, 'external_profile_url' | 'picture_key'>

/** Hosts of the platform itself may be fetched from wherever they are; all others only on the public internet. */
function allowedHosts(platform: PlatformId): Set<string> {
  if (factsOf(platform).sign_in.asks) return new Set(allowedPlatformHosts())
  const graph = optionalSetting(graphUrlVariable(platform))
  if (!graph || !URL.canParse(graph)) return new Set(allowedPlatformHosts())
  const { hostname, port, protocol } = new URL(graph)
  return new Set([`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`, ...allowedPlatformHosts()])
}

async function download(url: string, platform: PlatformId): Promise<Buffer> {
  const signal = AbortSignal.timeout(PICTURE_SECONDS * 1000)
  const source = await openUrl(url, { signal, maxBytes: MAX_PICTURE_BYTES, allowed: allowedHosts(platform) })
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of source.stream) {
      size += (chunk as Buffer).length
      if (size > MAX_PICTURE_BYTES) throw new Error(`the picture has more than ${MAX_PICTURE_BYTES} bytes`)
      chunks.push(chunk as Buffer)
    }
    return Buffer.concat(chunks)
  } finally {
    source.close()
  }
}

/**
 * The account's picture as it should be stored. A picture that cannot be had is no reason to fail: the copy that is
 * there stays, and without one the platform's own address is shown until the next try.
 */
export async function copyPicture(
  account: Pick<Account, 'id'> & Picture,
  platform: PlatformId,
  url: string,
): Promise<Picture> {
  const { external_profile_url, picture_key } = account
  if (!URL.canParse(url) || !/^https?:/.test(url)) return { external_profile_url, picture_key }
  try {
    const bytes = await download(url, platform)
    const type = (await typeOfBytes(bytes)) ?? ''
    const ending = ENDINGS[type]
    if (!ending) throw new Error('the picture is not an image of a known type')
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    const key = `${PICTURE_PREFIX}/${account.id}/${hash}.${ending}`
    if (key !== picture_key) {
      await putObject(key, bytes, { contentType: type, cacheControl: 'public, max-age=86400' })
      // A copy that is left behind costs a few kilobytes, and is deleted with the account.
      if (picture_key !== null) await removeObject(picture_key).catch(() => undefined)
    }
    return { external_profile_url: url, picture_key: key }
  } catch (error) {
    // The reason alone: errors of fetching may hold the signed address.
    log.warn('a profile picture was not copied', { account_id: account.id, reason: reasonOf(error) })
    return { external_profile_url: url, picture_key }
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && !/https?:/.test(error.message) ? error.message : 'it could not be fetched'
