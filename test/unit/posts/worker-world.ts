// The publish worker with everything around it: the table in memory with faults on demand, a platform and
// a CDN on 127.0.0.1 that keep what they were asked, keys and queue in memory, and a clock that tests set.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { DeleteScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { vi } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { unpacked } from '../../../core/aws/packed-item.ts'
import { get, put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { captionOf } from '../../../core/platforms/caption-length.ts'
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { putPost } from '../../../core/posts/post-store.ts'
import { getPublication } from '../../../core/posts/publication-store.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { DEFAULT_POLL_MS } from '../../../core/posts/rules/pace.ts'
import { planOf } from '../../../core/posts/rules/plan.ts'
import type { Post } from '../../../core/posts/rules/post.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { accountKey, mediaKey } from '../../../core/table-keys.ts'
import { handler } from '../../../functions/workers/publish.ts'
import { accountOf, mediaOf, OWNER } from '../../support/domain.ts'
import { startMemoryTable, type TableEngine } from '../../support/table-engine.ts'

export interface Asked {
  method: string
  path: string
  query: string
  body: Record<string, string>
  token: string
}

type Answer = { status?: number; body: unknown } | ((response: ServerResponse) => void)
/** The platform call, in a word. */
export type Call =
  | 'create'
  | 'status'
  | 'publish'
  | 'quota'
  | 'permalink'
  | 'list'
  | 'variant'
  | 'comment'
  | 'comments'
  | 'comment_switch'
  | 'delete'
  | 'insights'
  | 'exists'

interface Container {
  id: string
  published: boolean
}

export type World = Awaited<ReturnType<typeof startWorld>>
type Command = { constructor: { name: string }; input: Record<string, unknown> }

/** A command's input as text, what is packed in it unpacked. */
const inTheClear = (input: unknown): string =>
  JSON.stringify(input, (_key, value) => (value?.packed instanceof Uint8Array ? unpacked(value) : value))

const drop = (response: ServerResponse) => response.socket?.destroy()
/** The connection breaks without an answer. */
export const LOST: Answer = drop
export const says = (error: Record<string, unknown>, status = 400): Answer => ({ status, body: { error } })

/** So far apart that the worker sits out none of its looks: a test sets the clock before each pass. */
const POLL_MS = '9000'

const decrypted = ({ CiphertextBlob }: { CiphertextBlob: Uint8Array }) => ({
  Plaintext: Buffer.from(`token-of-${Buffer.from(CiphertextBlob).toString()}`),
})

/** @param tableOf starts the table: the embedded engine unless said otherwise. */
export async function startWorld(tableOf: () => Promise<TableEngine> = startMemoryTable) {
  const table = await tableOf()
  const kms = mockClient(KMSClient)
  const sqs = mockClient(SQSClient)
  const scheduler = mockClient(SchedulerClient)

  const containers = new Map<string, Container>()
  const asked: (Asked & { call: Call })[] = []
  const comments: string[] = []
  const deleted = new Set<string>()
  let posts = 0
  let overrides: { call: Call; answer: Answer | (() => Answer); after: boolean }[] = []

  const callOf = (method: string, path: string, query: string): Call => {
    if (method === 'DELETE') return 'delete'
    if (path.startsWith('/v/') || /\.\w+$/.test(path)) return 'variant'
    if (path.endsWith('publishing_limit')) return 'quota'
    if (/publish$/.test(path)) return 'publish'
    if (path.endsWith('insights')) return 'insights'
    if (path.endsWith('/comments')) return method === 'POST' ? 'comment' : 'comments'
    if (method === 'POST' && /\/m\d+$/.test(path)) return 'comment_switch'
    if (method === 'POST') return 'create'
    if (/\/(media|threads|stories|replies)$/.test(path)) return 'list'
    if (query === '?fields=id') return 'exists'
    return containers.has(path.split('/').at(-1)!) ? 'status' : 'permalink'
  }

  const serve = (call: Call, one: Asked): Answer => {
    switch (call) {
      case 'variant':
        return (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('jpeg')
      case 'create': {
        const id = `c${containers.size + 1}`
        containers.set(id, { id, published: false })
        return { body: { id } }
      }
      case 'status': {
        const state = containers.get(one.path.split('/').at(-1)!)!.published ? 'PUBLISHED' : 'FINISHED'
        return { body: { status: state, status_code: state } }
      }
      case 'publish': {
        const container = containers.get(one.body.creation_id!)!
        container.published = true
        posts += 1
        return { body: { id: `m${posts}` } }
      }
      case 'comment':
        comments.push(one.body.message!)
        return { body: { id: `k${comments.length}` } }
      case 'comments':
        return { body: { data: comments.map((text, at) => ({ id: `k${at + 1}`, text })) } }
      case 'comment_switch':
        return { body: { success: true } }
      case 'quota':
        return { body: { data: [{ quota_usage: 1, config: { quota_total: 50, quota_duration: 86_400 } }] } }
      case 'insights': {
        const names = new URLSearchParams(one.query).get('metric')!.split(',')
        return { body: { data: names.map((name, at) => ({ name, period: 'lifetime', values: [{ value: at + 1 }] })) } }
      }
      case 'delete': {
        const id = one.path.split('/').at(-1)!
        if (deleted.has(id)) return says({ code: 100, error_subcode: 33, message: 'gone' })
        deleted.add(id)
        return { body: { success: true, deleted_id: id } }
      }
      case 'exists': {
        const id = one.path.split('/').at(-1)!
        return deleted.has(id) ? says({ code: 100, error_subcode: 33, message: 'gone' }) : { body: { id } }
      }
      case 'permalink':
        return { body: { id: 'm1', permalink: 'https://www.threads.net/@tester/post/1' } }
      default:
        return { body: { data: [] } }
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://platform')
    const text = Buffer.concat(chunks).toString()
    const body = text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
    const one: Asked = {
      method: request.method ?? '',
      path,
      query: search,
      body,
      token: request.headers.authorization ?? '',
    }
    const call = callOf(one.method, path, search)
    asked.push({ ...one, call })
    const at = overrides.findIndex((override) => override.call === call)
    const [override] = at < 0 ? [] : overrides.splice(at, 1)
    let answer: Answer
    if (override && !override.after)
      answer =
        typeof override.answer === 'function' && override.answer.length === 0
          ? (override.answer as () => Answer)()
          : (override.answer as Answer)
    else {
      answer = serve(call, one)
      if (override) answer = override.answer as Answer
    }
    if (typeof answer === 'function') return answer(response)
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(process.env, {
    [ENV.cdnUrl]: origin,
    INSTAGRAM_GRAPH_URL: origin,
    THREADS_GRAPH_URL: origin,
    [ENV.publishQueue]: 'https://queue.test/publish',
    [ENV.publishPollMs]: POLL_MS,
    [ENV.tokenKey]: 'token-key',
    [ENV.scheduleGroup]: 'posts',
  })

  // Everything the table is asked goes through here: what a test names fails, before or after it took effect.
  let faults: {
    matches(command: Command): boolean
    after: boolean
    error?: Error
    before?: () => Promise<void>
    /** Until `mend`, not only once. */
    lasting?: boolean
  }[] = []
  const original = DynamoDBDocumentClient.prototype.send as (this: unknown, ...given: unknown[]) => Promise<unknown>
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...given: unknown[]
  ) {
    const command = given[0] as Command
    const at = faults.findIndex(({ matches }) => matches(command))
    const [fault] = at < 0 ? [] : faults[at]!.lasting ? [faults[at]!] : faults.splice(at, 1)
    if (fault?.before) await fault.before()
    else if (fault && !fault.after) throw fault.error
    const reply = await original.apply(this, given)
    if (fault?.after && fault.error) throw fault.error
    return (fault?.after ? await original.apply(this, given) : reply) as never
  })

  const world = {
    asked,
    /** First comments that were written. */
    comments,
    /** Ids of posts that are off the platform again. */
    deleted,
    kms,
    sqs,
    scheduler,
    /** How often something came out in public. */
    posts: () => posts,
    calls: (call: Call) => asked.filter((one) => one.call === call),
    /** The next call of this kind gets this answer; `after` it took effect all the same. */
    answer(call: Call, answer: Answer, { after = false } = {}) {
      overrides.push({ call, answer, after })
    },
    /** The next command that matches fails, or all do until `mend`; `after` it took effect all the same. */
    failTable(name: string, where: (input: string) => boolean = () => true, { after = false, lasting = false } = {}) {
      faults.push({
        matches: (command) => command.constructor.name === name && where(inTheClear(command.input)),
        after,
        lasting,
        error: Object.assign(new Error('the table is away'), { name: 'InternalServerError' }),
      })
    },
    /** The next command that matches is sent twice, as the SDK does where the first answer got lost. */
    repeatTable(name: string, where: (input: string) => boolean = () => true) {
      faults.push({
        matches: (command) => command.constructor.name === name && where(inTheClear(command.input)),
        after: true,
      })
    },
    /** Nothing fails any more. */
    mend() {
      faults = []
    },
    /** As deployed: what the worker sits out passes at once, on the clock. */
    sitsOut() {
      process.env[ENV.publishPollMs] = String(DEFAULT_POLL_MS)
      const original = globalThis.setTimeout
      const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
        act: (...given: unknown[]) => void,
        ms = 0,
        ...given: unknown[]
      ) => {
        // Longer ones are the time limits of calls, shorter ones the engine's.
        const waits = ms > 500 && ms <= 1501
        if (waits) vi.setSystemTime(Date.now() + ms)
        return original(act, waits ? 0 : ms, ...given)
      }) as typeof setTimeout)
      return {
        [Symbol.dispose]() {
          timer.mockRestore()
          process.env[ENV.publishPollMs] = POLL_MS
        },
      }
    },
    /** Something else happens just before the next command that matches. */
    beforeTable(name: string, where: (input: string) => boolean, act: () => Promise<unknown>) {
      faults.push({
        matches: (command) => command.constructor.name === name && where(inTheClear(command.input)),
        after: false,
        before: async () => void (await act()),
      })
    },
    /** The next token takes so long to be decrypted, and none after it. */
    slowDecrypt(ms: number) {
      let late = ms
      kms.on(DecryptCommand).callsFake((input) => {
        vi.setSystemTime(Date.now() + late)
        late = 0
        return decrypted(input)
      })
    },
    reset(now = Date.UTC(2026, 10, 21, 12)) {
      vi.useFakeTimers({ toFake: ['Date'], now })
      for (const mock of [kms, sqs, scheduler]) mock.reset()
      kms.on(DecryptCommand).callsFake(decrypted)
      sqs.on(SendMessageCommand).resolves({})
      sqs.on(SendMessageBatchCommand).resolves({})
      sqs.on(ChangeMessageVisibilityCommand).resolves({})
      scheduler.on(DeleteScheduleCommand).resolves({})
      asked.length = 0
      containers.clear()
      comments.length = 0
      deleted.clear()
      posts = 0
      overrides = []
      faults = []
    },
    async account(given: Partial<Account> = {}): Promise<Account> {
      const id = newId()
      const account = accountOf({
        id,
        provider: 'threads',
        token_ciphertext: Buffer.from('first').toString('base64'),
        ...given,
      })
      await put({ ...accountKey(id), ...account })
      return account
    },
    async media(count: number): Promise<Media[]> {
      const assets = Array.from({ length: count }, () => mediaOf({ id: newId() }))
      for (const asset of assets) await put({ ...mediaKey(asset.id), ...asset })
      return assets
    },
    usesOf: async (id: string) => (await get(mediaKey(id)))?.pending_uses,
    /** An accepted post. */
    async post({
      pictures = 0,
      accounts,
      content = 'Hello',
      sent = false,
      ...given
    }: { pictures?: number; accounts?: Account[]; content?: string; sent?: boolean } & Partial<
      Omit<Post, 'accounts'>
    > = {}) {
      const now = Date.now()
      const targets = accounts ?? [await world.account()]
      const media = await world.media(pictures)
      const type = given.type ?? (pictures === 0 ? 'text' : 'feed')
      const post: Post = {
        id: newId(),
        owner_id: OWNER,
        type,
        title: null,
        content,
        hashtags: [],
        caption: captionOf({ content }),
        media_ids: media.map(({ id }) => id),
        container_id: null,
        aspect_ratio: null,
        accounts: targets.map(({ id }) => id),
        skipped_accounts: [],
        scheduled_at: null,
        progress: { total: targets.length, published: 0, failed: 0, cancelled: 0 },
        created_at: now,
        updated_at: now,
        ...given,
      }
      const publications = targets.map(({ id, provider }) =>
        newPublication({
          post_id: post.id,
          account_id: id,
          owner_id: post.owner_id,
          platform: provider as PlatformId,
          type,
          plan: planOf(
            type,
            provider as PlatformId,
            media.map((asset) => ({ id: asset.id, kind: 'image' })),
          ),
          not_before: post.scheduled_at ?? now,
          sent,
          now,
        }),
      )
      await putPost(post, publications)
      const [first] = targets as [Account]
      return { post, media, account: first, ids: { post_id: post.id, account_id: first.id } }
    },
    async publication({ post_id, account_id }: { post_id: string; account_id: string }): Promise<Publication> {
      return (await getPublication(post_id, account_id))!
    },
    /** One message handed to the worker. @returns whether it was worked off. */
    async deliver(body: unknown, remainingMs = 60_000): Promise<boolean> {
      return (await world.deliverBatch([body], remainingMs))[0]!
    },
    /** Messages handed to the worker in one invocation. @returns which of them were worked off. */
    async deliverBatch(bodies: readonly unknown[], remainingMs = 60_000): Promise<boolean[]> {
      const Records = bodies.map((body, at) => ({
        messageId: String(at),
        receiptHandle: `receipt-${at}`,
        body: JSON.stringify(body),
        attributes: { ApproximateReceiveCount: '1' },
      }))
      const context = { getRemainingTimeInMillis: () => remainingMs } as unknown as Context
      const answer = handler({ Records } as unknown as SQSEvent, context) as Promise<SQSBatchResponse>
      // A run that failed has worked none of them off.
      const reply = await answer.catch(() => undefined)
      const failed = reply?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
      return Records.map(({ messageId }) => failed !== undefined && !failed.includes(messageId))
    },
    /** Sets the clock to when the publication is due and nobody holds it, and hands it to the worker. */
    async turn(ids: { post_id: string; account_id: string }): Promise<boolean> {
      const { due_at, not_before, lease_until } = await world.publication(ids)
      vi.setSystemTime(Math.max(Date.now(), due_at, not_before, lease_until))
      return world.deliver(ids)
    },
    /** As many turns as it takes. @param before each of them: waits for what a platform does by the machine's clock. */
    async drive(
      ids: { post_id: string; account_id: string },
      most = 40,
      before?: () => Promise<unknown>,
    ): Promise<Publication> {
      for (let turns = 0; turns < most; turns += 1) {
        await before?.()
        await world.turn(ids)
        const publication = await world.publication(ids)
        const over =
          publication.state === 'published' || publication.state === 'failed' || publication.state === 'cancelled'
        if (over && publication.permalink_state !== 'open') return publication
      }
      return world.publication(ids)
    },
    /** Messages that were sent to the queue. */
    sent(): { post_id: string; account_id?: string; delay: number; group?: string }[] {
      const one = (entry: { MessageBody?: string; DelaySeconds?: number; MessageGroupId?: string }) => ({
        ...JSON.parse(entry.MessageBody!),
        delay: entry.DelaySeconds,
        group: entry.MessageGroupId,
      })
      return [
        ...sqs.commandCalls(SendMessageCommand).map(({ args }) => one(args[0].input)),
        ...sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => (args[0].input.Entries ?? []).map(one)),
      ]
    },
    /** Resolves when so many messages were sent to the queue. */
    untilSent(count: number): Promise<void> {
      return new Promise((resolve) => {
        const heard = () => {
          // The call that is under way counts from the next turn on.
          setImmediate(() => world.sent().length >= count && resolve())
          return {}
        }
        sqs.on(SendMessageCommand).callsFake(heard)
        sqs.on(SendMessageBatchCommand).callsFake(heard)
        heard()
      })
    },
    async stop() {
      vi.useRealTimers()
      vi.restoreAllMocks()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await table.stop()
    },
  }
  return world
}
