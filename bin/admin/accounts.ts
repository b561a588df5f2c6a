// account ...
import { type AccountView, accountView } from '../../core/accounts/account-view.ts'
import { addListed } from '../../core/accounts/add-listed.ts'
import { connectWithToken } from '../../core/accounts/connect-account.ts'
import { disconnectAccount } from '../../core/accounts/disconnect-account.ts'
import { listAccountViews } from '../../core/accounts/list-accounts.ts'
import { requireOwner } from '../../core/owners/owners.ts'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { type Call, type Outcome, oneOf, table } from './command.ts'
import { LISTED } from './listed.ts'

/** An account as a command's answer. */
export const shown = (verb: string, view: AccountView): Outcome => ({
  json: { ...view },
  text: `${verb} @${view.external_username} of ${view.social_provider.display_name}: ${view.id}.`,
})

const rowOf = (view: AccountView): string[] => {
  const { status } = JSON.parse(view.metadata ?? '{}') as { status?: string }
  return [view.id, view.social_provider.name, `@${view.external_username}`, status ?? '']
}

export async function connect({ options }: Call): Promise<Outcome> {
  const platform = oneOf('platform', options.platform, PLATFORM_IDS)
  const owner = await requireOwner(options.owner as string)
  const account = await connectWithToken({ ownerId: owner.id, platform, token: options['access-token'] as string })
  return shown('Connected', accountView(account))
}

export async function list({ options }: Call): Promise<Outcome> {
  const owner = await requireOwner(options.owner as string)
  const accounts = await listAccountViews(owner.id)
  const text =
    accounts.length === 0 ? 'No accounts.' : table([['ID', 'PLATFORM', 'USERNAME', 'STATUS'], ...accounts.map(rowOf)])
  return { json: { accounts }, text }
}

export async function disconnect({ words }: Call): Promise<Outcome> {
  const { account, failed, left } = await disconnectAccount({ accountId: words['account-id'] as string })
  const ending = failed + left === 0 ? '' : ` Publications that fail for it: ${failed + left}.`
  return {
    json: { id: account.id, status: account.status, failed_publications: failed + left },
    text: `Disconnected @${account.external_username}.${ending}`,
  }
}

export async function addToList({ options }: Call): Promise<Outcome> {
  const platform = oneOf('platform', options.platform, LISTED)
  const owner = await requireOwner(options.owner as string)
  const account = await addListed({ ownerId: owner.id, platform, username: options.username as string })
  return shown('Recorded', accountView(account))
}
