// Counts of posts and accounts, as everybody sees them: Bluesky tells no others.
import * as z from 'zod/mini'
import type { Figures, Insights } from '../connector.ts'
import { optional } from '../meta/lenient.ts'
import type { Result } from '../outcome.ts'
import { serviceUrl } from '../service-urls.ts'
import { mapped, ofService, refused } from './xrpc.ts'

const count = z.lazy(() => optional(z.number().check(z.minimum(0))))

const Post = z.lazy(() =>
  z.object({
    uri: z.string(),
    likeCount: count,
    repostCount: count,
    replyCount: count,
    quoteCount: count,
    bookmarkCount: count,
  }),
)
const Posts = z.lazy(() => z.object({ posts: z.array(Post) }))
const Account = z.lazy(() => z.object({ followersCount: count, followsCount: count, postsCount: count }))

const present = (figures: Record<string, number | undefined>): Figures =>
  Object.fromEntries(Object.entries(figures).filter((entry): entry is [string, number] => entry[1] !== undefined))

const ask = <T>(name: string, query: Record<string, string>, schema: z.ZodMiniType<T>, timeoutMs?: number) =>
  ofService(
    serviceUrl('bluesky', 'appview'),
    { name, operation: 'read', query, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    schema,
  )

export const insights: Insights = {
  kinds: { standing: ['followers_count', 'follows_count', 'posts_count'], people: [], late_days: null },

  async ofPost(_account, mediaId, _kind, timeoutMs): Promise<Result<Figures>> {
    const seen = await ask('app.bsky.feed.getPosts', { uris: mediaId }, Posts, timeoutMs)
    if (!seen.ok) return seen
    const post = seen.value.posts.find(({ uri }) => uri === mediaId)
    if (!post) return refused('Bluesky shows no such post: it is too new, or was deleted.', { class: 'retry' })
    const { likeCount, repostCount, replyCount, quoteCount, bookmarkCount } = post
    const figures = { likes: likeCount, reposts: repostCount, replies: replyCount, quotes: quoteCount }
    return { ok: true, value: present({ ...figures, bookmarks: bookmarkCount }) }
  },

  async ofAccount({ external_id: actor }, _span, timeoutMs): Promise<Result<Figures>> {
    // Only present counts: there are no figures for a span.
    return mapped(
      await ask('app.bsky.actor.getProfile', { actor }, Account, timeoutMs),
      ({ followersCount, followsCount, postsCount }) =>
        present({ followers_count: followersCount, follows_count: followsCount, posts_count: postsCount }),
    )
  },
}
