// account ...
import { type AccountView, accountView } from '../../core/accounts/account-view.ts'
import { addListed } from '../../core/accounts/add-listed.ts'
import { connectAllWithToken, connectWithPassword } from '../../core/accounts/connect-account.ts'
import { listAccountViews } from '../../core/accounts/list-accounts.ts'
import { requireOwner } from '../../core/owners/owners.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../../core/platforms/facts.ts'
import { disconnectAccount } from '../../core/posts/disconnect-account.ts'
import { type Call, type Outcome, oneOf, table, WrongCall } from './command.ts'
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

/** Several accounts as a command's answer. */
export const shownAll = (verb: string, views: readonly AccountView[]): Outcome => ({
  json: { accounts: views.map((view) => ({ ...view })) },
  text: views.map((view) => shown(verb, view).text).join('\n'),
})

/** Options that only some platforms take: what facts say of each. */
function checkTaken(platform: PlatformId, options: Call['options'], passwords: boolean): void {
  const { display_name, sign_in } = factsOf(platform)
  const refused = (option: string, why: string) => {
    throw new WrongCall(`account connect takes no --${option} for ${display_name}: ${why}`)
  }
  if (options.host !== undefined && sign_in.asks === undefined)
    refused('host', 'its accounts have no servers of their own.')
  if (options.page !== undefined && !sign_in.several) refused('page', 'a token there is good for one account.')
  if (!passwords && (options.identifier !== undefined || options['app-password'] !== undefined))
    refused(options.identifier === undefined ? 'app-password' : 'identifier', 'it has no app passwords.')
  if (passwords && !sign_in.ways.includes('token') && options['access-token'] !== undefined)
    refused('access-token', 'give --identifier and --app-password.')
  if (sign_in.asks === 'host' && options.host === undefined && options['app-password'] === undefined)
    throw new WrongCall(`account connect needs --host for ${display_name}: the server that the account is on.`)
}

export async function connect({ options }: Call): Promise<Outcome> {
  const platform = oneOf('platform', options.platform, PLATFORM_IDS)
  const { display_name, sign_in } = factsOf(platform)
  const passwords = sign_in.ways.includes('password')
  checkTaken(platform, options, passwords)
  const token = options['access-token']
  const { identifier, 'app-password': password, host } = options
  const where = host === undefined ? {} : { host }
  if (passwords && token === undefined) {
    if (identifier === undefined || password === undefined) {
      const absent = identifier === undefined ? 'identifier' : 'app-password'
      throw new WrongCall(`account connect needs --${absent} for ${display_name}.`)
    }
    const owner = await requireOwner(options.owner as string)
    const accounts = await connectWithPassword({ ownerId: owner.id, platform, identifier, password, ...where })
    return shown('Connected', accountView(accounts[0]))
  }
  if (token === undefined) throw new WrongCall(`account connect needs --access-token for ${display_name}.`)
  const owner = await requireOwner(options.owner as string)
  const only = options.page === undefined ? {} : { only: options.page.split(' ') }
  const accounts = await connectAllWithToken({ ownerId: owner.id, platform, token, ...where, ...only })
  return sign_in.several
    ? shownAll(
        'Connected',
        accounts.map((account) => accountView(account)),
      )
    : shown('Connected', accountView(accounts[0]))
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
