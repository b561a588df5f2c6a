// The free weekly slots of the days that the calendar shows.
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useAccountsById } from '../../accounts/accounts-by-id.ts'
import { api, orThrow } from '../../api/client.ts'
import type { PostSummary } from '../../api/posts.ts'
import { useMay } from '../../api/session.ts'
import { type FreeSlot, freeSlots } from './free-times.ts'

/** Slots are asked for account by account: the calendar shows those of so many, or of the one that is filtered by. */
export const MOST_ACCOUNTS = 20

/** Read again with the posts, because moving or cancelling one takes and frees slots. */
const freeQuery = (id: string, range: { from: number; to: number }) =>
  queryOptions({
    queryKey: ['posts', 'free', id, range],
    queryFn: async () =>
      (await orThrow(api.GET('/v1/accounts/social/{id}/slots', { params: { path: { id }, query: range } }))).data
        .next_free,
    staleTime: 60_000,
  })

/**
 * The free slots of the days shown, from now on; none for people who write no posts.
 * @param account the one that is filtered by. @returns also whether there are more accounts than were asked.
 */
export function useFreeSlots(
  posts: readonly PostSummary[],
  { publish_from, publish_to }: { publish_from: number; publish_to: number },
  account: string | undefined,
): { slots: readonly FreeSlot[]; others: boolean } {
  const wanted = useMay('author') && publish_to > Date.now()
  const accounts = useAccountsById()
  const all = account === undefined ? [...accounts.keys()] : [account]
  const asked = wanted ? all.slice(0, MOST_ACCOUNTS) : []
  const moments = useQueries({
    queries: asked.map((id) => freeQuery(id, { from: publish_from, to: publish_to })),
    // An account whose slots cannot be read shows none: the calendar's main purpose is the posts.
    combine: (answers) => new Map(answers.map(({ data = [] }, at) => [asked[at]!, data])),
  })
  return { slots: freeSlots(moments, posts), others: wanted && all.length > asked.length }
}
