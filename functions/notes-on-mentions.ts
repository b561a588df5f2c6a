// What accepting posts says about the people whom they mention.
import { factsOf } from '../core/platforms/facts.ts'
import type { Prepared } from '../core/posts/examine-post.ts'
import { contentOf } from '../core/posts/rules/account-content.ts'
import type { PostRequest } from '../core/posts/rules/post-request.ts'

interface Examined {
  prepared: Prepared
  request: PostRequest
}

/** Whether somebody may be named: nobody is asked for a text that names nobody. */
const mayName = ({ prepared: { targets, issues }, request }: Examined): boolean =>
  issues.length === 0 &&
  targets.some(({ platform }) => factsOf(platform).looks_up_mentions) &&
  JSON.stringify([request.content, request.options, request.per_account]).includes('@')

/** Mentioned people who do not exist, named in the answer. */
export async function notesOnMentions(prepared: Prepared, request: PostRequest) {
  if (!mayName({ prepared, request })) return undefined
  const { missingMentions, ACCEPT_WAIT_MS } = await import('../core/posts/missing-mentions.ts')
  return missingMentions(prepared.targets, contentOf(request), ACCEPT_WAIT_MS)
}

/** The same for the posts of a plan: a sentence for each name that nobody has, once for each post. */
export async function notesOnPlan(posts: readonly Examined[]): Promise<string[][]> {
  const naming = posts.filter(mayName)
  if (naming.length === 0) return []
  const { missingMentionsOf, ACCEPT_WAIT_MS, MAX_TEXTS_OF_PLAN } = await import('../core/posts/missing-mentions.ts')
  const asked = naming.map(({ prepared: { targets }, request }) => ({ targets, post: contentOf(request) }))
  const found = await missingMentionsOf(asked, ACCEPT_WAIT_MS, MAX_TEXTS_OF_PLAN)
  return posts.map((post) => [...new Set([...(found[naming.indexOf(post)]?.values() ?? [])].flat())])
}
