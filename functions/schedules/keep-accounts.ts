// Every quarter of an hour: tokens are refreshed, profiles read again, accounts that stopped working are marked.
import type { Context } from 'aws-lambda'
import { keepAccounts } from '../../core/accounts/keep-accounts.ts'
import { log } from '../../core/log.ts'

export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const round = await keepAccounts(() => context.getRemainingTimeInMillis())
  log.info('accounts looked after', { ...round })
}
