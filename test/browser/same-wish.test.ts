// A person's wish is carried out once: two presses in the same moment send one request, and what is asked for again after a fault
// of the service has the same Idempotency-Key.
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openScripted, type Visits } from '../support/browser.ts'
import { delivery, ok } from '../support/dashboard-samples.ts'
import { LOOKS } from '../support/looks.ts'
import { LOOKS_OF_CLIENTS } from '../support/looks-clients.ts'
import { refusal, type Script } from '../support/scripted-dashboard.ts'

let visits: Visits

beforeAll(async () => {
  visits = await launchBrowser()
})

afterAll(() => visits.end())

interface Wish {
  /** Of `LOOKS` and `LOOKS_OF_CLIENTS`. */
  look: string
  /** Answers beside those of the look. */
  script?: Script
  /** Fills in what is needed. @returns the button that sends it. */
  begin: (page: Page) => Promise<Locator>
  /** The request that it sends. */
  sends: string
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const APPROVAL = LOOKS_OF_CLIENTS.approval!.path.split('/').at(-1)
const WEBHOOK = '30000000-0000-4000-8000-000000000001'

/** Writes a comment and gives the button. */
const commented = (name: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: 'Comment' }).fill('Please name the price.')
  return button(page, name)
}

/** Writes a text that is saved for others. */
async function composed(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio', { name: 'Text' }).check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Fresh beans')
}

/** Those whose endpoint takes an Idempotency-Key. */
const KEYED: Readonly<Record<string, Wish>> = {
  'a comment': {
    look: 'approval',
    begin: commented('Comment only'),
    sends: `POST /v1/approvals/${APPROVAL}/comments`,
  },
  'asking for changes': {
    look: 'approval',
    begin: commented('Ask for changes'),
    sends: `POST /v1/approvals/${APPROVAL}/changes`,
  },
  'an approval': {
    look: 'approval',
    begin: async (page) => button(page, 'Approve'),
    sends: `POST /v1/approvals/${APPROVAL}/approve`,
  },
  'a draft for the team': {
    look: 'compose-empty',
    begin: async (page) => {
      await composed(page)
      return button(page, 'Save for the team')
    },
    sends: 'POST /v1/drafts',
  },
  'a template': {
    look: 'compose-empty',
    script: { 'GET /v1/drafts': ok([]) },
    begin: async (page) => {
      await composed(page)
      await button(page, 'Templates').click()
      await page.getByRole('textbox', { name: 'Name of the template' }).fill('Beans')
      return button(page, 'Save text')
    },
    sends: 'POST /v1/drafts',
  },
  'a test of a webhook': {
    look: 'webhooks',
    begin: async (page) => button(page, 'Send test').first(),
    sends: `POST /v1/webhooks/${WEBHOOK}/test`,
  },
  'a message sent to a webhook again': {
    look: 'webhooks',
    begin: async (page) => {
      await button(page, 'Deliveries').first().click()
      return button(page, 'Replay')
    },
    sends: `POST /v1/webhooks/${WEBHOOK}/deliveries/${delivery().id}/replay`,
  },
}

const UNKEYED: Readonly<Record<string, Wish>> = {
  'a comment by a reviewer': {
    look: 'review',
    begin: async (page) => {
      await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
      return commented('Comment only')(page)
    },
    sends: 'POST /v1/reviews',
  },
  'a review link': {
    look: 'approval',
    begin: async (page) => {
      await button(page, 'Replace link').click()
      return button(page, 'Replace link').last()
    },
    sends: `PATCH /v1/approvals/${APPROVAL}`,
  },
  'an invitation': {
    look: 'team',
    begin: async (page) => {
      await button(page, 'Invite').click()
      await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
      return button(page, 'Send invitation')
    },
    sends: 'POST /v1/team/invitations',
  },
  'a connect link': {
    look: 'accounts',
    script: { 'GET /v1/accounts/connect-links': ok([]) },
    begin: async (page) => {
      await button(page, 'Connect link').click()
      await page.getByRole('checkbox', { name: 'Threads' }).check()
      return button(page, 'Create link')
    },
    sends: 'POST /v1/accounts/connect-links',
  },
  'connecting an account': {
    look: 'accounts',
    begin: async (page) => button(page, 'Connect Threads'),
    sends: 'POST /v1/accounts/social/authorizations',
  },
  'slots of an account': {
    look: 'accounts',
    begin: async (page) => {
      const account = page.getByRole('listitem', { name: '@harbor.coffee (Instagram)' })
      await account.getByRole('button', { name: 'Weekly slots' }).click()
      return button(page, 'Save')
    },
    sends: 'PUT /v1/accounts/social/a1/slots',
  },
}

async function open({ look, script, begin, sends }: Wish, answer: Script[string]) {
  const { path, script: base } = { ...LOOKS, ...LOOKS_OF_CLIENTS }[look]!
  const { page, dashboard } = await openScripted(visits, path, { ...base(), ...script })
  const pressed = await begin(page)
  dashboard.answer({ [sends]: answer })
  const sent = () =>
    dashboard.requests.filter(
      ({ method, path: asked, json }) =>
        `${method} ${asked}` === sends && (asked !== '/v1/reviews' || 'decision' in (json as object)),
    )
  return { page, pressed, sent, sends }
}

describe('two presses in the same moment', () => {
  test.each(Object.entries({ ...KEYED, ...UNKEYED }))('send %s once', async (_, wish) => {
    const { pressed, sent } = await open(wish, refusal(500, 'internal', 'Not now.'))
    await expect.poll(() => pressed.isEnabled()).toBe(true)
    // Requests that the page has begun, whether they have arrived or not.
    const begun = await pressed.evaluate(async (element: HTMLButtonElement) => {
      const real = window.fetch
      let count = 0
      window.fetch = (...given) => {
        count += given[0] instanceof Request && given[0].method !== 'GET' ? 1 : 0
        return real(...given)
      }
      element.click()
      element.click()
      await new Promise((resolve) => setTimeout(resolve))
      window.fetch = real
      return count
    })
    expect(begun).toBe(1)
    await expect.poll(() => sent().length).toBe(1)
  })
})

/** Keeps the request of a wish from the service. @returns what is done once it was begun, and once it may go. */
async function holdBack(page: Page, sends: string) {
  const gone = Promise.withResolvers<void>()
  const [method, path] = sends.split(' ')
  // A page may read from the same address.
  const isIt = (request: Request) =>
    request.method() === method && (path !== '/v1/reviews' || 'decision' in request.postDataJSON())
  const begun = page.waitForRequest(isIt)
  await page.route(`**/api${path}`, async (route) => {
    if (isIt(route.request())) await gone.promise
    await route.continue()
  })
  return { begun, letGo: gone.resolve }
}

describe('a dialog', () => {
  test.each(['a connect link', 'slots of an account'])(
    'stays until the answer about %s is there',
    { tags: 'deep' },
    async (name) => {
      const { page, pressed, sends } = await open(UNKEYED[name]!, refusal(403, 'forbidden', 'Not now.'))
      const { begun, letGo } = await holdBack(page, sends)
      await pressed.click()
      await begun
      // The request may be seen before the page has drawn that it is under way.
      const dialog = page.getByRole('dialog')
      await dialog.locator('header button').waitFor({ state: 'detached' })
      for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Escape')
      letGo()
      await dialog.getByText('Not now.').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    },
  )
})

describe('what can be written', () => {
  const CHANGE: Wish = {
    look: 'approval',
    begin: async (page) => {
      await page.getByText('Change', { exact: true }).click()
      await page.getByRole('textbox', { name: 'Text' }).fill('Beans at 9 euros.')
      return button(page, 'Send again')
    },
    sends: `PUT /v1/approvals/${APPROVAL}`,
  }
  const wishes: Readonly<Record<string, Wish>> = { ...KEYED, ...UNKEYED, 'a changed post': CHANGE }
  test.each(['a template', 'a comment', 'a comment by a reviewer', 'a connect link', 'a changed post'])(
    'cannot be while %s is sent: it would be lost with the answer',
    { tags: 'deep' },
    async (name) => {
      const { page, pressed, sends } = await open(wishes[name]!, refusal(403, 'forbidden', 'Not now.'))
      const form = page.locator('dialog, details, section').filter({ has: pressed }).last()
      const fields = form.locator('input, textarea')
      const writable = fields.and(page.locator(':enabled'))
      const before = await writable.count()
      expect(before).toBeGreaterThan(0)
      const { begun, letGo } = await holdBack(page, sends)
      await pressed.click()
      await begun
      await expect.poll(() => writable.count()).toBe(0)
      letGo()
      await page.getByText('Not now.').first().waitFor()
      await expect.poll(() => writable.count()).toBe(before)
      expect(await pressed.evaluate((element) => element === document.activeElement)).toBe(true)
    },
  )
})

describe('what is asked for again', () => {
  test.each(Object.entries(KEYED))('after a fault of the service is the same for %s', async (_, wish) => {
    const { pressed, sent } = await open(wish, refusal(503, 'unavailable', 'Not now.'))
    for (let tries = 1; tries <= 2; tries += 1) {
      await pressed.click()
      await expect.poll(() => sent().length).toBe(tries)
      await expect.poll(() => pressed.isEnabled()).toBe(true)
    }
    const [first, second] = sent().map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
  })
})

test('a comment by a reviewer that was taken although no answer said so is sent once', { tags: 'deep' }, async () => {
  const { page, dashboard } = await openScripted(
    visits,
    LOOKS_OF_CLIENTS.review!.path,
    LOOKS_OF_CLIENTS.review!.script(),
  )
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  const send = await commented('Comment only')(page)
  const { body } = LOOKS_OF_CLIENTS.review!.script()['POST /v1/reviews'] as { body: { data: { history: object[] } } }
  const decided = () => dashboard.requests.filter(({ json }) => 'decision' in ((json as object) ?? {}))
  dashboard.answer({ 'POST /v1/reviews': refusal(503, 'unavailable', 'Not now.') })
  await send.click()
  await page.getByText('The service has a fault.').waitFor()
  expect(await send.evaluate((element) => element === document.activeElement)).toBe(true)
  const entry = {
    kind: 'comment',
    text: 'Please name the price.',
    version: 1,
    at: Date.now(),
    name: 'Ada',
    reviewer: true,
  }
  dashboard.answer({ 'POST /v1/reviews': ok({ ...body.data, history: [...body.data.history, entry] }) })
  await send.click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('')
  expect(decided()).toHaveLength(1)
})

test('a second comment with the same words is another one, and so is one with other words', {
  tags: 'deep',
}, async () => {
  const { page, pressed, sent } = await open(KEYED['a comment']!, ok({}))
  const field = page.getByRole('textbox', { name: 'Comment' })
  for (const words of ['Thanks!', 'Thanks!', 'Fine.']) {
    const before = sent().length
    await field.fill(words)
    await pressed.click()
    await expect.poll(() => sent().length).toBe(before + 1)
    await expect.poll(() => field.inputValue()).toBe('')
  }
  expect(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
})

test('a refusal is told to a client who pressed twice in the same moment', async () => {
  const { path, script } = LOOKS_OF_CLIENTS['connect-link']!
  const { 'POST /v1/connect-links': opened, ...others } = script()
  const { page, dashboard } = await openScripted(visits, path, {
    ...others,
    'POST /v1/connect-links': ({ json }) =>
      'platform' in (json as object) ? refusal(409, 'conflict', 'Not now.') : (opened as ReturnType<typeof ok>),
  })
  await button(page, 'Connect Instagram').evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await page.getByText('Not now.').waitFor()
  expect(dashboard.requests.filter(({ json }) => 'platform' in ((json as object) ?? {}))).toHaveLength(1)
})
