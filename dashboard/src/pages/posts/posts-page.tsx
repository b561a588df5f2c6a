import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type PostSummary, postsQuery } from '../../api/posts.ts'
import { useMay } from '../../api/session.ts'
import { HelpLink } from '../../help/help-link.tsx'
import postsTexts from '../../i18n/en/posts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { FilterBar } from '../../posts/filter-bar.tsx'
import { filtersIn, isFiltered, type PostFilters } from '../../posts/post-filters.ts'
import { PostStateBadge } from '../../posts/post-state.tsx'
import { nameOfPost, publishTime } from '../../posts/post-words.ts'

const route = getRouteApi('/frame/posts')

/** All posts of the owner, by pages; filters and page stand in the address. */
export function PostsPage() {
  const text = useTexts('posts', postsTexts)
  const mayPost = useMay('editor')
  const search = route.useSearch()
  const { page = 1 } = search
  // What else stands in the address is there too.
  const filters = filtersIn({ ...search })
  const navigate = route.useNavigate()
  const query = useQuery(postsQuery(filters, page))
  const filter = (next: PostFilters) => void navigate({ search: next, replace: true })
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} <HelpLink operation="listPosts" />
        </>
      }
    >
      <FilterBar filters={filters} onChange={filter} />
      <Loaded query={query}>
        {({ result, result_info }) => (
          <div aria-busy={query.isPlaceholderData}>
            {result.length > 0 ? (
              <PostTable posts={result} />
            ) : isFiltered(filters) || page > 1 ? (
              <EmptyState title={text.noneFit}>{text.noneFitWhy}</EmptyState>
            ) : (
              <EmptyState
                title={text.empty}
                action={mayPost && <ComposeLink className="button primary">{text.compose}</ComposeLink>}
              >
                {mayPost ? text.emptyWhy : text.emptyViewer}
              </EmptyState>
            )}
            <Pager page={page} pages={result_info.total_pages} posts={result_info.total_count} filters={filters} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function PostTable({ posts }: { posts: readonly PostSummary[] }) {
  const text = useTexts('posts', postsTexts)
  const nameOf = useAccountName()
  const columns: Column<PostSummary>[] = [
    {
      title: text.post,
      heads: true,
      cell: (post) => (
        <Link to="/posts/$id" params={{ id: post.id }} className="post-name">
          {nameOfPost(post, text.withoutText)}
        </Link>
      ),
    },
    { title: text.type, cell: ({ type }) => text.types[type] },
    {
      title: text.accounts,
      cell: ({ accounts }) => (
        <span title={accounts.map(nameOf).join('\n')}>
          {accounts[0] === undefined ? '–' : nameOf(accounts[0])}
          {accounts.length > 1 && <span className="quiet"> {text.moreAccounts(accounts.length - 1)}</span>}
        </span>
      ),
    },
    { title: text.when, cell: (post) => <Time at={publishTime(post)} /> },
    {
      title: text.state,
      cell: ({ status, progress }) => (
        <>
          <PostStateBadge state={status} />
          {status === 'partially_failed' && (
            <p className="quiet small">{text.liveOn(progress.published, progress.total)}</p>
          )}
        </>
      ),
    },
  ]
  return <Table caption={text.caption} captionOnlyRead columns={columns} rows={posts} keyOf={({ id }) => id} />
}

interface PagerProps {
  page: number
  pages: number
  posts: number
  filters: PostFilters
}

function Pager({ page, pages, posts, filters }: PagerProps) {
  const text = useTexts('posts', postsTexts)
  const formats = useFormats()
  if (pages < 2 && page === 1) return null
  const to = (target: number) => (target === 1 ? filters : { ...filters, page: target })
  return (
    <nav className="pager" aria-label={text.pages}>
      {page > 1 ? (
        <Link to="/posts" search={to(page - 1)} className="button">
          {text.previous}
        </Link>
      ) : (
        <span />
      )}
      <span className="quiet">{text.pageOf(formats.number(page), formats.number(pages), posts)}</span>
      {page < pages ? (
        <Link to="/posts" search={to(page + 1)} className="button">
          {text.next}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
