// Posts and publications as items of the table, and what a transaction writes with them.

import { packed, unpacked } from '../aws/packed-item.ts'
import type { Item } from '../aws/table.ts'
import {
  duePublications,
  PARTITION,
  postKey,
  postsOf,
  publicationKey,
  publicationShard,
  publicationSort,
  timed,
  unfinishedOf,
  unfinishedSort,
} from '../table-keys.ts'
import { jobsItems } from './job-record.ts'
import { hasWork } from './rules/next-step.ts'
import type { Post } from './rules/post.ts'
import { hasEnded, Publication } from './rules/publication.ts'
import { sweepTime } from './rules/sweep-time.ts'

/** An account's mark in a slim row: 48 random bits of the id. */
export const shortAccount = (accountId: string): string => accountId.slice(-12)

/** Slim row of the list: what its status is computed from, and the accounts to filter by. */
export const searchOf = (post: Post): string => {
  const { total, published, failed, cancelled, partial } = post.progress
  return [
    ...[total, published, failed, cancelled, post.scheduled_at ?? '', post.accounts.map(shortAccount).join()],
    ...(partial ? [partial] : []),
  ].join('/')
}

export const postItem = (post: Post): Item => ({
  ...postKey(post.id),
  ...post,
  owner_pk: postsOf(post.owner_id),
  owner_sk: timed(post.created_at, post.id),
  kind: post.type,
  search: searchOf(post),
})

/** Index attributes say where it is found: while it has not ended under its owner, while something is due under its time. */
export const publicationItem = (publication: Publication): Item => {
  const { post_id, account_id, sweep_at: _at, state, version, due_at, lease_until, ...content } = publication
  const { owner_id } = content
  const ended = hasEnded(publication)
  const due = hasWork(publication)
  const plain = {
    ...publicationKey(post_id, account_id),
    ...{ state, version, due_at, lease_until },
    ...(ended ? {} : { owner_pk: unfinishedOf(owner_id), owner_sk: unfinishedSort(account_id, post_id) }),
    ...(due ? dueAttributes(publication, sweepTime(publication)) : {}),
  }
  return packed(plain, content)
}

/** The inverse. */
export const publicationOf = (item: Item): Publication => {
  const due = typeof item.due_sk === 'string' ? { sweep_at: timed.read(item.due_sk)[0] } : {}
  return Publication.parse({
    post_id: PARTITION.post.read(String(item.pk))[0],
    account_id: publicationSort.read(String(item.sk))[0],
    ...unpacked(item),
    ...due,
  })
}

const dueAttributes = ({ post_id, account_id, owner_id }: Publication, at: number) => ({
  due_pk: duePublications(publicationShard(post_id, account_id)),
  due_sk: timed(at, owner_id),
})

/** The records of the outcomes of an ended publication's jobs. */
export const jobsOf = (publication: Publication): Item[] =>
  jobsItems({
    owner_id: publication.owner_id,
    post_id: publication.post_id,
    account_id: publication.account_id,
    at: publication.ended_at!,
    jobs: publication.jobs
      .filter(({ counted }) => !counted)
      .map((job) => ({
        type: job.type,
        state: job.state === 'completed' ? ('completed' as const) : ('failed' as const),
        created_at: job.created_at,
        completed_at: job.completed_at ?? publication.ended_at!,
        duration_ms: job.started_at === undefined ? null : (job.completed_at ?? publication.ended_at!) - job.started_at,
      })),
  })

/** The fields of a post that others write at the same moment: its count, and its time. */
export const UNCHANGED_POST = 'progress = :seen AND scheduled_at = :scheduled'
export const asSeen = (post: Post) => ({ ':seen': post.progress, ':scheduled': post.scheduled_at })
