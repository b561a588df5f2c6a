// Whether a post that can be taken may mention people who are looked up.
import { factsOf } from '../core/platforms/facts.ts'
import type { Prepared } from '../core/posts/examine-post.ts'
import type { PostRequest } from '../core/posts/rules/post-request.ts'

export interface Examined {
  prepared: Prepared
  request: PostRequest
}

/** Nobody is asked for a text that names nobody. */
export const mayMention = ({ prepared: { targets, issues }, request }: Examined): boolean =>
  issues.length === 0 &&
  targets.some(({ platform }) => factsOf(platform).looks_up_mentions) &&
  JSON.stringify([request.content, request.options, request.per_account]).includes('@')
