// The owner's posts, newest first, filtered and paged over slim index rows.

import type { PostType } from '../platforms/enumerations.ts'
import { countBehind, type PageOfRows, postRows } from './post-rows.ts'
import { getPosts } from './post-store.ts'
import { allOptionMedia } from './rules/account-options.ts'
import { type Post, type PostStatus, statusOf } from './rules/post.ts'

/** Posts are not listed by their media: so many of the newest that match otherwise are read, so that accepting one costs no more. */
export const POSTS_SEARCHED = 300

export interface PostList {
  posts: Post[]
  total_count: number
  /** Where only posts with a medium were asked for. */
  searched?: {
    count: number
    /** Whether there are no older ones. */
    complete: boolean
  }
}

export interface PostFilter {
  status?: PostStatus
  type?: PostType
  /** Posts that name this account. */
  account?: string
  /** Posts that name this medium: as media, as a cover, or in a thread. */
  media?: string
  /** Accepted at or after, at or before; Unix ms. */
  from?: number
  to?: number
  /** Published at or after, at or before: the time it is scheduled for, or else was accepted at; Unix ms. */
  publish_from?: number
  publish_to?: number
}

/** No post is published before it was accepted. How long after it, nothing bounds: a post can be moved again and again. */
const latestAccepted = ({ to, publish_to }: PostFilter): number | undefined =>
  publish_to === undefined ? to : Math.min(to ?? publish_to, publish_to)

const names = (post: Post, mediaId: string): boolean =>
  post.media_ids.includes(mediaId) || allOptionMedia(post).includes(mediaId)

const spanOf = (filter: PostFilter) => ({ from: filter.from, to: latestAccepted(filter) })

/** Whether every post of the span matches. */
const takesAll = ({ from: _from, to: _to, ...others }: PostFilter): boolean =>
  Object.values(others).every((wanted) => wanted === undefined)

/** Posts that match but for the media, the newest first; a page of index rows at a time. */
async function* matching(
  ownerId: string,
  filter: PostFilter,
  now: number,
): AsyncGenerator<{ found: string[]; next?: PageOfRows['next'] }> {
  const { status, type, account, publish_from = 0, publish_to = Number.POSITIVE_INFINITY } = filter
  for await (const { rows, next } of postRows(ownerId, spanOf(filter))) {
    const found = rows.flatMap((row) => {
      if (type && row.type !== type) return []
      if (status && statusOf(row, now) !== status) return []
      if (account && !row.on(account)) return []
      const publishAt = row.scheduled_at ?? row.created_at
      return publishAt < publish_from || publishAt > publish_to ? [] : [row.id]
    })
    yield { found, next }
  }
}

/** @param page from 1. */
export async function listPosts(
  ownerId: string,
  { page, limit, ...filter }: PostFilter & { page: number; limit: number },
  now: number,
): Promise<PostList> {
  const first = (page - 1) * limit
  const ids: string[] = []
  if (filter.media !== undefined) {
    for await (const { found } of matching(ownerId, filter, now)) {
      ids.push(...found)
      if (ids.length > POSTS_SEARCHED) break
    }
    const searched = { count: Math.min(ids.length, POSTS_SEARCHED), complete: ids.length <= POSTS_SEARCHED }
    const posts = (await getPosts(ids.slice(0, POSTS_SEARCHED))).filter((post) => names(post, filter.media!))
    return { posts: posts.slice(first, first + limit), total_count: posts.length, searched }
  }
  let total = 0
  for await (const { found, next } of matching(ownerId, filter, now)) {
    for (const id of found) {
      if (total >= first && ids.length < limit) ids.push(id)
      total += 1
    }
    if (next && ids.length === limit && takesAll(filter)) {
      total += await countBehind(ownerId, spanOf(filter), next)
      break
    }
  }
  return { posts: await getPosts(ids), total_count: total }
}
