// The owner's posts, newest first, filtered and paged over slim index rows.

import type { PostType } from '../platforms/enumerations.ts'
import { MAX_SCHEDULE_AHEAD_MS } from '../platforms/post-types.ts'
import { postRows } from './post-rows.ts'
import { getPosts } from './post-store.ts'
import { type Post, type PostStatus, statusOf } from './rules/post.ts'

export interface PostList {
  posts: Post[]
  total_count: number
}

export interface PostFilter {
  status?: PostStatus
  type?: PostType
  /** Posts that name this account. */
  account?: string
  /** Accepted at or after, at or before; Unix ms. */
  from?: number
  to?: number
  /** Published at or after, at or before: the time it is scheduled for, or else was accepted at; Unix ms. */
  publish_from?: number
  publish_to?: number
}

/** What has its time at or after `publish_from` was accepted at most this long before. */
const earliestAccepted = ({ from, publish_from }: PostFilter): number | undefined =>
  publish_from === undefined ? from : Math.max(from ?? 0, publish_from - MAX_SCHEDULE_AHEAD_MS)

const latestAccepted = ({ to, publish_to }: PostFilter): number | undefined =>
  publish_to === undefined ? to : Math.min(to ?? publish_to, publish_to)

/** @param page from 1. */
export async function listPosts(
  ownerId: string,
  { page, limit, ...filter }: PostFilter & { page: number; limit: number },
  now: number,
): Promise<PostList> {
  const { status, type, account, publish_from = 0, publish_to = Number.POSITIVE_INFINITY } = filter
  const first = (page - 1) * limit
  const ids: string[] = []
  let total = 0
  for await (const rows of postRows(ownerId, { from: earliestAccepted(filter), to: latestAccepted(filter) })) {
    for (const row of rows) {
      if (type && row.type !== type) continue
      if (status && statusOf(row, now) !== status) continue
      if (account && !row.on(account)) continue
      const publishAt = row.scheduled_at ?? row.created_at
      if (publishAt < publish_from || publishAt > publish_to) continue
      if (total >= first && ids.length < limit) ids.push(row.id)
      total += 1
    }
  }
  return { posts: await getPosts(ids), total_count: total }
}
