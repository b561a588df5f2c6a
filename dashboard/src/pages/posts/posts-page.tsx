import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { allPostsQuery, type PostSummary, postsQuery } from '../../api/posts.ts'
import { useMay } from '../../api/session.ts'
import { HelpLink } from '../../help/help-link.tsx'
import forApprovalTexts from '../../i18n/en/for-approval.ts'
import importsTexts from '../../i18n/en/imports.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded, Skeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { FilterBar, useFoldedFilters } from '../../posts/filter-bar.tsx'
import { filtersIn, isFiltered, type PostFilters } from '../../posts/post-filters.ts'
import { zoneHere } from '../../posts/wall-time.ts'
import { PostList } from './post-list.tsx'

const route = getRouteApi('/frame/posts')

const SHOWN = {
  scheduled: { statuses: ['publishing', 'scheduled'], ascending: true },
  failed: { statuses: ['failed', 'partially_failed'], ascending: false },
  found: { statuses: [undefined], ascending: false },
} as const

/** So long after the last letter the words that are searched for stand in the address. */
const FIND_AFTER_MS = 200

/** The posts of the owner, by what is to be done with them; filters, tab, page and words stand in the address. */
export function PostsPage() {
  const text = useTexts('posts', postsTexts)
  const { open: approvals } = useTexts('forApproval', forApprovalTexts)
  const { title: importing } = useTexts('imports', importsTexts)
  const search = route.useSearch()
  // The address may say anything: the router keeps what the route does not know.
  const show = search.show === 'scheduled' || search.show === 'failed' ? search.show : undefined
  const page = Number.isInteger(search.page) && search.page! > 0 ? search.page! : 1
  // The address's other parameters stay.
  const filters = filtersIn({ ...search })
  const navigate = route.useNavigate()
  const found = typeof search.find === 'string' ? search.find : ''
  const [find, setFind] = useState(found)
  const words = useDeferredValue(find.trim().toLowerCase())
  const { status, ...others } = filters
  // A tab is left only for a state of one's own.
  const kept = show === undefined ? {} : { show }
  const filter = (next: PostFilters) =>
    void navigate({ search: next.status === undefined ? { ...next, ...kept } : next, replace: true })
  useEffect(() => {
    if (find.trim() === found) return
    const timer = setTimeout(
      () => void navigate({ search: ({ find: _, ...before }) => ({ ...before, ...finding(find) }), replace: true }),
      FIND_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [find, found, navigate])
  const folded = useFoldedFilters(filters)
  const tabs = [
    { name: 'all', search: others, on: show === undefined && status === undefined },
    { name: 'scheduled', search: { ...others, show: 'scheduled' as const }, on: show === 'scheduled' },
    { name: 'published', search: { ...others, status: 'published' as const }, on: !show && status === 'published' },
    { name: 'failed', search: { ...others, show: 'failed' as const }, on: show === 'failed' },
  ] as const
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.zone(zoneHere())} <HelpLink operation="listPosts" />
        </>
      }
      actions={
        <>
          <Link to="/import" className="button">
            {importing}
          </Link>
          <Link to="/approvals" className="button">
            {approvals}
          </Link>
        </>
      }
    >
      <div className="post-tabs">
        <nav className="segments" aria-label={text.shown}>
          {tabs.map(({ name, search: to, on }) => (
            <Link
              key={name}
              to="/posts"
              search={to}
              // Else the router marks "All" beside every other tab: it leads to the same page.
              activeOptions={{ exact: true }}
              activeProps={{}}
              aria-current={on ? 'true' : undefined}
            >
              {text.tabs[name]}
            </Link>
          ))}
        </nav>
        <input
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
        {folded.button}
      </div>
      {folded.shown && <FilterBar filters={filters} onChange={filter} />}
      {show !== undefined ? (
        <Found filters={others} show={show} words={words} />
      ) : words !== '' ? (
        <Found filters={filters} show="found" words={words} />
      ) : (
        <Paged filters={filters} page={page} />
      )}
    </Page>
  )
}

const finding = (find: string) => (find.trim() === '' ? {} : { find: find.trim() })

const has = ({ title, content, hashtags }: PostSummary, words: string) =>
  `${title ?? ''} ${content} ${hashtags.join(' ')}`.toLowerCase().includes(words)

/** Posts to come, failed posts, or search results: all of it on one page, up to a bound. */
function Found({ filters, show, words }: { filters: PostFilters; show: keyof typeof SHOWN; words: string }) {
  const text = useTexts('posts', postsTexts)
  const mayWrite = useMay('author')
  const query = useQuery(allPostsQuery(filters, SHOWN[show]))
  const empty = {
    scheduled: [text.noneScheduled, text.noneScheduledWhy],
    failed: [text.noneFailed, text.noneFailedWhy],
    found: [text.noneFound, text.noneFoundWhy],
  }[words === '' ? show : 'found'] as [string, string]
  return (
    <Loaded query={query}>
      {({ posts, more }) => {
        const shown = words === '' ? posts : posts.filter((post) => has(post, words))
        return (
          <div aria-busy={query.isPlaceholderData}>
            {shown.length > 0 ? (
              <PostList posts={shown} />
            ) : query.isPlaceholderData ? (
              <Skeleton lines={4} />
            ) : (
              <EmptyState
                title={empty[0]}
                action={
                  show === 'scheduled' &&
                  words === '' &&
                  mayWrite && <ComposeLink className="button primary">{text.compose}</ComposeLink>
                }
              >
                {empty[1]}
              </EmptyState>
            )}
            {more && (
              <p className="quiet small section">
                {words === '' ? text.onlyNewest(posts.length) : text.searched(posts.length)}
              </p>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

/** A page of all posts, the newest first. */
function Paged({ filters, page }: { filters: PostFilters; page: number }) {
  const text = useTexts('posts', postsTexts)
  const mayWrite = useMay('author')
  const query = useQuery(postsQuery(filters, page))
  const navigate = route.useNavigate()
  const pages = query.isPlaceholderData ? undefined : query.data?.result_info.total_pages
  const last = Math.max(1, pages ?? page)
  // A page that an old address names, or whose posts are gone: "no posts" would be wrong.
  useEffect(() => {
    if (page > last) void navigate({ search: onPage(filters, last), replace: true })
  })
  return (
    <Loaded query={query}>
      {({ result, result_info }) => (
        <div aria-busy={query.isPlaceholderData}>
          {result.length > 0 ? (
            <PostList posts={result} />
          ) : query.isPlaceholderData ? (
            <Skeleton lines={4} />
          ) : isFiltered(filters) || page > 1 ? (
            <EmptyState title={text.noneFit}>{text.noneFitWhy}</EmptyState>
          ) : (
            <EmptyState
              title={text.empty}
              action={mayWrite && <ComposeLink className="button primary">{text.compose}</ComposeLink>}
            >
              {mayWrite ? text.emptyWhy : text.emptyViewer}
            </EmptyState>
          )}
          <Pager page={page} pages={result_info.total_pages} posts={result_info.total_count} filters={filters} />
        </div>
      )}
    </Loaded>
  )
}

const onPage = (filters: PostFilters, page: number) => (page === 1 ? filters : { ...filters, page })

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
  return (
    <nav className="pager" aria-label={text.pages}>
      {page > 1 ? (
        <Link to="/posts" search={onPage(filters, page - 1)} className="button">
          {text.previous}
        </Link>
      ) : (
        <span />
      )}
      <span className="quiet">{text.pageOf(formats.number(page), formats.number(pages), posts)}</span>
      {page < pages ? (
        <Link to="/posts" search={onPage(filters, page + 1)} className="button">
          {text.next}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
