// Accounts that nothing is published to, and sessions that end soon.
import { listAccounts } from '../../../core/accounts/account-store.ts'
import { stateNow } from '../../../core/accounts/rules/account-rules.ts'
import { listOwners } from '../../../core/owners/owner-store.ts'
import { type Check, DAY, day, fine, soon } from './finding.ts'

/** The keeper renews a month before the end: renewing an account this close to its end has failed. */
const SESSION_MS = 7 * DAY

export const accounts: Check = async () => {
  const now = Date.now()
  let all = 0
  const lost: string[] = []
  const ending: { name: string; at: number }[] = []
  let after: Record<string, unknown> | undefined
  do {
    const page = await listOwners(after)
    for (const owner of page.ids)
      for (const one of await listAccounts(owner)) {
        all += 1
        const name = `@${one.external_username} (${one.provider})`
        const end = one.token_expires_at
        if (stateNow(one, now).status !== 'active') lost.push(name)
        else if (typeof end === 'number' && end - now < SESSION_MS) ending.push({ name, at: end })
      }
    after = page.next
  } while (after)
  const some = (names: readonly string[]) =>
    `${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`
  const first = Math.min(...ending.map(({ at }) => at))
  return [
    ...(lost.length > 0
      ? [
          soon(
            'accounts',
            `${lost.length} of ${all} accounts have to be connected again, or want their owner to act in the app, and nothing is published there: ${some(lost)}.`,
          ),
        ]
      : []),
    ...(ending.length > 0
      ? [
          soon(
            'sessions',
            `${ending.length} sessions end within a week and were not renewed, the first on ${day(first)}: ${some(ending.map(({ name }) => name))}.`,
            first,
          ),
        ]
      : []),
    ...(lost.length + ending.length === 0 ? [fine('accounts', `All of ${all} accounts can be published to.`)] : []),
  ]
}
