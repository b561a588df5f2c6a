// One request to every endpoint, with what has to be there before it.
import { sample } from '../../test/unit/media/samples.ts'
import { accepted, formOf, sendTo, until } from './calls.ts'
import type { ApiRequest, Service } from './service.ts'

export interface BenchRequest {
  /** As the table shows it. */
  name: string
  /** The row of `lib/routes.ts` that it goes to: method and path. */
  route: string
  status: number
  /** Makes a request that was not made before. */
  make(): Promise<ApiRequest>
  /** Something other than AWS takes a part of the time, or what it asks depends on the time: its calls are counted alone. */
  countsOnly?: boolean
  /** Work of the SDK without a call: the bare SDK does it too. */
  presigns?: number
}

/** The items that the requests are about, created once for a service. */
export interface Belongings {
  picture: Buffer
  pictureId: string
  videoId: string
  instagram: string
  threads: string
  /** Serves the picture to URL uploads, as `/picture.jpg`. */
  sourceHost: string
}

export async function prepareBelongings(service: Service, picture: Buffer, sourceHost: string): Promise<Belongings> {
  const upload = async (bytes: Buffer, name: string, type: string) =>
    (await accepted(service, { method: 'POST', path: '/v1/media', form: formOf(bytes, name, type) })).json.data.id
  const account = (platform: string) => service.session.accounts.find((one) => one.platform === platform)!.id
  return {
    picture,
    pictureId: await upload(picture, 'picture.jpg', 'image/jpeg'),
    videoId: await upload(sample('video.mp4'), 'video.mp4', 'video/mp4'),
    instagram: account('instagram'),
    threads: account('threads'),
    sourceHost,
  }
}

const DAY = 24 * 3_600_000

/** Every endpoint's request, in the order of the table. */
export function requestsOf(service: Service, own: Belongings): BenchRequest[] {
  const upload = (): ApiRequest => ({
    method: 'POST',
    path: '/v1/media',
    form: formOf(own.picture, 'picture.jpg', 'image/jpeg'),
  })
  const session = (): ApiRequest => ({
    method: 'POST',
    path: '/v1/media/uploads',
    json: { file_name: 'picture.jpg', content_type: 'image/jpeg', size_bytes: own.picture.length },
  })
  const post = (type: string, json: Record<string, unknown>) => async (): Promise<ApiRequest> => ({
    method: 'POST',
    path: `/v1/posts/${type}`,
    json: { content: 'A few words about what is to be seen.', hashtags: ['one', 'two'], ...json },
  })
  const feed = (more: Record<string, unknown> = {}) =>
    post('feed', { title: 'A title', media: { media_asset_ids: [own.pictureId] }, accounts: [own.instagram], ...more })
  const later = () => feed({ scheduled_at: Date.now() + 30 * DAY })
  /** A post that has not started, by its path. */
  const scheduled = async (): Promise<string> => {
    const { headers } = await accepted(service, await later()())
    return headers.get('location')!.slice('/api'.length)
  }
  const fixed = (method: string, path: string, more: Partial<ApiRequest> = {}) => ({
    make: async (): Promise<ApiRequest> => ({ method, path, ...more }),
  })
  const control = async (path: string, json: unknown) => {
    const reply = await fetch(`${service.session.platforms.threads}/_control${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    })
    return (await reply.json()) as { external_id: string; token: string }
  }
  const connect = (token: string) =>
    service.admin<{ id: string }>(
      'account',
      'connect',
      '--owner',
      'demo',
      '--platform',
      'threads',
      '--access-token',
      token,
    )
  /** A post that failed because its account's token had ended; the account has been connected again since. */
  const failed = async (): Promise<string> => {
    const { external_id: account, token } = await control('/accounts', { username: `bench.${Date.now()}` })
    const { id } = await connect(token)
    await control('/tokens/revoke', { account })
    const { headers } = await accepted(service, await post('text', { accounts: [id] })())
    const path = headers.get('location')!.slice('/api'.length)
    await until(`the failure of ${path}`, async () => {
      const { json } = await accepted(service, { method: 'GET', path })
      return json.data.status === 'failed'
    })
    await connect((await control('/tokens', { account })).token)
    return path
  }

  /** An account whose figures may be read; one for all. */
  let telling: Promise<string> | undefined
  const tellingAccount = (): Promise<string> => {
    const scopes = ['threads_basic', 'threads_content_publish', 'threads_manage_insights']
    telling ??= control('/accounts', { username: `figures.${Date.now()}`, scopes })
      .then(({ token }) => connect(token))
      .then(({ id }) => id)
    return telling
  }
  /** A post that is live, by its path. */
  const live = async (account: string): Promise<string> => {
    const { headers } = await accepted(service, await post('text', { accounts: [account] })())
    const path = headers.get('location')!.slice('/api'.length)
    await until(`the publishing of ${path}`, async () => {
      const { json } = await accepted(service, { method: 'GET', path })
      return json.data.status === 'published'
    })
    return path
  }
  // A span of its own for each: what was asked for before is kept.
  let span = 0

  const hook = (): ApiRequest => ({
    method: 'POST',
    path: '/v1/webhooks',
    json: { url: `http://${own.sourceHost}/picture.jpg` },
  })
  /** One webhook for all that only needs one. */
  let hooked: Promise<string> | undefined
  const hookPath = (): Promise<string> => {
    hooked ??= accepted(service, hook()).then(({ json }) => `/v1/webhooks/${json.data.id}`)
    return hooked
  }

  /** One that is switched off and on, and used for nothing else. */
  let switched: Promise<string> | undefined
  let enabled = true
  const switching = async (): Promise<ApiRequest> => {
    switched ??= accepted(service, hook()).then(({ json }) => `/v1/webhooks/${json.data.id}`)
    enabled = !enabled
    return { method: 'PATCH', path: await switched, json: { enabled } }
  }

  const requests: Omit<BenchRequest, 'route'>[] = [
    { name: 'POST /v1/media', status: 200, make: async () => upload() },
    {
      name: 'POST /v1/media (url)',
      status: 200,
      countsOnly: true,
      ...fixed('POST', '/v1/media', { json: { url: `http://${own.sourceHost}/picture.jpg` } }),
    },
    { name: 'GET /v1/media/users', status: 200, ...fixed('GET', '/v1/media/users') },
    { name: 'GET /v1/media/{id}', status: 200, ...fixed('GET', `/v1/media/${own.pictureId}`) },
    {
      name: 'GET /v1/media/{id} (no key)',
      status: 200,
      ...fixed('GET', `/v1/media/${own.pictureId}`, { anonymous: true }),
    },
    { name: 'HEAD /v1/media/{id}', status: 200, ...fixed('HEAD', `/v1/media/${own.pictureId}`) },
    { name: 'GET /v1/media/tags', status: 200, ...fixed('GET', '/v1/media/tags') },
    {
      name: 'PATCH /v1/media/{id}',
      status: 200,
      ...fixed('PATCH', `/v1/media/${own.pictureId}`, { json: { title: 'A name', tags: ['bench'] } }),
    },
    {
      name: 'DELETE /v1/media/{id}',
      status: 200,
      make: async () => {
        const { id } = (await accepted(service, upload())).json.data
        // Until then it is in the index by due time, and leaving that costs a unit more.
        await until(`the inspection of ${id}`, async () => {
          const { text } = await service.api({ method: 'GET', path: '/v1/media/users' })
          const { data } = JSON.parse(text) as { data: { result: { id: string; width: number | null }[] } }
          return data.result.some((one) => one.id === id && one.width !== null)
        })
        return { method: 'DELETE', path: `/v1/media/${id}` }
      },
    },
    { name: 'POST /v1/media/uploads', status: 200, presigns: 1, make: async () => session() },
    ...(['GET', 'DELETE'] as const).map((method) => ({
      name: `${method} /v1/media/uploads/{id}`,
      status: 200,
      ...(method === 'GET' ? { presigns: 1 } : {}),
      make: async () => {
        const { id } = (await accepted(service, session())).json.data
        return { method, path: `/v1/media/uploads/${id}` }
      },
    })),
    {
      name: 'POST /v1/media/uploads/{id}/complete',
      status: 200,
      make: async () => {
        const { json } = await accepted(service, session())
        await sendTo(json.data, own.picture)
        return { method: 'POST', path: `/v1/media/uploads/${json.data.id}/complete` }
      },
    },
    { name: 'GET /v1/accounts/social', status: 200, ...fixed('GET', '/v1/accounts/social') },
    { name: 'POST /v1/posts/feed', status: 202, make: feed() },
    {
      name: 'POST /v1/posts/feed (Idempotency-Key)',
      status: 202,
      make: async () => ({ ...(await feed()()), headers: { 'Idempotency-Key': crypto.randomUUID() } }),
    },
    { name: 'POST /v1/posts/feed (scheduled)', status: 202, make: () => later()() },
    {
      name: 'POST /v1/posts/reels',
      status: 202,
      make: post('reels', { media: { media_asset_ids: [own.videoId] }, accounts: [own.instagram] }),
    },
    {
      name: 'POST /v1/posts/stories',
      status: 202,
      make: post('stories', { media: { media_asset_ids: [own.pictureId] }, accounts: [own.instagram] }),
    },
    { name: 'POST /v1/posts/text', status: 202, make: post('text', { accounts: [own.threads] }) },
    { name: 'GET /v1/posts', status: 200, ...fixed('GET', '/v1/posts') },
    { name: 'GET /v1/posts/{id}', status: 200, make: async () => ({ method: 'GET', path: await scheduled() }) },
    {
      name: 'PATCH /v1/posts/{id}',
      status: 200,
      make: async () => ({ method: 'PATCH', path: await scheduled(), json: { scheduled_at: Date.now() + 31 * DAY } }),
    },
    {
      name: 'POST /v1/posts/{id}/retry',
      status: 202,
      make: async () => ({ method: 'POST', path: `${await failed()}/retry` }),
    },
    { name: 'DELETE /v1/posts/{id}', status: 200, make: async () => ({ method: 'DELETE', path: await scheduled() }) },
    {
      name: 'DELETE /v1/posts/{id}/publications/{account_id}',
      status: 202,
      make: async () => ({ method: 'DELETE', path: `${await live(own.threads)}/publications/${own.threads}` }),
    },
    {
      name: 'GET /v1/posts/{id}/insights',
      status: 200,
      make: async () => ({ method: 'GET', path: `${await live(await tellingAccount())}/insights` }),
    },
    {
      // Threads has no collaborators, so no platform is asked.
      name: 'GET /v1/posts/{id}/collaborators',
      status: 200,
      make: async () => ({ method: 'GET', path: `${await live(own.threads)}/collaborators` }),
    },
    {
      name: 'GET /v1/accounts/social/{id}/insights',
      status: 200,
      make: async () => {
        span += 1
        const path = `/v1/accounts/social/${await tellingAccount()}/insights`
        return { method: 'GET', path: `${path}?from=${Date.now() - span * DAY}` }
      },
    },
    { name: 'GET /v1/usage', status: 200, countsOnly: true, ...fixed('GET', '/v1/usage') },
    { name: 'GET /v1/openapi.json', status: 200, ...fixed('GET', '/v1/openapi.json') },
    { name: 'GET /docs', status: 200, ...fixed('GET', '/docs') },
    { name: 'GET /reference', status: 200, ...fixed('GET', '/reference') },
    { name: 'POST /v1/webhooks', status: 201, make: async () => hook() },
    { name: 'GET /v1/webhooks', status: 200, ...fixed('GET', '/v1/webhooks') },
    {
      name: 'POST /v1/webhooks/{id}/rotate',
      status: 200,
      make: async () => ({ method: 'POST', path: `${await hookPath()}/rotate` }),
    },
    {
      name: 'POST /v1/webhooks/{id}/test',
      status: 202,
      make: async () => ({ method: 'POST', path: `${await hookPath()}/test` }),
    },
    {
      name: 'GET /v1/webhooks/{id}/deliveries',
      status: 200,
      make: async () => ({ method: 'GET', path: `${await hookPath()}/deliveries` }),
    },
    {
      name: 'POST /v1/webhooks/{id}/deliveries/{delivery}/replay',
      status: 202,
      make: async () => {
        const path = await hookPath()
        const { json } = await accepted(service, { method: 'POST', path: `${path}/test` })
        // Only what is not being tried any more can be sent again.
        await until('the end of a delivery', async () => {
          const { json: list } = await accepted(service, { method: 'GET', path: `${path}/deliveries` })
          const { result } = list.data as unknown as { result: { id: string; state: string }[] }
          return result.some(({ id, state }) => id === json.data.id && state !== 'pending')
        })
        return { method: 'POST', path: `${path}/deliveries/${json.data.id}/replay` }
      },
    },
    { name: 'PATCH /v1/webhooks/{id}', status: 200, make: switching },
    {
      name: 'DELETE /v1/webhooks/{id}',
      status: 200,
      make: async () => ({ method: 'DELETE', path: `/v1/webhooks/${(await accepted(service, hook())).json.data.id}` }),
    },
    { name: 'GET /v1/nothing', status: 404, ...fixed('GET', '/v1/nothing') },
  ]
  return requests.map((request) => ({
    ...request,
    route: request.name === 'GET /v1/nothing' ? 'GET /{proxy+}' : request.name.replace(/ \(.*/, ''),
  }))
}
