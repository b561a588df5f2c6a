// Every platform that publishes containers, against its simulator over HTTP: what the engine relies on.
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CAPTION_RULES } from '../../../core/platforms/caption-length.ts'
import type { Credentials, Result } from '../../../core/platforms/connector.ts'
import { factsOf } from '../../../core/platforms/facts.ts'
import { instagramApi } from '../../../core/platforms/instagram/connector.ts'
import type { ContainerSpec, ContainerStatus } from '../../../core/platforms/meta/containers.ts'
import { graphUrlVariable } from '../../../core/platforms/setting-names.ts'
import { threadsApi } from '../../../core/platforms/threads/connector.ts'
import { DAY, type Json, mediaHost, picture, type Running, start, video } from '../fake-platforms/support.ts'

const CAPTION = 'Zwölf 👨‍👩‍👧‍👦 & mehr\n#tag +100% שלום e\u0301'
/** The first container's type, on a platform that takes text alone and one that does not. */
const FIRST_KIND = { instagram: 'image', threads: 'text' } as const

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`unexpected ${result.error.class}: ${result.error.message}`)
  return result.value
}

const errorOf = (result: Result<unknown>) => (result.ok ? 'no error' : result.error.class)

const APIS = { instagram: instagramApi, threads: threadsApi }

describe.each(['instagram', 'threads'] as const)('%s', (id) => {
  const platform = APIS[id]
  const facts = factsOf(id)
  const captionLength = CAPTION_RULES[id].length
  let sim: Running
  let images: string[]
  let clip: string
  let missing: string

  beforeAll(async () => {
    const host = await mediaHost()
    const add = async (name: string, hue: number) =>
      host.add(name, { body: await picture(600, 600, 'jpeg', hue), type: 'image/jpeg' })
    images = [await add('a.jpg', 10), await add('b.jpg', 200)]
    clip = host.add('c.mp4', { body: video({ width: 1080, height: 1080 }), type: 'video/mp4' })
    missing = new URL('/missing.mp4', clip).href
    sim = await start(id)
    process.env[graphUrlVariable(id)] = sim.url
    return () => {
      delete process.env[graphUrlVariable(id)]
    }
  })

  const DEFAULTS = { processing_ms: 0, clock_offset_ms: 0, quota_total: null, me_biography: false, caption_field: true }
  afterEach(async () => {
    await sim.control('DELETE', '/faults')
    await sim.control('POST', '/settings', DEFAULTS)
  })

  /** An account of its own for each test, so that none sees another's posts. */
  async function newAccount(more: Record<string, unknown> = {}): Promise<Credentials> {
    const { external_id, token }: Json = await sim.control('POST', '/accounts', more)
    return { external_id, token }
  }

  const first = (): ContainerSpec =>
    id === 'threads'
      ? { type: 'text', caption: CAPTION, carousel_item: false }
      : { type: 'image', url: images[0], caption: CAPTION, carousel_item: false }

  async function settle(account: Credentials, container: string): Promise<ContainerStatus> {
    for (;;) {
      const status = good(await platform.containerStatus(account, container))
      if (status.state !== 'in_progress') return status
      await delay(5)
    }
  }

  async function ready(account: Credentials, spec = first()): Promise<string> {
    const { container_id } = good(await platform.createContainer(account, spec))
    expect(await settle(account, container_id)).toEqual({ state: 'finished' })
    return container_id
  }

  const postsOf = async ({ external_id }: Credentials): Promise<Json[]> =>
    (await sim.state()).posts.filter((post: Json) => post.account === external_id)

  const span = () => ({ since: Date.now() - 60_000, until: Date.now() + 60_000 })

  it('publishes, tells the link, and finds the post again', async () => {
    const account = await newAccount()
    const container = await ready(account)
    const { media_id } = good(await platform.publish(account, container))
    expect(media_id).not.toBe(container)
    const { permalink } = good(await platform.permalink(account, media_id))
    expect(permalink).toMatch(/^https:\/\//)
    expect(good(await platform.containerStatus(account, container))).toEqual({ state: 'published' })
    const found = await platform.findPublished(account, { caption: CAPTION, kind: FIRST_KIND[id], ...span() })
    expect(good(found)).toEqual({ media_id, permalink })
    expect(await postsOf(account)).toMatchObject([{ id: media_id, text: CAPTION }])
  })

  it('publishes a carousel in its order, with the words of each picture', async () => {
    const account = await newAccount()
    const children: string[] = []
    for (const [at, url] of images.entries()) {
      children.push(
        await ready(account, {
          type: 'image',
          url,
          alt_text: `Nr. ${at} 👍`,
          caption: 'not here',
          carousel_item: true,
        }),
      )
    }
    children.push(await ready(account, { type: 'video', url: clip, carousel_item: true }))
    const { container_id } = good(await platform.createCarousel(account, { children, caption: CAPTION }))
    expect(await settle(account, container_id)).toEqual({ state: 'finished' })
    const { media_id } = good(await platform.publish(account, container_id))
    const [post] = await postsOf(account)
    expect(post).toMatchObject({ id: media_id, kind: 'carousel', text: CAPTION })
    expect(post.children.map((child: Json) => [child.media.url, child.alt_text])).toEqual([
      [images[0], 'Nr. 0 👍'],
      [images[1], 'Nr. 1 👍'],
      [clip, null],
    ])
    const found = await platform.findPublished(account, { caption: CAPTION, kind: 'carousel', ...span() })
    expect(good(found)?.media_id).toBe(media_id)
  })

  it('publishes a video', async () => {
    const account = await newAccount()
    const container = await ready(account, { type: 'video', url: clip, caption: CAPTION, carousel_item: false })
    const { media_id } = good(await platform.publish(account, container))
    const found = await platform.findPublished(account, { caption: CAPTION, kind: 'video', ...span() })
    expect(good(found)?.media_id).toBe(media_id)
  })

  it.each(id === 'instagram' ? (['story_image', 'story_video'] as const) : [])('publishes a %s', async (type) => {
    const account = await newAccount()
    const url = type === 'story_image' ? images[0] : clip
    const container = await ready(account, { type, url, caption: CAPTION, carousel_item: false })
    const { media_id } = good(await platform.publish(account, container))
    const found = await platform.findPublished(account, { caption: CAPTION, kind: 'story', ...span() })
    expect(good(found)?.media_id).toBe(media_id)
    expect(await postsOf(account)).toMatchObject([{ kind: type, media: { url } }])
  })

  it('binds nothing where two posts are the same', async () => {
    const account = await newAccount()
    for (let count = 0; count < 2; count += 1) good(await platform.publish(account, await ready(account)))
    const found = await platform.findPublished(account, { caption: CAPTION, kind: FIRST_KIND[id], ...span() })
    expect(good(found)).toBeNull()
  })

  it.each([
    ['a reply lost after the post went live', { kind: 'drop_after' }, 'published'],
    ['a 500 after the post went live', { kind: 'error_after', http_status: 500, code: 2 }, 'published'],
    ['a spam verdict after the post went live', { kind: 'error_after', code: 4, subcode: 2207051 }, 'published'],
    ['a reply that is no JSON', { kind: 'malformed_json' }, 'published'],
    ['a connection lost before anything happened', { kind: 'drop_before' }, 'finished'],
    ["a proxy's 502", { kind: 'html_502' }, 'finished'],
    ['a temporary fault', { kind: 'error_before', code: 1, is_transient: true }, 'finished'],
    ['an unknown code', { kind: 'error_before', code: 7777 }, 'finished'],
  ])('is in doubt at %s; the container tells', async (_name, fault, state) => {
    const account = await newAccount()
    const container = await ready(account)
    await sim.faults({ match: { operation: 'publish' }, fault })
    expect(errorOf(await platform.publish(account, container))).toBe('ambiguous')
    expect(good(await platform.containerStatus(account, container))).toEqual({ state })
    const found = await platform.findPublished(account, { caption: CAPTION, kind: FIRST_KIND[id], ...span() })
    const posts = await postsOf(account)
    expect(good(found)?.media_id).toBe(posts[0]?.id)
    expect(posts).toHaveLength(state === 'published' ? 1 : 0)
  })

  it.each(['create', 'carousel', 'status', 'permalink', 'list', 'quota', 'profile'] as const)(
    'is tried again where %s is lost',
    async (operation) => {
      const account = await newAccount()
      const child = { type: 'image', carousel_item: true } as const
      const container = await ready(account)
      const children =
        operation === 'carousel'
          ? [await ready(account, { ...child, url: images[0] }), await ready(account, { ...child, url: images[1] })]
          : []
      const { media_id } = good(await platform.publish(account, container))
      const calls: Record<typeof operation, () => Promise<Result<unknown>>> = {
        create: () => platform.createContainer(account, first()),
        carousel: () => platform.createCarousel(account, { children }),
        status: () => platform.containerStatus(account, container),
        permalink: () => platform.permalink(account, media_id),
        list: () => platform.findPublished(account, { caption: CAPTION, kind: FIRST_KIND[id], ...span() }),
        quota: () => platform.quota(account),
        profile: () => platform.profile(account.token),
      }
      for (const kind of ['drop_before', 'malformed_json', 'html_502']) {
        await sim.faults({ match: { operation }, fault: { kind } })
        expect(errorOf(await calls[operation]())).toBe('retry')
      }
      expect((await calls[operation]()).ok).toBe(true)
    },
  )

  it('looks again where the container is not ready', async () => {
    const account = await newAccount()
    await sim.control('POST', '/settings', { processing_ms: DAY / 2 })
    const { container_id } = good(await platform.createContainer(account, first()))
    expect(good(await platform.containerStatus(account, container_id))).toEqual({ state: 'in_progress' })
    expect(errorOf(await platform.publish(account, container_id))).toBe('same_container')
    expect(await postsOf(account)).toHaveLength(0)
  })

  it('sees that a container is over', async () => {
    const account = await newAccount()
    const container = await ready(account)
    await sim.ahead(DAY + 1000)
    expect(good(await platform.containerStatus(account, container))).toEqual({ state: 'expired' })
    expect(errorOf(await platform.publish(account, container))).toBe('same_container')
  })

  it('wants a new container where the media could not be fetched', async () => {
    const account = await newAccount()
    const { container_id } = good(
      await platform.createContainer(account, { type: 'video', url: missing, carousel_item: false }),
    )
    const { state, error } = await settle(account, container_id)
    expect([state, error?.class]).toEqual(['error', 'new_container'])
  })

  it('knows content that will never be taken', async () => {
    const account = await newAccount()
    const caption = 'x'.repeat(facts.caption.max + 1)
    expect(errorOf(await platform.createContainer(account, { ...first(), caption }))).toBe('permanent')
    expect(errorOf(await platform.createContainer(account, { ...first(), caption: caption.slice(1) }))).toBe('no error')
    expect(errorOf(await platform.createCarousel(account, { children: ['1'] }))).toBe('permanent')
  })

  it('counts captions as the platform does', async () => {
    const account = await newAccount()
    const emoji = '👨‍👩‍👧‍👦'
    const most = Math.floor(facts.caption.max / captionLength(emoji))
    const filled = emoji.repeat(most) + 'x'.repeat(facts.caption.max - most * captionLength(emoji))
    expect(captionLength(filled)).toBe(facts.caption.max)
    expect(errorOf(await platform.createContainer(account, { ...first(), caption: filled }))).toBe('no error')
    expect(errorOf(await platform.createContainer(account, { ...first(), caption: `${filled}x` }))).toBe('permanent')
  })

  it('waits at the daily limit, and reads it', async () => {
    const account = await newAccount()
    expect(good(await platform.quota(account))).toEqual({
      used: 0,
      total: facts.daily_posts,
      window_seconds: 86_400,
    })
    await sim.control('POST', '/settings', { quota_total: 1 })
    good(await platform.publish(account, await ready(account)))
    expect(good(await platform.quota(account))).toMatchObject({ used: 1, total: 1 })
    expect(errorOf(await platform.publish(account, await ready(account)))).toBe('wait')
  })

  it('waits as long as it is told', async () => {
    const account = await newAccount()
    await sim.faults({ match: { operation: 'create' }, fault: { kind: 'retry_after', seconds: 42 } })
    const held = await platform.createContainer(account, first())
    expect(held).toMatchObject({ ok: false, error: { class: 'wait', retry_after_ms: 42_000 } })
    await sim.faults({
      match: { operation: 'create' },
      fault: { kind: 'usage', app: { call_count: 97, total_time: 3, total_cputime: 3 } },
    })
    expect(await platform.createContainer(account, first())).toMatchObject({ ok: true, pause_ms: expect.any(Number) })
  })

  it.each([
    ['expire', undefined, 'reconnect'],
    ['revoke', 458, 'reconnect'],
    ['revoke', 460, 'reconnect'],
    ['revoke', 459, 'owner_action'],
  ] as const)('knows a token that is no good (%s, %s)', async (how, subcode, expected) => {
    const account = await newAccount()
    const container = await ready(account)
    await sim.control('POST', `/tokens/${how}`, { token: account.token, ...(subcode ? { subcode } : {}) })
    const results = [
      await platform.createContainer(account, first()),
      await platform.createCarousel(account, { children: ['1', '2'] }),
      await platform.containerStatus(account, container),
      await platform.publish(account, container),
      await platform.permalink(account, container),
      await platform.findPublished(account, { caption: CAPTION, kind: FIRST_KIND[id], ...span() }),
      await platform.quota(account),
      await platform.profile(account.token),
      await platform.refresh(account.token),
    ]
    expect(results.map(errorOf)).toEqual(results.map(() => expected))
    expect(JSON.stringify(results)).not.toContain(account.token)
  })

  it('knows a permission that is missing', async () => {
    const account = await newAccount({ scopes: [facts.scopes[0]] })
    expect(good(await platform.profile(account.token)).external_id).toBe(account.external_id)
    expect(errorOf(await platform.createContainer(account, first()))).toBe('reconnect')
  })

  it('knows an account that its owner must see to', async () => {
    const account = await newAccount()
    const container = await ready(account)
    await sim.control('POST', '/accounts', { external_id: account.external_id, restricted: true })
    expect(errorOf(await platform.publish(account, container))).toBe('owner_action')
  })

  it("cannot see what is another account's", async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    const container = await ready(mine)
    expect((await platform.containerStatus(other, container)).ok).toBe(false)
    expect((await platform.publish(other, container)).ok).toBe(false)
    expect((await platform.publish({ ...other, external_id: mine.external_id }, container)).ok).toBe(false)
    expect(await postsOf(mine)).toHaveLength(0)
  })

  it('reads the profile', async () => {
    const account = await newAccount({ username: 'studio.eins', name: 'Studio Ünï 👍', biography: 'Zeile 1\nZeile 2' })
    const profile = good(await platform.profile(account.token))
    expect(profile).toMatchObject({
      external_id: account.external_id,
      username: 'studio.eins',
      name: 'Studio Ünï 👍',
      biography: 'Zeile 1\nZeile 2',
      account_type: id === 'instagram' ? 'business' : null,
    })
    expect((await fetch(profile.picture_url)).status).toBe(200)
  })

  it('refreshes a token that is old enough', async () => {
    const account = await newAccount()
    expect(errorOf(await platform.refresh(account.token))).toBe('permanent')
    await sim.ahead(30 * DAY)
    const grant = good(await platform.refresh(account.token))
    expect(grant.token).not.toBe(account.token)
    expect(Math.abs(grant.expires_at! - (Date.now() + 60 * DAY))).toBeLessThan(60_000)
    expect(good(await platform.profile(grant.token)).external_id).toBe(account.external_id)
  })

  it.each(['wrapped', 'flat', 'flat_array'])('connects an account by the consent page (%s)', async (exchange_shape) => {
    await sim.control('POST', '/settings', {
      exchange_shape,
      profile_shape: exchange_shape === 'wrapped' ? 'wrapped' : 'flat',
    })
    const account = await newAccount()
    const redirect_uri = 'http://127.0.0.1:1/back'
    const consent = `${platform.authorizeUrl({ client_id: '990', redirect_uri, state: 's&1' })}&account=${account.external_id}`
    const page = await fetch(consent, { redirect: 'manual' })
    const back = new URL(page.headers.get('location') ?? '')
    expect([page.status, back.origin + back.pathname, back.searchParams.get('state')]).toEqual([
      302,
      redirect_uri,
      's&1',
    ])
    const code = back.searchParams.get('code')
    const app = { client_id: '990', client_secret: 'a-secret-of-the-app', redirect_uri, code: `${code}#_` }
    const grant = good(await platform.exchangeCode(app))
    expect(grant.scopes?.toSorted()).toEqual(facts.scopes.toSorted())
    expect(good(await platform.profile(grant.token)).external_id).toBe(account.external_id)
    const again = await platform.exchangeCode(app)
    expect(errorOf(again)).toBe('permanent')
    expect(JSON.stringify(again)).not.toContain(code)
  })

  it('sends tokens in the header wherever the documents leave that open', async () => {
    const account = await newAccount()
    good(await platform.publish(account, await ready(account)))
    await platform.refresh(account.token)
    const { requests }: Json = await sim.state()
    const inQuery = requests.filter((one: Json) => !['header', 'none'].includes(one.token_in))
    const calls = inQuery.map((one: Json) => `${one.method} ${one.path}`)
    expect(calls).toContain('GET /refresh_access_token')
    expect(calls.filter((call: string) => !/^GET \/(refresh_)?access_token$/.test(call))).toEqual([])
  })
})
