// The publish worker against a table with faults, a platform with faults, and rivals.
import { DecryptCommand } from '@aws-sdk/client-kms'
import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getAccount } from '../../../core/accounts/account-store.ts'
import { put, remove, update } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { cancelPost } from '../../../core/posts/cancel-post.ts'
import { dispatch } from '../../../core/posts/dispatch.ts'
import { failPublicationsOf } from '../../../core/posts/fail-account.ts'
import { getPost } from '../../../core/posts/post-store.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { retryPost } from '../../../core/posts/retry-post.ts'
import { failed } from '../../../core/posts/rules/changes.ts'
import { FAILURES } from '../../../core/posts/rules/failures.ts'
import { GIVE_UP_MS, LEASE_MS, overAfter } from '../../../core/posts/rules/pace.ts'
import { accountKey, mediaKey, publicationKey, publishLockKey } from '../../../core/table-keys.ts'
import { OWNER } from '../../support/domain.ts'
import { LOST, says, startWorld, type World } from './worker-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.stop())

const base64 = (text: string) => Buffer.from(text).toString('base64')
/** Writes of the publication that carry this. */
const saving = (word: string) => (input: string) => input.includes('PUBLICATION#') && input.includes(word)

describe('a post goes out', () => {
  it.each([
    ['with the description of its picture', { alt_text: 'A beach', alt_text_given: true }, 'A beach'],
    ['without one that nobody wrote', { alt_text: 'IMG_2034.heic', alt_text_given: false }, undefined],
  ])('%s', async (_, { alt_text, alt_text_given }, sent) => {
    const { ids, media } = await world.post({ pictures: 1 })
    await update(mediaKey(media[0]!.id), {
      UpdateExpression: 'SET alt_text = :text, alt_text_given = :given',
      ExpressionAttributeValues: { ':text': alt_text, ':given': alt_text_given },
    })
    expect(await world.drive(ids)).toMatchObject({ state: 'published' })
    expect(world.calls('create').map(({ body }) => body.alt_text)).toEqual([sent])
  })

  it('as text: one container, one call to publish, its link', async () => {
    const { ids, post } = await world.post()
    expect(await world.drive(ids)).toMatchObject({
      state: 'published',
      media_id: 'm1',
      permalink: 'https://www.threads.net/@tester/post/1',
      permalink_state: 'found',
    })
    expect(world.calls('create').map(({ body }) => body)).toEqual([{ media_type: 'TEXT', text: 'Hello' }])
    expect(world.calls('publish').map(({ body, token }) => [body.creation_id, token])).toEqual([
      ['c1', 'Bearer token-of-first'],
    ])
    expect((await getPost(post.id))!.progress).toEqual({ total: 1, published: 1, failed: 0, cancelled: 0 })
  })

  it('as a carousel: each picture made ready first, the parent published, the media free again', async () => {
    const { ids, media } = await world.post({ pictures: 2 })
    expect(await world.usesOf(media[0]!.id)).toBe(1)
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.calls('variant').map(({ path }) => path)).toEqual(
      expect.arrayContaining(media.map(({ id }) => `/v/${id}/320to1440-0.1to10-q92.jpg`)),
    )
    expect(world.calls('create').at(-1)!.body).toMatchObject({
      media_type: 'CAROUSEL',
      children: expect.stringMatching(/^c\d,c\d$/),
    })
    expect(world.calls('publish').map(({ body }) => body.creation_id)).toEqual(['c3'])
    expect(await world.usesOf(media[0]!.id)).toBe(0)
  })

  it('comes back by the queue with the delay to the second, in its owner’s group', async () => {
    const { ids } = await world.post()
    await world.deliver(ids)
    expect(world.sent()).toEqual([{ ...ids, delay: 3, group: OWNER }])
  })

  it('is left to the sweeper where the next look is beyond the queue’s reach', async () => {
    const { ids } = await world.post()
    world.answer('create', says({ message: 'slow down', code: 4 }))
    const limited = { message: 'slow down', code: 4 }
    await world.turn(ids)
    for (let held = 0; held < 8; held += 1) {
      world.answer('create', says(limited))
      world.sqs.resetHistory()
      await world.turn(ids)
    }
    expect((await world.publication(ids)).due_at - Date.now()).toBeGreaterThan(900_000)
    expect(world.sent()).toEqual([])
  })
})

describe('never twice', () => {
  it('a reply that was lost after publishing: the container is read, and it is live', async () => {
    const { ids } = await world.post()
    world.answer('publish', LOST, { after: true })
    expect(await world.drive(ids)).toMatchObject({ state: 'published' })
    expect([world.posts(), world.calls('publish').length]).toEqual([1, 1])
  })

  it('a save that is lost after publishing: the next pass confirms and does not publish', async () => {
    const { ids } = await world.post()
    world.failTable('TransactWriteCommand', saving('published'))
    let worked = true
    for (let turns = 0; world.posts() === 0 && turns < 10; turns += 1) worked = await world.turn(ids)
    expect(worked).toBe(false)
    expect(await world.publication(ids)).toMatchObject({ state: 'publishing', attempt: { verdict: 'unanswered' } })
    expect(await world.drive(ids)).toMatchObject({ state: 'published' })
    expect([world.posts(), world.calls('publish').length]).toEqual([1, 1])
  })

  it('a save that took effect although its reply was lost', async () => {
    const { ids, post, media } = await world.post({ pictures: 2 })
    world.failTable('TransactWriteCommand', saving('published'), { after: true })
    expect(await world.drive(ids)).toMatchObject({ state: 'published', media_id: 'm1' })
    expect([world.posts(), world.calls('publish').length]).toEqual([1, 1])
    expect((await getPost(post.id))!.progress.published).toBe(1)
    expect(await world.usesOf(media[0]!.id)).toBe(0)
  })

  it('a record of the call that cannot be written: no call', async () => {
    const { ids } = await world.post()
    world.failTable('PutCommand', saving('"verdict":"unanswered"'))
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.calls('publish')).toHaveLength(1)
  })

  it('a record of the call that took longer than the call may wait: no call, and none is counted', async () => {
    const { ids } = await world.post()
    world.beforeTable('PutCommand', saving('"verdict":"unanswered"'), async () => vi.setSystemTime(Date.now() + 6000))
    for (let turns = 0; turns < 2; turns += 1) await world.turn(ids)
    expect(world.calls('quota')).toHaveLength(1)
    expect(world.calls('publish')).toHaveLength(0)
    expect((await world.publication(ids)).attempt).toBeUndefined()
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.posts()).toBe(1)
  })

  it('two workers at one message: one stops', async () => {
    const { ids } = await world.post()
    expect(await Promise.all([world.deliver(ids), world.deliver(ids), world.deliver(ids)])).toEqual([true, true, true])
    expect(world.calls('create')).toHaveLength(1)
    await Promise.all([world.turn(ids), world.turn(ids)])
    await Promise.all([world.turn(ids), world.turn(ids)])
    await world.drive(ids)
    expect([world.posts(), world.calls('publish').length]).toEqual([1, 1])
  })

  it('a message too early, while somebody has it, or after its end asks nothing of the platform', async () => {
    const { ids } = await world.post({ scheduled_at: Date.now() + 60_000 })
    expect(await world.deliver(ids)).toBe(true)
    const { ids: held } = await world.post()
    await update(publicationKey(held.post_id, held.account_id), {
      UpdateExpression: 'SET lease_until = :until',
      ExpressionAttributeValues: { ':until': Date.now() + LEASE_MS },
    })
    expect(await world.deliver(held)).toBe(true)
    const { ids: over } = await world.post()
    const publication = await world.publication(over)
    await savePublication(failed(publication, 'rejected', Date.now()), publication.state)
    expect(await world.deliver(over)).toBe(true)
    expect(world.asked).toEqual([])
  })

  it('one publication of an account at a time', async () => {
    const { ids, account } = await world.post()
    await put({ ...publishLockKey(account.id), post_id: newId(), until: Date.now() + 120_000 })
    // Long enough to be waited for in the queue: the clock stands still within a pass.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.9)
    for (let turns = 0; turns < 4; turns += 1) await world.turn(ids)
    random.mockRestore()
    expect(world.calls('publish')).toHaveLength(0)
    await remove(publishLockKey(account.id))
    expect((await world.drive(ids)).state).toBe('published')
  })
})

describe('never lost', () => {
  it.each([
    ['loading it', 'BatchGetCommand', 'POST#'],
    ['taking it', 'PutCommand', 'PUBLICATION#'],
    ['reading its account', 'GetCommand', 'ACCOUNT#'],
    ['reading its media', 'BatchGetCommand', 'MEDIA#'],
    ['writing what came of it', 'PutCommand', 'container_id":"c'],
    ['locking its account', 'PutCommand', 'PUBLISHING'],
    ['ending it', 'TransactWriteCommand', 'PUBLICATION#'],
    ['reading its post for the end', 'GetCommand', '"sk":"POST"'],
  ])('a table that is away when %s brings the message back, and it goes out once', async (_what, name, word) => {
    const { ids } = await world.post({ pictures: 2 })
    world.failTable(name, (input) => input.includes(word))
    const outcomes: boolean[] = []
    for (let turns = 0; turns < 30 && (await world.publication(ids)).state !== 'published'; turns += 1)
      outcomes.push(await world.turn(ids))
    expect(outcomes).toContain(false)
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.posts()).toBe(1)
  })

  it('a lock that cannot be removed ends by itself', async () => {
    const { ids } = await world.post()
    world.failTable('DeleteCommand')
    expect((await world.drive(ids)).state).toBe('published')
  })

  it('a queue that does not take the next message brings this one back', async () => {
    const { ids } = await world.post()
    world.sqs.on(SendMessageCommand).rejectsOnce(new Error('away')).resolves({})
    expect(await world.deliver(ids)).toBe(false)
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.calls('create')).toHaveLength(1)
  })

  it('a key service that is away fails nothing before the call', async () => {
    const { ids } = await world.post()
    world.kms.on(DecryptCommand).rejects(Object.assign(new Error('away'), { name: 'KMSInternalException' }))
    for (let turns = 0; turns < 20; turns += 1) expect(await world.turn(ids)).toBe(false)
    expect(await world.publication(ids)).toMatchObject({ state: 'waiting' })
    expect(world.asked).toEqual([])
  })

  it('a key service that never comes back: it ends after a week, as failed', async () => {
    const { ids } = await world.post()
    world.kms.on(DecryptCommand).rejects(Object.assign(new Error('away'), { name: 'DisabledException' }))
    await world.turn(ids)
    vi.setSystemTime(Date.now() + GIVE_UP_MS + 1)
    expect(await world.drive(ids, 2)).toMatchObject({ state: 'failed', failure: { code: 'platform_unavailable' } })
  })

  it('a key service that is away while the outcome is in doubt: it waits, and is unknown at last', async () => {
    const { ids } = await world.post()
    world.answer('publish', LOST, { after: true })
    for (let turns = 0; world.posts() === 0 && turns < 10; turns += 1) await world.turn(ids)
    world.kms.on(DecryptCommand).rejects(Object.assign(new Error('away'), { name: 'DisabledException' }))
    expect(await world.turn(ids)).toBe(true)
    expect((await world.publication(ids)).state).toBe('confirming')
    vi.setSystemTime(Date.now() + overAfter({}))
    expect((await world.drive(ids)).failure?.code).toBe('outcome_unknown')
    expect(world.posts()).toBe(1)
  })

  it('a key service that is away when the link is read leaves it live without one', async () => {
    const { ids } = await world.post()
    for (let turns = 0; world.posts() === 0 && turns < 10; turns += 1) {
      world.answer('permalink', says({ message: 'not yet', code: 100, error_subcode: 33 }))
      await world.turn(ids)
    }
    world.kms.on(DecryptCommand).rejects(Object.assign(new Error('away'), { name: 'DisabledException' }))
    expect(await world.drive(ids)).toMatchObject({ state: 'published', permalink_state: 'unavailable', media_id: 'm1' })
  })
})

describe('the account', () => {
  it('whose token cannot be decrypted must be connected again, and is marked so', async () => {
    const { ids, account } = await world.post()
    world.kms.on(DecryptCommand).rejects(Object.assign(new Error(), { name: 'InvalidCiphertextException' }))
    expect((await world.drive(ids)).failure?.code).toBe('reconnect_required')
    expect((await getAccount(account.id))!.status).toBe('reconnect_required')
  })

  it('whose token the platform does not take is marked, and its other posts fail with that reason', async () => {
    const { ids, account } = await world.post()
    const other = await world.post({ accounts: [account] })
    world.answer('create', says({ message: 'Error validating access token', code: 190, error_subcode: 463 }))
    expect(await world.drive(ids)).toMatchObject({
      state: 'failed',
      failure: {
        code: 'reconnect_required',
        platform: { code: 190, subcode: 463, message: 'Error validating access token' },
      },
    })
    expect(await getAccount(account.id)).toMatchObject({
      status: 'reconnect_required',
      status_reason: 'Error validating access token',
    })
    expect((await world.drive(other.ids)).failure).toEqual({
      code: 'reconnect_required',
      // What to do, and not only what the platform said to the post before.
      message: `${FAILURES.reconnect_required} Error validating access token.`,
    })
    expect(world.calls('create')).toHaveLength(1)
  })

  it.each(['disconnected', 'reconnect_required'] as const)(
    'that is %s by then fails it without a call',
    async (status) => {
      const { ids } = await world.post({ pictures: 2, accounts: [await world.account({ status })] })
      expect((await world.drive(ids)).failure?.code).toBe(status === 'disconnected' ? 'account_disconnected' : status)
      expect(world.asked).toEqual([])
    },
  )

  describe('whose owner was to act', () => {
    const marked = async () =>
      world.post({ pictures: 2, accounts: [await world.account({ status: 'action_required', status_reason: 'Act.' })] })
    const made = () => world.asked.filter(({ call }) => call !== 'quota' && call !== 'variant')

    it('is published to where that was done meanwhile, and is marked as working', async () => {
      const { ids, account } = await marked()
      expect((await world.drive(ids)).state).toBe('published')
      expect(await getAccount(account.id)).toMatchObject({ status: 'active', status_reason: null })
    })

    it('fails it with what the platform says now, and nothing is made', async () => {
      const { ids, account } = await marked()
      world.answer('quota', says({ message: 'Still to be done', code: 190, error_subcode: 459 }))
      expect(await world.drive(ids)).toMatchObject({
        failure: {
          code: 'action_required',
          message: FAILURES.action_required,
          platform: { message: 'Still to be done' },
        },
      })
      expect(made()).toEqual([])
      expect(await getAccount(account.id)).toMatchObject({
        status: 'action_required',
        status_reason: 'Still to be done',
      })
    })

    it('is told of once while its posts go on failing, although its quota can be read', async () => {
      let told = 0
      const isTold = (input: string) => input.includes('account.action_required')
      for (let at = 0; at < 3; at += 1)
        world.beforeTable('TransactWriteCommand', isTold, async () => {
          told += 1
        })
      const account = await world.account()
      for (let at = 0; at < 3; at += 1) {
        const { ids } = await world.post({ accounts: [account] })
        world.answer('create', says({ code: 25, error_subcode: 4279013, message: 'restricted' }))
        expect((await world.drive(ids)).failure?.code).toBe('action_required')
      }
      expect(told).toBe(1)
    })

    it('is looked at for its type where that was the reason', async () => {
      const typed = async (account_type: string) => {
        const given = { provider: 'instagram', account_type: 'personal', status: 'action_required' } as const
        const { ids, account } = await world.post({ pictures: 1, accounts: [await world.account(given)] })
        const { external_account_id: user_id, external_username: username } = account
        world.answer('permalink', { body: { user_id, username, account_type } })
        const { state, failure } = await world.drive(ids)
        return [failure?.code ?? state, (await getAccount(account.id))!.status]
      }
      expect(await typed('PERSONAL')).toEqual(['action_required', 'action_required'])
      expect(world.calls('create')).toEqual([])
      expect(await typed('BUSINESS')).toEqual(['published', 'active'])
    })

    it('fails it as one to be connected again where that is how it stands by now', async () => {
      const { ids, account } = await marked()
      world.answer('quota', says({ message: 'Removed', code: 190, error_subcode: 458 }))
      expect((await world.drive(ids)).failure?.code).toBe('reconnect_required')
      expect(made()).toEqual([])
      expect((await getAccount(account.id))!.status).toBe('reconnect_required')
    })

    it('is tried where the platform does not say how it stands', async () => {
      const { ids } = await marked()
      world.answer('quota', says({ message: 'Later', code: 2 }, 500))
      expect((await world.drive(ids)).state).toBe('published')
    })
  })

  it('that is gone fails it without a call', async () => {
    const { ids, account } = await world.post()
    await remove(accountKey(account.id))
    expect((await world.drive(ids)).failure?.code).toBe('account_disconnected')
    expect(world.asked).toEqual([])
  })

  it('of another owner is never published to', async () => {
    const { ids } = await world.post({ accounts: [await world.account({ owner_id: newId() })] })
    expect((await world.drive(ids)).failure?.code).toBe('account_disconnected')
    expect(world.asked).toEqual([])
  })

  const disconnect = (id: string) =>
    update(accountKey(id), {
      UpdateExpression: 'SET #status = :status REMOVE token_ciphertext',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': 'disconnected' },
    })

  it('that is disconnected while a pass is under way is not published to by the same pass', async () => {
    const { ids, account } = await world.post()
    await world.turn(ids)
    // The pass reads that the container is ready, and would go on to publish it at once.
    world.answer('status', ((response) => {
      void disconnect(account.id).then(() => response.end(JSON.stringify({ status: 'FINISHED' })))
    }) as Parameters<typeof world.answer>[1])
    await world.turn(ids)
    expect((await world.drive(ids)).failure?.code).toBe('account_disconnected')
    expect(world.posts()).toBe(0)
  })

  it('that is disconnected while its container is made ready: that is the reason given', async () => {
    const { ids, account } = await world.post()
    await world.turn(ids)
    await disconnect(account.id)
    expect((await world.drive(ids)).failure?.code).toBe('account_disconnected')
  })

  it('that is disconnected while the outcome is in doubt: nothing is said until it is known', async () => {
    const { ids, account } = await world.post()
    world.answer('publish', LOST, { after: true })
    for (let turns = 0; world.posts() === 0 && turns < 10; turns += 1) await world.turn(ids)
    await disconnect(account.id)
    expect(await failPublicationsOf(OWNER, account.id, Date.now())).toEqual({ failed: 0, left: 1 })
    await world.turn(ids)
    expect((await world.publication(ids)).state).toBe('confirming')
    await put({ ...accountKey(account.id), ...account, token_ciphertext: base64('second') })
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.calls('status').at(-1)!.token).toBe('Bearer token-of-second')
  })

  it.each(['create', 'publish'] as const)(
    'that is connected again while %s is refused goes on with its new token, and is not marked',
    async (call) => {
      const { ids, account } = await world.post()
      world.answer(call, ((response) => {
        void put({ ...accountKey(account.id), ...account, token_ciphertext: base64('second') }).then(() =>
          response
            .writeHead(400)
            .end(JSON.stringify({ error: { message: 'password changed', code: 190, error_subcode: 460 } })),
        )
      }) as Parameters<typeof world.answer>[1])
      expect((await world.drive(ids)).state).toBe('published')
      expect(world.calls(call).map(({ token }) => token)).toEqual(['Bearer token-of-first', 'Bearer token-of-second'])
      expect((await getAccount(account.id))!.status).toBe('active')
    },
  )

  it('that cannot be marked changes nothing of the post’s outcome', async () => {
    const { ids } = await world.post()
    world.answer('create', says({ message: 'Error validating access token', code: 190 }))
    world.failTable('UpdateCommand', (input) => input.includes('status_reason'))
    expect(await world.turn(ids)).toBe(true)
    expect((await world.publication(ids)).failure?.code).toBe('reconnect_required')
  })
})

describe('the media', () => {
  it.each(['deleted', 'missing'] as const)(
    'that are %s by then fail it with that reason, and free the others',
    async (how) => {
      const { ids, media } = await world.post({ pictures: 2 })
      const [gone, other] = media as [(typeof media)[0], (typeof media)[0]]
      if (how === 'missing') await remove(mediaKey(gone.id))
      else await put({ ...mediaKey(gone.id), ...gone, status: 'deleted', pending_uses: 1 })
      expect(await world.drive(ids, 3)).toMatchObject({
        state: 'failed',
        failure: { code: 'media_gone', message: `The media ${gone.id} no longer exist.` },
      })
      expect(await world.usesOf(other.id)).toBe(0)
      expect(world.asked).toEqual([])
    },
  )

  it('are held once for all publications of the post, and free when the last has ended', async () => {
    const accounts = [await world.account(), await world.account()]
    const { ids, post, media } = await world.post({ pictures: 2, accounts, holds_media: true })
    const uses = () => Promise.all(media.map(({ id }) => world.usesOf(id)))
    expect(await uses()).toEqual([1, 1])
    expect((await world.drive(ids)).state).toBe('published')
    expect(await uses()).toEqual([1, 1])
    const [, second] = accounts
    world.answer('create', says({ message: 'Error validating access token', code: 190 }))
    expect((await world.drive({ ...ids, account_id: second!.id })).state).toBe('failed')
    expect(await uses()).toEqual([0, 0])
    // Again they are needed, and until that has ended.
    await put({ ...accountKey(second!.id), ...second! })
    await retryPost(OWNER, post.id, Date.now())
    expect(await uses()).toEqual([1, 1])
    await cancelPost(OWNER, post.id, Date.now())
    expect(await uses()).toEqual([0, 0])
  })

  it('are claimed again once, while others of the post still hold them', async () => {
    const accounts = [await world.account(), await world.account()]
    const { ids, post, media } = await world.post({ pictures: 2, accounts, holds_media: true })
    world.answer('create', says({ message: 'Error validating access token', code: 190 }))
    expect((await world.drive(ids)).failure?.code).toBe('reconnect_required')
    await put({ ...accountKey(accounts[0]!.id), ...accounts[0]! })
    await retryPost(OWNER, post.id, Date.now())
    expect(await world.usesOf(media[0]!.id)).toBe(1)
    for (const { id } of accounts) expect((await world.drive({ ...ids, account_id: id })).state).toBe('published')
    expect(await world.usesOf(media[0]!.id)).toBe(0)
  })

  it('whose row is lost after publishing: it is live all the same', async () => {
    const { ids, media } = await world.post({ pictures: 2 })
    world.beforeTable('PutCommand', saving('"verdict":"unanswered"'), () => remove(mediaKey(media[0]!.id)))
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.posts()).toBe(1)
    expect(await world.usesOf(media[0]!.id)).toBeUndefined()
    expect(await world.usesOf(media[1]!.id)).toBe(0)
  })

  it('that cannot be decoded: our reason, and not the platform’s', async () => {
    const { ids } = await world.post({ pictures: 2 })
    world.answer('variant', ((response) => response.writeHead(422).end('it is no picture')) as Parameters<
      typeof world.answer
    >[1])
    expect((await world.drive(ids)).failure).toEqual({
      code: 'media_unusable',
      message: 'The picture could not be prepared for the platform: it is no picture',
    })
  })

  it('that take long to prepare are not waited for and sent to the platform in one step', async () => {
    const { ids } = await world.post({ pictures: 2 })
    const slow = ((response) => {
      vi.setSystemTime(Date.now() + 20_000)
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('jpeg')
    }) as Parameters<typeof world.answer>[1]
    world.answer('variant', slow)
    world.answer('variant', slow)
    await world.turn(ids)
    // By then the lease would be over before a slow platform had answered.
    expect(world.calls('create')).toHaveLength(0)
    expect((await world.drive(ids)).state).toBe('published')
  })
})

describe('what the caller did', () => {
  it('a caption that the platform does not take fails at once, without a call', async () => {
    const { ids, post } = await world.post({ content: 'x'.repeat(501) })
    expect(await world.turn(ids)).toBe(true)
    expect((await world.publication(ids)).failure).toEqual({
      code: 'caption_too_long',
      message: 'The caption with its hashtags counts 501 characters on Threads; at most 500 are allowed.',
    })
    expect(world.asked).toEqual([])
    expect((await getPost(post.id))!.progress.failed).toBe(1)
  })

  it('a story goes out however long its text is, which the platform is not sent', async () => {
    const accounts = [await world.account({ provider: 'instagram' })]
    const { ids } = await world.post({ accounts, type: 'stories', pictures: 1, content: '😀'.repeat(1101) })
    expect((await world.drive(ids)).state).toBe('published')
    expect(world.calls('create').map(({ body }) => body.caption)).toEqual([undefined])
  })

  it('cancelling at the very moment it begins: one of the two, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { ids, post } = await world.post()
      const [, cancelling] = await Promise.allSettled([world.deliver(ids), cancelPost(OWNER, post.id, Date.now())])
      const end = await world.drive(ids)
      expect(end.state).toBe(cancelling.status === 'fulfilled' ? 'cancelled' : 'published')
      const { cancelled, published } = (await getPost(post.id))!.progress
      expect(cancelled + published).toBe(1)
    }
  })
})

describe('messages', () => {
  it('of a schedule become one a waiting publication, with the delay that is left', async () => {
    const accounts = [await world.account(), await world.account(), await world.account()]
    const { post } = await world.post({ accounts, scheduled_at: Date.now() + 42_700 })
    const [, , third] = accounts
    const publication = await world.publication({ post_id: post.id, account_id: third!.id })
    await savePublication(failed(publication, 'account_disconnected', Date.now()), publication.state)
    expect(await world.deliver({ post_id: post.id })).toBe(true)
    expect(world.sent()).toEqual(
      accounts.slice(0, 2).map(({ id }) => ({ post_id: post.id, account_id: id, delay: 42, group: OWNER })),
    )
  })

  it('are sent for each account of a post that is due soon, one or several', async () => {
    for (const count of [1, 3]) {
      world.reset()
      const accounts = await Promise.all(Array.from({ length: count }, () => world.account()))
      const { post } = await world.post({ accounts })
      const of = accounts.map(({ id }) => ({ post_id: post.id, account_id: id }))
      await dispatch(post.id, await Promise.all(of.map(world.publication)), Date.now())
      expect(world.sent()).toEqual(of.map((ids) => ({ ...ids, delay: 0, group: OWNER })))
    }
  })

  it('of a schedule come back when table or queue are away', async () => {
    const { post } = await world.post({ scheduled_at: Date.now() + 42_700 })
    world.failTable('QueryCommand')
    expect(await world.deliver({ post_id: post.id })).toBe(false)
    world.sqs.on(SendMessageBatchCommand).rejects(new Error('away'))
    expect(await world.deliver({ post_id: post.id })).toBe(false)
  })

  it('for missing publications are dropped', async () => {
    expect(await world.deliver({ post_id: newId() })).toBe(true)
    expect(await world.deliver({ post_id: newId(), account_id: newId() })).toBe(true)
    expect(world.sent()).toEqual([])
  })

  it.each([{}, { post_id: 'POST#1' }, 'text', null, { post_id: 5, account_id: 6 }])(
    'that are none of ours are dropped: %j',
    async (body) => {
      expect(await world.deliver(body)).toBe(true)
      expect(world.asked).toEqual([])
    },
  )
})
