// Finds the accounts and files that a row of a plan names, by id or by name.
import type { Account } from '../accounts/rules/account.ts'
import type { Issue } from '../errors.ts'
import { Uuid } from '../ids.ts'
import { idsOfTitles } from '../media/media-list-store.ts'
import { getMediaMany } from '../media/media-store.ts'
import { searchText } from '../media/rules/tags.ts'
import { wellFormed } from '../nfc.ts'

/** The names in a cell. @param most how many are read, and one more, so that a list that is too long is noticed. */
export const parts = (text: string, most: number): string[] =>
  text
    .split(/[;|\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, most + 1)

export const issue = (code: Issue['code'], path: string, message: string): Issue => ({
  code,
  path,
  message: `${path}: ${message}`,
})

const plain = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether a name is that of the account. The name of a Page has words, and may have colons and brackets of its own. */
function isCalled(name: string, { id, provider, external_username }: Account): boolean {
  const said = plain(name)
  const forms = [
    said,
    said.replace(new RegExp(`^${provider} ?: ?`), ''),
    said.replace(new RegExp(` ?\\(${provider}\\)$`), ''),
  ]
  return said === id || forms.some((form) => form.replace(/^@/, '') === plain(external_username))
}

/**
 * An account by its id, as `instagram:harbor.coffee` or `@harbor.coffee (Instagram)`, or by its name if only one account has it.
 */
export function accountNamed(name: string, accounts: readonly Account[]): Account | Issue {
  const fit = accounts.filter((account) => isCalled(name, account))
  if (fit.length === 1) return fit[0]!
  const shown = name.slice(0, 100)
  if (fit.length === 0) return issue('unknown_account', 'accounts', `there is no account ${shown}.`)
  const alike = new Set(fit.map(({ provider }) => provider)).size < fit.length
  const { id, provider, external_username: username } = fit[0]!
  const way = alike ? `the id of one, such as ${id}` : `platform:name, such as ${provider}:${username}`
  return issue('unknown_account', 'accounts', `${shown} is the name of ${fit.length} accounts; write ${way}.`)
}

/** The name of an account in a file, by which it is found again: its id where the name could be that of another account, or of several. */
export function nameInPlan(account: Account, accounts: readonly Account[]): string {
  const name = `${account.provider}:${account.external_username}`
  return parts(name, 1)[0] === name && accountNamed(name, accounts) === account ? name : account.id
}

/** Files of one title that are looked at: a title that differs only in case is another. */
const MOST_ALIKE = 100

/** Files by id, or by their title. */
export async function mediaNamed(ownerId: string, names: readonly string[]): Promise<Map<string, string | Issue>> {
  const found = new Map<string, string | Issue>()
  const searched = (name: string) => searchText({ title: name, tags_json: null })
  const isId = (name: string) => Uuid.safeParse(name).success
  const titles = new Set(names.filter((name) => !isId(name)).map(searched))
  const ids = await idsOfTitles(ownerId, titles, MOST_ALIKE)
  const assets = await getMediaMany([...ids.values()].flat())
  for (const name of new Set(names)) {
    if (isId(name)) {
      found.set(name, name.toLowerCase())
      continue
    }
    const media = (ids.get(searched(name)) ?? [])
      .flatMap((id) => assets.get(id) ?? [])
      .filter((one) => one.owner_id === ownerId && one.status === 'active' && one.title === wellFormed(name))
    const shown = name.slice(0, 100)
    if (media.length === 1) found.set(name, media[0]!.id)
    else if (media.length === 0)
      found.set(name, issue('unknown_media', 'media', `there is no file ${shown}; upload it first.`))
    else
      found.set(
        name,
        issue('unknown_media', 'media', `${media.length} files are called ${shown}; write the id of one.`),
      )
  }
  return found
}
