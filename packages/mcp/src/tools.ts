// THE list of tools: what each is called, takes and does. The same by stdio and by HTTP, but for what only a program on the user's
// own machine can do: read a file, and wait for minutes.
import {
  type PostType,
  type Publisher,
  PublisherError,
  type Schemas,
  TimeoutError,
  Unreachable,
} from '@social-publisher/client'
import { z } from 'zod'

/** Where the tools run. */
export interface Place {
  /** Reads a file of the user's machine; absent where there is none. */
  readFile?: (path: string) => Promise<{ name: string; bytes: Blob }>
  /** The longest that a call may wait for a post, seconds. */
  longestWaitSeconds: number
  /** How long publishing waits by itself for the outcome, seconds. */
  usualWaitSeconds: number
}

interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  name: string
  title: string
  description: string
  /** Hints for the assistant and its user: whether to ask before. */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  input: z.ZodObject<Shape>
  run(publisher: Publisher, input: never, signal: AbortSignal): Promise<unknown>
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const
/** Stores something that nobody sees; called twice, twice. */
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true } as const
/** Reaches the public, and cannot be taken back on every platform. */
const PUBLISHES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true } as const

const tool = <Shape extends z.ZodRawShape>(
  given: Omit<Tool<Shape>, 'run'> & {
    run(publisher: Publisher, input: z.infer<z.ZodObject<Shape>>, signal: AbortSignal): Promise<unknown>
  },
): Tool => given as unknown as Tool

const iso = (time: number | null | undefined): string | null => (time ? new Date(time).toISOString() : null)

/** The fields of a post that an assistant needs: the outcome on each account. */
const outcomeOf = (post: Schemas['Post'], names: ReadonlyMap<string, string>) => ({
  id: post.id,
  type: post.type,
  status: post.status,
  title: post.title,
  content: post.content,
  scheduled_at: iso(post.scheduled_at),
  ended: post.publications.every(({ terminal }) => terminal),
  accounts: post.publications.map(({ account_id, platform, state, permalink, error, retryable, next_attempt_at }) => ({
    account_id,
    account: names.get(account_id) ?? platform,
    state,
    link: permalink,
    error: error ? { code: error.code, message: error.message } : null,
    can_be_retried: retryable,
    next_attempt_at: iso(next_attempt_at),
  })),
})

const namesOf = async (publisher: Publisher) =>
  new Map(
    (await publisher.accounts()).map(({ id, social_provider, external_username }) => [
      id,
      `${social_provider.name}:${external_username}`,
    ]),
  )

const KEY = z
  .string()
  .min(8)
  .max(100)
  .describe(
    'Made up by you for this one post, such as a UUID. Repeating a call with the same key never posts twice; use it again only to repeat the very same call, for example after no answer came.',
  )
const ID = z.uuid()
const POST_ID = ID.describe('Id of a post, from publish_post, schedule_post or list_posts.')

const POST = {
  type: z
    .enum(['feed', 'reels', 'stories', 'text'])
    .describe(
      'feed: pictures or videos, several become a carousel. reels: one short video. stories: one picture or video, gone after 24 hours. text: no media.',
    ),
  account_ids: z.array(ID).min(1).max(50).describe('Ids from list_accounts.'),
  content: z.string().max(2200).optional().describe('The text or caption. Required for type text.'),
  title: z
    .string()
    .max(100)
    .optional()
    .describe('Only for feed: its title inside the service, not shown on platforms. Made of the content if left out.'),
  hashtags: z.array(z.string()).max(30).optional(),
  media_ids: z.array(ID).max(20).optional().describe('Ids from upload_media, in the order of the post.'),
  options: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe('Options of single platforms by platform name, such as {"threads":{"topic_tag":"beach"}}.'),
}
const POST_SHAPE = z.object(POST)

function bodyOf({ type, account_ids, content, title, hashtags, media_ids, options }: z.infer<typeof POST_SHAPE>) {
  const first = [...(content ?? '').split('\n')[0]!.trim()].slice(0, 100).join('')
  return {
    ...(type === 'feed' ? { title: title || first || 'Untitled' } : title ? { title } : {}),
    ...(content === undefined ? {} : { content }),
    ...(hashtags ? { hashtags } : {}),
    ...(media_ids && media_ids.length > 0 ? { media: { media_asset_ids: media_ids } } : {}),
    accounts: account_ids,
    ...(options ? { options } : {}),
  }
}

/** Posts, and waits a little: most are live by then, and what is wrong is known. */
async function send(
  publisher: Publisher,
  type: PostType,
  body: object,
  key: string,
  waitSeconds: number,
  signal: AbortSignal,
) {
  const { id, message } = await publisher.post(type, body as never, { idempotencyKey: key, signal })
  const names = await namesOf(publisher)
  try {
    const post = await publisher.settled(id, { timeoutMs: waitSeconds * 1000, everyMs: 1000, signal })
    return { message, ...outcomeOf(post, names) }
  } catch (error) {
    if (error instanceof PublisherError && error.status === 401) throw error
    // It is accepted, even if looking at it failed.
    return { message: `${message} It has not ended yet: call wait_for_post or get_post with its id.`, id, ended: false }
  }
}

/** The tools as they are at a place. */
export function toolsAt({ readFile, longestWaitSeconds, usualWaitSeconds }: Place): readonly Tool[] {
  const about = {
    title: z.string().max(255).optional(),
    alt_text: z
      .string()
      .max(1000)
      .optional()
      .describe('What the picture or video shows, for people who cannot see it. Please always give it.'),
  }
  const address = z.url({ protocol: /^https?$/ }).describe('A public http or https address; the service fetches it.')
  const path = z.string().min(1).optional().describe('Path of a file on this machine.')
  // By HTTP there are no files, and the address has to be given.
  const uploadInput = z.object(
    readFile ? { file: path, url: address.optional(), ...about } : { url: address, ...about },
  ) as unknown as z.ZodObject<{ file: typeof path; url: z.ZodOptional<typeof address> } & typeof about>
  return [
    tool({
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
    }),
    tool({
      name: 'upload_media',
      title: 'Upload a picture or video',
      description: readFile
        ? 'Stores a file from this machine (file) or from a public address (url), and returns its id for posts. Give exactly one of the two.'
        : 'Stores the file at a public address, and returns its id for posts.',
      annotations: ADDS,
      input: uploadInput,
      run: async (publisher, { file, url, title, alt_text: description }, signal) => {
        if ((file === undefined) === (url === undefined)) throw new WrongInput('Give either file or url.')
        const stored =
          file !== undefined && readFile
            ? await readFile(file).then(({ name, bytes }) =>
                publisher.upload(bytes, name, { title, description, signal }),
              )
            : await publisher.uploadFrom(url!, { title, description }, { signal })
        return {
          media_id: stored.id,
          content_type: stored.content_type,
          size_bytes: stored.size_bytes,
          alt_text: stored.alt_text,
        }
      },
    }),
    tool({
      name: 'validate_post',
      title: 'Check a post',
      description:
        'Checks a post against all rules of the platforms, and says for each account what would be sent and what is wrong. Publishes and stores nothing. Use it before publishing.',
      annotations: READS,
      input: POST_SHAPE,
      run: async (publisher, input) => {
        const { valid, accounts } = await publisher.validate(input.type, bodyOf(input) as never)
        return {
          valid,
          accounts: accounts.map(
            ({
              account_id,
              name,
              platform,
              valid: fits,
              problems,
              warnings,
              caption,
              caption_length,
              caption_limit,
            }) => ({
              account_id,
              account: `${platform}:${name}`,
              valid: fits,
              problems,
              warnings,
              caption,
              caption_length,
              caption_limit,
            }),
          ),
        }
      },
    }),
    tool({
      name: 'publish_post',
      title: 'Publish now',
      description:
        'Publishes a post on one or more accounts now, for the public to see. Show the user the text and the accounts, and have them agree, before you call it. Returns what came of it on each account; if it has not ended yet, call wait_for_post.',
      annotations: PUBLISHES,
      input: z.object({ ...POST, idempotency_key: KEY }),
      run: (publisher, input, signal) =>
        send(publisher, input.type, bodyOf(input), input.idempotency_key, usualWaitSeconds, signal),
    }),
    tool({
      name: 'schedule_post',
      title: 'Publish later',
      description:
        'Accepts a post to be published at a time, or in the next free weekly slot of its accounts. Stories cannot be scheduled. Until it begins it can be cancelled with cancel_post.',
      annotations: PUBLISHES,
      input: z.object({
        ...POST,
        type: z.enum(['feed', 'reels', 'text']),
        scheduled_at: z
          .union([z.iso.datetime({ offset: true }), z.literal('next_slot')])
          .describe(
            'ISO 8601 with an offset, such as 2026-12-24T18:00:00+01:00, in the time zone of the user; or next_slot.',
          ),
        idempotency_key: KEY,
      }),
      run: async (publisher, input, signal) => {
        const body = { ...bodyOf(input), scheduled_at: input.scheduled_at } as never
        const { id, message } = await publisher.post(input.type, body, {
          idempotencyKey: input.idempotency_key,
          signal,
        })
        return { message, id }
      },
    }),
    tool({
      name: 'get_post',
      title: 'Look at a post',
      description:
        'Shows the state of a post on each account, with links to what is live and the reason of what failed.',
      annotations: READS,
      input: z.object({ post_id: POST_ID }),
      run: async (publisher, { post_id: id }) => {
        const { data, error, response } = await publisher.GET('/v1/posts/{id}', { params: { path: { id } } })
        if (!data) throw new PublisherError(response, error)
        return outcomeOf(data.data, await namesOf(publisher))
      },
    }),
    tool({
      name: 'wait_for_post',
      title: 'Wait for a post',
      description:
        'Waits until nothing more happens to a post by itself, and shows what came of it on each account. If it takes longer, returns its state; call it again.',
      annotations: READS,
      input: z.object({
        post_id: POST_ID,
        timeout_seconds: z.int().min(1).max(longestWaitSeconds).default(usualWaitSeconds),
      }),
      run: async (publisher, { post_id: id, timeout_seconds }, signal) => {
        const names = await namesOf(publisher)
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
    }),
    tool({
      name: 'cancel_post',
      title: 'Cancel a post',
      description: 'Cancels a scheduled post on every account where publishing has not begun. What is live stays live.',
      annotations: { ...PUBLISHES, openWorldHint: false },
      input: z.object({ post_id: POST_ID }),
      run: async (publisher, { post_id: id }) => {
        const { data, error, response } = await publisher.DELETE('/v1/posts/{id}', { params: { path: { id } } })
        if (!data) throw new PublisherError(response, error)
        return { message: data.message }
      },
    }),
    tool({
      name: 'retry_post',
      title: 'Try a failed post again',
      description:
        'Publishes a post again on the accounts where it failed for a reason that can pass (can_be_retried). Never publishes where it is live, or where it is not known.',
      annotations: PUBLISHES,
      input: z.object({ post_id: POST_ID, idempotency_key: KEY }),
      run: async (publisher, { post_id: id, idempotency_key }) => {
        const { data, error, response } = await publisher.POST('/v1/posts/{id}/retry', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotency_key } },
        })
        if (!data) throw new PublisherError(response, error)
        return { message: data.message }
      },
    }),
    tool({
      name: 'list_posts',
      title: 'List posts',
      description: 'Lists posts, newest first: of a state, a type or an account.',
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
            content,
            scheduled_at: iso(scheduled_at),
            created_at: iso(created_at),
            progress,
          })),
          page: result_info.page,
          total_pages: result_info.total_pages,
          total_count: result_info.total_count,
        }
      },
    }),
    tool({
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
    }),
    tool({
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
    }),
    tool({
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
    }),
  ]
}

/** An input that no single field is to blame for. */
export class WrongInput extends Error {}

/** The message to an assistant when a tool failed: what is wrong, and what to do. */
export function problemOf(error: unknown): { error: Record<string, unknown> } {
  if (error instanceof PublisherError) {
    const { code, status, issues, requestId, retryAfterSeconds } = error
    return {
      error: {
        code,
        status,
        message: error.message,
        issues,
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
        request_id: requestId ?? null,
      },
    }
  }
  if (error instanceof Unreachable)
    return {
      error: {
        code: 'unreachable',
        message: `${error.message}. It may have taken effect: repeat the call with the same idempotency_key, or look with list_posts.`,
      },
    }
  return {
    error: {
      code: error instanceof WrongInput ? 'wrong_input' : 'failed',
      message: error instanceof Error ? error.message : String(error),
    },
  }
}
