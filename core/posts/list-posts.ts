// The owner's posts, newest first, filtered and paged over slim index rows.
import type { PostType } from '../domain/post-types.ts'
import { type Post, type PostStatus, statusOf } from '../domain/posts/post.ts'
import { getPosts, postRows } from './post-store.ts'

export interface PostList {
  posts: Post[]
  total_count: number
}

/** @param page from 1. */
export async function listPosts(
  ownerId: string,
  { page, limit, status, type }: { page: number; limit: number; status?: PostStatus; type?: PostType },
  now: number,
): Promise<PostList> {
  const first = (page - 1) * limit
  const ids: string[] = []
  let total = 0
  for await (const rows of postRows(ownerId)) {
    for (const row of rows) {
      if (type && row.type !== type) continue
      if (status && statusOf(row, now) !== status) continue
      if (total >= first && ids.length < limit) ids.push(row.id)
      total += 1
    }
  }
  return { posts: await getPosts(ids), total_count: total }
}
