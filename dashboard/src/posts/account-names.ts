import { useQuery } from '@tanstack/react-query'
import { connectionsQuery } from '../api/connections.ts'
import postsTexts from '../i18n/en/posts.ts'
import { useTexts } from '../i18n/texts.ts'

/** Names of accounts, by their id: "@harbor.coffee (Instagram)"; "…" until they have come. */
export function useAccountName(): (id: string) => string {
  const text = useTexts('posts', postsTexts)
  const { data = [], isPending } = useQuery(connectionsQuery)
  const names = new Map(data.map(({ id, username, platform }) => [id, `@${username} (${platform.display_name})`]))
  return (id) => names.get(id) ?? (isPending ? '…' : text.accountGone)
}
