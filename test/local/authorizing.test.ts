// The operator connects accounts by the consent page, as on a stack in AWS: the command, a browser, the command.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountView } from '../../core/accounts/account-view.ts'
import { readAppSecret } from '../../core/aws/app-secrets.ts'
import { SIMULATED_APPS } from '../../local/simulated-apps.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

type Platform = 'instagram' | 'threads'
const PLATFORMS = ['instagram', 'threads'] as const
const ADMIN = join(import.meta.dirname, '..', '..', 'bin', 'admin.ts')
const run = promisify(execFile)

let local: SharedLocal
beforeAll(async () => {
  local = await sharedLocal()
  // From here on the platforms know one app each, and its secret.
  for (const platform of PLATFORMS) {
    const { id, secret } = SIMULATED_APPS[platform]!
    await local.control(platform, 'POST', '/settings', { client_id: id, client_secret: secret })
  }
})

const authorize = (platform: Platform) =>
  local.admin<{ url: string; redirect_uri: string }>(
    'account',
    'authorize',
    '--owner',
    local.owner,
    '--platform',
    platform,
  )
const finish = (address: string) =>
  local.command<AccountView>('account', 'finish-authorization', '--owner', local.owner, '--redirected-to', address)
const accountAt = (platform: Platform, given: Record<string, unknown>) =>
  local.control<{ external_id: string }>(platform, 'POST', '/accounts', given)

/** Opens the page as a browser does, picks the account and allows it, or cancels. @returns where it leads to. */
async function choose(url: string, account: string | undefined): Promise<string> {
  const page = await local.fetch(url, { headers: { accept: 'text/html' } })
  expect(page.status, page.text).toBe(200)
  const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const query = new URLSearchParams(
    hidden.map(([, name, value]): [string, string] => [name!, value!.replaceAll('&amp;', '&')]),
  )
  const radios = [...page.text.matchAll(/<input type="radio" name="account" value="(\d+)"[^>]*> @([\w.]+)/g)]
  const picked = account === undefined ? radios[0] : radios.find(([, , name]) => name === account)
  expect(picked, page.text).toBeDefined()
  query.set('account', picked![1]!)
  if (account === undefined) query.set('deny', '1')
  const href = `/oauth/authorize?${query}`
  const reply = await local.fetch(new URL(href, url).href, { redirect: 'manual' })
  expect(reply.status).toBe(302)
  return reply.headers.get('location')!
}

describe('connecting by consent', () => {
  it.each(PLATFORMS)('connects an account of %s', async (platform) => {
    const username = `consenting.${platform}`
    const { external_id } = await accountAt(platform, { username })
    const { url, redirect_uri } = await authorize(platform)
    expect(redirect_uri).toBe(`${local.session.base_url}/api/docs`)
    const landed = await choose(url, username)
    // The page is there, and needs no key.
    expect((await local.fetch(landed)).status).toBe(200)
    const connected = await finish(landed)
    expect(connected).toMatchObject({ external_account_id: external_id, external_username: username })
    const listed = await local.api('GET', '/api/v1/accounts/social')
    expect(listed.json<{ data: AccountView[] }>().data).toContainEqual(connected)
    await expect(finish(landed)).rejects.toThrow('has been finished already')
  })

  it('says that the account’s owner did not agree', async () => {
    const { url } = await authorize('instagram')
    await expect(finish(await choose(url, undefined))).rejects.toThrow(
      'Instagram did not grant the connection: The user denied your request.',
    )
  })

  it('refuses a personal account, and one that grants too little', { tags: 'deep' }, async () => {
    await accountAt('instagram', { username: 'just.me', account_type: 'Personal' })
    await expect(finish(await choose((await authorize('instagram')).url, 'just.me'))).rejects.toThrow(
      '@just.me is a personal account',
    )
    await accountAt('threads', { username: 'reader', scopes: ['threads_basic'] })
    await expect(finish(await choose((await authorize('threads')).url, 'reader'))).rejects.toThrow(
      'Threads was not granted threads_content_publish',
    )
  })

  it('gives a person the address and the next command', async () => {
    const { PATH, HOME } = process.env
    const words = ['account', 'authorize', '--owner', local.owner, '--platform', 'threads', '--local', local.dataDir]
    const { stdout } = await run(process.execPath, [ADMIN, ...words], { env: { PATH, HOME } })
    expect(stdout).toContain(`${local.session.platforms.threads}/oauth/authorize?client_id=`)
    expect(stdout).toContain(
      `account finish-authorization --owner ${local.owner} --local ${local.dataDir} --redirected-to`,
    )
  })

  it('ends with 2 for an address without a code', async () => {
    const words = ['account', 'finish-authorization', '--owner', local.owner, '--redirected-to', 'https://example.com/']
    const { PATH, HOME } = process.env
    const ended = run(process.execPath, [ADMIN, ...words, '--local', local.dataDir], { env: { PATH, HOME } })
    await expect(ended).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^There is no code in .*\n$/) })
  })
})

describe('the secrets of the apps', () => {
  it('are found by their ARNs with the clients of AWS', async () => {
    Object.assign(process.env, { AWS_REGION: local.endpoints.region }, local.endpoints.env)
    for (const { secretArn, secret } of Object.values(SIMULATED_APPS)) {
      expect(await readAppSecret(secretArn)).toBe(secret)
      const other = secretArn.replace('simulated/', 'other/')
      await expect(readAppSecret(other)).rejects.toThrow(`there is nothing at ${other}.`)
    }
  })

  it('are in no file of the service but the simulators’ own', () => {
    const files = readdirSync(local.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    const holding = (text: string) =>
      files
        .filter((file) => readFileSync(file, 'latin1').includes(text))
        .map((file) => file.slice(local.dataDir.length))
    for (const platform of PLATFORMS) {
      expect(holding(SIMULATED_APPS[platform]!.secret)).toEqual([`/platforms/${platform}.jsonl`])
    }
    expect(local.process.stdout() + local.process.stderr()).not.toContain('secret-of-the-simulated')
  })
})
