// The tools that check a post, publish it now or later, cancel it and try it again.
import { type PostType, type Publisher, PublisherError } from '@social-publisher/client'
import { z } from 'zod'
import { namesOf, outcomeOf, skippedOf } from './outcome.ts'
import { ID, keyFor, type Place, POST_ID, PUBLISHES, READS, tool } from './tool.ts'

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
  try {
    const names = await namesOf(publisher, signal)
    const post = await publisher.settled(id, { timeoutMs: waitSeconds * 1000, everyMs: 1000, signal })
    return { message, ...outcomeOf(post, names) }
  } catch {
    // It is accepted, even if looking at it failed, also because the key was revoked: the next call tells that.
    return { message: `${message} It has not ended yet: call wait_for_post or get_post with its id.`, id, ended: false }
  }
}

export const validatePost = tool({
  name: 'validate_post',
  title: 'Check a post',
  description:
    'Checks a post against all rules of the platforms, and says for each account what would be sent and what is wrong. On skipped_accounts, which do not take this type or are only listed, nothing would be published. Publishes and stores nothing. Use it before publishing.',
  annotations: READS,
  input: POST_SHAPE,
  run: async (publisher, input, signal) => {
    const {
      valid,
      accounts,
      skipped_accounts: skipped,
    } = await publisher.validate(input.type, bodyOf(input) as never, { signal })
    const names = skipped.length > 0 ? await namesOf(publisher, signal) : new Map<string, string>()
    return {
      valid,
      skipped_accounts: skippedOf({ skipped_accounts: skipped }, names),
      accounts: accounts.map(
        ({ account_id, name, valid: fits, problems, warnings, caption, caption_length, caption_limit }) => ({
          account_id,
          account: name,
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
})

export const publishPost = ({ usualWaitSeconds }: Place) =>
  tool({
    name: 'publish_post',
    title: 'Publish now',
    description:
      'Publishes a post on one or more accounts now, for the public to see. Show the user the text and the accounts, and have them agree, before you call it. Returns the result on each account; if it has not ended yet, call wait_for_post.',
    annotations: PUBLISHES,
    input: z.object({ ...POST, idempotency_key: keyFor('post') }),
    run: (publisher, input, signal) =>
      send(publisher, input.type, bodyOf(input), input.idempotency_key, usualWaitSeconds, signal),
  })

const NO_TIME = 'Give ISO 8601 with seconds and an offset, such as 2026-12-24T18:00:00+01:00, or next_slot.'

export const schedulePost = tool({
  name: 'schedule_post',
  title: 'Publish later',
  description:
    'Accepts a post to be published at a time, or in the next free weekly slot of its accounts. Stories cannot be scheduled. It can be cancelled with cancel_post.',
  annotations: PUBLISHES,
  input: z.object({
    ...POST,
    type: z.enum(['feed', 'reels', 'text']),
    scheduled_at: z
      .union([z.iso.datetime({ offset: true, error: NO_TIME }), z.literal('next_slot')])
      .describe(
        'ISO 8601 with an offset, such as 2026-12-24T18:00:00+01:00, in the time zone of the user; or next_slot.',
      ),
    idempotency_key: keyFor('post'),
  }),
  run: async (publisher, input, signal) => {
    const body = { ...bodyOf(input), scheduled_at: input.scheduled_at } as never
    const { id, message } = await publisher.post(input.type, body, {
      idempotencyKey: input.idempotency_key,
      signal,
    })
    return { message, id }
  },
})

export const cancelPost = tool({
  name: 'cancel_post',
  title: 'Cancel a post',
  description:
    'Cancels a post on every account where publishing has not begun, or where it waits for another try and nothing was sent that ' +
    'publishes it. Live posts stay.',
  annotations: { ...PUBLISHES, openWorldHint: false },
  input: z.object({ post_id: POST_ID }),
  run: async (publisher, { post_id: id }) => {
    const { data, error, response } = await publisher.DELETE('/v1/posts/{id}', { params: { path: { id } } })
    if (!data) throw new PublisherError(response, error)
    return { message: data.message }
  },
})

export const retryPost = tool({
  name: 'retry_post',
  title: 'Try a failed post again',
  description:
    'Publishes a post again on the accounts where it failed for a temporary reason (can_be_retried). Never publishes where it is live or may be live.',
  annotations: PUBLISHES,
  input: z.object({ post_id: POST_ID, idempotency_key: keyFor('try') }),
  run: async (publisher, { post_id: id, idempotency_key }) => {
    const { data, error, response } = await publisher.POST('/v1/posts/{id}/retry', {
      params: { path: { id }, header: { 'Idempotency-Key': idempotency_key } },
    })
    if (!data) throw new PublisherError(response, error)
    return { message: data.message }
  },
})
