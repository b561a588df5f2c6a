// An assistant sends a person's browser here: who asks, for what, and where the answer goes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { ok } from '../support/dashboard-samples.ts'
import { BLANK, refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits
beforeAll(async () => {
  visits = await launchBrowser()
})
afterAll(() => visits.end())

/** Longer than a number can hold: it must come back unchanged. */
const STATE = '12345678901234567890'
const SENT = {
  client_id: 'https://helper.example/client.json',
  redirect_uri: 'http://127.0.0.1:1/callback',
  response_type: 'code',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
  resource: 'http://dashboard.example/api/mcp',
  scope: 'editor author viewer',
  state: STATE,
}
const ADDRESS = `/connect-link?${new URLSearchParams({ ...SENT, nonce: 'not ours' })}`
const ASSISTANT = {
  name: 'Helper',
  host: 'helper.example',
  redirect_host: 'helper.example',
  on_this_machine: false,
  roles: ['editor', 'author', 'viewer'],
}

/** The assistant's own page, where the browser is sent back to. */
async function startAssistant(): Promise<string> {
  const server = createServer((_, response) => response.end('<title>Back</title>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
}

const script = (assistant: object = ASSISTANT, back = ''): Script => ({
  ...signedIn(),
  'POST /v1/oauth/authorizations': ({ json }) => {
    const { decision } = json as { decision?: string }
    return decision === undefined
      ? ok({ assistant, redirect_to: null })
      : ok({ assistant: null, redirect_to: `${back}?${decision}` })
  },
})

describe.each(['wide', 'narrow'] as const)('seen %s', (view) => {
  test('the page is accessible and fits', async () => {
    const { page, visitor } = await openScripted(visits, ADDRESS, script(), view)
    await page.getByRole('heading', { level: 1, name: /Helper/ }).waitFor()
    await page.getByRole('radio').first().waitFor()
    await visitor.screenshot('authorize')
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()!.width,
    )
  })
})

test('who allows it chooses how much, sends what the assistant sent, and goes back', async () => {
  const back = await startAssistant()
  const { page, dashboard } = await openScripted(visits, ADDRESS, script(ASSISTANT, back))
  await page.getByText('Its name and address come from helper.example.').waitFor()
  await page.getByText('It wants to work for Demo in your name. You are signed in as demo@example.com.').waitFor()
  await page.getByRole('radio', { name: 'Read only' }).check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${back}?allow`)
  const [asked, allowed] = dashboard.requests.filter(({ method }) => method === 'POST')
  expect(asked!.json).toEqual(SENT)
  expect(allowed!.json).toEqual({ ...SENT, decision: 'allow', role: 'viewer' })
  expect(allowed!.headers['x-csrf']).toBe('1')
})

test('who cancels goes back as well, and gives nothing; the team is always the one that the session works for', async () => {
  const back = await startAssistant()
  const { page, dashboard, visitor } = await openScripted(visits, ADDRESS, script(ASSISTANT, back))
  await page.getByText('It wants to work for Demo in your name.', { exact: false }).waitFor()
  const known = signedIn()['GET /v1/session'] as { body: { data: { owner: object } } }
  dashboard.answer({
    'GET /v1/session': ok({ ...known.body.data, owner: { id: '0b22', name: 'Harbor', role: 'admin' } }),
  })
  const other = await visitor.context.newPage()
  await other.goto(`${dashboard.url}${BLANK}`)
  await other.evaluate(() => new BroadcastChannel('social-publisher').postMessage({ is: 'owner_changed' }))
  await page.getByText('It wants to work for Harbor in your name.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(`${back}?deny`)
  expect(dashboard.requests.findLast(({ method }) => method === 'POST')!.json).toEqual({ ...SENT, decision: 'deny' })
})

test('an assistant that registered itself is not vouched for, and a program of this machine is named as one', async () => {
  const own = { ...ASSISTANT, host: null, redirect_host: '127.0.0.1:4000', on_this_machine: true, roles: ['viewer'] }
  const without = `/connect-link?${new URLSearchParams({ ...SENT, resource: '', scope: '' })}`
  const { page, dashboard } = await openScripted(visits, without, script(own))
  await page
    .getByText('It calls itself “Helper”. Nobody has checked that: go on only if you have just started it.')
    .waitFor()
  await page.getByText('a program on this computer (127.0.0.1:4000)').waitFor()
  expect(await page.getByRole('radio').count()).toBe(1)
  // Parameters without a value count as left out.
  const { resource: _resource, scope: _scope, ...sent } = SENT
  expect(dashboard.requests.find(({ method }) => method === 'POST')!.json).toEqual(sent)
})

test('a program that takes the answer without a page of its own leaves a page that says so', async () => {
  const server = createServer((_, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const taken = new Promise<string>((resolve) => server.once('request', ({ url = '' }) => resolve(url)))
  const own = { ...ASSISTANT, redirect_host: 'cursor://anysphere.cursor-mcp', on_this_machine: true }
  const back = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const { page } = await openScripted(visits, ADDRESS, script(own, back))
  await page.getByText('a program on this computer (cursor://anysphere.cursor-mcp)').waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  expect(await taken).toBe('/callback?allow')
  await page.getByRole('status').getByText('The program has the answer now. You can close this page.').waitFor()
  expect(await page.getByRole('button', { name: 'Allow' }).isDisabled()).toBe(true)
})

test('a request that is wrong leads nowhere, and says what is wrong', async () => {
  const { page } = await openScripted(visits, ADDRESS, {
    ...signedIn(),
    'POST /v1/oauth/authorizations': refusal(
      400,
      'invalid_value',
      'redirect_uri is not one of those that the assistant registered.',
      'redirect_uri',
    ),
  })
  await page.getByRole('heading', { name: 'This assistant cannot be connected' }).waitFor()
  await page.getByText('redirect_uri is not one of those that the assistant registered.').waitFor()
  expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/connect-link')
})

test('an answer that is no address of the web is not gone to', async () => {
  const own = { ...ASSISTANT, on_this_machine: true }
  const { page } = await openScripted(visits, ADDRESS, script(own, 'javascript:document.title='))
  await page.getByRole('button', { name: 'Allow' }).click()
  // By then the answer is there.
  await page.getByRole('status').getByText('The program has the answer now.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/connect-link')
})

test('an assistant’s key is shown as one, and is not rotated', async () => {
  const key = {
    id: 'k1',
    name: 'Helper',
    rate_limit: 60,
    status: 'active',
    created_by: null,
    created_at: Date.now(),
    last_used_at: null,
    revoked_at: null,
    rotated_at: null,
    old_secret_until: null,
    requests_last_day: 0,
    assistant: { role: 'viewer', redirect_host: 'helper.example', until: Date.now() + 86_400_000 },
  }
  const { page } = await openScripted(visits, '/keys', {
    ...signedIn(),
    'GET /v1/keys': ok([key], { rate_limit_max: 60 }),
  })
  await page.getByText('Assistant of helper.example: only reads.').waitFor()
  await page.getByRole('button', { name: 'Revoke' }).waitFor()
  expect(await page.getByRole('button', { name: 'Rotate' }).count()).toBe(0)
})
