// Publications that one invocation of the publish worker has in hand together.
import { DecryptCommand } from '@aws-sdk/client-kms'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Tokens } from '../../../core/accounts/credentials.ts'
import { put } from '../../../core/aws/table.ts'
import { mediaKey } from '../../../core/table-keys.ts'
import { startWorld, type World } from './worker-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.stop())

const decrypts = () => world.kms.commandCalls(DecryptCommand).length

describe('the token of an account', () => {
  it('is decrypted once for all that an invocation does on the account, and anew in the next', async () => {
    const account = await world.account()
    const posts = [await world.post({ accounts: [account] }), await world.post({ accounts: [account] })]
    expect(await world.deliverBatch(posts.map(({ ids }) => ids))).toEqual([true, true])
    expect([world.calls('create').length, decrypts()]).toEqual([2, 1])
    await world.turn(posts[0]!.ids)
    expect(world.posts()).toBe(1)
    expect(decrypts()).toBe(2)
  })

  it('is decrypted for each account that shows the same ciphertext: it is good for its own alone', async () => {
    const posts = [await world.post(), await world.post()]
    await world.deliverBatch(posts.map(({ ids }) => ids))
    const contexts = world.kms.commandCalls(DecryptCommand).map(({ args }) => args[0].input.EncryptionContext)
    expect(contexts).toEqual(posts.map(({ account }) => ({ account_id: account.id })))
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
