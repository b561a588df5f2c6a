// Taking a published post off its platform again: what is asked for is stored, and the publish worker does it.
import { getAccount } from '../accounts/account-store.ts'
import type { Account } from '../accounts/rules/account.ts'
import { accountProblem } from '../accounts/rules/account-rules.ts'
import type { Deed } from '../activity/rules/activity.ts'
import { AppError, refuse } from '../errors.ts'
import { factsOf } from '../platforms/facts.ts'
import { accessOf } from '../platforms/platform-facts.ts'
import { queueAtOnce } from './dispatch.ts'
import { getPublicationWithPost, saveAsked } from './publication-store.ts'
import { deletionAsked } from './rules/deletion.ts'
import { hasEnded, type Publication, VersionConflict } from './rules/publication.ts'
import { toldOn } from './rules/timeline.ts'

const TRIES = 5

/** @throws {AppError} `not_published` where nothing of it is known to be live. */
function checkLive({ state, failure, ...rest }: Publication): void {
  if (state === 'published' || state === 'partially_published') return
  const why = !hasEnded({ state })
    ? 'publishing has not ended. A post that has not begun can be cancelled.'
    : failure?.code === 'outcome_unknown'
      ? 'whether it went live is not known. Look at the account, and delete it in the app.'
      : 'it was not published.'
  throw refuse(
    'not_published',
    `There is nothing to delete on the ${factsOf(rest.platform).display_name} account: ${why}`,
  )
}

/** @throws {AppError} what keeps the account from deleting, if anything is known to. */
function checkAccount(account: Account | undefined, scope: string, now: number): void {
  if (!account) throw refuse('unknown_account', 'The account is not one of your connected accounts.')
  const problem = accountProblem(account, now, now)
  if (problem) throw new AppError([problem])
  if (account.permissions !== null && !account.permissions.includes(scope)) {
    const who = `${factsOf(account.provider as Publication['platform']).display_name} @${account.external_username}`
    throw refuse(
      'permission_not_granted',
      `Deleting needs the permission ${scope}, which the owner of ${who} did not grant: connect the account again and grant it.`,
    )
  }
}

/**
 * Asks for the deletion of everything of a post that is live on an account. Asking again changes nothing; after a deletion that failed it
 * starts again.
 * @returns whether it is deleted already, and the sending that may go on beside the rest: when it fails the sweeper does it.
 * @throws {AppError} `not_found`; `not_possible_on_platform`; `not_published`; `permission_not_granted`; what is wrong with
 *   the account; `conflict`
 */
export async function deletePublication(
  ownerId: string,
  postId: string,
  accountId: string,
  now: number,
): Promise<{ deleted: boolean; dispatch?: () => Promise<void> }> {
  for (let round = 0; ; round += 1) {
    const found = await getPublicationWithPost(postId, accountId)
    if (!found || found.post.owner_id !== ownerId)
      throw refuse('not_found', 'There is no post with this id on an account with this id.')
    const { publication } = found
    const { display_name } = factsOf(publication.platform)
    const account = await getAccount(accountId)
    const { deletion } = accessOf(factsOf(publication.platform), account?.connected_via)
    if (!deletion) {
      throw refuse(
        'not_possible_on_platform',
        `${display_name} does not delete posts of accounts that are connected with ${display_name} Login: delete it in the app.`,
      )
    }
    if (publication.state === 'deleted') return { deleted: true }
    if (publication.deletion?.state === 'pending') return { deleted: false }
    checkLive(publication)
    checkAccount(account, deletion.scope, now)
    try {
      const asked = toldOn(publication, deletionAsked(publication, now), now)
      const deed: Deed = {
        action: 'post.deletion_requested',
        target_id: postId,
        details: { account_id: accountId, platform: publication.platform },
      }
      const saved = await saveAsked(asked, deed, now)
      return { deleted: false, dispatch: () => queueAtOnce([saved]) }
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error
      if (round >= TRIES) throw refuse('conflict', 'The post was changed at the same moment; read it and try again.')
    }
  }
}
