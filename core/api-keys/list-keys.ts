// The keys of an owner, as the operator sees them.
import type { ApiKey } from './api-key.ts'
import { listKeys } from './key-store.ts'

export type KeyView = Pick<ApiKey, 'key_id' | 'label' | 'rate_limit' | 'created_at' | 'last_used_at' | 'status'>

/** Oldest first, revoked ones included; nothing of a secret. */
export const listKeyViews = async (ownerId: string): Promise<KeyView[]> =>
  (await listKeys(ownerId)).map(({ key_id, label, rate_limit, created_at, last_used_at, status }) => ({
    key_id,
    label,
    rate_limit,
    created_at,
    last_used_at,
    status,
  }))
