// Accounts whose owner was to act, as their platforms see them at this moment: nobody tells the service that it was done, and the
// keeper looks only every few hours.
import { isPublishing } from '../platforms/providers.ts'
import type { Account } from './rules/account.ts'
import { isOfWrongType } from './rules/account-rules.ts'

/** The accounts; those of them that may publish again count as active. Reads only. */
export async function lookAgain(accounts: readonly Account[]): Promise<Account[]> {
  const marked = accounts.flatMap((account) => {
    const { status, provider: platform } = account
    if (status !== 'action_required' || !isPublishing(platform)) return []
    return [{ account, platform, wrong_type: isOfWrongType(account) }]
  })
  if (marked.length === 0) return [...accounts]
  // Seldom needed: posting does without.
  const { askQuotas } = await import('./ask-quota.ts')
  const answers = await askQuotas(marked)
  return accounts.map((account) =>
    answers.get(account.id)?.ok ? { ...account, status: 'active', status_reason: null } : account,
  )
}
