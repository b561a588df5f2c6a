// A post inside of another request: read by the schema of its type, as its own endpoint would.
import type { Issue } from '../core/errors.ts'
import type { PostType } from '../core/platforms/enumerations.ts'
import { type PostRequest, postRequest, saysOptions } from '../core/posts/rules/post-request.ts'
import { issuesOf } from './chain/issues.ts'

/** @returns the post, or every issue by its place in the post. */
export async function readPost(type: PostType, raw: unknown): Promise<{ request: PostRequest } | { issues: Issue[] }> {
  const schema = saysOptions(raw)
    ? (await import('../core/posts/read-options.ts')).optionsRequest(type)
    : postRequest(type)
  const outcome = schema.safeParse(raw)
  if (outcome.success) return { request: outcome.data as PostRequest }
  return { issues: issuesOf(outcome.error, raw, 'post') }
}
