// Accounts as people name them: @studio, instagram:studio, an id, a platform, all.
import type { Schemas } from '@social-publisher/client'
import { WrongCall } from './problem.ts'

type Account = Schemas['Account']

export const nameOf = ({ social_provider, external_username }: Account): string =>
  `${social_provider.name}:${external_username}`

/** The state of its connection, as `metadata` has it; empty where that says nothing. */
export function stateOf({ metadata }: Account): string {
  try {
    const { status, publishing } = JSON.parse(metadata ?? '') as { status?: unknown; publishing?: unknown }
    return publishing === false ? 'listed only' : String(status ?? '').replaceAll('_', ' ')
  } catch {
    return ''
  }
}

/** @param given separated by commas. @returns ids, each once. @throws {WrongCall} where a word fits none. */
export function chooseAccounts(given: string, accounts: readonly Account[]): string[] {
  const words = given
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  if (words.length === 0) throw new WrongCall('--to names no account.')
  const chosen = words.flatMap((word) => {
    if (word === 'all') return accounts
    const [, platform, user] = /^(?:([a-z]+):)?@?(.+)$/i.exec(word)!
    const ofPlatform = accounts.filter(({ social_provider: { name } }) => name === word.toLowerCase())
    // A person may be called as a platform is: they are named with an @.
    if (ofPlatform.length > 0) return ofPlatform
    const fits = accounts.filter(
      (account) =>
        account.id === word ||
        (account.external_username.toLowerCase() === user!.toLowerCase() &&
          (platform === undefined || account.social_provider.name === platform.toLowerCase())),
    )
    if (fits.length === 0) {
      const known = accounts.map(nameOf).join(', ')
      throw new WrongCall(`There is no account ${word}. ${known ? `There are ${known}.` : 'None is connected.'}`)
    }
    return fits
  })
  return [...new Set(chosen.map(({ id }) => id))]
}
