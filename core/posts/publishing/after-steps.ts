// The engine's platform calls for the steps that follow a post.

import type { Comments, Credentials } from '../../platforms/connector.ts'
import { platformOf } from '../../platforms/connectors.ts'
import type { Result } from '../../platforms/outcome.ts'
import { stepsOf } from '../rules/account-options.ts'
import type { Publication } from '../rules/publication.ts'
import type { AfterStep } from '../rules/publication-fields.ts'
import { asAccount, inTime } from './as-account.ts'
import { accountOf, type Pass } from './pass.ts'

/** @throws {Error} for a platform without comments: no post there is given such steps. */
async function commentsOf({ platform }: Publication): Promise<Comments> {
  const { comments } = await platformOf(platform)
  if (!comments) throw new Error(`${platform} has no comments to write`)
  return comments
}

/** The comment that the post's options ask for. */
const textOf = (pass: Pass, { account_id, platform }: Publication): string =>
  String(stepsOf(pass.post!, account_id, platform).find(({ type }) => type === 'first_comment')?.value ?? '')

/** Takes the step: the post is live, and its id known. */
export async function takeAfterStep(
  pass: Pass,
  publication: Publication,
  step: AfterStep,
): Promise<Result<{ id?: string }>> {
  const comments = await commentsOf(publication)
  const mediaId = publication.media_id!
  const call = (credentials: Credentials): Promise<Result<{ id?: string }>> =>
    step.type === 'first_comment'
      ? comments.write(credentials, mediaId, textOf(pass, publication))
      : comments.setEnabled(credentials, mediaId, false)
  // A call that may be repeated was not recorded before.
  const recorded = publication.steps?.find(({ type }) => type === step.type)?.attempt
  return asAccount(pass, recorded ? inTime(recorded.at, call) : call, { live: true })
}

/** Looks for what the step may have made. */
export async function findAfterStep(pass: Pass, publication: Publication): Promise<Result<{ id: string } | null>> {
  const wanted = { text: textOf(pass, publication), username: (await accountOf(pass))?.external_username ?? '' }
  const comments = await commentsOf(publication)
  return asAccount(pass, (credentials) => comments.find(credentials, publication.media_id!, wanted), {
    live: true,
  })
}
