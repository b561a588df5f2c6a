// Look-ups with Instagram accounts of Facebook Login over HTTP: places, hashtags, and who shares a post.
import { beforeAll, describe, expect, it } from 'vitest'
import { FACTS } from '../../core/platforms/facts.ts'
import { accountOn, busyKey, ended, type Json, picture, post, upload } from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

const { most, within_ms } = FACTS.instagram.hashtag_searches

let local: SharedLocal
let key: string
let strangersKey: string

interface Connected {
  id: string
  external_id: string
}

beforeAll(async () => {
  local = await sharedLocal()
  key = await busyKey(local)
  await local.admin('owner', 'create', 'looking')
  strangersKey = (await local.admin<Json>('key', 'create', '--owner', 'looking')).api_key
})

/** The Instagram account of a Page, connected to the owner by Facebook Login. */
async function byPage(username: string): Promise<Connected> {
  const { external_id } = await local.control<Json>('facebook', 'POST', '/accounts', { username })
  const { token } = await local.control<Json>('facebook', 'POST', '/accounts', {
    username: `${username}.page`,
    scopes: ['pages_show_list', 'instagram_basic', 'instagram_content_publish'],
    instagram: external_id,
  })
  const { accounts } = await local.admin<Json>(
    ...['account', 'connect', '--owner', local.owner, '--platform', 'facebook'],
    ...[`--access-token=${token}`, '--page', external_id],
  )
  expect(accounts).toHaveLength(1)
  return { id: accounts[0].id, external_id }
}

const lookUp = (what: 'places' | 'hashtags', id: string, q: string, as = key) =>
  local.api('GET', `/api/v1/accounts/social/${id}/${what}?q=${encodeURIComponent(q)}`, { key: as })
const codeOf = (reply: { status: number; json<T>(): T }) => [reply.status, reply.json<Json>().errors?.[0]?.code]
const asked = async (): Promise<number> =>
  (await local.control<Json>('facebook', 'GET', '/state?requests=0')).totals.calls.look_up ?? 0

describe('places', () => {
  it('are found by words of their name: those that have coordinates', async () => {
    const { id } = await byPage('finding.places')
    const reply = await lookUp('places', id, ' Harbor ')
    expect([reply.status, reply.json<Json>().data]).toEqual([
      200,
      {
        account_id: id,
        places: [
          expect.objectContaining({ id: '106377336067638', name: 'Harbor Bakery', latitude: 53.5439 }),
          expect.objectContaining({ id: '110843418940484', name: 'Harbor Lighthouse', longitude: 8.5809 }),
        ],
      },
    ])
    const none = await lookUp('places', id, '함부르크')
    expect([none.status, none.json<Json>().data.places]).toEqual([200, []])
  })

  it('tell what is wrong with the request before the platform is asked', async () => {
    const { id } = await byPage('asking.wrong')
    const before = await asked()
    const wrong = await lookUp('places', id, 'a'.repeat(101))
    expect(codeOf(wrong)).toEqual([400, 'too_long'])
    expect(wrong.json<Json>().errors[0].path).toBe('q')
    expect(await asked()).toBe(before)
  })

  it('tell that the platform failed, and work once it answers', async () => {
    const { id } = await byPage('failing.places')
    await local.control('facebook', 'POST', '/faults', {
      match: { operation: 'look_up' },
      fault: { kind: 'html_502', when: 'before' },
    })
    const reply = await lookUp('places', id, 'harbor').finally(() => local.control('facebook', 'DELETE', '/faults'))
    expect(codeOf(reply)).toEqual([503, 'platform_unavailable'])
    expect(reply.json<Json>().errors[0].message).toContain('Instagram')
    expect((await lookUp('places', id, 'lighthouse')).status).toBe(200)
  })
})

describe('an account', () => {
  it.each(['places', 'hashtags'] as const)('of somebody else is none for %s', async (what) => {
    const { id } = await byPage(`not.yours.${what}`)
    const before = await asked()
    expect(codeOf(await lookUp(what, id, 'harbor', strangersKey))).toEqual([404, 'not_found'])
    expect(codeOf(await lookUp(what, crypto.randomUUID(), 'harbor'))).toEqual([404, 'not_found'])
    expect(await asked()).toBe(before)
  })

  it.each(['places', 'hashtags'] as const)('of another platform or login looks up no %s', async (what) => {
    const before = await asked()
    const threads = await lookUp(what, accountOn(local, 'threads'), 'harbor')
    expect(codeOf(threads)).toEqual([409, 'not_possible_on_platform'])
    expect(threads.json<Json>().errors[0].message).toContain('Threads')
    const plain = await lookUp(what, accountOn(local, 'instagram'), 'harbor')
    expect(codeOf(plain)).toEqual([400, 'option_needs_facebook_login'])
    expect(await asked()).toBe(before)
  })
})

describe('hashtags', () => {
  it('are told with posts, and each different one counts once', async () => {
    const { id } = await byPage('finding.hashtags')
    const found = await lookUp('hashtags', id, '#Coffee')
    expect([found.status, found.json<Json>().data]).toMatchObject([
      200,
      {
        ...{ account_id: id, hashtag: 'coffee', found: true },
        searches: { used: 1, limit: most, period_ms: within_ms },
      },
    ])
    expect(found.json<Json>().data.posts[0]).toMatchObject({ caption: 'By the sea #coffee', likes: 412 })
    const unused = await lookUp('hashtags', id, 'nobody_ever')
    expect(unused.json<Json>().data).toMatchObject({ found: false, posts: [], searches: { used: 2 } })
    expect((await lookUp('hashtags', id, 'NOBODY_EVER')).json<Json>().data.searches.used).toBe(2)
  })

  it('end at as many as the platform allows, of which the platform is not asked; those of before stay possible', {
    tags: 'deep',
  }, async () => {
    const { id } = await byPage('searching.much')
    const names = Array.from({ length: most }, (_, at) => `tag${at}`)
    for (const [at, name] of names.entries()) {
      const reply = await lookUp('hashtags', id, name)
      expect([name, reply.status, reply.json<Json>().data?.searches.used]).toEqual([name, 200, at + 1])
    }
    const before = await asked()
    const beyond = await lookUp('hashtags', id, 'one_more')
    expect(codeOf(beyond)).toEqual([409, 'search_limit_reached'])
    expect(beyond.json<Json>().errors[0].message).toContain(`${most} different hashtags within 7 days`)
    expect(await asked()).toBe(before)
    expect((await lookUp('hashtags', id, 'tag0')).json<Json>().data.searches.used).toBe(most)
  })

  it('are refused as the platform does where another program used them up', async () => {
    const { id, external_id } = await byPage('used.elsewhere')
    const searched_hashtags = Object.fromEntries(Array.from({ length: most }, (_, at) => [`tag${at}`, Date.now()]))
    await local.control('facebook', 'POST', '/accounts', { external_id, searched_hashtags })
    expect(codeOf(await lookUp('hashtags', id, 'coffee'))).toEqual([409, 'search_limit_reached'])
  })
})

describe('who shares a post', () => {
  const read = (id: string, as = key) => local.api('GET', `/api/v1/posts/${id}/collaborators`, { key: as })

  it('is told for each account, with why where it is not, and to its owner alone', { tags: 'deep' }, async () => {
    const { id } = await byPage('sharing')
    const plain = accountOn(local, 'instagram')
    await local.control('facebook', 'POST', '/settings', { accepted: ['quay.books'] })
    const made = await post(
      local,
      'feed',
      {
        ...{ title: 'Together', content: 'Together', accounts: [id, plain] },
        media: { media_asset_ids: [await upload(local, await picture(), 'p.jpg', 'image/jpeg', { key })] },
        options: { instagram: { collaborators: ['quay.books', 'old.lighthouse'] } },
      },
      key,
    )
    const { publications } = await ended(local, made, key)
    expect(publications.map(({ state }: Json) => state)).toEqual(['published', 'published'])
    const shown = await read(made)
    expect(shown.status).toBe(200)
    const accounts: Json[] = shown.json<Json>().data.accounts
    const of = (account: string) => accounts.find(({ account_id }) => account_id === account)
    expect(accounts).toHaveLength(2)
    expect(of(id)).toEqual({
      ...{ account_id: id, platform: 'instagram', problem: null },
      collaborators: [
        { username: 'quay.books', state: 'accepted' },
        { username: 'old.lighthouse', state: 'pending' },
      ],
    })
    expect(of(plain)).toMatchObject({ collaborators: null, problem: { code: 'option_needs_facebook_login' } })
    expect(codeOf(await read(made, strangersKey))).toEqual([404, 'not_found'])
    expect(codeOf(await read(crypto.randomUUID()))).toEqual([404, 'not_found'])
  })

  it('is told with what the platform answered where it could not be read', async () => {
    const { id } = await byPage('sharing.unread')
    const made = await post(
      local,
      'feed',
      {
        ...{ title: 'Together', content: 'Together', accounts: [id] },
        media: { media_asset_ids: [await upload(local, await picture(), 'p.jpg', 'image/jpeg', { key })] },
        options: { instagram: { collaborators: ['quay.books'] } },
      },
      key,
    )
    await ended(local, made, key)
    await local.control('facebook', 'POST', '/faults', {
      match: { operation: 'look_up' },
      fault: { kind: 'html_502', when: 'before' },
    })
    const reply = await read(made).finally(() => local.control('facebook', 'DELETE', '/faults'))
    expect([reply.status, reply.json<Json>().data.accounts]).toMatchObject([
      200,
      [{ account_id: id, collaborators: null, problem: { code: 'platform_unavailable' } }],
    ])
  })
})
