// The obstacle that keeps a publication from its platform, found before any call.
import type { Account } from '../../accounts/rules/account.ts'
import { because, isOfWrongType } from '../../accounts/rules/account-rules.ts'
import { captionFor } from '../rules/account-content.ts'
import { countedBeside } from '../rules/account-options.ts'
import { endingFailure, problemOf } from '../rules/changes.ts'
import { captionProblemOf, takesCaption } from '../rules/check-post.ts'
import { FAILURES } from '../rules/failures.ts'
import type { Publication } from '../rules/publication.ts'
import type { Obstacle } from './engine.ts'
import { accountNow, mediaOf, type Pass } from './pass.ts'
import { mayPublish } from './platform-calls.ts'

/**
 * Asks the platform again about an account whose owner has to act, as the service is not told when that was done. Without an answer,
 * the calls of the post show it. The account stays marked until one of its posts is live: a platform may say here that a restricted
 * account works, and people would get a notice with each post that fails.
 */
async function standing(pass: Pass, publication: Publication, account: Account): Promise<Obstacle | undefined> {
  if (pass.may_publish) return undefined
  const answer = await mayPublish(pass, publication, isOfWrongType(account))
  if (answer.ok) {
    pass.may_publish = true
    return undefined
  }
  const failure = endingFailure(answer.error)
  return failure === 'action_required' || failure === 'reconnect_required'
    ? { failure, problem: problemOf(answer.error) }
    : undefined
}

/** Account and media as they are now. */
export async function findObstacle(pass: Pass, publication: Publication): Promise<Obstacle | undefined> {
  const { platform, account_id } = publication
  const post = pass.post!
  const [account, media] = await Promise.all([accountNow(pass), mediaOf(pass)])
  const captionProblem = takesCaption(post.type)
    ? captionProblemOf(platform, captionFor(post, account_id), {
        limits: account?.limits,
        beside: countedBeside(post, account_id, platform),
      })
    : undefined
  if (captionProblem) return { failure: 'caption_too_long', message: captionProblem }
  const ours = account?.owner_id === publication.owner_id
  if (!account || !ours || account.status === 'disconnected') return { failure: 'account_disconnected' }
  if (account.status === 'reconnect_required')
    return { failure: account.status, message: `${FAILURES[account.status]}${because(account.status_reason)}` }
  const hindered = account.status === 'action_required' && (await standing(pass, publication, account))
  if (hindered) return hindered
  const gone = publication.media_ids.filter((id) => !media.has(id))
  if (gone.length > 0) return { failure: 'media_gone', message: `The media ${gone.join(', ')} no longer exist.` }
  return undefined
}
