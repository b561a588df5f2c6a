// The simulators and the platforms' options: taken, refused with the documented codes, shown and read back.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { DAY, type Json, mediaHost, picture, type Running, start, video } from './support.ts'

const host = await mediaHost()
let image_url: string
let video_url: string
let ig: Running
let th: Running
let granted: { instagram: string; threads: string }

const IG = '/v26.0'
const TH = '/v1.0'

beforeAll(async () => {
  image_url = host.add('p.jpg', { body: await picture(800, 800), type: 'image/jpeg' })
  video_url = host.add('v.mp4', { body: video({ width: 1080, height: 1350 }), type: 'video/mp4' })
  ig = await start('instagram')
  th = await start('threads')
  const scopes = (...names: string[]) => ({ username: 'granted', scopes: names })
  const instagram = await ig.control(
    'POST',
    '/accounts',
    scopes('instagram_business_basic', 'instagram_business_content_publish', 'instagram_business_manage_comments'),
  )
  const threads = await th.control(
    'POST',
    '/accounts',
    scopes(
      'threads_basic',
      'threads_content_publish',
      'threads_manage_replies',
      'threads_read_replies',
      'threads_delete',
      'threads_location_tagging',
      'threads_share_to_instagram',
    ),
  )
  granted = { instagram: instagram.token, threads: threads.token }
})

const media = (params: Json, token = granted.instagram) =>
  ig.call('POST', `${IG}/me/media`, params, { token, as: 'json' })
const thread = (params: Json, token = granted.threads) =>
  th.call('POST', `${TH}/me/threads`, { media_type: 'TEXT', text: 'Hello', ...params }, { token })
const codeOf = ({ status, json }: { status: number; json: Json }) => [
  status,
  json.error?.code,
  json.error?.error_subcode,
]
const posted = async (params: Json): Promise<string> => {
  const { json } = await thread(params)
  const reply = await th.call('POST', `${TH}/me/threads_publish`, { creation_id: json.id }, { token: granted.threads })
  return reply.json.id
}
const postedImage = async (params: Json = {}): Promise<string> => {
  const { json } = await media({ image_url, ...params })
  const reply = await ig.call('POST', `${IG}/me/media_publish`, { creation_id: json.id }, { token: granted.instagram })
  return reply.json.id
}

describe('Instagram', () => {
  it.each<[string, () => Json, number, number?]>([
    ['a collaborator with @', () => ({ image_url, collaborators: ['@a'] }), 110, 2207018],
    ['a collaborator nobody can reach', () => ({ image_url, collaborators: ['bad_one'] }), 100, 2207066],
    ['collaborators of a carousel child', () => ({ image_url, is_carousel_item: true, collaborators: ['a'] }), 100],
    ['collaborators of a story', () => ({ media_type: 'STORIES', image_url, collaborators: ['a'] }), 100],
    ['a tag nobody can reach', () => ({ image_url, user_tags: [{ username: 'bad_one', x: 0, y: 0 }] }), 110, 2207018],
    ['a tag without a place', () => ({ image_url, user_tags: [{ username: 'a' }] }), 100],
    ['21 tags', () => ({ image_url, user_tags: Array(21).fill({ username: 'a', x: 0, y: 0 }) }), 100, 2207040],
    [
      'a place of a tag in a video',
      () => ({ media_type: 'REELS', video_url, user_tags: [{ username: 'a', x: 0 }] }),
      100,
    ],
    [
      'a place of a tag beside a story',
      () => ({ media_type: 'STORIES', image_url, user_tags: [{ username: 'a', x: 1.5, y: 0 }] }),
      100,
    ],
    ['a place without coordinates', () => ({ image_url, location_id: '1' }), 100],
    ['an AI label on a child', () => ({ image_url, is_carousel_item: true, is_ai_generated: true }), 100],
    ['a trial picture', () => ({ image_url, trial_params: { graduation_strategy: 'MANUAL' } }), 100],
    ['a trial without a way to end', () => ({ media_type: 'REELS', video_url, trial_params: {} }), 100],
  ])('refuses %s', async (_what, params, code, subcode) => {
    expect(codeOf(await media(params()))).toEqual([400, code, subcode])
  })

  it('lets only accounts that may publish trial reels', async () => {
    const { token } = await ig.control('POST', '/accounts', { username: 'no_trials', trial_reels: false })
    const trial_params = { graduation_strategy: 'SS_PERFORMANCE' }
    expect(codeOf(await media({ media_type: 'REELS', video_url, trial_params }, token))).toEqual([400, 100, 2207081])
    expect((await media({ media_type: 'REELS', video_url, trial_params })).status).toBe(200)
  })

  it.each<[string, () => Json, string]>([
    ['a moment after the end', () => ({ thumb_offset: 999_999 }), '2207057'],
    ['a cover that is not there', () => ({ cover_url: `${image_url}x` }), '2207052'],
  ])('finds %s while processing', async (_what, params, code) => {
    const { json } = await media({ media_type: 'REELS', video_url, ...params() })
    await expect
      .poll(async () => {
        const query = { fields: 'status_code,status' }
        return (await ig.call('GET', `${IG}/${json.id}`, query, { token: granted.instagram })).json
      })
      .toMatchObject({ status_code: 'ERROR', status: expect.stringContaining(code) })
  })

  it('takes, lists and shows comments, of those who granted it', async () => {
    const id = await postedImage({ is_ai_generated: true })
    const path = `${IG}/${id}/comments`
    const token = granted.instagram
    const { json } = await ig.call('POST', path, { message: 'First' }, { token })
    expect((await ig.call('GET', path, { fields: 'id,text,username' }, { token })).json.data).toEqual([
      { id: json.id, text: 'First', username: 'granted' },
    ])
    const off = await ig.call('POST', `${IG}/${id}`, { comment_enabled: 'false' }, { token })
    expect(off.json).toEqual({ success: true })
    const read = await ig.call('GET', `${IG}/${id}`, { fields: 'is_comment_enabled,is_ai_generated' }, { token })
    expect(read.json).toEqual({ id, is_comment_enabled: false, is_ai_generated: true })
    expect((await ig.call('POST', path, { message: 'Second' }, { token })).status).toBe(400)
    expect((await fetch(ig.url).then((page) => page.text())).replace(/\s+/g, ' ')).toContain('Comments are turned off.')
  })

  it('refuses comments to those who did not grant it', async () => {
    const { json } = await ig.call('POST', `${IG}/me/media`, { image_url })
    const { json: post } = await ig.call('POST', `${IG}/me/media_publish`, { creation_id: json.id })
    expect(codeOf(await ig.call('POST', `${IG}/${post.id}/comments`, { message: 'x' }))).toEqual([400, 10, undefined])
    expect(codeOf(await ig.call('POST', `${IG}/${post.id}`, { comment_enabled: 'false' }))).toEqual([
      400,
      10,
      undefined,
    ])
  })
})

describe('Threads', () => {
  const six = Array.from({ length: 5 }, (_, at) => `https://a.example/${at}`).join(' ')
  it.each<[string, Json, number, number?]>([
    ['a reply to nothing', { reply_to_id: '1' }, 24, 4279009],
    ['a quote of nothing', { quote_post_id: '1' }, 24, 4279009],
    ['a GIF of Tenor', { gif_attachment: '{"gif_id":"1","provider":"TENOR"}' }, 100],
    ['a poll of one choice', { poll_attachment: '{"option_a":"a"}' }, 100],
    ['a choice of 26 characters', { poll_attachment: `{"option_a":"a","option_b":"${'b'.repeat(26)}"}` }, 100],
    ['a poll with a link', { poll_attachment: '{"option_a":"a","option_b":"b"}', link_attachment: 'https://a.b' }, 100],
    ['a spoiler of text as media', { is_spoiler_media: 'true' }, 100],
    ['a spoiler beyond the text', { text_entities: '[{"entity_type":"SPOILER","offset":3,"length":9}]' }, 100],
    ['a card that cannot be built', { link_attachment: 'https://nocard.example' }, -1, 4279047],
    ['a sixth link', { text: six, link_attachment: 'https://b.example' }, 100],
    ['a ghost with a topic', { is_ghost_post: 'true', topic_tag: 'x' }, 100],
    [
      'a style over another',
      {
        text_attachment:
          '{"plaintext":"abc","text_with_styling_info":[{"offset":0,"length":2,"styling_info":["bold"]},{"offset":1,"length":1,"styling_info":["bold"]}]}',
      },
      100,
    ],
    ['a field that no text attachment has', { text_attachment: '{"plaintext":"abc","link_url":"https://a.b"}' }, 100],
    ['a country of three letters', { allowlisted_country_codes: 'USA' }, 100],
  ])('refuses %s', async (_what, params, code, subcode) => {
    expect(codeOf(await thread(params))).toEqual([400, code, subcode])
  })

  it.each(['reply_to_id', 'location_id', 'crossreshare_to_ig'])('asks for the permission of %s', async (name) => {
    const parent = await posted({})
    const value = name === 'crossreshare_to_ig' ? 'true' : name === 'reply_to_id' ? parent : '1'
    expect(codeOf(await thread({ [name]: value }, th.demoToken))).toEqual([400, 10, undefined])
    expect((await thread({ [name]: value })).status).toBe(200)
  })

  it('ignores a poll that comes as a list, as it was seen to', async () => {
    const { json } = await thread({ poll_attachment: '["a","b"]' })
    expect(json.id).toBeDefined()
  })

  it('gives back what is attached to a text', async () => {
    const attached = (options: Json, fields: string) =>
      posted(options).then((id) => th.call('GET', `${TH}/${id}`, { fields }, { token: granted.threads }))
    const poll = await attached({ poll_attachment: '{"option_a":"a","option_b":"b"}' }, 'poll_attachment,gif_url')
    expect(poll.json).toEqual({
      id: expect.any(String),
      poll_attachment: expect.objectContaining({ option_a: 'a', option_b: 'b', total_votes: 0 }),
    })
    const gif = await attached({ gif_attachment: '{"gif_id":"g1","provider":"GIPHY"}' }, 'gif_url,poll_attachment')
    expect(gif.json).toEqual({ id: expect.any(String), gif_url: expect.stringContaining('g1') })
  })

  it('refuses a parent that is too fresh', async () => {
    await th.control('POST', '/settings', { parent_visible_ms: 60_000 })
    const parent = await posted({})
    expect(codeOf(await thread({ reply_to_id: parent }))).toEqual([400, 24, 4279009])
    await th.control('POST', '/settings', { parent_visible_ms: 0 })
  })

  it('refuses children that are unknown, or that cannot be seen yet, by a code of their own', async () => {
    const join = (children: string) => thread({ media_type: 'CAROUSEL', children })
    expect(codeOf(await join('1,2'))).toEqual([400, 100, 4279004])
    const child = async () => {
      const { json } = await thread({ media_type: 'IMAGE', image_url, is_carousel_item: 'true' })
      await expect
        .poll(
          async () => (await th.call('GET', `${TH}/${json.id}`, { fields: 'status' }, { token: granted.threads })).json,
        )
        .toMatchObject({ status: 'FINISHED' })
      return json.id as string
    }
    const ids = [await child(), await child()].join(',')
    await th.control('POST', '/settings', { children_visible_ms: 60_000 })
    expect(codeOf(await join(ids))).toEqual([400, 100, 4279004])
    await th.control('POST', '/settings', { children_visible_ms: 0 })
    expect((await join(ids)).status).toBe(200)
  })

  it('finds out about some cards when the post is published', async () => {
    const { json } = await thread({ link_attachment: 'https://latecard.example' })
    const token = granted.threads
    const reply = await th.call('POST', `${TH}/me/threads_publish`, { creation_id: json.id }, { token })
    expect(codeOf(reply)).toEqual([400, -1, 4279047])
  })

  it('lists replies apart, counts them apart, and gives back what was asked for', async () => {
    const token = granted.threads
    const quota = async () =>
      (
        await th.call(
          'GET',
          `${TH}/me/threads_publishing_limit`,
          { fields: 'quota_usage,reply_quota_usage' },
          { token },
        )
      ).json.data[0]
    const before = await quota()
    const parent = await posted({ topic_tag: 'Coffee', reply_control: 'followers_only' })
    const id = await posted({ text: 'An answer', reply_to_id: parent })
    expect(await quota()).toEqual({
      quota_usage: before.quota_usage + 1,
      reply_quota_usage: before.reply_quota_usage + 1,
    })
    const fields = { fields: 'id,text,replied_to,is_reply' }
    const replies = await th.call('GET', `${TH}/me/replies`, fields, { token })
    expect(replies.json.data[0]).toEqual({ id, text: 'An answer', replied_to: { id: parent }, is_reply: true })
    const threads = await th.call('GET', `${TH}/me/threads`, { fields: 'id' }, { token })
    expect(threads.json.data.map((one: Json) => one.id)).not.toContain(id)
    const read = await th.call('GET', `${TH}/${parent}`, { fields: 'topic_tag,reply_audience' }, { token })
    expect(read.json).toEqual({ id: parent, topic_tag: 'Coffee', reply_audience: 'FOLLOWERS_ONLY' })
  })

  it.each(['json', 'form'] as const)('reads flags that were sent as %s', async (as) => {
    const live = async (of: Running, base: string, edges: [string, string], params: Json, token: string) => {
      const { json } = await of.call('POST', `${base}/me/${edges[0]}`, params, { token, as })
      const publish = () => of.call('POST', `${base}/me/${edges[1]}`, { creation_id: json.id }, { token })
      return vi.waitFor(async () => {
        const post = (await publish()).json
        expect(post).toHaveProperty('id')
        return post
      })
    }
    const onThreads = (params: Json) => live(th, TH, ['threads', 'threads_publish'], params, granted.threads)
    const onInstagram = (params: Json) => live(ig, IG, ['media', 'media_publish'], params, granted.instagram)
    const fieldOf = async (of: Running, base: string, { id }: Json, fields: string, token: string) =>
      (await of.call('GET', `${base}/${id}`, { fields }, { token })).json[fields]

    const ghost = await onThreads({ media_type: 'TEXT', text: 'x', is_ghost_post: true })
    expect(await fieldOf(th, TH, ghost, 'ghost_post_status', granted.threads)).toBe('ACTIVE')
    const spoiler = await onThreads({ media_type: 'IMAGE', image_url, is_spoiler_media: true })
    expect(await fieldOf(th, TH, spoiler, 'is_spoiler_media', granted.threads)).toBe(true)
    const kept = await onThreads({ media_type: 'TEXT', text: 'x', crossreshare_to_ig: false })
    expect(kept).not.toHaveProperty('crossreshare_to_ig_status')
    const labelled = await onInstagram({ image_url, is_ai_generated: true })
    expect(await fieldOf(ig, IG, labelled, 'is_ai_generated', granted.instagram)).toBe(true)
    const hidden = await onInstagram({ media_type: 'REELS', video_url, share_to_feed: false })
    expect(await fieldOf(ig, IG, hidden, 'is_shared_to_feed', granted.instagram)).toBe(false)
  })

  it('archives ghosts after a day', async () => {
    const ghost = await posted({ is_ghost_post: 'true' })
    const status = async () =>
      (await th.call('GET', `${TH}/${ghost}`, { fields: 'ghost_post_status' }, { token: granted.threads })).json
    expect(await status()).toEqual({ id: ghost, ghost_post_status: 'ACTIVE' })
    await th.ahead(DAY)
    expect(await status()).toEqual({ id: ghost, ghost_post_status: 'ARCHIVED' })
    await th.ahead(0)
  })

  it('tells whether the story was shared; the post is there either way', async () => {
    const { token } = await th.control('POST', '/accounts', {
      username: 'unlinked',
      linked_instagram: false,
      scopes: ['threads_basic', 'threads_content_publish', 'threads_share_to_instagram'],
    })
    for (const [by, said] of [
      [token, 'FAILED'],
      [granted.threads, 'SUCCESS'],
    ]) {
      const { json } = await thread({ crossreshare_to_ig: 'true' }, by)
      const reply = await th.call('POST', `${TH}/me/threads_publish`, { creation_id: json.id }, { token: by })
      expect(reply.json).toMatchObject({ id: expect.any(String), crossreshare_to_ig_status: said })
    }
  })

  it('deletes a post, for those who granted it; then it is not there', async () => {
    const token = granted.threads
    const id = await posted({})
    expect((await th.call('DELETE', `${TH}/${id}`, {}, { token, as: 'query' })).json).toEqual({
      success: true,
      deleted_id: id,
    })
    expect((await th.call('DELETE', `${TH}/${id}`, {}, { token, as: 'query' })).status).toBe(404)
    expect(codeOf(await thread({ reply_to_id: id }))).toEqual([400, 24, 4279009])
    const { json } = await th.call('POST', `${TH}/me/threads`, { media_type: 'TEXT', text: 'x' })
    const { json: post } = await th.call('POST', `${TH}/me/threads_publish`, { creation_id: json.id })
    expect(codeOf(await th.call('DELETE', `${TH}/${post.id}`, {}, { as: 'query' }))).toEqual([400, 10, undefined])
  })

  it('shows options as they were received', async () => {
    await posted({ text: 'With a poll', poll_attachment: '{"option_a":"<b>","option_b":"no"}' })
    const page = await fetch(th.url).then((reply) => reply.text())
    expect(page).toContain('<dt>poll_attachment</dt><dd>{&quot;option_a&quot;:&quot;&lt;b&gt;&quot;')
  })
})
