// The document of an app of ours, which anybody may read. Apart from the file that registers apps, which calls platforms.
import { get } from '../aws/table.ts'
import type { PlatformId } from '../platforms/facts.ts'
import { appKey } from '../table-keys.ts'

/** @param use a hash of what the app was registered for. @returns JSON; nothing where there is no such app. */
export async function appDocument(platform: PlatformId, use: string): Promise<string | undefined> {
  const item = await get(appKey(platform, '', use), { consistent: false })
  return typeof item?.document === 'string' ? item.document : undefined
}
