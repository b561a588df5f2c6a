// Figures of accounts against the period before, of the posts of the period, and the times that did best.
import { useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import { connectionsQuery } from '../../api/connections.ts'
import type { Connection } from '../../api/schemas.ts'
import { HelpLink } from '../../help/help-link.tsx'
import insightsTexts from '../../i18n/en/insights.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/language.ts'
import { hourFormat } from '../../i18n/locale.ts'
import { useTexts } from '../../i18n/texts.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { Loaded, Skeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { useProblemText } from '../../parts/problem.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { isPlatform } from '../../platforms/names.ts'
import { useAccountName } from '../../posts/account-names.ts'
import { nameOfPost, publishTime } from '../../posts/post-words.ts'
import './insights.css'
import { postInsightsQuery } from '../../api/insights.ts'
import { AccountFigures, keptOf } from './account-figures.tsx'
import { useFigureName } from './figure-names.ts'
import { bestTimes, daysFile, FEWEST_POSTS, type Figures, fileOf, measureOf, SLOT_HOURS, spansOf } from './figures.ts'
import { type Missing, MissingFigures } from './missing-figures.tsx'

const route = getRouteApi('/frame/insights')

const PERIODS = [7, 14, 28, 90, 365] as const
/** Where the address names none. */
const USUAL_PERIOD = 28
/** Posts whose figures are asked for: each is a question to a platform. */
const MOST_POSTS = 50
/** States of posts that are live, on some of their accounts at least. */
const LIVE = ['published', 'partially_failed'] as const

type PostSummary = Schemas['PostSummary']

export function InsightsPage() {
  const text = useTexts('insights', insightsTexts)
  const { days: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const days = PERIODS.find((period) => period === asked) ?? USUAL_PERIOD
  const [now] = useState(Date.now)
  const query = useQuery(connectionsQuery)
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} <HelpLink operation="getAccountInsights" />
        </>
      }
    >
      <div className="insights-period">
        <Field label={text.period} hint={text.against}>
          {(control) => (
            <select
              {...control}
              value={days}
              onChange={({ target }) => void navigate({ search: { days: Number(target.value) }, replace: true })}
            >
              {PERIODS.map((count) => (
                <option key={count} value={count}>
                  {text.days(count)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Loaded query={query}>
        {(all) => {
          const connections = all.filter(({ platform }) => isPlatform(platform.name))
          return connections.length === 0 ? (
            <EmptyState title={text.noAccounts}>{text.noAccountsWhy}</EmptyState>
          ) : (
            <div className="stack" key={days}>
              <div className="insights-accounts">
                {connections.map((connection) => (
                  <AccountFigures key={connection.id} connection={connection} days={days} now={now} />
                ))}
              </div>
              <DaysExport connections={connections} days={days} now={now} />
              <Posts days={days} now={now} />
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

function saveFile(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', content], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** The days of all accounts as a file. */
function DaysExport({ connections, days, now }: { connections: Connection[]; days: number; now: number }) {
  const text = useTexts('insights', insightsTexts)
  const problemText = useProblemText()
  const { current } = spansOf(days, now)
  const kept = useQueries({ queries: connections.map(({ id }) => keptOf(id, current)) })
  const accounts = connections.map(({ platform, username }, at) => ({
    platform: platform.name,
    username,
    days: kept[at]?.data?.days ?? [],
  }))
  const failed = kept.flatMap(({ error }, at) => {
    const { username, platform } = connections[at]!
    return error === null ? [] : [{ name: `@${username} (${platform.display_name})`, why: problemText(error) }]
  })
  if (failed.length === 0 && accounts.every((account) => account.days.length === 0)) return null
  return (
    <div className="stack">
      <MissingFigures
        of={failed}
        onAgain={() => {
          for (const { isError, refetch } of kept) if (isError) void refetch()
        }}
      />
      <div className="actions">
        <button
          type="button"
          className="button"
          disabled={kept.some(({ isPending }) => isPending) || failed.length === kept.length}
          onClick={() => saveFile('insights-days.csv', daysFile(accounts))}
        >
          {text.exportDays}
        </button>
      </div>
    </div>
  )
}

/** The figures of all accounts of a post together. */
function sumOf(accounts: readonly { figures: Figures | null }[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const { figures } of accounts)
    for (const [name, value] of Object.entries(figures ?? {})) sum[name] = (sum[name] ?? 0) + value
  return sum
}

const SHOWN = ['views', 'reach', 'likes', 'comments', 'replies', 'shares'] as const

function Posts({ days, now }: { days: number; now: number }) {
  const text = useTexts('insights', insightsTexts)
  const formats = useFormats()
  const nameOf = useFigureName()
  const { withoutText } = useTexts('posts', postsTexts)
  const accountName = useAccountName()
  const problemText = useProblemText()
  const { current } = spansOf(days, now)
  const posts = useQuery({
    queryKey: ['posts', 'insights', current],
    queryFn: async () => {
      const range = { publish_from: current.from, publish_to: current.to, limit: MOST_POSTS }
      const lists = await Promise.all(
        LIVE.map(
          async (status) => (await orThrow(api.GET('/v1/posts', { params: { query: { ...range, status } } }))).data,
        ),
      )
      // One that was sent again between the answers is in both.
      const all = new Map(lists.flatMap(({ result }) => result.map((post) => [post.id, post])))
      return [...all.values()].sort((one, other) => other.created_at - one.created_at).slice(0, MOST_POSTS)
    },
  })
  const figures = useQueries({
    queries: (posts.data ?? []).map(({ id }) => postInsightsQuery(id)),
  })
  // A file or a ranking of those that came first would pass for all.
  const pending = figures.some(({ isPending }) => isPending)
  const missing = pending
    ? []
    : (posts.data ?? []).flatMap((post, at): Missing[] => {
        const name = nameOfPost(post, withoutText)
        const { data = [], error } = figures[at]!
        if (error !== null) return [{ name, why: problemText(error) }]
        return data.flatMap(({ account_id, figures: told, problem }) =>
          told === null && !(post.status === 'partially_failed' && problem?.code === 'not_published')
            ? [{ name: `${name} · ${accountName(account_id)}`, why: problem?.message ?? text.noFigures }]
            : [],
        )
      })
  const known = new Map((posts.data ?? []).map(({ id }, at) => [id, sumOf(figures[at]?.data ?? [])]))
  const columns: Column<PostSummary>[] = [
    {
      title: text.post,
      heads: true,
      cell: (post) => (
        <Link to="/posts/$id" params={{ id: post.id }} className="post-name">
          {nameOfPost(post, '–')}
        </Link>
      ),
    },
    { title: text.published, cell: (post) => <Time at={publishTime(post)} /> },
    ...SHOWN.map((name) => ({
      title: nameOf(name),
      numeric: true,
      cell: ({ id }: PostSummary) => {
        const value = known.get(id)?.[name]
        return value !== undefined ? formats.number(value) : pending ? '…' : '–'
      },
    })),
  ]
  const save = () => {
    const rows = (posts.data ?? []).map((post) => [
      post.id,
      new Date(publishTime(post)).toISOString(),
      nameOfPost(post, ''),
      ...SHOWN.map((name) => known.get(post.id)?.[name] ?? null),
    ])
    saveFile('insights-posts.csv', fileOf([['post_id', 'published_at', 'post', ...SHOWN], ...rows]))
  }
  return (
    <Loaded query={posts}>
      {(all) =>
        all.length === 0 ? (
          <p className="quiet">{text.noPosts}</p>
        ) : (
          <>
            <Table caption={text.posts} columns={columns} rows={all} keyOf={({ id }) => id} />
            {all.length === MOST_POSTS && <p className="quiet small">{text.newest(MOST_POSTS)}</p>}
            <MissingFigures
              of={missing}
              onAgain={() => {
                for (const { isError, data, refetch } of figures)
                  if (isError || data?.some(({ figures: told }) => told === null)) void refetch()
              }}
            />
            <div className="actions">
              <button type="button" className="button" disabled={pending} onClick={save}>
                {text.exportPosts}
              </button>
            </div>
            {pending ? (
              <Skeleton lines={4} />
            ) : (
              <Best
                all={all.flatMap((post) => {
                  const of = known.get(post.id)
                  return of ? [{ publishedAt: publishTime(post), figures: of }] : []
                })}
              />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function Best({ all }: { all: readonly { publishedAt: number; figures: Figures }[] }) {
  const { measure, posts } = measureOf(all)
  const text = useTexts('insights', insightsTexts)
  const formats = useFormats()
  const locale = useLocale()
  // The 1st of a month that begins on a Sunday.
  const dayOf = (weekday: number) =>
    new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(new Date(2023, 0, 1 + weekday))
  const hourOf = (hour: number) => hourFormat(locale).format(new Date(2023, 0, 1, hour))
  return (
    <section className="card stack insights-best">
      <h2>{text.best}</h2>
      {posts.length < FEWEST_POSTS ? (
        <p className="quiet">{text.bestFew(posts.length)}</p>
      ) : (
        <>
          <p className="quiet">{text.bestWhy[measure]}</p>
          <Table
            caption={text.best}
            captionOnlyRead
            columns={[
              {
                title: text.time,
                heads: true,
                cell: ({ weekday, hour }) =>
                  text.bestRow(dayOf(weekday), hourOf(hour), hourOf((hour + SLOT_HOURS) % 24)),
              },
              { title: text.average[measure], numeric: true, cell: ({ average }) => formats.number(average) },
              { title: text.count, numeric: true, cell: ({ posts: count }) => formats.number(count) },
            ]}
            rows={bestTimes(posts)}
            keyOf={({ weekday, hour }) => `${weekday} ${hour}`}
          />
        </>
      )}
    </section>
  )
}
