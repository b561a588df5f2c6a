// A typed client of the API. Its types are made from the OpenAPI document; added here are the key, idempotency, patience
// and errors.
import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { components, paths } from './generated/api.ts'

/** What the API sends and shows: `Schemas['Post']`, `Schemas['Account']`, ... */
export type Schemas = components['schemas']

export type PostType = 'feed' | 'reels' | 'stories' | 'text'
export type PostBody<T extends PostType> = paths[`/v1/posts/${T}`]['post']['requestBody']['content']['application/json']

export interface PublisherOptions {
  /** Without `/api`: `https://abc.execute-api.eu-central-1.amazonaws.com`. */
  baseUrl: string
  apiKey: string
  /** How often a request is repeated that the service could not answer, or answered with 429. */
  retries?: number
  fetch?: typeof globalThis.fetch
}

/** A refusal of the service: what is wrong, field by field. */
export class PublisherError extends Error {
  readonly status: number
  /** Of the first issue; `rate_limit_exceeded` for 429. */
  readonly code: string
  readonly issues: readonly { code: string; path?: string; message: string }[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(response: Response, body: unknown) {
    const { message, errors, error } = (typeof body === 'object' && body !== null ? body : {}) as Partial<
      Schemas['Error'] & Schemas['RateLimitError']
    >
    super(message ?? error?.message ?? `The service answered ${response.status}.`)
    this.name = 'PublisherError'
    this.status = response.status
    this.issues = errors ?? []
    this.code = errors?.[0]?.code ?? error?.type ?? 'unknown'
    this.requestId = response.headers.get('X-Request-Id') ?? undefined
    const seconds = response.headers.get('Retry-After')
    this.retryAfterSeconds = seconds === null ? undefined : Number(seconds)
  }
}

/** The data of an answer. @throws {PublisherError} where the service refused. */
export async function orThrow<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer
  if (!response.ok) throw new PublisherError(response, error)
  return data as Data
}

export interface Publisher extends Client<paths> {
  /** Posts to many accounts. @returns the post's id, to look at what becomes of it. */
  post<T extends PostType>(
    type: T,
    body: PostBody<T>,
    options?: { idempotencyKey?: string },
  ): Promise<{ id: string; message: string }>
  /** Stores a file of up to about 4.5 MB. */
  upload(file: Blob, name: string, about?: { title?: string; description?: string }): Promise<Schemas['UploadedMedia']>
  /** The post, once nothing more happens to it by itself. @throws {Error} when that takes too long. */
  settled(id: string, options?: { timeoutMs?: number; everyMs?: number }): Promise<Schemas['Post']>
}

const PASSING = [429, 502, 503, 504]
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Repeats what did no harm or carries an Idempotency-Key; waits as long as the service asks, at most a minute. */
const patient =
  (fetch: typeof globalThis.fetch, retries: number) =>
  async (request: Request): Promise<Response> => {
    const repeatable = ['GET', 'HEAD'].includes(request.method) || request.headers.has('Idempotency-Key')
    for (let tried = 0; ; tried += 1) {
      const last = !repeatable || tried >= retries
      const backOff = 500 * 2 ** tried
      try {
        const response = await fetch(last ? request : request.clone())
        if (last || !PASSING.includes(response.status)) return response
        await response.body?.cancel()
        const asked = Number(response.headers.get('Retry-After') ?? 0) * 1000
        await pause(Math.min(Math.max(asked, backOff), 60_000))
      } catch (error) {
        if (last || request.signal.aborted) throw error
        await pause(backOff)
      }
    }
  }

/** Every POST is made once, however often it is sent. */
const once: Middleware = {
  onRequest: ({ request }) => {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID())
    }
    return request
  },
}

/** A client of one deployment, for one key. */
export function createPublisher({ baseUrl, apiKey, retries = 2, fetch }: PublisherOptions): Publisher {
  const client = createClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api`,
    headers: { 'X-Secret-Token': apiKey },
    // Looked up at each call, so that it can be replaced for tests.
    fetch: patient((...given) => (fetch ?? globalThis.fetch)(...given), retries),
  })
  client.use(once)
  return Object.assign(client, {
    post: async <T extends PostType>(
      type: T,
      body: PostBody<T>,
      { idempotencyKey }: { idempotencyKey?: string } = {},
    ) => {
      const answer = client.POST(`/v1/posts/${type}` as '/v1/posts/text', {
        body: body as PostBody<'text'>,
        params: { header: { ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }) } },
      })
      const { message } = await orThrow(answer)
      const { response } = await answer
      return { id: response.headers.get('Location')?.split('/').at(-1) ?? '', message }
    },
    upload: async (file: Blob, name: string, about: { title?: string; description?: string } = {}) => {
      const form = new FormData()
      form.set('file', file, name)
      for (const [field, value] of Object.entries(about)) if (value !== undefined) form.set(field, value)
      const { data } = await orThrow(
        client.POST('/v1/media', { body: { file: name, ...about }, bodySerializer: () => form }),
      )
      return data
    },
    settled: async (id: string, { timeoutMs = 10 * 60_000, everyMs = 2000 } = {}) => {
      const until = Date.now() + timeoutMs
      for (;;) {
        const { data: post } = await orThrow(client.GET('/v1/posts/{id}', { params: { path: { id } } }))
        if (post.publications.every(({ terminal }) => terminal)) return post
        if (Date.now() + everyMs > until)
          throw new Error(`The post ${id} is still ${post.status} after ${timeoutMs} ms.`)
        await pause(everyMs)
      }
    },
  })
}
