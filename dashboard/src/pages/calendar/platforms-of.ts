import { useAccountsById } from '../../accounts/accounts-by-id.ts'
import type { PostSummary } from '../../api/posts.ts'

/** Which platforms a post goes to, each once. */
export function usePlatformsOf(): (post: PostSummary) => readonly string[] {
  const accounts = useAccountsById()
  return (post) => [...new Set(post.accounts.flatMap((id) => accounts.get(id)?.platform.name ?? []))]
}
