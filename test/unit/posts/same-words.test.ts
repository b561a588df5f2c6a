// Posts of the very same words on one account, several of them in doubt at once, on platforms where only a list of the account's
// posts tells what a call did: what is there is bound to one publication only, and what is reported is what is there.
import { DecryptCommand } from '@aws-sdk/client-kms'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import { putPost } from '../../../core/posts/post-store.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { planOf } from '../../../core/posts/rules/plan.ts'
import type { Post } from '../../../core/posts/rules/post.ts'
import { hasEnded, type Publication } from '../../../core/posts/rules/publication.ts'
import { DEEP } from '../../support/deep.ts'
import { OWNER } from '../../support/domain.ts'
import { randomFrom } from '../../support/random.ts'
import { type Json, type Running, start } from '../fake-platforms/support.ts'
import { startWorld, type World } from './worker-world.ts'

const STORMS = DEEP ? 30 : 8
const WORDS = 'We open at nine today.'

type Id = 'facebook' | 'mastodon'
interface Ids {
  post_id: string
  account_id: string
}

let world: World
const sims = {} as Record<Id, Running>

beforeAll(async () => {
  world = await startWorld()
  sims.facebook = await start('facebook', { duplicate_text: 'accept' })
  sims.mastodon = await start('mastodon', { rate_limit: 1_000_000 })
  process.env.FACEBOOK_GRAPH_URL = sims.facebook.url
  process.env[ENV.platformAllowHosts] = new URL(sims.mastodon.url).host
})
afterAll(async () => {
  delete process.env.FACEBOOK_GRAPH_URL
  delete process.env[ENV.platformAllowHosts]
  await world.stop()
})
beforeEach(async () => {
  world.reset()
  for (const sim of Object.values(sims)) await sim.control('DELETE', '/faults')
})

const SCOPES: Record<Id, string[]> = {
  facebook: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'pages_manage_engagement'],
  mastodon: ['read', 'write'],
}

/** An account, and what its posts are read by. */
async function connected(platform: Id) {
  const sim = sims[platform]
  const scopes = SCOPES[platform]
  const made: Json = await sim.control('POST', '/accounts', {
    // No test looks at it, and drawing one takes as long as several calls.
    picture: null,
    ...(platform === 'facebook' ? { scopes } : {}),
  })
  const session = platform === 'facebook' ? made.token : JSON.stringify({ host: sim.url, token: made.token })
  world.kms.on(DecryptCommand).resolves({ Plaintext: Buffer.from(session) })
  const external_account_id = platform === 'facebook' ? made.external_id : `${made.external_id}@host`
  const account: Account = await world.account({
    ...{ provider: platform, external_account_id, permissions: scopes, token_expires_at: null },
    token_ciphertext: Buffer.from(session).toString('base64'),
  })
  const live = async (): Promise<string[]> =>
    (await sim.control('GET', `/state?requests=0&account=${made.external_id}`)).posts
      .filter((post: Json) => post.account === made.external_id && post.deleted_at === undefined)
      .map(({ id }: Json) => id)
  const fault = (kind: string) => sim.faults({ match: { operation: 'publish' }, fault: { kind } })
  return { platform, sim, account, live, fault }
}

/** Accepted posts of the same words. */
async function accepted({ platform, account }: { platform: Id; account: Account }, count: number): Promise<Ids[]> {
  const all: Ids[] = []
  for (let at = 0; at < count; at += 1) {
    const now = Date.now()
    const post: Post = {
      ...{ id: newId(), owner_id: OWNER, type: 'text', title: null, content: WORDS, hashtags: [], caption: WORDS },
      ...{ media_ids: [], container_id: null, aspect_ratio: null, accounts: [account.id], skipped_accounts: [] },
      ...{ scheduled_at: null, created_at: now, updated_at: now },
      progress: { total: 1, published: 0, failed: 0, cancelled: 0 },
    }
    const ids = { post_id: post.id, account_id: account.id }
    const plan = planOf('text', platform, [])
    const more = { platform, type: 'text', plan, owner_id: OWNER, not_before: now, now } as const
    await putPost(post, [newPublication({ ...ids, ...more })])
    all.push(ids)
  }
  return all
}

/** Until its publish call was made, whatever the outcome was. */
async function called(ids: Ids): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) {
    const { attempt, state } = await world.publication(ids)
    if (attempt || hasEnded({ state })) return
    await world.turn(ids)
  }
}

const saidOf = ({ failure, state }: Publication): string => failure?.code ?? state

/** The service's outcomes of them all, against the platform's posts. */
async function judge(ended: readonly Publication[], there: readonly string[], about = '') {
  const published = ended.filter(({ state }) => state === 'published')
  const bound = published.map(({ media_id }) => media_id)
  expect(new Set(bound).size, `each bound to a post of its own ${about}: ${bound.join(', ')}`).toBe(bound.length)
  expect(there, `what is bound is there ${about}`).toEqual(expect.arrayContaining(bound))
  expect(there.length, `no more than were asked for ${about}`).toBeLessThanOrEqual(ended.length)
  const unknown = ended.filter((one) => saidOf(one) === 'outcome_unknown').length
  expect(there.length, `what is there is said ${about}`).toBeLessThanOrEqual(published.length + unknown)
}

describe.each([
  { platform: 'facebook', name: 'a Page' },
  { platform: 'mastodon', name: 'a server that honours the key', idempotency: 'honours' },
  { platform: 'mastodon', name: 'a server that fails at a key that comes again', idempotency: 'fails' },
  { platform: 'mastodon', name: 'a server that ignores the key', idempotency: 'ignores' },
] as const)('two posts of the same words on $name', ({ platform, ...more }) => {
  /** The one whose call did nothing: on a Page nobody can tell, elsewhere it is made again. */
  const second = platform === 'facebook' ? 'outcome_unknown' : 'published'
  const opened = async () => {
    if ('idempotency' in more) await sims.mastodon.control('POST', '/settings', { idempotency: more.idempotency })
    return connected(platform)
  }
  const begin = async () => {
    const page = await opened()
    return { page, posts: (await accepted(page, 2)) as [Ids, Ids] }
  }

  it('are not both bound to the one that is there', async () => {
    const { page, posts } = await begin()
    const [first, other] = posts
    await page.fault('drop_after')
    await called(first)
    await page.fault('drop_before')
    await called(other)
    // In either order.
    const ended = [await world.drive(other, 60), await world.drive(first, 60)]
    expect(ended.map(saidOf).sort()).toEqual(['published', second].sort())
    await judge(ended, await page.live())
  })

  it('are not both bound to the one that was answered in good order', async () => {
    const { page, posts } = await begin()
    const [lost, answered] = posts
    await page.fault('drop_before')
    await called(lost)
    const good = await world.drive(answered, 60)
    expect(good.state).toBe('published')
    const ended = [good, await world.drive(lost, 60)]
    expect(ended.map(saidOf)).toEqual(['published', second])
    await judge(ended, await page.live())
  })

  it('are not both bound to the one whose answer comes when the other has found it', async () => {
    const { page, posts } = await begin()
    const [lost, late] = posts
    await page.fault('drop_before')
    await called(lost)
    let found: Publication | undefined
    // The answer is on its way, and nothing of it is written yet.
    const ofIt = (input: string) => input.includes(late.post_id) && /"state":"published"|POSTED/.test(input)
    const meanwhile = async () => {
      found = await world.drive(lost, 60)
    }
    world.beforeTable('PutCommand', ofIt, meanwhile)
    world.beforeTable('TransactWriteCommand', ofIt, async () => (found ? undefined : await meanwhile()))
    await called(late)
    const ended = [await world.drive(late, 60), found!]
    expect(ended.map(saidOf).sort()).toEqual(['published', second].sort())
    await judge(ended, await page.live())
  })

  it('are each there once, in whatever order calls are lost and looked for', { timeout: 120_000 }, async () => {
    // 22: one is bound to what another's call made, and what its own made is older than the other one's mark.
    for (const seed of [22, ...Array.from({ length: STORMS }, (_, at) => at + 1)]) {
      world.reset()
      const random = randomFrom(seed * 7919)
      const page = await opened()
      const posts = await accepted(page, 2 + Math.floor(random() * 3))
      let left = [...posts]
      for (let turns = 0; turns < 400 && left.length > 0; turns += 1) {
        await page.sim.control('DELETE', '/faults')
        const draw = random()
        if (draw < 0.25) await page.fault('drop_after')
        else if (draw < 0.5) await page.fault('drop_before')
        if (random() < 0.05) world.failTable('PutCommand', () => true)
        await world.turn(left[Math.floor(random() * left.length)]!).catch(() => undefined)
        world.mend()
        const now = await Promise.all(left.map((ids) => world.publication(ids)))
        left = left.filter((_, at) => !hasEnded(now[at]!))
      }
      const ended = await Promise.all(posts.map((ids) => world.publication(ids)))
      await judge(ended, await page.live(), `seed ${seed} (${ended.map(saidOf).join(', ')})`)
      expect(left, `all come to an end, seed ${seed}`).toEqual([])
    }
  })
})

it('is refused as the same again, and not bound to the first', async () => {
  const page = await connected('facebook')
  const [first, again] = (await accepted(page, 2)) as [Ids, Ids]
  const published = await world.drive(first, 60)
  await page.sim.faults({
    match: { operation: 'publish' },
    fault: { kind: 'error_before', http_status: 400, code: 506 },
  })
  const refused = await world.drive(again, 60)
  expect([published, refused].map(saidOf)).toEqual(['published', 'rejected'])
  expect(refused.failure?.message).toContain('the same text twice')
  await judge([published, refused], await page.live())
})
