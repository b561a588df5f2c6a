// Publications that one invocation of the publish worker has in hand together.
import { DecryptCommand } from '@aws-sdk/client-kms'
import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Tokens } from '../../../core/accounts/credentials.ts'
import { put } from '../../../core/aws/table.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { IN_FLIGHT_MS, LEASE_MS, secondTryDelay, soonerTryDelay } from '../../../core/posts/rules/pace.ts'
import { mediaKey } from '../../../core/table-keys.ts'
import { OWNER } from '../../support/domain.ts'
import { startWorld, type World } from './worker-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.stop())

const decrypts = () => world.kms.commandCalls(DecryptCommand).length

describe('the token of an account', () => {
  it('is decrypted once for all that an invocation does on the account, and again in the next', async () => {
    const account = await world.account()
    const posts = [await world.post({ accounts: [account] }), await world.post({ accounts: [account] })]
    expect(await world.deliverBatch(posts.map(({ ids }) => ids))).toEqual([true, true])
    expect([world.calls('create').length, decrypts()]).toEqual([2, 1])
    await world.turn(posts[0]!.ids)
    expect(world.posts()).toBe(1)
    expect(decrypts()).toBe(2)
  })

  it('is decrypted for each account that shows the same ciphertext: it is valid only for its own', async () => {
    const posts = [await world.post(), await world.post()]
    await world.deliverBatch(posts.map(({ ids }) => ids))
    const contexts = world.kms.commandCalls(DecryptCommand).map(({ args }) => args[0].input.EncryptionContext)
    // Side by side: whichever comes first.
    expect(contexts).toHaveLength(posts.length)
    expect(new Set(contexts.map((context) => context?.account_id))).toEqual(
      new Set(posts.map(({ account }) => account.id)),
    )
  })

  it('that could not be decrypted is asked for again', async () => {
    const account = await world.account()
    const away = Object.assign(new Error('away'), { name: 'KMSInternalException' })
    world.kms
      .on(DecryptCommand)
      .rejectsOnce(away)
      .resolves({ Plaintext: Buffer.from('token') })
    const tokens = new Tokens()
    await expect(tokens.of(account)).rejects.toThrow('away')
    expect(await tokens.of(account)).toMatchObject({ token: 'token' })
  })
})

describe('the pictures of a post', () => {
  it.each([
    ['once for both platforms, where one file meets the rules of both', { width: 3000, height: 2000 }, 2],
    ['for each platform, where it has to be another', { width: 1000, height: 2000 }, 4],
  ])('are made ready %s', async (_what, size, files) => {
    const accounts = [await world.account({ provider: 'instagram' }), await world.account()]
    const { ids, media } = await world.post({ pictures: 2, accounts })
    for (const asset of media) await put({ ...mediaKey(asset.id), ...asset, ...size, pending_uses: 2 })
    const messages = accounts.map(({ id }) => ({ ...ids, account_id: id }))
    expect(await world.deliverBatch(messages)).toEqual([true, true])
    const asked = world.calls('variant').map(({ path }) => path)
    expect([asked.length, new Set(asked).size]).toEqual([files, files])
    const sent = world.calls('create').map(({ body }) => new URL(body.image_url!).pathname)
    expect(new Set(sent)).toEqual(new Set(asked))
    for (const message of messages) expect((await world.drive(message)).state).toBe('published')
  })
})

describe('what the platform has ready at once', () => {
  it('goes out in the invocation that made it: with one decrypt for each account, and no message', async () => {
    using _ = world.sitsOut()
    const accounts = [await world.account({ provider: 'instagram' }), await world.account()]
    const { ids } = await world.post({ pictures: 2, accounts })
    const messages = accounts.map(({ id }) => ({ ...ids, account_id: id }))
    expect(await world.deliverBatch(messages)).toEqual([true, true])
    for (const message of messages)
      expect(await world.publication(message)).toMatchObject({ state: 'published', permalink_state: 'found' })
    expect([world.posts(), world.calls('publish').length]).toEqual([2, 2])
    expect([decrypts(), world.sent()]).toEqual([2, []])
  })

  it('comes back as everything else where it is not', async () => {
    using _ = world.sitsOut()
    const { ids } = await world.post({ pictures: 1 })
    world.answer('status', { body: { status: 'IN_PROGRESS', status_code: 'IN_PROGRESS' } })
    await world.deliver(ids)
    expect([(await world.publication(ids)).state, world.posts()]).toEqual(['preparing', 0])
    expect(world.sent()).toMatchObject([{ ...ids, delay: 3 }])
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.posts()).toBe(1)
  })

  it('is not waited for where little time is left', async () => {
    using _ = world.sitsOut()
    const { ids } = await world.post({ pictures: 1 })
    await world.deliver(ids, 40_000)
    expect([(await world.publication(ids)).state, world.calls('status').length]).toEqual(['preparing', 0])
    expect(world.sent()).toMatchObject([ids])
  })
})

describe('a message that fails', () => {
  const broughtBack = () =>
    world.sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args }) => {
      const { ReceiptHandle, VisibilityTimeout } = args[0].input
      return [ReceiptHandle, VisibilityTimeout]
    })
  /** The write that ends a publication. */
  const ending = (input: string) => input.includes('PUBLICATION#') && input.includes('"state":"published"')

  it('comes back when what became of it can be known, and later each time', () => {
    expect(secondTryDelay(1)).toBeGreaterThan(LEASE_MS)
    expect(secondTryDelay(1)).toBeGreaterThan(IN_FLIGHT_MS)
    expect([1, 2, 3, 4, 5, 6].map((receives) => secondTryDelay(receives) / 1000)).toEqual([50, 100, 200, 360, 360, 360])
  })

  it('comes back within seconds at first where it holds nothing any more, and not before there is something to do', () => {
    const delays = (from: number) => [1, 2, 3, 4, 5, 6].map((receives) => soonerTryDelay(receives, from, 0) / 1000)
    expect(delays(0)).toEqual([3, 12, 200, 360, 360, 360])
    expect(delays(35_000)).toEqual([35, 35, 200, 360, 360, 360])
    expect(delays(86_400_000)).toEqual([50, 100, 200, 360, 360, 360])
  })

  it('is worked off three seconds later, whether its last write took effect or not', async () => {
    for (const after of [false, true]) {
      world.reset()
      const { ids } = await world.post()
      // The write that says what came of making the container.
      world.failTable('PutCommand', (input) => input.includes('"container_id":"c1"'), { after })
      expect(await world.deliver(ids)).toBe(false)
      expect(broughtBack()).toEqual([['receipt-0', 3]])
      expect((await world.publication(ids)).lease_until).toBe(0)
      vi.setSystemTime(Date.now() + 3000)
      expect(await world.deliver(ids)).toBe(true)
      expect((await world.drive(ids)).state).toBe('published')
      expect([world.posts(), world.calls('create').length]).toEqual([1, after ? 1 : 2])
    }
  })

  it('gives back no lease of another worker', async () => {
    const { ids } = await world.post()
    const until = Date.now() + LEASE_MS
    const taken = async () => {
      const other = await world.publication(ids)
      await savePublication({ ...other, lease_until: until }, other.state)
    }
    // Another worker has taken it over when the write fails.
    world.failTable('PutCommand', (input) => input.includes('"container_id":"c1"'))
    world.beforeTable('GetCommand', (input) => input.includes(ids.post_id), taken)
    expect(await world.deliver(ids)).toBe(false)
    expect(broughtBack()).toEqual([['receipt-0', 50]])
    expect((await world.publication(ids)).lease_until).toBe(until)
  })

  it('after its post went out finds that out as soon as it can be known, and publishes nothing', async () => {
    const { ids } = await world.post()
    await world.deliver(ids)
    vi.setSystemTime(Date.now() + 3000)
    world.failTable('TransactWriteCommand', ending)
    expect(await world.deliver(ids)).toBe(false)
    expect([world.posts(), (await world.publication(ids)).state]).toEqual([1, 'publishing'])
    expect(broughtBack()).toEqual([['receipt-0', IN_FLIGHT_MS / 1000]])
    vi.setSystemTime(Date.now() + IN_FLIGHT_MS)
    expect(await world.deliver(ids)).toBe(true)
    expect((await world.publication(ids)).state).toBe('published')
    expect([world.posts(), world.calls('publish').length]).toEqual([1, 1])
  })

  it('is the only one of its batch that does', async () => {
    const posts = [await world.post(), await world.post(), await world.post()]
    world.failTable('PutCommand', (input) => input.includes(posts[1]!.ids.account_id))
    expect(await world.deliverBatch(posts.map(({ ids }) => ids))).toEqual([true, false, true])
    expect(broughtBack()).toEqual([['receipt-1', 3]])
  })

  it('comes back by itself where the queue cannot be asked', async () => {
    const { ids } = await world.post()
    world.sqs.on(ChangeMessageVisibilityCommand).rejects(new Error('away'))
    world.failTable('BatchGetCommand')
    expect(await world.deliver(ids)).toBe(false)
    expect((await world.drive(ids)).state).toBe('published')
  })
})

describe('publications side by side', () => {
  const hanging = () => {
    let release = () => {}
    const hangs = ((response) => {
      release = () => void response.writeHead(200).end(JSON.stringify({ id: 'late' }))
    }) as Parameters<typeof world.answer>[1]
    return { hangs, release: () => release() }
  }

  it('are not held up by one whose platform hangs', async () => {
    const posts = await Promise.all(Array.from({ length: 10 }, () => world.post()))
    const { hangs, release } = hanging()
    world.answer('create', hangs)
    const batch = world.deliverBatch(posts.map(({ ids }) => ids))
    // Each of the others was handed on, which is the last that is done with it.
    await world.untilSent(9)
    const publications = await Promise.all(posts.map(({ ids }) => world.publication(ids)))
    expect(publications.filter(({ state }) => state === 'preparing')).toHaveLength(9)
    release()
    expect(await batch).toEqual(Array(10).fill(true))
  })

  it('of owners with many and with few each have their own group in the queue', async () => {
    const other = await world.account({ owner_id: crypto.randomUUID() })
    const posts = [...(await Promise.all([1, 2, 3].map(() => world.post())))]
    const few = await world.post({ accounts: [other], owner_id: other.owner_id })
    await world.deliverBatch([...posts, few].map(({ ids }) => ids))
    const groups = Map.groupBy(world.sent(), ({ group }) => group)
    expect([...groups].map(([group, sent]) => [group, sent.length])).toEqual(
      expect.arrayContaining([
        [OWNER, 3],
        [other.owner_id, 1],
      ]),
    )
  })

  it('all come back when the process ends under them, and none goes out twice', async () => {
    const posts = await Promise.all(Array.from({ length: 10 }, () => world.post()))
    const bodies = posts.map(({ ids }) => ids)
    await world.deliverBatch(bodies)
    vi.setSystemTime(Date.now() + 3000)
    // The process ends in the midst of it: whatever it would have written from some moment on is not written.
    const ends = (input: string) => input.includes('PUBLICATION#') && world.posts() >= 4
    world.failTable('PutCommand', ends, { lasting: true })
    world.failTable('TransactWriteCommand', ends, { lasting: true })
    const worked = await world.deliverBatch(bodies)
    expect(worked).toContain(false)
    expect(world.posts()).toBeGreaterThanOrEqual(4)
    world.mend()
    vi.setSystemTime(Date.now() + 50_000)
    await world.deliverBatch(bodies)
    for (const ids of bodies) expect((await world.drive(ids)).state).toBe('published')
    expect(world.posts()).toBe(10)
    expect(world.calls('publish')).toHaveLength(10)
  })
})
