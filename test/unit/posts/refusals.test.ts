// Refusals that mean another thing of this post than of others: a permission that only an option needs, a post that is not
// there any more, a card that cannot be built, children that cannot be seen yet.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAccount } from '../../../core/accounts/account-store.ts'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { put } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { VISIBLE_MS } from '../../../core/posts/rules/pace.ts'
import { mediaKey } from '../../../core/table-keys.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as get } from '../../../functions/api/posts/get.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { mediaOf } from '../../support/domain.ts'
import { callApi } from './api-call.ts'
import { says, startWorld, type World } from './worker-world.ts'

type Json = ReturnType<typeof JSON.parse>

let world: World
let owner: string
let account: Account
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  world.reset()
  owner = newId()
  account = await world.account({ owner_id: owner, permissions: null, token_expires_at: Date.now() + 60 * 86_400_000 })
})
afterAll(() => world.stop())

async function posted(threads: object, body: object = { content: 'Hello' }, handler: unknown = text) {
  const reply = await callApi(handler, {
    method: 'POST',
    resource: '/v1/posts/text',
    body: { accounts: [account.id], ...body, options: { threads } },
    ownerId: owner,
    rateLimit: 10_000,
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  return { post_id: String(reply.headers.Location).split('/').at(-1)!, account_id: account.id }
}
const view = async (ids: { post_id: string }): Promise<Json> =>
  (await callApi(get, { method: 'GET', resource: '/v1/posts/{id}', path: { id: ids.post_id }, ownerId: owner })).json
    .data.publications[0]
const statusOf = async () => (await getAccount(account.id))!.status
const MISSING = says({ code: 10, message: 'Application does not have permission for this action' })
const NOT_FOUND = says({ code: 24, error_subcode: 4279009, message: 'The requested resource does not exist' })
const NO_CARD = says({ code: -1, error_subcode: 4279047, message: 'Fatal: Invalid Link Attachment' })

describe('a permission that is missing', () => {
  it.each([
    ['a place', { location_id: '1' }, 'threads_location_tagging'],
    ['a story', { share_to_instagram_story: 'light' }, 'threads_share_to_instagram'],
    ['an answer', { reply_to_id: '1' }, 'threads_manage_replies'],
  ])('for %s ends that post alone', async (_what, options, permission) => {
    const ids = await posted(options)
    world.answer('create', MISSING)
    const { failure } = await world.drive(ids)
    expect([failure?.code, await statusOf()]).toEqual(['permission_missing', 'active'])
    expect(failure?.message).toContain(permission)
    expect((await view(ids)).retryable).toBe(true)
    const plain = await posted({ topic_tag: 'x' })
    expect((await world.drive(plain)).state).toBe('published')
  })

  it('when it is published ends that post alone too', async () => {
    const ids = await posted({ location_id: '1' })
    world.answer('publish', MISSING)
    const { failure } = await world.drive(ids)
    expect([failure?.code, await statusOf(), world.posts()]).toEqual(['permission_missing', 'active', 0])
  })

  it.each([
    ['nothing of the kind', { topic_tag: 'x' }],
    ['a story that is switched off', { share_to_instagram_story: 'off' }],
  ])(
    'for a post that asks for %s is that to publish, and the account must be connected again',
    async (_what, options) => {
      const ids = await posted(options)
      world.answer('create', MISSING)
      expect([(await world.drive(ids)).failure?.code, await statusOf()]).toEqual([
        'reconnect_required',
        'reconnect_required',
      ])
    },
  )

  it('or a token that is dead is told apart', async () => {
    const ids = await posted({ location_id: '1' })
    world.answer('create', says({ code: 190, error_subcode: 463, message: 'expired' }))
    expect([(await world.drive(ids)).failure?.code, await statusOf()]).toEqual([
      'reconnect_required',
      'reconnect_required',
    ])
  })
})

describe('a post that is not there', () => {
  const refused = (times: number) => {
    for (let time = 0; time < times; time += 1) world.answer('create', NOT_FOUND)
  }

  it.each(['quote_post_id', 'reply_to_id'])('ends a post whose %s it is, as soon as it could be seen', async (name) => {
    const ids = await posted({ [name]: '18030000000000001' })
    const { created_at } = await world.publication(ids)
    refused(20)
    const { failure, ended_at } = await world.drive(ids)
    expect(failure).toMatchObject({ code: 'rejected', message: expect.stringContaining(`${name} 18030000000000001`) })
    expect(ended_at! - created_at).toBeLessThan(3 * VISIBLE_MS)
    expect((await view(ids)).retryable).toBe(false)
  })

  it('ends a post that was accepted long before at once', async () => {
    const ids = await posted(
      { quote_post_id: '18030000000000001' },
      { content: 'Hello', scheduled_at: Date.now() + 20 * 60_000 },
    )
    refused(1)
    expect((await world.drive(ids)).failure?.code).toBe('rejected')
    expect(world.calls('create')).toHaveLength(1)
  })

  it('may be one that is not visible yet', async () => {
    const ids = await posted({ reply_to_id: '18030000000000001' })
    refused(2)
    expect((await world.drive(ids)).state).toBe('published')
  })

  it('breaks off the thread whose part answers it, and says what to do', async () => {
    const ids = await posted({ thread: [{ content: 'Two' }, { content: 'Three' }] })
    while (world.calls('create').length < 1) await world.turn(ids)
    refused(20)
    let publication = await world.publication(ids)
    for (let turns = 0; turns < 30 && publication.failure === undefined; turns += 1) {
      await world.turn(ids)
      publication = await world.publication(ids)
    }
    expect(publication).toMatchObject({
      state: 'partially_published',
      failure: { code: 'rejected', message: expect.stringContaining('part 2 of the thread') },
    })
    expect(publication.ended_at! - publication.parts![0]!.live_at!).toBeLessThan(3 * VISIBLE_MS)
    expect(world.posts()).toBe(1)
  })
})

describe('a card that cannot be built', () => {
  const link = 'https://shop.example/menu'

  it.each(['create', 'publish'] as const)('on %s puts the link into the text, once', async (call) => {
    const ids = await posted({ link_attachment: link, topic_tag: 'x' })
    world.answer(call, NO_CARD)
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.calls('create').map(({ body }) => [body.text, body.link_attachment, body.topic_tag])).toEqual([
      ['Hello', link, 'x'],
      [`Hello\n\n${link}`, undefined, 'x'],
    ])
    expect(world.posts()).toBe(1)
    expect((await view(ids)).notes).toEqual([{ code: 'link_in_text', message: expect.stringContaining('in the text') }])
  })

  it('is not answered with the same link twice in the text', async () => {
    const ids = await posted({ link_attachment: link }, { content: `See ${link}` })
    world.answer('create', NO_CARD)
    await world.drive(ids)
    expect(world.calls('create').at(-1)!.body).toEqual({ media_type: 'TEXT', text: `See ${link}` })
  })

  it.each([
    ['the text has no room for the link', { link_attachment: link }, 'x'.repeat(490), 'no room'],
    [
      'the link is of the attached text',
      { text_attachment: { text: 'Long', link_url: link } },
      'Hello',
      'another link',
    ],
    ['the link stands in the text', { topic_tag: 'x' }, `See ${link}`, 'another link'],
  ])('ends the post where %s', async (_what, options, content, advice) => {
    const ids = await posted(options, { content })
    world.answer('create', NO_CARD)
    const { failure } = await world.drive(ids)
    expect(failure).toMatchObject({ code: 'rejected', message: expect.stringContaining(advice) })
    expect(world.calls('create')).toHaveLength(1)
  })

  it('and still not without the attachment ends the post', async () => {
    const ids = await posted({ link_attachment: link })
    world.answer('create', NO_CARD)
    world.answer('create', NO_CARD)
    expect((await world.drive(ids)).failure?.code).toBe('rejected')
    expect(world.calls('create')).toHaveLength(2)
  })
})

describe('children that cannot be seen yet', () => {
  const CHILDREN = says({ code: 100, error_subcode: 4279004, message: 'children invalid, non-existent or expired' })
  async function carousel() {
    const assets = [mediaOf({ id: newId(), owner_id: owner }), mediaOf({ id: newId(), owner_id: owner })]
    for (const asset of assets) await put({ ...mediaKey(asset.id), ...asset })
    return posted({ topic_tag: 'x' }, { title: 'A', media: { media_asset_ids: assets.map(({ id }) => id) } }, feed)
  }
  const made = () => world.calls('create').filter(({ body }) => body.media_type !== 'CAROUSEL').length

  it('are waited for', async () => {
    const ids = await carousel()
    while (made() < 2) await world.turn(ids)
    for (let time = 0; time < 5; time += 1) world.answer('create', CHILDREN)
    expect((await world.drive(ids)).state).toBe('published')
    expect(made()).toBe(2)
  })

  it('are made again where they stay unseen', async () => {
    const ids = await carousel()
    while (made() < 2) await world.turn(ids)
    for (let time = 0; time < 6; time += 1) world.answer('create', CHILDREN)
    expect((await world.drive(ids)).state).toBe('published')
    expect(made()).toBe(4)
  })
})

describe('a story that was asked for with the post', () => {
  it.each([
    ['FAILED', ['story_not_shared']],
    ['SUCCESS', undefined],
  ])('%s is told, and the post is live', async (status, notes) => {
    const ids = await posted({ share_to_instagram_story: 'light' })
    world.answer('publish', { body: { id: 'm1', crossreshare_to_ig_status: status } })
    expect((await world.drive(ids)).state).toBe('published')
    const shown = await view(ids)
    expect(shown.notes?.map(({ code }: Json) => code)).toEqual(notes)
    expect(shown.state).toBe('published')
  })
})
