// The people who were invited to share a post on its accounts, and those who accepted.
import { getAccountsOf } from '../accounts/account-store.ts'
import { askLookUps } from '../accounts/ask-look-ups.ts'
import { lookUpObstacle, lookUpProblem } from '../accounts/look-up-problems.ts'
import { askedAs } from '../accounts/look-ups.ts'
import { type Code, type Issue, refuse } from '../errors.ts'
import type { Collaborator } from '../platforms/connector.ts'
import type { PlatformId } from '../platforms/facts.ts'
import { getPostWithPublications } from './post-store.ts'
import type { Publication } from './rules/publication.ts'

export interface AccountCollaborators {
  account_id: string
  platform: PlatformId
  /** Null where they are not known; then `problem` says why. */
  collaborators: Collaborator[] | null
  problem: { code: Code; message: string } | null
}

const isLive = ({ state, media_id }: Publication): boolean =>
  media_id !== undefined && (state === 'published' || state === 'partially_published')

const NOT_LIVE: Issue = { code: 'not_published', message: 'The post is not known to be live on the account.' }
const GONE: Issue = { code: 'account_disconnected', message: 'The account is not connected any more.' }

/** @throws {AppError} `not_found` */
export async function postCollaborators(ownerId: string, postId: string, now: number): Promise<AccountCollaborators[]> {
  const found = await getPostWithPublications(postId)
  if (!found || found.post.owner_id !== ownerId) throw refuse('not_found', 'There is no post with this id.')
  const { publications } = found
  const accounts = await getAccountsOf(
    ownerId,
    publications.map(({ account_id }) => account_id),
  )
  const accountOf = ({ account_id }: Publication) => accounts.find(({ id }) => id === account_id)
  const obstacleOf = (publication: Publication): Issue | undefined => {
    const account = accountOf(publication)
    if (!account) return GONE
    return lookUpObstacle(account, 'collaborators', now) ?? (isLive(publication) ? undefined : NOT_LIVE)
  }
  const asked = publications.filter((one) => !obstacleOf(one))
  const answers = await askLookUps(
    asked.map((one) => ({ account: askedAs(accountOf(one)!), collaborators: one.media_id! })),
  )
  return publications.map((publication) => {
    const { account_id, platform } = publication
    const shown = (collaborators: Collaborator[] | null, issue?: Issue): AccountCollaborators => ({
      ...{ account_id, platform, collaborators },
      problem: issue ? { code: issue.code, message: issue.message } : null,
    })
    const answer = answers[asked.indexOf(publication)]
    if (!answer) return shown(null, obstacleOf(publication))
    return answer.ok ? shown(answer.value) : shown(null, lookUpProblem(accountOf(publication)!, answer.error))
  })
}
