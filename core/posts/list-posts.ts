// The owner's posts, newest first, filtered and paged over slim index rows.

import { postRows } from './post-rows.ts'
import { getPosts } from './post-store.ts'
import { type Post, type PostStatus, statusOf } from './rules/post.ts'
import type { PostType } from './rules/post-types.ts'

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
}

/** @param page from 1. */
export async function listPosts(
  ownerId: string,
  { page, limit, status, type, account, from, to }: PostFilter & { page: number; limit: number },
  now: number,
): Promise<PostList> {
  const first = (page - 1) * limit
  const ids: string[] = []
  let total = 0
  for await (const rows of postRows(ownerId, { from, to })) {
    for (const row of rows) {
      if (type && row.type !== type) continue
      if (status && statusOf(row, now) !== status) continue
      if (account && !row.on(account)) continue
      if (total >= first && ids.length < limit) ids.push(row.id)
      total += 1
    }
  }
  return { posts: await getPosts(ids), total_count: total }
}
