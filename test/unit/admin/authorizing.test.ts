// Connecting by consent with the operator's commands: the simulators over HTTP, secrets in mocked services, nobody at a keyboard.
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Stack, type Terminal, WrongCall } from '../../../bin/admin/command.ts'
import { COMMANDS } from '../../../bin/admin/commands.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import { FACTS } from '../../../core/platforms/facts.ts'
import { startWorld, type World } from '../accounts/world.ts'

const SECRETS = { instagram: '0123456789abcdef0123456789abcdef', threads: 'fedcba9876543210fedcba9876543210' }
const STACK: Stack = {
  gateway: { stackName: 'Mine', apiId: 'api' },
  publishDeadLettersUrl: '',
  baseUrl: 'https://abc.execute-api.eu-west-3.amazonaws.com',
  outputs: {},
  apps: {
    instagram: { id: '111111', secretArn: 'arn:aws:ssm:eu-west-3:111122223333:parameter/instagram' },
    threads: { id: '222222', secretArn: 'arn:aws:secretsmanager:eu-west-3:111122223333:secret:threads-a1B2c3' },
    // Needs none.
    mastodon: {},
    bluesky: {},
    facebook: {},
  },
  options: ['--stack', 'Mine', '--region', 'eu-west-3'],
  local: false,
}
const LANDING = 'https://abc.execute-api.eu-west-3.amazonaws.com/api/docs'

const ssm = mockClient(SSMClient)
const manager = mockClient(SecretsManagerClient)

let world: World
beforeAll(async () => {
  world = await startWorld()
  for (const platform of ['instagram', 'threads'] as const) {
    const app = { client_id: STACK.apps[platform].id, client_secret: SECRETS[platform] }
    await world.simulators[platform].control('POST', '/settings', app)
  }
  await createOwner({ name: 'acme' })
  await createOwner({ name: "The Baker's" })
})
afterAll(() => world.stop())
beforeEach(() => {
  ssm.reset()
  manager.reset()
  ssm.on(GetParameterCommand).resolves({ Parameter: { Type: 'SecureString', Value: SECRETS.instagram } })
  manager.on(GetSecretValueCommand).resolves({ SecretString: SECRETS.threads })
})

const run = (name: string, options: Record<string, string>, stack: Stack = STACK, terminal?: Terminal) =>
  COMMANDS.find((command) => command.name === name)!.run({ words: {}, options, stack, terminal })
const authorize = (platform: string, more: Record<string, string> = {}, stack?: Stack, terminal?: Terminal) =>
  run('account authorize', { owner: 'acme', platform, ...more }, stack, terminal)
const finish = (address: string, owner = 'acme', stack?: Stack) =>
  run('account finish-authorization', { owner, 'redirected-to': address }, stack)

const accountAt = (platform: keyof World['simulators'], given: Record<string, unknown> = {}) =>
  world.simulators[platform].control('POST', '/accounts', given) as Promise<{ external_id: string }>

/** Where the browser of that account's owner lands. */
async function landing(url: unknown, choice: Record<string, string>): Promise<string> {
  const address = new URL(String(url))
  for (const [name, value] of Object.entries(choice)) address.searchParams.set(name, value)
  const reply = await fetch(address, { redirect: 'manual' })
  return reply.headers.get('location')!
}
const begun = async (platform: keyof World['simulators'], choice: Record<string, string>) =>
  landing((await authorize(platform)).json.url, choice)

const messageOf = (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    () => 'it was done',
    (error: Error) => error.message,
  )

/** Types what it is given, one after another, and then leaves. */
function typist(...answers: (string | ((said: string) => Promise<string>))[]): Terminal & { said(): string } {
  let said = ''
  return {
    said: () => said,
    say: (line) => {
      said += `${line}\n`
    },
    ask: async () => {
      const answer = answers.shift()
      return typeof answer === 'function' ? answer(said) : answer
    },
    askHidden: () => Promise.reject(new Error('nothing here is hidden')),
  }
}
const urlIn = (said: string) => /^http\S+oauth\/authorize\S+$/m.exec(said)![0]

describe('account authorize', () => {
  it.each([
    ['instagram', '111111', 'instagram_business_basic,instagram_business_content_publish'],
    ['threads', '222222', 'threads_basic,threads_content_publish'],
  ] as const)('gives the address of the consent page of %s, and how to go on', async (platform, client_id, scope) => {
    const { json, text } = await authorize(platform)
    const { url, redirect_uri, expires_at } = json as { url: string; redirect_uri: string; expires_at: number }
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id,
      scope,
      redirect_uri: LANDING,
      response_type: 'code',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(redirect_uri).toBe(LANDING)
    expect(expires_at - Date.now()).toBeGreaterThan(50 * 60_000)
    expect(text).toContain(new URL(url).origin)
    expect(text).toContain(
      "npm run -s admin -- account finish-authorization --owner acme --stack Mine --region eu-west-3 --redirected-to 'ADDRESS'",
    )
  })

  it('prints words so that a shell takes them as they are', async () => {
    const { text } = await authorize('threads', { owner: "The Baker's" })
    expect(text).toContain(`--owner 'The Baker'\\''s' --stack`)
  })

  it('takes a redirect address letter by letter', async () => {
    const given = 'https://Example.com/Connected'
    const { json } = await authorize('instagram', { 'redirect-uri': given })
    expect(new URL(String(json.url)).searchParams.get('redirect_uri')).toBe(given)
  })

  it.each(['http://example.com/', 'example.com', 'https://example.com/#here', 'https://me@example.com/', 'ftp://x/'])(
    'takes no redirect address that Meta would not: %s',
    async (given) => {
      const outcome = authorize('instagram', { 'redirect-uri': given })
      await expect(outcome).rejects.toThrow(WrongCall)
      await expect(outcome).rejects.toThrow('--redirect-uri must be an https address')
    },
  )

  it('takes one without TLS on this machine', async () => {
    const given = 'http://127.0.0.1:9/landed'
    const { json } = await authorize('threads', { 'redirect-uri': given }, { ...STACK, local: true })
    expect(json.redirect_uri).toBe(given)
  })

  it('names the setting that is missing', async () => {
    const without = (app: Stack['apps']['threads']): Stack => ({ ...STACK, apps: { ...STACK.apps, threads: app } })
    expect(await messageOf(authorize('threads', {}, without({})))).toMatch(
      /^The setting threadsAppId of the stack Mine is not set: deploy it with threadsAppId and threadsAppSecretArn\./,
    )
    expect(await messageOf(authorize('threads', {}, without({ id: '222222' })))).toMatch(
      /^The setting threadsAppSecretArn of the stack Mine is not set/,
    )
  })

  it('finds out that the secret cannot be read before anyone agrees', async () => {
    ssm.on(GetParameterCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDeniedException' }))
    const waiting = async () => (await world.items()).split('OAUTH#').length
    const before = await waiting()
    expect(await messageOf(authorize('instagram'))).toBe(
      `The secret of the Instagram app (setting instagramAppSecretArn) cannot be read: these AWS credentials may not read ${STACK.apps.instagram.secretArn}; they need ssm:GetParameter on it, and kms:Decrypt on its key.`,
    )
    expect(await waiting()).toBe(before)
  })

  it.each([
    [{ platform: 'linkedin' }, `--platform must be one of ${Object.keys(FACTS).join(', ')}, not linkedin.`],
    [{ owner: 'nobody' }, 'There is no owner named nobody.'],
  ])('refuses %j', async (more, reason) => {
    expect(await messageOf(authorize('instagram', more))).toBe(reason)
  })
})

describe('account authorize at a terminal', () => {
  it('waits for the address, and connects', async () => {
    const { external_id } = await accountAt('instagram', { username: 'the.shop' })
    const terminal = typist((said) => landing(urlIn(said), { account: external_id }))
    const { json, text } = await authorize('instagram', {}, STACK, terminal)
    expect(json).toMatchObject({ external_account_id: external_id, external_username: 'the.shop' })
    expect(text).toBe(`Connected @the.shop of Instagram: ${json.id}.`)
    expect(terminal.said()).toContain(`The browser then goes to ${LANDING}`)
  })

  it('asks again for what is no answer', async () => {
    const { external_id } = await accountAt('threads')
    const terminal = typist(
      '',
      'AQcode',
      async (said) => urlIn(said),
      (said) => landing(urlIn(said), { account: external_id }),
    )
    const { json } = await authorize('threads', {}, STACK, terminal)
    expect(json).toMatchObject({ external_account_id: external_id })
    expect(terminal.said()).toContain('That is no address.')
    expect(terminal.said()).toContain('That is the address of the consent page')
  })

  it('says how it can be finished later', async () => {
    const { external_id } = await accountAt('threads')
    const terminal = typist()
    expect(await messageOf(authorize('threads', {}, STACK, terminal))).toMatch(
      /^Nothing is connected yet\. To finish within the hour, run: npm run -s admin -- account finish-authorization --owner acme /,
    )
    const { json } = await finish(await landing(urlIn(terminal.said()), { account: external_id }))
    expect(json).toMatchObject({ external_account_id: external_id })
  })
})

describe('account finish-authorization', () => {
  it.each(['instagram', 'threads'] as const)(
    'connects an account of %s, and keeps its id the next time',
    async (platform) => {
      const { external_id } = await accountAt(platform)
      const first = await finish(await begun(platform, { account: external_id }))
      expect(first.json).toMatchObject({ external_account_id: external_id, social_provider: { name: platform } })
      expect((await finish(await begun(platform, { account: external_id }))).json.id).toBe(first.json.id)
    },
  )

  it.each([
    ['instagram', 'Instagram did not grant the connection: The user denied your request.'],
    ['threads', 'Threads did not grant the connection: The user denied your request.'],
  ] as const)('says that %s was told no', async (platform, reason) => {
    expect(await messageOf(finish(await begun(platform, { deny: '1' })))).toBe(reason)
  })

  it('refuses a wrong state, another owner, and a second time', async () => {
    const { external_id } = await accountAt('instagram')
    const address = await begun('instagram', { account: external_id })
    const notBegun =
      'The connection cannot be finished: it was not begun here for this owner, or has been finished already. Begin again.'
    const forged = new URL(address)
    forged.searchParams.set('state', 'made-up')
    expect(await messageOf(finish(forged.href))).toBe(notBegun)
    forged.searchParams.delete('state')
    expect(await messageOf(finish(forged.href))).toBe(
      'The connection cannot be finished: the state is missing. Begin again.',
    )
    expect(await messageOf(finish(address, "The Baker's"))).toBe(notBegun)
    expect(await messageOf(finish(address))).toBe('it was done')
    expect(await messageOf(finish(address))).toBe(notBegun)
  })

  it('says that a code is used or too old', async () => {
    const { external_id } = await accountAt('instagram')
    const used = new URL(await begun('instagram', { account: external_id }))
    await finish(used.href)
    const fresh = new URL(await begun('instagram', { account: external_id }))
    fresh.searchParams.set('code', used.searchParams.get('code')!)
    expect(await messageOf(finish(fresh.href))).toBe(
      'Instagram does not accept the code: Matching code was not found or was already used. A code works once, within an hour, with the secret of the app it was given to. Begin again.',
    )
    const old = await begun('instagram', { account: external_id })
    await world.simulators.instagram.ahead(2 * 3_600_000)
    expect(await messageOf(finish(old))).toMatch(/^Instagram does not accept the code: /)
    await world.simulators.instagram.control('POST', '/settings', { clock_offset_ms: 0 })
  })

  it('names the permission that was not granted', async () => {
    for (const [platform, grant, missing] of [
      ['instagram', 'instagram_business_basic', 'instagram_business_content_publish'],
      ['threads', 'threads_basic', 'threads_content_publish'],
    ] as const) {
      const { external_id } = await accountAt(platform)
      const message = await messageOf(finish(await begun(platform, { account: external_id, grant })))
      expect(message).toContain(`was not granted ${missing}`)
    }
  })

  it('refuses a personal account', async () => {
    const { external_id } = await accountAt('instagram', { account_type: 'Personal', username: 'just.me' })
    expect(await messageOf(finish(await begun('instagram', { account: external_id })))).toMatch(
      /^@just\.me is a personal account: /,
    )
  })

  it('tells a wrong secret, and shows none', async () => {
    const { external_id } = await accountAt('threads')
    const address = await begun('threads', { account: external_id })
    const wrong = 'another-secret-of-the-app-9876543210'
    manager.on(GetSecretValueCommand).resolves({ SecretString: wrong })
    const message = await messageOf(finish(address))
    expect(message).toMatch(/^Threads does not accept the code: Invalid client_secret\. /)
    const written = (await world.items()) + world.logged() + message
    for (const secret of [wrong, ...Object.values(SECRETS)]) expect(written.includes(secret)).toBe(false)
  })

  it('can be called again when the secret could not be read', async () => {
    const { external_id } = await accountAt('threads')
    const address = await begun('threads', { account: external_id })
    manager.reset()
    manager
      .on(GetSecretValueCommand)
      .rejectsOnce(Object.assign(new Error('no'), { name: 'ResourceNotFoundException' }))
      .resolves({ SecretString: SECRETS.threads })
    expect(await messageOf(finish(address))).toBe(
      `The secret of the Threads app (setting threadsAppSecretArn) cannot be read: there is nothing at ${STACK.apps.threads.secretArn}.`,
    )
    expect(await messageOf(finish(address))).toBe('it was done')
  })

  it('refuses an address without code as a wrong call', async () => {
    await expect(finish('https://example.com/connected')).rejects.toThrow(WrongCall)
    await expect(finish('https://example.com/connected')).rejects.toThrow('There is no code in that address.')
  })
})
