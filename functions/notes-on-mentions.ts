// Notes in answers about the people whom accepted posts mention.
import type { Notes } from '../core/posts/accept-post.ts'
import type { Prepared } from '../core/posts/examine-post.ts'
import type { AskMentions } from '../core/posts/missing-mentions.ts'
import { contentOf } from '../core/posts/rules/account-content.ts'
import type { PostRequest } from '../core/posts/rules/post-request.ts'
import { type Examined, mayMention } from './may-mention.ts'

/** Most posts mention nobody: what asks is loaded for those that do. */
async function asking() {
  const [mentions, { askMentions }] = await Promise.all([
    import('../core/posts/missing-mentions.ts'),
    import('../core/accounts/ask-mentions.ts'),
  ])
  const ask: AskMentions = (questions) => askMentions(questions, mentions.ACCEPT_WAIT_MS)
  const { missingMentions, missingMentionsOf } = mentions
  return { missingMentions, missingMentionsOf, ask }
}

/** Mentioned people who do not exist, named in the answer. */
export async function notesOnMentions(prepared: Prepared, request: PostRequest): Promise<Notes | undefined> {
  if (!mayMention({ prepared, request })) return undefined
  const { missingMentions, ask } = await asking()
  return missingMentions(prepared.targets, contentOf(request), ask)
}

/** The same for the posts of a plan: a sentence for each name that nobody has, once for each post. */
export async function notesOnPlan(posts: readonly Examined[]): Promise<string[][]> {
  const naming = posts.filter(mayMention)
  if (naming.length === 0) return []
  const { missingMentionsOf, ask } = await asking()
  const asked = naming.map(({ prepared: { targets }, request }) => ({ targets, post: contentOf(request) }))
  const found = await missingMentionsOf(asked, ask)
  return posts.map((post) => [...new Set([...(found[naming.indexOf(post)]?.values() ?? [])].flat())])
}
