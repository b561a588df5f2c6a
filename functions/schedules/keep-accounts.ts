// Every quarter of an hour: tokens are refreshed, profiles read again, accounts that stopped working are marked.
import type { Context } from 'aws-lambda'
import { keepAccounts } from '../../core/accounts/keep-accounts.ts'
import { log } from '../../core/log.ts'

/** So many accounts do not fail by themselves. */
const SEVERAL = 3

export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const round = await keepAccounts(() => context.getRemainingTimeInMillis())
  log.info('accounts looked after', { ...round })
  const { kept, broken = 0 } = round
  // They are tried again; but a failure that stays would end all sessions one day, and an alarm is due.
  if (broken >= SEVERAL || (broken > 0 && kept === 0))
    throw new Error(`${broken} ${broken === 1 ? 'account' : 'accounts'} could not be looked after`)
}
