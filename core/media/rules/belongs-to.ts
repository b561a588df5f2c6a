// The row that an object of the media bucket belongs to, told from its key. Pure.
import { PICTURE_PREFIX, UPLOAD_PREFIX, VARIANT_PREFIX } from '../../contract.ts'

export type Belongs =
  | { kind: 'original' | 'variant' | 'upload'; media_id: string }
  | { kind: 'picture'; account_id: string }
  /** Not made by the service. */
  | { kind: 'other' }

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ORIGINAL = new RegExp(`^(${UUID})\\.[^/]*$`)
const VARIANT = new RegExp(`^${VARIANT_PREFIX}/(${UUID})/`)
const UPLOAD = new RegExp(`^${UPLOAD_PREFIX}/(${UUID})\\b`)
const PICTURE = new RegExp(`^${PICTURE_PREFIX}/(${UUID})/`)

export function belongsTo(key: string): Belongs {
  for (const [kind, pattern] of [
    ['original', ORIGINAL],
    ['variant', VARIANT],
    ['upload', UPLOAD],
  ] as const) {
    const media_id = pattern.exec(key)?.[1]
    if (media_id !== undefined) return { kind, media_id }
  }
  const account_id = PICTURE.exec(key)?.[1]
  return account_id === undefined ? { kind: 'other' } : { kind: 'picture', account_id }
}
