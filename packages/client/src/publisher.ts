// The client of one deployment: the typed calls of `openapi-fetch`, and above them what most programs do.
import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { ASK_ADDRESS, noAnswer, orThrow } from './errors.ts'
import type { components, paths } from './generated/api.ts'
import { isJson, isWhole, patient, pause } from './patience.ts'
import { readable, startUpload, type Upload, type UploadOptions } from './uploads.ts'

/** The API's types: `Schemas['Post']`, `Schemas['Account']`, ... */
export type Schemas = components['schemas']

export type PostType = 'feed' | 'reels' | 'stories' | 'text'
export type PostBody<T extends PostType> = paths[`/v1/posts/${T}`]['post']['requestBody']['content']['application/json']
export type PostFilters = Omit<NonNullable<paths['/v1/posts']['get']['parameters']['query']>, 'page'>
export type MediaFilters = Omit<NonNullable<paths['/v1/media/users']['get']['parameters']['query']>, 'page'>

export interface PublisherOptions {
  /** Without `/api`: `https://abc.execute-api.eu-central-1.amazonaws.com`. */
  baseUrl: string
  apiKey: string
  /** How often a request is repeated that the service could not answer, or answered with 429. */
  retries?: number
  /**
   * How long each try of a request waits for its answer. If left out, 2 minutes, within 30 seconds of which the service answers, and 5
   * minutes where it fetches a file (`uploadFrom`).
   */
  timeoutMs?: number
  /** The longest that a request is put off where the service asks for it, 1 minute if left out. A longer wait is yours to decide on. */
  longestWaitMs?: number
  /** Sends the requests to the service. The parts of large files go to their store by the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** Sent with each request. */
  headers?: Record<string, string>
}

/** Options of calls that read. */
export interface ReadOptions {
  signal?: AbortSignal
}

/** Options of calls that take effect. */
export interface CallOptions extends ReadOptions {
  /** Two calls with the same key take effect once, within 24 hours. Made for each call if left out. */
  idempotencyKey?: string
}

export interface SettledOptions {
  /** 10 minutes if left out. */
  timeoutMs?: number
  /** Milliseconds between two looks at first, 2000 if left out; they become more while it takes long. */
  everyMs?: number
  signal?: AbortSignal
  /** Told of the post each time that it has changed. */
  onChange?: (post: Schemas['Post']) => void
}

export interface Publisher extends Client<paths> {
  /** The accounts that posts can go to. */
  accounts(options?: ReadOptions): Promise<Schemas['Account'][]>
  /** Posts to many accounts. @returns the post's id, with which to read its state. */
  post<T extends PostType>(type: T, body: PostBody<T>, options?: CallOptions): Promise<{ id: string; message: string }>
  /** Checks a post completely; nothing is stored or published. @throws {PublisherError} where the request breaks a rule. */
  validate<T extends PostType>(type: T, body: PostBody<T>, options?: ReadOptions): Promise<Schemas['PostPreview']>
  /**
   * The post, once it has ended on every account, with its links as far as they come within seconds.
   * @throws {TimeoutError} when that takes too long.
   */
  settled(id: string, options?: SettledOptions): Promise<Schemas['Post']>
  /** All posts, newest first; pages are asked for as they are needed. Posts may be cancelled, retried or deleted meanwhile. */
  posts(filters?: PostFilters, options?: ReadOptions): AsyncGenerator<Schemas['PostSummary'], void, undefined>
  /** All media, newest first. */
  media(filters?: MediaFilters, options?: ReadOptions): AsyncGenerator<Schemas['Media'], void, undefined>
  /** Stores a file of any size. */
  upload(file: Blob, name: string, options?: UploadOptions): Promise<Schemas['UploadedMedia']>
  /** The same, to be paused, resumed and aborted. */
  startUpload(file: Blob, name: string, options?: UploadOptions): Upload
  /** Stores the file at a public address; the service fetches it. */
  uploadFrom(
    url: string,
    about?: { title?: string; description?: string },
    options?: CallOptions,
  ): Promise<Schemas['UploadedMedia']>
}

/** The pause between two looks at a post, as a share of the time that it has taken so far. */
const LATE_BY = 1 / 20
/** How often `settled` looks for links that are not there yet, milliseconds between, and for how long at most. */
const LINK_LOOKS = 5
const LINK_EVERY_MS = 500
const LINKS_WITHIN_MS = 5000

/** The last look of `settled` begins when its time is up; it may take this long, milliseconds. */
const LAST_LOOK_MS = 5000
/** A longer timer goes off at once; no look takes as long. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

const lacksLink = ({ publications }: Schemas['Post']): boolean =>
  publications.some(({ state, permalink }) => state === 'published' && permalink === null)

/** A post had not ended in time. Publishing continues; `settled` can be called again. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/** Files up to this size are sent in one request, bytes. */
const ONE_REQUEST_BYTES = 4 * 1024 * 1024
const PAGE = 100

/** Every POST is made once, however often it is sent. */
const once: Middleware = {
  onRequest: ({ request }) => {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    }
    return request
  },
}

/** An answer that is not JSON, or not all of it, comes from something else: the dashboard, a proxy, the sign-in page of a network. */
const understood: Middleware = {
  onResponse: async ({ request: { method, url }, response, options }) => {
    // The service gives all of its other answers a body: one of 204 is not of it.
    if (!response.ok || method === 'HEAD' || options.parseAs !== 'json') return
    if (isJson(response) && (await isWhole(response))) return
    const type = response.headers.get('Content-Type') ?? 'an empty answer'
    const what = isJson(response) ? 'JSON that breaks off.' : `${type} in place of JSON. ${ASK_ADDRESS}`
    throw noAnswer(`${method} ${new URL(url).origin} came back with ${what}`)
  },
}

interface Page<Item> {
  data: {
    result: Item[]
    result_info: { page: number; limit: number; total_count: number; total_pages: number }
  }
}

/**
 * Page after page, each item once. Items that come or go meanwhile move the others to another page: where there are fewer than
 * before, those that moved to a page that was read already are fetched from there.
 */
async function* paged<Item extends { id: string }>(ask: (page: number) => Promise<Page<Item>>) {
  const seen = new Set<string>()
  let before = 0
  for (let page = 1; ; page += 1) {
    const { result, result_info } = (await ask(page)).data
    const gone = before - result_info.total_count
    before = result_info.total_count
    if (gone > 0 && page > 1) {
      page = Math.max(1, page - Math.ceil(gone / result_info.limit)) - 1
      continue
    }
    for (const item of result) {
      if (seen.has(item.id)) continue
      seen.add(item.id)
      yield item
    }
    if (result.length === 0 || page >= result_info.total_pages) return
  }
}

const LONGEST_WAIT_MS = 60_000

/** A client of one deployment, for one key. */
export function createPublisher({
  baseUrl,
  apiKey,
  retries = 2,
  timeoutMs,
  longestWaitMs = LONGEST_WAIT_MS,
  fetch,
  headers,
}: PublisherOptions): Publisher {
  // Without this check, fetch refuses such a header with a message that contains the key.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('The API key is empty, or has spaces or other characters that keys do not have.')
  // Looked up at each call, so that it can be replaced for tests.
  const chosen: typeof globalThis.fetch = (...given) => (fetch ?? globalThis.fetch)(...given)
  const client = createClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')}/api`,
    headers: { ...headers, 'X-Secret-Token': apiKey },
    fetch: patient(chosen, { retries, timeoutMs, longestWaitMs }),
  })
  client.use(once, understood)

  const keyed = ({ idempotencyKey }: CallOptions) => {
    if (idempotencyKey === undefined) return {}
    // Without this check, fetch refuses it with words about byte strings.
    if (!/^[\x20-\x7e]+$/.test(idempotencyKey))
      throw new TypeError('The idempotencyKey is empty, or has characters other than printable ASCII.')
    return { 'Idempotency-Key': idempotencyKey }
  }
  // All types are sent alike; which body belongs to which, the caller's side checks.
  const send = (type: PostType, body: object, header: object, query: object, signal?: AbortSignal) =>
    client.POST(`/v1/posts/${type}` as '/v1/posts/text', {
      body: body as PostBody<'text'>,
      params: { header, query },
      signal,
    })

  const listOf =
    <Item extends { id: string }, Filters>(path: '/v1/posts' | '/v1/media/users') =>
    (filters?: Filters, { signal }: ReadOptions = {}) =>
      paged((page) => {
        const asked = client.GET(path as '/v1/posts', { params: { query: { limit: PAGE, ...filters, page } }, signal })
        return orThrow(asked) as Promise<unknown> as Promise<Page<Item>>
      })

  /** @returns undefined where no answer comes by then, as that of a service that is away or asks to wait. */
  async function lookUntil(id: string, until: number, signal?: AbortSignal): Promise<Schemas['Post'] | undefined> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), Math.min(until - Date.now(), LONGEST_TIMER_MS))
    const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    try {
      return (await orThrow(client.GET('/v1/posts/{id}', { params: { path: { id } }, signal: either }))).data
    } catch (error) {
      if (!late.signal.aborted || signal?.aborted) throw error
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  /** Platforms give links a moment after they have published, and for some publications never. */
  async function withLinks(
    ended: Schemas['Post'],
    until: number,
    signal?: AbortSignal,
    onChange?: SettledOptions['onChange'],
  ): Promise<Schemas['Post']> {
    let post = ended
    // An error is not waited out here as it is elsewhere: how the post has ended is known.
    const enough = AbortSignal.timeout(LINKS_WITHIN_MS)
    const either = signal ? AbortSignal.any([signal, enough]) : enough
    for (let looks = 0; looks < LINK_LOOKS && lacksLink(post) && Date.now() + LINK_EVERY_MS <= until; looks += 1) {
      await pause(LINK_EVERY_MS, signal)
      const path = { params: { path: { id: post.id } }, signal: either }
      const answer = await client.GET('/v1/posts/{id}', path).catch(() => null)
      if (!answer?.data) break
      const before = JSON.stringify(post.publications)
      post = answer.data.data
      if (JSON.stringify(post.publications) !== before) onChange?.(post)
    }
    return post
  }

  return Object.assign(client, {
    accounts: async ({ signal }: ReadOptions = {}) =>
      (await orThrow(client.GET('/v1/accounts/social', { signal }))).data,
    post: async <T extends PostType>(type: T, body: PostBody<T>, options: CallOptions = {}) => {
      const answer = send(type, body, keyed(options), {}, options.signal)
      const { message } = await orThrow(answer)
      const { response } = await answer
      const id = response.headers.get('Location')?.split('/').at(-1)
      // Something on the way has answered, or has taken the address of the post away.
      if (!id) throw noAnswer(`the answer to the post names no post. ${ASK_ADDRESS}`)
      return { id, message }
    },
    validate: async <T extends PostType>(type: T, body: PostBody<T>, { signal }: ReadOptions = {}) => {
      const { data } = (await orThrow(send(type, body, {}, { validate_only: 'true' }, signal))) as {
        data: Schemas['PostPreview']
      }
      return data
    },
    settled: async (id: string, { timeoutMs = 10 * 60_000, everyMs = 2000, signal, onChange }: SettledOptions = {}) => {
      // Without an id, the same path lists posts.
      if (id === '') throw new TypeError('The id of the post is empty.')
      const began = Date.now()
      const until = began + timeoutMs
      let seen = ''
      for (;;) {
        const post = await lookUntil(id, until + LAST_LOOK_MS, signal)
        if (!post) throw new TimeoutError(`The post ${id} could not be read to its end within ${timeoutMs} ms.`)
        const state = JSON.stringify([post.status, post.publications])
        if (state !== seen) onChange?.(post)
        seen = state
        if (post.publications.every(({ terminal }) => terminal)) return withLinks(post, until, signal, onChange)
        const now = Date.now()
        if (now >= until) throw new TimeoutError(`The post ${id} is still ${post.status} after ${timeoutMs} ms.`)
        await pause(Math.min(Math.max(everyMs, (now - began) * LATE_BY), until - now), signal)
      }
    },
    posts: listOf<Schemas['PostSummary'], PostFilters>('/v1/posts'),
    media: listOf<Schemas['Media'], MediaFilters>('/v1/media/users'),
    startUpload: (file: Blob, name: string, options?: UploadOptions) => startUpload(client, file, name, options),
    upload: async (file: Blob, name: string, options: UploadOptions = {}) => {
      // A form has another boundary each time: only a session is known again by its key.
      const asSession = options.session !== undefined || options.idempotencyKey !== undefined
      if (file.size > ONE_REQUEST_BYTES || (asSession && file.size > 0))
        return startUpload(client, file, name, options).done
      const { title, description, contentType, signal, onProgress } = options
      const form = new FormData()
      form.set('file', new Blob([await readable(file)], { type: contentType ?? file.type }), name)
      const about = { title, description }
      for (const [field, value] of Object.entries(about)) if (value !== undefined) form.set(field, value)
      const { data } = await orThrow(
        client.POST('/v1/media', { body: { file: name, ...about }, bodySerializer: () => form, signal }),
      )
      onProgress?.(file.size, file.size)
      return data
    },
    uploadFrom: async (url: string, about?: { title?: string; description?: string }, options: CallOptions = {}) => {
      const { data } = await orThrow(
        client.POST('/v1/media', {
          body: { url, ...about },
          params: { header: keyed(options) },
          signal: options.signal,
        }),
      )
      return data
    },
  })
}
