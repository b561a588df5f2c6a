// Drafts that the team shares, as pages ask for them.
import { queryOptions } from '@tanstack/react-query'
import { nameOfPost } from '../posts/post-words.ts'
import { api, orThrow, type Schemas } from './client.ts'
import { queryClient } from './queries.ts'

export type SharedDraft = Schemas['Draft']

export const DRAFTS = ['drafts']

/** All drafts of the team; templates are not among them. */
export const draftsQuery = queryOptions({
  queryKey: [...DRAFTS, 'all'],
  queryFn: async () => (await orThrow(api.GET('/v1/drafts'))).data,
  refetchOnMount: 'always',
})

/** @throws {PublisherError|Unreachable} */
export const readDraft = async (id: string): Promise<SharedDraft> =>
  (await orThrow(api.GET('/v1/drafts/{id}', { params: { path: { id } } }))).data

/** A connection that broke, or a service that was busy, is often back by then. */
const AGAIN_AFTER_MS = 2000

/**
 * It was published: nobody should go on with it. A version that somebody saved since stays, as it was not published; so does a draft
 * that could not be deleted.
 */
export async function forgetDraft({ id, version }: Pick<SharedDraft, 'id' | 'version'>): Promise<void> {
  const forget = async () => {
    const now = await readDraft(id)
    if (now.version === version) await orThrow(api.DELETE('/v1/drafts/{id}', { params: { path: { id } } }))
  }
  const pause = () => new Promise<void>((go) => setTimeout(go, AGAIN_AFTER_MS))
  await forget()
    .catch(() => pause().then(forget))
    .catch(() => {})
  await queryClient.invalidateQueries({ queryKey: DRAFTS })
}

/** Names a draft by its title or first words: its content is unchecked. */
export const nameOfDraft = ({ post }: SharedDraft, without: string): string =>
  nameOfPost(
    {
      title: typeof post.title === 'string' ? post.title : null,
      content: typeof post.content === 'string' ? post.content : '',
      hashtags: Array.isArray(post.hashtags) ? post.hashtags.map(String) : [],
    },
    without,
  )
