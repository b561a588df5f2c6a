// The Instagram accounts that belong to Pages, on Facebook's simulator: by whose token they are published to, and what that login
// alone has.
import { describe, expect, it } from 'vitest'
import { type Json, mediaHost, picture, type Running, start, video } from './support.ts'

const V = '/v26.0'
const SCOPES = ['instagram_basic', 'instagram_content_publish']
const ALL = [
  ...SCOPES,
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_contents',
  'pages_show_list',
  'pages_manage_posts',
]

async function pageWith(sim: Running, scopes: readonly string[]) {
  const { external_id: instagram }: Json = await sim.control('POST', '/accounts', { username: 'harbor.shots' })
  const { external_id: page, token }: Json = await sim.control('POST', '/accounts', { scopes, instagram })
  const call = (method: string, path: string, params: Record<string, unknown> = {}) =>
    sim.call(method, `${V}/${path}`, params, { token, as: method === 'POST' ? 'json' : 'query' })
  return { instagram, page, token, call }
}

const codeOf = ({ status, json }: { status: number; json: Json }) => [
  status,
  json.error?.code,
  json.error?.error_subcode,
]

async function publish(call: Awaited<ReturnType<typeof pageWith>>['call'], instagram: string, params: object) {
  const made = await call('POST', `${instagram}/media`, { ...params })
  expect(made.status, made.text).toBe(200)
  const status = async () => (await call('GET', made.json.id, { fields: 'status_code' })).json.status_code
  await expect.poll(status).toBe('FINISHED')
  const { json } = await call('POST', `${instagram}/media_publish`, { creation_id: made.json.id })
  return { container: made.json.id as string, post: json.id as string }
}

describe('an Instagram account of a Page', () => {
  it('is named by its Page, to who was granted to see it', async () => {
    const sim = await start('facebook')
    const seeing = await pageWith(sim, ALL)
    const fields = 'id,instagram_business_account'
    const shown = await seeing.call('GET', seeing.page, { fields })
    expect(shown.json).toEqual({ id: seeing.page, instagram_business_account: { id: seeing.instagram } })
    const blind = await pageWith(sim, ['pages_show_list'])
    expect((await blind.call('GET', blind.page, { fields })).json).toEqual({ id: blind.page })
    const node = await seeing.call('GET', seeing.instagram, { fields: 'username,biography' })
    expect(node.json).toEqual({ id: seeing.instagram, username: 'harbor.shots', biography: '' })
  })

  it('is published to with the token of its Page, and of no other', async () => {
    const sim = await start('facebook')
    const host = await mediaHost()
    const image_url = host.add('a.jpg', { body: await picture(600, 600), type: 'image/jpeg' })
    const one = await pageWith(sim, ALL)
    const other = await pageWith(sim, ALL)
    const bare = await pageWith(sim, ['instagram_basic'])
    const { post } = await publish(one.call, one.instagram, { image_url, caption: 'Hi' })
    const fields = 'permalink,caption,media_product_type'
    const read = await one.call('GET', post, { fields })
    expect(read.json).toMatchObject({ caption: 'Hi', media_product_type: 'FEED' })
    expect(read.json.permalink).toMatch(/^https:\/\/www\.instagram\.com\/p\//)
    const quota = await one.call('GET', `${one.instagram}/content_publishing_limit`, { fields: 'quota_usage' })
    expect(quota.json.data).toEqual([{ quota_usage: 1 }])
    expect(codeOf(await other.call('POST', `${one.instagram}/media`, { image_url }))).toEqual([400, 100, 33])
    expect(codeOf(await other.call('GET', post, { fields }))).toEqual([400, 100, 33])
    expect(codeOf(await bare.call('POST', `${bare.instagram}/media`, { image_url }))).toEqual([400, 10, undefined])
    // The Page has no such post.
    const posts = await one.call('GET', `${one.page}/published_posts`, { fields: 'id' })
    expect(posts.json.error?.code ?? posts.json.data).toEqual(200)
  })

  it('takes what only this login has, and refuses it as documented', async () => {
    const sim = await start('facebook')
    const host = await mediaHost()
    const image_url = host.add('a.jpg', { body: await picture(600, 600), type: 'image/jpeg' })
    const video_url = host.add('a.mp4', { body: video(), type: 'video/mp4' })
    const { call, instagram } = await pageWith(sim, SCOPES)
    const options = {
      product_tags: [{ product_id: '77', x: 0.5, y: 0.5 }],
      is_paid_partnership: true,
      branded_content_sponsor_ids: ['17841400000000001'],
    }
    const { container } = await publish(call, instagram, { image_url, ...options })
    const { containers }: Json = await sim.state()
    expect(containers.find(({ id }: Json) => id === container).params).toMatchObject(options)
    const reel = { media_type: 'REELS', video_url }
    const audio_configuration = { audio_id: '5', audio_volume: 80, video_volume: 20 }
    await publish(call, instagram, { ...reel, audio_configuration })
    const wrong: [object, (number | undefined)[]][] = [
      [{ image_url, product_tags: [{ product_id: '77' }] }, [100, 2207036]],
      [{ ...reel, product_tags: [{ product_id: '77', x: 0, y: 0 }] }, [100, 2207035]],
      [{ image_url, audio_configuration }, [100, undefined]],
      [{ ...reel, audio_configuration: { audio_id: 'x' } }, [100, 9050]],
      [{ image_url, branded_content_sponsor_ids: ['1', '2', '3'] }, [100, undefined]],
      [{ image_url, upload_type: 'resumable' }, [100, undefined]],
    ]
    for (const [params, expected] of wrong)
      expect(codeOf(await call('POST', `${instagram}/media`, { ...params })), JSON.stringify(params)).toEqual([
        400,
        ...expected,
      ])
  })

  it('has comments, figures and deletion by permissions of their own names', async () => {
    const sim = await start('facebook')
    const host = await mediaHost()
    const image_url = host.add('a.jpg', { body: await picture(600, 600), type: 'image/jpeg' })
    const able = await pageWith(sim, ALL)
    const { post } = await publish(able.call, able.instagram, { image_url })
    expect((await able.call('POST', `${post}/comments`, { message: 'First' })).status).toBe(200)
    expect((await able.call('GET', `${post}/insights`, { metric: 'likes' })).status).toBe(200)
    expect((await able.call('DELETE', post)).json).toEqual({ success: true })
    expect(codeOf(await able.call('GET', post, { fields: 'id' }))).toEqual([400, 100, 33])
    const bare = await pageWith(sim, SCOPES)
    const kept = (await publish(bare.call, bare.instagram, { image_url })).post
    expect(codeOf(await bare.call('POST', `${kept}/comments`, { message: 'First' }))).toEqual([400, 10, undefined])
    expect(codeOf(await bare.call('GET', `${kept}/insights`, { metric: 'likes' }))).toEqual([400, 10, undefined])
    expect(codeOf(await bare.call('DELETE', kept))).toEqual([400, 10, undefined])
  })

  it('goes on with its downloads over a restart', async () => {
    const sim = await start('facebook')
    const host = await mediaHost()
    const { token, instagram } = await pageWith(sim, SCOPES)
    const video_url = host.add('a.mp4', { body: video(), type: 'video/mp4' })
    const params = { media_type: 'REELS', video_url }
    const made = await sim.call('POST', `${V}/${instagram}/media`, params, { token, as: 'json' })
    const again = await sim.restart()
    await expect
      .poll(async () => {
        const read = await again.call('GET', `${V}/${made.json.id}`, { fields: 'status_code' }, { token, as: 'query' })
        return read.json.status_code
      })
      .toBe('FINISHED')
  })
})
