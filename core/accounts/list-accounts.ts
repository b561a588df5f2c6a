// The accounts an owner connected, as the API shows them.
import { listAccounts } from './account-store.ts'
import { type AccountView, accountView } from './account-view.ts'

/** Every account that is connected, in the order of connecting. */
export const listAccountViews = async (ownerId: string, now = Date.now()): Promise<AccountView[]> =>
  (await listAccounts(ownerId)).map((account) => accountView(account, now))
