// Things that a person made for an owner and that go on working without them.
import { listAccounts } from '../accounts/account-store.ts'
import { listKeys } from '../api-keys/key-store.ts'
import { listWebhooks } from '../webhooks/webhook-store.ts'

export interface Made {
  keys: { id: string; name: string }[]
  webhooks: { id: string; url: string }[]
  connections: { id: string; platform: string; username: string }[]
}

/** The active keys, webhooks and connected accounts of the owner that the person made. */
export async function madeBy(ownerId: string, personId: string): Promise<Made> {
  const [keys, webhooks, accounts] = await Promise.all([
    listKeys(ownerId, 0),
    listWebhooks(ownerId),
    listAccounts(ownerId),
  ])
  const theirs = ({ created_by }: { created_by?: string | null }): boolean => created_by === personId
  return {
    keys: keys
      .filter((key) => theirs(key) && key.status === 'active')
      .map(({ key_id, label }) => ({ id: key_id, name: label ?? '' })),
    webhooks: webhooks.filter(theirs).map(({ id, url }) => ({ id, url })),
    connections: accounts
      .filter(theirs)
      .map(({ id, provider, external_username }) => ({ id, platform: provider, username: external_username })),
  }
}
