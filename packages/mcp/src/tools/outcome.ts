// The answer to an assistant about a post: its state on each account.
import type { Publisher, Schemas } from '@social-publisher/client'
import { iso } from './tool.ts'

/** The accounts on which nothing is published: they do not take the type, or are only listed. */
export const skippedOf = (
  { skipped_accounts: skipped = [] }: Pick<Schemas['Post'], 'skipped_accounts'>,
  names: ReadonlyMap<string, string>,
) => skipped.map((id) => ({ account_id: id, account: names.get(id) ?? null }))

/** The fields of a post that an assistant needs: the outcome on each account. */
export const outcomeOf = (post: Schemas['Post'], names: ReadonlyMap<string, string>) => ({
  id: post.id,
  type: post.type,
  status: post.status,
  title: post.title,
  content: post.content,
  scheduled_at: iso(post.scheduled_at),
  ended: post.publications.every(({ terminal }) => terminal),
  accounts: post.publications.map(({ account_id, platform, state, permalink, error, retryable, next_attempt_at }) => ({
    account_id,
    account: names.get(account_id) ?? platform,
    state,
    link: permalink,
    // Only the platform's words say what to change.
    error: error ? { code: error.code, message: error.message, platform_message: error.platform?.message } : null,
    can_be_retried: retryable,
    next_attempt_at: iso(next_attempt_at),
  })),
  skipped_accounts: skippedOf(post, names),
})

/** The accounts by id, as `platform:name`. */
export const namesOf = async (publisher: Publisher, signal?: AbortSignal) =>
  new Map(
    (await publisher.accounts({ signal })).map(({ id, social_provider, external_username }) => [
      id,
      `${social_provider.name}:${external_username}`,
    ]),
  )
