import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { delivery, ok, webhook } from '../support/dashboard-samples.ts'
import { refusal, type Script, signedIn } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

const ID = webhook().id
const script = (more: Script = {}, role?: 'viewer'): Script => ({
  ...signedIn(role),
  'GET /v1/webhooks': ok([webhook()]),
  [`GET /v1/webhooks/${ID}/deliveries`]: ok({ result: [delivery()], next_before: null }),
  ...more,
})

test.each([
  ['wide', 'Deliveries', 'Details', 'Close', 'Add webhook', 'Add', 'Address: only https is taken.'],
  ['narrow', '전송 기록', '자세히', '닫기', '웹훅 추가', '추가', '형식이 맞지 않습니다. (only https is taken.)'],
] as const)('seen %s it is accessible and fits', async (view, deliveries, details, close, add, send, refused) => {
  const answer = { 'POST /v1/webhooks': refusal(400, 'invalid_format', 'url: only https is taken.', 'url') }
  const { page, visitor } = await openScripted(visits, '/webhooks', script(answer), view)
  await page.getByRole('button', { name: deliveries }).click()
  await page.getByText(/204/).waitFor()
  await visitor.screenshot('webhooks')
  await visitor.expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  )
  await page.getByRole('button', { name: details }).click()
  await page.getByRole('dialog').getByText('"post_id": "p1"').waitFor()
  await visitor.screenshot('webhooks-dialog')
  await visitor.expectAccessible()
  await page.getByRole('dialog').getByRole('button', { name: close }).click()
  // A refusal has the name of its field, and its rule in the language of the page.
  await page.getByRole('button', { name: add }).click()
  await page.getByRole('textbox').fill('http://example.com/')
  await page.getByRole('dialog').getByRole('button', { name: send, exact: true }).click()
  expect(await page.getByRole('dialog').getByRole('alert').innerText()).toBe(refused)
})

test.each([768, 1200])(
  '%i px wide all of a delivery is in sight, and an event that is new here has its own name',
  async (width) => {
    const failed = delivery({
      id: 'msg_000000000000000ccccccccccccccccccccccccccccccc',
      state: 'pending',
      next_attempt_at: Date.now() + 3_600_000,
      attempts: [{ at: Date.now(), status: null, error: 'The connection was refused.', duration_ms: 12 }],
    })
    const { page } = await openScripted(visits, '/webhooks', {
      ...script({ 'GET /v1/webhooks': ok([webhook({ events: ['post.published', 'post.translated'] })]) }),
      [`GET /v1/webhooks/${ID}/deliveries`]: ok({ result: [delivery(), failed], next_before: null }),
    })
    await page.setViewportSize({ width, height: 900 })
    await page.getByText('post.translated', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Deliveries' }).click()
    await page.getByText('The connection was refused.').waitFor()
    expect(await page.locator('.card.table').evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0)
  },
)

test('older deliveries are a step away', async () => {
  const older = delivery({ id: 'msg_000000000000000bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', event: 'post.failed' })
  const { page } = await openScripted(visits, '/webhooks', {
    ...script(),
    [`GET /v1/webhooks/${ID}/deliveries`]: ({ path }) =>
      path.includes('before=')
        ? ok({ result: [older], next_before: null })
        : ok({ result: [delivery()], next_before: delivery().id }),
  })
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await page.getByRole('button', { name: 'Older deliveries' }).click()
  await page.getByRole('row', { name: /A post failed/ }).waitFor()
  await page.getByRole('row', { name: /A post was published/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Older deliveries' }).count()).toBe(0)
})

test('one is added with its events; the secret is shown once', { tags: 'deep' }, async () => {
  const { page, dashboard, visitor } = await openScripted(visits, '/webhooks', {
    ...script({ 'GET /v1/webhooks': ok([]) }),
    'POST /v1/webhooks': refusal(422, 'private_address', 'The address is not public.', 'url'),
  })
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await visitor.expectAccessible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Give an address that begins with https://.').waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/')
  await page.getByRole('checkbox', { name: /A file is ready/ }).uncheck()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('The address is not public.').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('type'))
  await expect.poll(focused).toBe('url')
  dashboard.answer({ 'POST /v1/webhooks': ok({ ...webhook(), secret: 'whsec_once' }) })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).toBe('whsec_once')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(dashboard.requests.findLast(({ method }) => method === 'POST')?.json).toEqual({
    url: 'https://10.0.0.1/',
    events: ['post.published', 'post.failed', 'post.partially_failed', 'account.reconnect_required'],
  })
  // Sent again after an answer that got lost, it would be the same wish.
  const wishes = dashboard.requests
    .filter(({ method, path }) => method === 'POST' && path === '/v1/webhooks')
    .map(({ headers }) => headers['idempotency-key'])
  expect(wishes).toHaveLength(2)
  expect(wishes[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(wishes[1]).toBe(wishes[0])
})

test('a test shows what the receiver answered', { tags: 'deep' }, async () => {
  const test = delivery({ event: 'webhook.test', state: 'pending', attempts: [] })
  const { page, dashboard } = await openScripted(visits, '/webhooks', {
    ...script(),
    [`POST /v1/webhooks/${ID}/test`]: ok(test),
    [`GET /v1/webhooks/${ID}/deliveries`]: ok({ result: [test], next_before: null }),
  })
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('It is on its way…').waitFor()
  const answer = (status: number | null, error: string) =>
    dashboard.answer({
      [`GET /v1/webhooks/${ID}/deliveries`]: ok({
        result: [{ ...test, state: 'failed', attempts: [{ at: Date.now(), status, error, duration_ms: 12 }] }],
        next_before: null,
      }),
    })
  answer(500, 'The receiver answered with status 500.')
  await page.getByText('Not delivered: 500.').waitFor()
  answer(null, 'The receiver refused the connection.')
  await page.goto(`${dashboard.url}/webhooks?lang=ko`)
  await page.getByRole('button', { name: '테스트 보내기' }).click()
  await page.getByText('전송하지 못함: 연결이 거부되었습니다.').waitFor()
})

test('a delivery is replayed, a secret rotated, a webhook deleted', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(visits, '/webhooks', {
    ...script(),
    [`POST /v1/webhooks/${ID}/deliveries/${delivery().id}/replay`]: ok(delivery({ state: 'pending' })),
    [`POST /v1/webhooks/${ID}/rotate`]: ok({ ...webhook(), secret: 'whsec_next' }),
    [`DELETE /v1/webhooks/${ID}`]: ok({}),
  })
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('It is sent again.').waitFor()
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Secret' }).inputValue()).toBe('whsec_next')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The webhook is deleted.').waitFor()
  expect(dashboard.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

const off = (more: object = {}) =>
  webhook({ enabled: false, disabled_at: Date.now() - 3_600_000, disabled_reason: 'failing', ...more })

test.each([
  ['wide', 'The address accepted no message for three days', 'Switch on', 'The webhook is switched on.', 'Send test'],
  ['narrow', '3일 동안 이 주소로', '다시 켜기', '웹훅을 켰습니다.', '테스트 보내기'],
] as const)(
  'seen %s one that is switched off says so and why, and is switched on',
  { tags: 'deep' },
  async (view, why, on, done, send) => {
    const { page, dashboard, visitor } = await openScripted(
      visits,
      '/webhooks',
      script({ 'GET /v1/webhooks': ok([off()]) }),
      view,
    )
    await page.getByText(why).waitFor()
    // There is nothing to test while nothing is sent.
    expect(await page.getByRole('button', { name: send }).count()).toBe(0)
    await visitor.screenshot('webhooks-off')
    await visitor.expectAccessible()
    dashboard.answer({
      [`PATCH /v1/webhooks/${ID}`]: refusal(409, 'conflict', 'The webhook was changed at the same moment.'),
    })
    await page.getByRole('button', { name: on }).click()
    await page.getByText('The webhook was changed at the same moment.').waitFor()
    // The list is loaded again after a refusal: it must not say already now that the webhook is switched on.
    await expect.poll(() => dashboard.requests.filter(({ path }) => path === '/v1/webhooks')).toHaveLength(2)
    dashboard.answer({ [`PATCH /v1/webhooks/${ID}`]: ok(webhook()), 'GET /v1/webhooks': ok([webhook()]) })
    await page.getByRole('button', { name: on }).click()
    await page.getByText(done).waitFor()
    await page.getByRole('button', { name: send }).waitFor()
    expect(await page.getByText(why).count()).toBe(0)
    expect(dashboard.requests.findLast(({ method }) => method === 'PATCH')?.json).toEqual({ enabled: true })
  },
)

test('one that its owner switched off, or that fails for now, says so in other words', async () => {
  const { page, dashboard } = await openScripted(
    visits,
    '/webhooks',
    script({ 'GET /v1/webhooks': ok([off({ disabled_reason: 'owner' })]) }, 'viewer'),
  )
  await page.getByText('Nothing is sent to it until it is switched on.').waitFor()
  expect(await page.getByRole('button', { name: 'Switch on' }).count()).toBe(0)
  dashboard.answer({ 'GET /v1/webhooks': ok([webhook({ failing_since: Date.now() - 7_200_000 })]) })
  await page.reload()
  await page.getByText('The address has accepted nothing since').waitFor()
  expect(await page.getByText('Switched off').count()).toBe(0)
})

test('a viewer is offered nothing that is refused', async () => {
  const { page } = await openScripted(visits, '/webhooks', script({}, 'viewer'))
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await page.getByRole('button', { name: 'Details' }).waitFor()
  for (const name of ['Add webhook', 'Send test', 'Rotate secret', 'Delete', 'Replay'])
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
})
