// The simulated platforms' figures, as their documents have them.
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, type Json, mediaHost, picture, type Reply, type Running, start } from './support.ts'

const IG = '/v26.0'
const TH = '/v1.0'
const codeOf = ({ status, json }: Reply) => [status, json.error?.code, json.error?.error_subcode]
const figures = ({ json }: Reply): Record<string, number> =>
  Object.fromEntries(
    json.data.map(({ name, values, total_value }: Json) => [name, total_value?.value ?? values[0].value]),
  )

describe('Instagram', () => {
  let ig: Running
  let token: string
  let feed: string
  let story: string
  const read = (id: string, metric: string, by = token) =>
    ig.call('GET', `${IG}/${id}/insights`, { metric }, { token: by })
  beforeAll(async () => {
    const host = await mediaHost()
    const image_url = host.add('a.jpg', { body: await picture(600, 600, 'jpeg', 10), type: 'image/jpeg' })
    ig = await start('instagram')
    const scopes = ['basic', 'content_publish', 'manage_insights'].map((name) => `instagram_business_${name}`)
    token = (await ig.control('POST', '/accounts', { username: 'figures', scopes })).token
    const posted = async (params: Json): Promise<string> => {
      const { json } = await ig.call('POST', `${IG}/me/media`, { image_url, ...params }, { token })
      return (await ig.call('POST', `${IG}/me/media_publish`, { creation_id: json.id }, { token })).json.id
    }
    feed = await posted({})
    story = await posted({ media_type: 'STORIES' })
  })

  it('tells what was asked for, and more as hours pass', async () => {
    const reply = await read(feed, 'views,saved')
    expect(Object.keys(figures(reply))).toEqual(['views', 'saved'])
    await ig.ahead(3 * HOUR)
    expect(figures(await read(feed, 'saved')).saved).toBeGreaterThanOrEqual(figures(reply).saved!)
    await ig.ahead(0)
  })

  it('knows each kind of post by its own metrics', async () => {
    expect(codeOf(await read(feed, 'views,impressions'))).toEqual([400, 100, undefined])
    expect(codeOf(await read(feed, 'navigation'))).toEqual([400, 100, undefined])
    expect((await read(story, 'navigation,replies')).status).toBe(200)
    expect(codeOf(await read(story, 'saved'))).toEqual([400, 100, undefined])
  })

  it('forgets a story after a day, and tells nothing of one that few have seen', async () => {
    await ig.control('POST', '/settings', { story_viewers: 4 })
    expect(codeOf(await read(story, 'reach'))).toEqual([400, 10, undefined])
    await ig.control('POST', '/settings', { story_viewers: 50 })
    await ig.ahead(DAY)
    expect(codeOf(await read(story, 'reach'))).toEqual([400, 100, 33])
    expect((await read(feed, 'reach')).status).toBe(200)
    await ig.ahead(0)
  })

  it('reports nothing for accounts that did not grant it', async () => {
    expect(codeOf(await read(feed, 'reach', ig.demoToken))).toEqual([400, 100, 33])
    const { external_id } = (await ig.state()).accounts.find(({ username }: Json) => username === 'figures')
    const bare = (await ig.control('POST', '/tokens', { account: external_id, scopes: ['instagram_business_basic'] }))
      .token
    expect(codeOf(await read(feed, 'reach', bare))).toEqual([400, 10, undefined])
  })

  it('sums an account up over a span, by the day', async () => {
    const span = { metric: 'reach,views', since: '1790000000', until: '1790086400' }
    const asked = (more: Json) => ig.call('GET', `${IG}/me/insights`, { ...span, ...more }, { token })
    expect(figures(await asked({ period: 'day', metric_type: 'total_value' }))).toEqual({
      reach: expect.any(Number),
      views: expect.any(Number),
    })
    expect(codeOf(await asked({ period: 'week', metric_type: 'total_value' }))).toEqual([400, 100, undefined])
  })
})

describe('Threads', () => {
  let th: Running
  let token: string
  let id: string
  beforeAll(async () => {
    th = await start('threads')
    const scopes = ['threads_basic', 'threads_content_publish', 'threads_manage_insights']
    token = (await th.control('POST', '/accounts', { username: 'figures', scopes })).token
    const { json } = await th.call('POST', `${TH}/me/threads`, { media_type: 'TEXT', text: 'x' }, { token })
    id = (await th.call('POST', `${TH}/me/threads_publish`, { creation_id: json.id }, { token })).json.id
  })

  it('tells the figures of a post, and refuses what it does not know', async () => {
    const read = (metric: string) => th.call('GET', `${TH}/${id}/insights`, { metric }, { token })
    expect(Object.keys(figures(await read('views,likes,replies,reposts,quotes,shares')))).toHaveLength(6)
    expect(codeOf(await read('reach'))).toEqual([400, 100, undefined])
  })

  it('counts followers as of now, without a span', async () => {
    const read = (params: Json) => th.call('GET', `${TH}/me/threads_insights`, params, { token })
    expect(figures(await read({ metric: 'followers_count' }))).toEqual({ followers_count: 0 })
    const span = { since: '1790000000', until: '1790086400' }
    expect(codeOf(await read({ metric: 'followers_count', ...span }))).toEqual([400, 100, undefined])
    expect((await read({ metric: 'views,likes', ...span })).json.data[0].values).toHaveLength(2)
    expect(codeOf(await read({ metric: 'views', since: '1700000000' }))).toEqual([400, 100, undefined])
  })
})
