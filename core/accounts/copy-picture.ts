// Copies an account's picture into our bucket: the platforms' own addresses are signed and expire.
import { createHash } from 'node:crypto'
import { putObject, removeObject } from '../aws/bucket.ts'
import { optionalSetting } from '../config.ts'
import { PICTURE_PREFIX } from '../contract.ts'
import { log } from '../log.ts'
import { typeOfBytes } from '../media/detect-type.ts'
import { allowedPlatformHosts } from '../outbound/allowed-hosts.ts'
import { isEntityTag, openChanged, openUrl } from '../outbound/fetch-url.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import { graphUrlVariable } from '../platforms/setting-names.ts'
import { getAccount } from './account-store.ts'
import type { Account } from './rules/account.ts'

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const PICTURE_SECONDS = 20

const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

export type Picture = Pick<Account, 'external_profile_url' | 'picture_key' | 'picture_version'>

/** Hosts of the platform itself may be fetched from wherever they are; all others only on the public internet. */
function allowedHosts(platform: PlatformId): Set<string> {
  if (factsOf(platform).sign_in.asks) return new Set(allowedPlatformHosts())
  const graph = optionalSetting(graphUrlVariable(platform))
  if (!graph || !URL.canParse(graph)) return new Set(allowedPlatformHosts())
  const { hostname, port, protocol } = new URL(graph)
  return new Set([`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`, ...allowedPlatformHosts()])
}

/** Signatures of addresses change from one answer to the next; the picture does not. */
const withoutSignature = (url: string): string => new URL('?', url).href

const namesFile = (url: string) => /\.\w{2,5}$/.test(new URL(url).pathname)

/**
 * The version of the copy, where the platform can say by it whether the picture at the address is another one. Elsewhere the picture
 * is downloaded again. A date only compares versions of the same file: another picture's may be older than the copy's.
 */
function knownVersion({ external_profile_url: before, picture_key, picture_version }: Picture, url: string) {
  if (picture_key === null || picture_version === null || !URL.canParse(before)) return null
  if (withoutSignature(before) !== withoutSignature(url)) return null
  return isEntityTag(picture_version) || namesFile(url) ? picture_version : null
}

interface Downloaded {
  bytes: Buffer
  version: string | null
}

/** @returns undefined where the picture is still of the version that is known. */
async function download(url: string, platform: PlatformId, known: string | null): Promise<Downloaded | undefined> {
  const signal = AbortSignal.timeout(PICTURE_SECONDS * 1000)
  const options = { signal, maxBytes: MAX_PICTURE_BYTES, allowed: allowedHosts(platform) }
  const source = known === null ? await openUrl(url, options) : await openChanged(url, options, known)
  if (source === undefined) return undefined
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of source.stream) {
      size += (chunk as Buffer).length
      if (size > MAX_PICTURE_BYTES) throw new Error(`the picture has more than ${MAX_PICTURE_BYTES} bytes`)
      chunks.push(chunk as Buffer)
    }
    return { bytes: Buffer.concat(chunks), version: source.version ?? null }
  } finally {
    source.close()
  }
}

/**
 * The account's picture as it should be stored. A picture that cannot be read is no reason to fail: the copy that is
 * there stays, and without one the platform's own address is shown until the next try.
 */
export async function copyPicture(
  account: Pick<Account, 'id'> & Picture,
  platform: PlatformId,
  url: string,
): Promise<Picture> {
  const { external_profile_url, picture_key, picture_version } = account
  if (!URL.canParse(url) || !/^https?:/.test(url)) return { external_profile_url, picture_key, picture_version }
  try {
    const found = await download(url, platform, knownVersion(account, url))
    if (found === undefined) return { external_profile_url: url, picture_key, picture_version }
    const { bytes, version } = found
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
    return { external_profile_url: url, picture_key: key, picture_version: version }
  } catch (error) {
    // Only the reason: errors of fetching may contain the signed address.
    log.warn('a profile picture was not copied', { account_id: account.id, reason: reasonOf(error) })
    // The version is that of the copy, whatever is at the new address.
    return { external_profile_url: url, picture_key, picture_version: null }
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && !/https?:/.test(error.message) ? error.message : 'it could not be fetched'

/**
 * Removes a copy that was made while its account was being disconnected: of such an account none is kept.
 * @param key of the copy; that of an account which is connected by now stays.
 */
export async function dropCopyOfEnded(accountId: string, key: string): Promise<void> {
  const status = (await getAccount(accountId))?.status ?? 'disconnected'
  if (status === 'disconnected') await removeObject(key)
}
