// Instagram accounts that were connected with Facebook Login: the same calls, on Facebook's host and with the token of the Page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instagramApi as instagram } from '../../../core/platforms/instagram/connector.ts'
import { pageSession } from '../../../core/platforms/meta/page-session.ts'
import { json, refusal, type ScriptedServer, startScripted } from './scripted-server.ts'

const ID = '17841400000000029'
const TOKEN = 'EAAQtesttokentesttokentesttoken01'
const session = pageSession({ id: ID, token: TOKEN })
const account = { external_id: ID, token: session }

let server: ScriptedServer
/** Where the calls of the other login go: to be asked for nothing. */
let other: ScriptedServer
beforeAll(async () => {
  server = await startScripted()
  other = await startScripted()
  process.env.FACEBOOK_GRAPH_URL = server.origin
  process.env.INSTAGRAM_GRAPH_URL = other.origin
})
afterAll(async () => {
  expect(other.asked).toEqual([])
  delete process.env.FACEBOOK_GRAPH_URL
  delete process.env.INSTAGRAM_GRAPH_URL
  await Promise.all([server.close(), other.close()])
})

const told = () =>
  server.asked.map(({ method, path, headers }) => [method, path.replace('/v26.0/', ''), headers.authorization])
const by = `Bearer ${TOKEN}`

describe('with the token of its Page', () => {
  it('it is published to on the host of Facebook', async () => {
    server.script(json({ id: '1' }), json({ status_code: 'FINISHED', id: '1' }), json({ id: '2' }), json({ id: '2' }))
    const image = { type: 'image', url: 'https://cdn.example/a.jpg', caption: 'Hi', carousel_item: false } as const
    const options = { product_tags: [{ product_id: '7', x: 0, y: 1 }] }
    await instagram.createContainer(account, { ...image, options })
    await instagram.containerStatus(account, '1')
    await instagram.publish(account, '1')
    await instagram.permalink(account, '2')
    expect(told()).toEqual([
      ['POST', `${ID}/media`, by],
      ['GET', '1', by],
      ['POST', `${ID}/media_publish`, by],
      ['GET', '2', by],
    ])
    expect(JSON.parse(server.asked[0]!.body)).toEqual({
      image_url: 'https://cdn.example/a.jpg',
      caption: 'Hi',
      ...options,
    })
  })

  it('its profile is read from its node, for the token names no Instagram account', async () => {
    server.script(json({ id: ID, username: 'harbor.shots', name: 'Harbor', biography: 'Hello' }))
    expect(await instagram.profile(session)).toEqual({
      ok: true,
      value: {
        ...{ external_id: ID, username: 'harbor.shots', name: 'Harbor', biography: 'Hello' },
        ...{ picture_url: '', account_type: null },
      },
    })
    expect(told()).toEqual([['GET', ID, by]])
  })

  it('its session has no end, and nobody is asked for another', async () => {
    server.script()
    expect(await instagram.refresh(session)).toEqual({ ok: true, value: { token: session, expires_at: null } })
    expect(server.asked).toEqual([])
  })

  it('quota, comments and figures are asked for there as well', async () => {
    const quota = { data: [{ quota_usage: 1, config: { quota_total: 50, quota_duration: 86_400 } }] }
    server.script(json(quota), json({ id: '3' }), json({ data: [] }))
    await instagram.quota(account)
    await instagram.comments!.write(account, '2', 'First')
    await instagram.insights!.ofPost(account, '2', 'post')
    expect(told()).toEqual([
      ['GET', `${ID}/content_publishing_limit`, by],
      ['POST', '2/comments', by],
      ['GET', '2/insights', by],
    ])
  })

  it('a post is deleted, and seen to be gone', async () => {
    server.script(json({ success: true }), refusal({ code: 100, error_subcode: 33, message: 'Unsupported' }))
    expect(await instagram.deletion!.deletePost(account, '2')).toEqual({ ok: true, value: {} })
    expect(await instagram.deletion!.postExists(account, '2')).toEqual({ ok: true, value: false })
    expect(told()).toEqual([
      ['DELETE', '2', by],
      ['GET', '2', by],
    ])
  })

  it('what cannot be deleted is not tried again', async () => {
    server.script(refusal({ code: -1, error_subcode: 2207073, message: 'Not this type' }))
    expect(await instagram.deletion!.deletePost(account, '2')).toMatchObject({
      ok: false,
      error: { class: 'permanent' },
    })
  })

  it('nothing is asked where the account is connected with Instagram Login', async () => {
    server.script()
    const plain = { external_id: ID, token: 'IGtesttoken' }
    expect(await instagram.deletion!.deletePost(plain, '2')).toMatchObject({ ok: false, error: { class: 'permanent' } })
    expect(server.asked).toEqual([])
  })
})
