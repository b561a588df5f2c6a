// Posts and what became of them, in the form of a plan.
import { listAccounts } from '../accounts/account-store.ts'
import { listPosts, type PostFilter } from '../posts/list-posts.ts'
import { getPostWithPublications } from '../posts/post-store.ts'
import { postView } from '../posts/post-view.ts'
import type { Post } from '../posts/rules/post.ts'
import type { Publication } from '../posts/rules/publication.ts'
import { inParallel } from '../run-bounded.ts'
import { COLUMNS, csvOf, RESULT_COLUMNS } from './plan-csv.ts'
import { nameInPlan } from './plan-names.ts'

const AT_ONCE = 10

const iso = (at: number | null | undefined): string => (at ? new Date(at).toISOString() : '')

/** A page of posts as CSV, the newest first; only the head after the last page. */
export async function exportPosts(
  ownerId: string,
  query: PostFilter & { page: number; limit: number },
  now: number,
): Promise<string> {
  const [accounts, { posts }] = await Promise.all([listAccounts(ownerId), listPosts(ownerId, query, now)])
  const names = new Map(accounts.map((account) => [account.id, nameInPlan(account, accounts)]))
  const found = new Map<string, { post: Post; publications: Publication[] }>()
  await inParallel(posts, AT_ONCE, async ({ id }) => {
    const one = await getPostWithPublications(id)
    if (one) found.set(id, one)
  })
  const rows = posts.flatMap(({ id }) => {
    const one = found.get(id)
    return one ? [rowOf(postView(one.post, one.publications, now), beyondPlan(one.post), names)] : []
  })
  return csvOf([[...COLUMNS, ...RESULT_COLUMNS], ...rows])
}

/** The fields of a request that the post has and a plan has no column for. */
const beyondPlan = (post: Post): string[] => [
  ...(post.options ? ['options'] : []),
  ...(post.per_account ? ['per_account'] : []),
  ...(post.media_details?.some((details) => Object.keys(details).length > 0) ? ['media.items'] : []),
  ...(post.aspect_ratio === null ? [] : ['media.smart_transform']),
  ...(post.on_failure === 'stop' ? ['on_failure'] : []),
]

function rowOf(
  post: ReturnType<typeof postView>,
  beyond: readonly string[],
  names: ReadonlyMap<string, string>,
): string[] {
  const nameOf = (id: string): string => names.get(id) ?? id
  const problems = post.publications.flatMap(({ account_id, error }) =>
    error ? [`${nameOf(account_id)}: ${error.message}`] : [],
  )
  const first = post.publications.map(({ published_at }) => published_at ?? Number.POSITIVE_INFINITY)
  const publishedAt = Math.min(Number.POSITIVE_INFINITY, ...first)
  const fields: Record<(typeof COLUMNS)[number] | (typeof RESULT_COLUMNS)[number], string> = {
    id: post.id,
    type: post.type,
    title: post.title ?? '',
    content: post.content,
    hashtags: post.hashtags.join(' '),
    accounts: post.accounts.map(nameOf).join('; '),
    media: post.media_asset_ids.join('; '),
    scheduled_at: iso(post.scheduled_at) || 'now',
    not_after: iso(post.not_after),
    repeat: '',
    repeat_until: '',
    status: post.status,
    published_at: Number.isFinite(publishedAt) ? iso(publishedAt) : '',
    links: post.publications.flatMap(({ permalink }) => permalink ?? []).join(' '),
    problems: problems.join(' '),
    not_in_file: beyond.join('; '),
  }
  return [...COLUMNS, ...RESULT_COLUMNS].map((name) => fields[name])
}
