// Instagram accounts that come with a Page: signed in to with Facebook Login, chosen like Pages, and kept as Pages are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abilitiesOf } from '../../../core/accounts/abilities.ts'
import { askedScopes } from '../../../core/accounts/asked-scopes.ts'
import { beginAuthorization, type Callback } from '../../../core/accounts/authorization.ts'
import {
  connectAllWithCode,
  connectAllWithToken,
  connectChosen,
  finishInSession,
} from '../../../core/accounts/connect-account.ts'
import { connectionFor } from '../../../core/accounts/connections.ts'
import { credentialsOf } from '../../../core/accounts/credentials.ts'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { careFor, nextKeepAt, refreshDueAt } from '../../../core/accounts/rules/account-rules.ts'
import { newId } from '../../../core/ids.ts'
import { readPageSession } from '../../../core/platforms/meta/page-session.ts'
import { type Running, start } from '../fake-platforms/support.ts'
import { startWorld, type World } from './world.ts'

const app = { client_id: '1234567890', client_secret: 'a-secret-of-the-app-0123456789abcdef' }
const operatorsApp = async () => app
const redirectUri = 'https://dashboard.test/connected'
const BAKERY = '61550000000000029'
const BAKES = '17841400000000029'
const DAY = 86_400_000

let world: World
let facebook: Running
beforeAll(async () => {
  world = await startWorld()
  facebook = await start('facebook', app)
  process.env.FACEBOOK_GRAPH_URL = facebook.url
  process.env.CONNECT_PERMISSIONS = 'comments,insights,delete,instagram'
})
afterAll(async () => {
  delete process.env.FACEBOOK_GRAPH_URL
  delete process.env.CONNECT_PERMISSIONS
  await facebook.close()
  await world.stop()
})

async function consent(url: string, choice: Record<string, string> = {}): Promise<Callback> {
  const address = new URL(url)
  for (const [name, value] of Object.entries(choice)) address.searchParams.set(name, value)
  const reply = await fetch(address, { redirect: 'manual' })
  return Object.fromEntries(new URL(reply.headers.get('location')!).searchParams)
}
const begin = (ownerId: string, more: object = {}) =>
  beginAuthorization({ ownerId, platform: 'facebook', app, redirectUri, ...more })

/** The Instagram account of a Page, connected. */
async function connected(ownerId = newId()): Promise<Account> {
  const { url } = await begin(ownerId)
  const accounts = await connectAllWithCode({
    ownerId,
    operatorsApp,
    callback: await consent(url, { account: BAKERY }),
  })
  return accounts.find(({ provider }) => provider === 'instagram')!
}

describe('signing in to Facebook', () => {
  it('is asked for the permissions of Instagram where the setting names them, and not else', async () => {
    const asked = (setting: string) => {
      const before = process.env.CONNECT_PERMISSIONS
      process.env.CONNECT_PERMISSIONS = setting
      const scopes = askedScopes('facebook').filter((scope) => scope.startsWith('instagram'))
      process.env.CONNECT_PERMISSIONS = before
      return scopes
    }
    expect(asked('publish')).toEqual([])
    expect(asked('comments,insights,delete')).toEqual([])
    expect(asked('instagram')).toEqual(['instagram_basic', 'instagram_content_publish'])
    expect(asked('instagram,comments,delete')).toEqual([
      'instagram_basic',
      'instagram_content_publish',
      'instagram_manage_comments',
      'instagram_manage_contents',
    ])
    expect(askedScopes('instagram')).not.toContain('instagram_basic')
  })

  it('offers the Instagram account beside its Page, and connects what is chosen', async () => {
    const [ownerId, sessionId] = [newId(), newId()]
    const { url } = await begin(ownerId, { sessionId })
    const signedIn = await finishInSession({ ownerId, sessionId, operatorsApp, callback: await consent(url) })
    const { choice } = signedIn as Extract<typeof signedIn, { choice: object }>
    const offered = choice.accounts.map(({ platform, username }) => `${platform} ${username}`)
    expect(offered.slice(offered.indexOf('facebook Harbor Bakery')).slice(0, 2)).toEqual([
      'facebook Harbor Bakery',
      'instagram harbor.bakes',
    ])
    const chosen = await connectChosen({ ownerId, sessionId, choice: choice.id, accounts: [BAKES] })
    expect(chosen.refused).toEqual([])
    expect(chosen.connected.map(({ provider, external_account_id }) => [provider, external_account_id])).toEqual([
      ['instagram', BAKES],
    ])
  })

  it('keeps the platform that was signed in to, its permissions, and the token of the Page, sealed', async () => {
    const account = await connected()
    expect(account).toMatchObject({
      ...{ provider: 'instagram', connected_via: 'facebook', external_username: 'harbor.bakes', status: 'active' },
      ...{ token_expires_at: null, external_bio: expect.stringContaining('belongs to a Page') },
    })
    expect(account.permissions).toEqual(expect.arrayContaining(['instagram_basic', 'instagram_content_publish']))
    const { token } = (await credentialsOf(account))!
    expect(readPageSession(token)).toMatchObject({ id: BAKES })
    expect(`${await world.items()}${world.logged()}`).not.toContain(readPageSession(token)!.token)
  })

  it('connects only what a link is for', async () => {
    const [ownerId, sessionId] = [newId(), newId()]
    const { url } = await begin(ownerId, { sessionId })
    // Only of this owner: people may not take accounts from another owner.
    const add = async (given: object): Promise<string> =>
      (await facebook.control('POST', '/accounts', { scopes: askedScopes('facebook'), ...given })).external_id
    const instagram = await add({ username: 'quay.shots' })
    const pages = [{ id: await add({ instagram }), tasks: ['CREATE_CONTENT'] }]
    const account = await add({ account_type: 'Personal', pages })
    const callback = await consent(url, { account })
    const came = await finishInSession({ ownerId, sessionId, operatorsApp, callback, only: ['instagram'] })
    expect(came).toMatchObject({ account: { provider: 'instagram', external_account_id: instagram } })
  })

  it('is done by the operator with a token of the Page, or for the Instagram account alone', async () => {
    const { token } = (await facebook.control('POST', '/tokens', { account: BAKERY })) as { token: string }
    const both = await connectAllWithToken({ ownerId: newId(), platform: 'facebook', token })
    expect(both.map(({ provider }) => provider)).toEqual(['facebook', 'instagram'])
    const one = await connectAllWithToken({ ownerId: newId(), platform: 'facebook', token, only: [BAKES] })
    expect(one.map(({ provider }) => provider)).toEqual(['instagram'])
  })
})

describe('once it is connected', () => {
  it('it is never renewed, and looked after all the same', async () => {
    const account = await connected()
    const later = Date.now() + 400 * DAY
    expect([refreshDueAt(account), careFor(account, later)]).toEqual([null, { refresh: false, sync: true }])
    expect(nextKeepAt(account, later)! - later).toBeLessThan(DAY)
  })

  it('what was not granted is named by its name there', async () => {
    const account = await connected()
    expect((await connectionFor(account, Date.now())).missing_permissions).toEqual([])
    const bare = { ...account, permissions: ['instagram_basic'] }
    const connection = await connectionFor(bare, Date.now())
    expect([connection.connected_via, connection.missing_permissions]).toEqual([
      'facebook',
      ['instagram_content_publish'],
    ])
  })

  it('it can do what only Facebook Login gives, and says by which permission', async () => {
    const permissions = ['instagram_basic', 'instagram_content_publish', 'instagram_manage_insights']
    const able = abilitiesOf('instagram', { permissions, connected_via: 'facebook' })
    const option = (name: string) => able.options.find((one) => one.option === name)
    expect(option('product_tags')).toMatchObject({ available: true, needs_facebook_login: true })
    expect(option('first_comment')).toMatchObject({ available: false, permission: 'instagram_manage_comments' })
    expect([able.insights, able.deletion, able.limits.daily_deletions]).toEqual([
      { available: true, permission: 'instagram_manage_insights' },
      { available: false, permission: 'instagram_manage_contents' },
      null,
    ])
    const other = abilitiesOf('instagram', { permissions })
    expect(other.options.find((one) => one.option === 'product_tags')).toMatchObject({ available: false })
    expect([other.insights.available, other.deletion]).toEqual([false, { available: false, permission: null }])
  })
})
