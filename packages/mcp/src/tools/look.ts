// The tools that read: accounts, posts and their figures, weekly slots, usage.
import { PublisherError, type Schemas, TimeoutError } from '@social-publisher/client'
import { z } from 'zod'
import { namesOf, outcomeOf } from './outcome.ts'
import { ID, iso, type Place, POST_ID, READS, tool } from './tool.ts'

export const listAccounts = tool({
  name: 'list_accounts',
  title: 'List accounts',
  description:
    'Lists the connected social media accounts with their ids. Call this first: posts name accounts by id. Accounts are connected in the dashboard only.',
  annotations: READS,
  input: z.object({}),
  run: async (publisher) => ({
    accounts: (await publisher.accounts()).map(
      ({ id, external_username, external_name, social_provider, metadata }) => ({
        id,
        platform: social_provider.name,
        username: external_username,
        name: external_name,
        status: (JSON.parse(metadata ?? '{}') as { status?: string }).status ?? null,
      }),
    ),
  }),
})

export const getPost = tool({
  name: 'get_post',
  title: 'Look at a post',
  description: 'Shows the state of a post on each account, with links to what is live and the reason of what failed.',
  annotations: READS,
  input: z.object({ post_id: POST_ID }),
  run: async (publisher, { post_id: id }) => {
    const { data, error, response } = await publisher.GET('/v1/posts/{id}', { params: { path: { id } } })
    if (!data) throw new PublisherError(response, error)
    return outcomeOf(data.data, await namesOf(publisher))
  },
})

export const waitForPost = ({ longestWaitSeconds, usualWaitSeconds }: Place) =>
  tool({
    name: 'wait_for_post',
    title: 'Wait for a post',
    description:
      'Waits until a post has ended on every account, and shows the result on each account. If it takes longer, returns its state; call it again.',
    annotations: READS,
    input: z.object({
      post_id: POST_ID,
      timeout_seconds: z.int().min(1).max(longestWaitSeconds).default(usualWaitSeconds),
    }),
    run: async (publisher, { post_id: id, timeout_seconds }, signal) => {
      const names = await namesOf(publisher, signal)
      let last: Schemas['Post'] | undefined
      const keep = (post: Schemas['Post']) => {
        last = post
      }
      const settled = publisher.settled(id, {
        timeoutMs: timeout_seconds * 1000,
        everyMs: 1000,
        signal,
        onChange: keep,
      })
      const post = await settled.catch((error: unknown) => {
        if (error instanceof TimeoutError && last) return last
        throw error
      })
      return outcomeOf(post, names)
    },
  })

/** Fifty whole texts would fill the context of an assistant. */
const SHOWN = 200
const shorten = (text: string): string =>
  [...text].length > SHOWN ? `${[...text].slice(0, SHOWN - 1).join('')}…` : text

export const listPosts = tool({
  name: 'list_posts',
  title: 'List posts',
  description:
    'Lists posts, newest first: of a state, a type or an account. Long texts are shortened (…); get_post has them whole.',
  annotations: READS,
  input: z.object({
    status: z
      .enum(['scheduled', 'publishing', 'published', 'partially_failed', 'failed', 'cancelled', 'expired'])
      .optional(),
    type: z.enum(['feed', 'reels', 'stories', 'text']).optional(),
    account_id: ID.optional(),
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(50).default(20),
  }),
  run: async (publisher, { account_id: account, ...query }) => {
    const { data, error, response } = await publisher.GET('/v1/posts', { params: { query: { ...query, account } } })
    if (!data) throw new PublisherError(response, error)
    const { result, result_info } = data.data
    return {
      posts: result.map(({ id, type, status, title, content, scheduled_at, created_at, progress }) => ({
        id,
        type,
        status,
        title,
        content: content && shorten(content),
        scheduled_at: iso(scheduled_at),
        created_at: iso(created_at),
        progress,
      })),
      page: result_info.page,
      total_pages: result_info.total_pages,
      total_count: result_info.total_count,
    }
  },
})

export const getUsage = tool({
  name: 'get_usage',
  title: 'Show usage',
  description: 'Counts requests and publishing jobs of the last days.',
  annotations: READS,
  input: z.object({ days: z.int().min(1).max(366).default(30) }),
  run: async (publisher, { days }) => {
    const query = { start_date: Date.now() - days * 24 * 3_600_000 }
    const { data, error, response } = await publisher.GET('/v1/usage', { params: { query } })
    if (!data) throw new PublisherError(response, error)
    const { total_requests, successful_requests, failed_requests } = data.data.api_usage
    return { days, requests: { total_requests, successful_requests, failed_requests }, jobs: data.data.job_usage }
  },
})

export const getSlots = tool({
  name: 'get_slots',
  title: 'Show weekly slots',
  description:
    'Shows the weekly slots of an account and its next free times, for schedule_post with next_slot. Slots are set in the dashboard.',
  annotations: READS,
  input: z.object({ account_id: ID }),
  run: async (publisher, { account_id: id }) => {
    const { data, error, response } = await publisher.GET('/v1/accounts/social/{id}/slots', {
      params: { path: { id } },
    })
    if (!data) throw new PublisherError(response, error)
    const { time_zone, slots, next_free } = data.data
    return { time_zone, slots, next_free: next_free.map(iso) }
  },
})

export const getInsights = tool({
  name: 'get_insights',
  title: 'Show figures',
  description: 'Shows figures such as views and likes of a post, as the platforms report them on each account.',
  annotations: READS,
  input: z.object({ post_id: POST_ID }),
  run: async (publisher, { post_id: id }) => {
    const { data, error, response } = await publisher.GET('/v1/posts/{id}/insights', { params: { path: { id } } })
    if (!data) throw new PublisherError(response, error)
    return { insights: data.data }
  },
})
