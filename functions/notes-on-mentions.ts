// What accepting a post says about the people whom it mentions.
import { factsOf } from '../core/platforms/facts.ts'
import type { Prepared } from '../core/posts/examine-post.ts'
import { contentOf } from '../core/posts/rules/account-content.ts'
import type { PostRequest } from '../core/posts/rules/post-request.ts'

/** Mentioned people who do not exist, named in the answer. Nobody is asked for a text that names nobody. */
export async function notesOnMentions({ targets, issues }: Prepared, request: PostRequest) {
  if (issues.length > 0) return undefined
  const looks = targets.some(({ platform }) => factsOf(platform).looks_up_mentions)
  if (!looks || !JSON.stringify([request.content, request.options, request.per_account]).includes('@')) return undefined
  const { missingMentions, ACCEPT_WAIT_MS } = await import('../core/posts/missing-mentions.ts')
  return missingMentions(targets, contentOf(request), ACCEPT_WAIT_MS)
}
