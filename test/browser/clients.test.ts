// Clients and teams at work through the real service: an admin, a second person, and a client without a user.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type Visitor, type Visits } from '../support/browser.ts'
import { goBackInVain, mouse, signIn } from '../support/hands.ts'
import { type Local, startLocal } from '../support/local.ts'

let visits: Visits
let local: Local
let url: string
const visitors: Visitor[] = []

beforeAll(async () => {
  ;[visits, local] = await Promise.all([launchBrowser(), startLocal()])
  url = local.session.dashboard_url!
})
afterAll(async () => {
  await visits?.end()
  await local?.end()
})
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.end()
})

/** Somebody with a browser of their own. */
const arrive = async (address: string, view: 'wide' | 'narrow' = 'wide'): Promise<Visitor> => {
  const visitor = await visits.visit(view)
  visitors.push(visitor)
  await visitor.page.goto(address.startsWith('http') ? address : `${url}${address}`)
  return visitor
}

const asAdmin = async (path: string): Promise<Visitor> => {
  const visitor = await arrive(path)
  await signIn(visitor.page, mouse, local.session.sign_in!)
  return visitor
}

/** Goes to the platform's page in its own window, and says what one says there. */
async function atPlatform(page: Page, button: string, answer: (platform: Page) => Promise<void>): Promise<void> {
  const popup = page.context().waitForEvent('page')
  await page.getByRole('button', { name: button }).click()
  const platform = await popup
  const closed = platform.waitForEvent('close')
  await platform.getByRole('button', { name: 'Allow' }).waitFor()
  await answer(platform)
  await closed
}

const allow = (name: string) => async (platform: Page) => {
  await platform.getByRole('radio', { name }).check()
  await platform.getByRole('button', { name: 'Allow' }).click()
}

async function makeLink(page: Page, ...platforms: string[]): Promise<string> {
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('button', { name: 'Connect link' }).click()
  const dialog = page.getByRole('dialog')
  for (const platform of platforms) await dialog.getByRole('checkbox', { name: platform }).check()
  await dialog.getByRole('textbox', { name: 'Client' }).fill('Harbor Coffee')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = dialog.getByRole('textbox', { name: 'Connect link' })
  await link.waitFor()
  expect(await link.getAttribute('readonly')).not.toBeNull()
  await dialog.getByRole('button', { name: 'Copy' }).waitFor()
  const address = await link.inputValue()
  await goBackInVain(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  return address
}

test('a client without a user connects by a link, and is told what was granted; the admin sees it and revokes another', {
  tags: 'deep',
}, async () => {
  const admin = await asAdmin('/accounts?lang=en')
  for (const platform of ['Instagram', 'Threads']) {
    const item = admin.page.getByRole('listitem', { name: `@demo.studio (${platform})` })
    await item.getByRole('button', { name: 'Disconnect' }).click()
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await item.waitFor({ state: 'detached' })
  }
  const address = await makeLink(admin.page, 'Instagram', 'Threads')

  const client = await arrive(address)
  await client.page.getByRole('heading', { level: 1, name: /Connect your account to demo/ }).waitFor()
  await client.page.getByText('For Harbor Coffee').waitFor()
  await client.expectAccessible()
  await client.screenshot('connect-link')
  await atPlatform(client.page, 'Connect Instagram', (platform) =>
    platform.getByRole('button', { name: 'Cancel' }).click(),
  )
  await client.page.getByText('You cancelled at the platform').waitFor()
  await atPlatform(client.page, 'Connect Instagram', allow('@demo.studio'))
  await client.page.getByText(/@demo\.studio \(Instagram\) is connected to demo/).waitFor()
  await client.page.getByText('publish posts to the account').waitFor()
  await client.screenshot('connect-link-granted')

  // Where the browser opens no window, the platform takes this one, and comes back to it.
  await client.page.evaluate(() => {
    window.open = () => null
  })
  await client.page.getByRole('button', { name: 'Connect Threads' }).click()
  await allow('@demo.studio')(client.page)
  await client.page.getByText(/@demo\.studio \(Threads\) is connected to demo/).waitFor()
  await client.page.getByText('All accounts of this link are connected').waitFor()
  // Nobody signed in for it.
  expect((await client.context.cookies()).map(({ name }) => name)).toEqual([])

  const second = await makeLink(admin.page, 'Threads')
  await admin.page.getByRole('button', { name: 'Connect link' }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByText('@demo.studio (Threads)').waitFor()
  await admin.expectAccessibleHere()
  await admin.screenshot('connect-links')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  const question = admin.page.getByRole('dialog', { name: 'Revoke the link of' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByText('Revoked').waitFor()
  const late = await arrive(second, 'narrow')
  await late.page.getByRole('heading', { level: 1, name: '사용할 수 없는 링크입니다' }).waitFor()
  await late.screenshot('connect-link-gone')
})

test('a client names the server of an account, and chooses among the Pages of one sign-in', {
  tags: 'deep',
}, async () => {
  const admin = await asAdmin('/accounts?lang=en')
  const address = await makeLink(admin.page, 'Mastodon', 'Facebook')
  const client = await arrive(address)
  const { page } = client
  await page.getByRole('button', { name: 'Connect Mastodon' }).click()
  const naming = page.getByRole('dialog', { name: 'Connect Mastodon' })
  await naming.getByRole('button', { name: 'Continue' }).click()
  const server = naming.getByRole('textbox', { name: 'Server' })
  expect(await server.getAttribute('aria-invalid')).toBe('true')
  // An address that only the service itself could reach is nobody's server.
  await server.fill('http://169.254.169.254/')
  await naming.getByRole('button', { name: 'Continue' }).click()
  await naming.getByText('Server: ').first().waitFor()
  await client.expectAccessible()
  await client.screenshot('connect-link-server')
  await naming.getByRole('button', { name: 'Cancel' }).click()

  const popup = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Connect Facebook' }).click()
  const platform = await popup
  const closed = platform.waitForEvent('close')
  await platform.getByRole('button', { name: 'Allow' }).click()
  await closed
  const choosing = page.getByRole('dialog', { name: 'Choose accounts' })
  await choosing.getByRole('checkbox', { name: /Harbor Bakery/ }).waitFor()
  await client.expectAccessible()
  await client.screenshot('connect-link-choice')
  for (const box of await choosing.getByRole('checkbox', { checked: true }).all()) await box.uncheck()
  await choosing.getByRole('checkbox', { name: /Harbor Bakery/ }).check()
  await choosing.getByRole('button', { name: 'Connect' }).click()
  await page.getByText(/is connected to demo/).waitFor()
  await choosing.waitFor({ state: 'detached' })
  await page.getByText('The link connects 1 more account.').waitFor()
})

/** As the page itself calls the API. */
const api = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([how, where, json]) => {
      const reply = await fetch(`/api${where}`, {
        method: how,
        headers: { 'X-CSRF': '1', 'Content-Type': 'application/json' },
        ...(json === undefined ? {} : { body: json }),
      })
      return { status: reply.status, json: await reply.json() }
    },
    [method, path, body && JSON.stringify(body)] as const,
  )

test('an author’s post waits for an editor, is changed when asked, and goes out as it was approved', {
  tags: 'deep',
}, async () => {
  const admin = await asAdmin('/approvals?lang=en')
  const { viewer } = local.session.sign_in!
  const { json } = await api(admin.page, 'GET', '/v1/team')
  const member = json.data.members.find(({ email }: { email: string }) => email === viewer.email)
  expect((await api(admin.page, 'PATCH', `/v1/team/members/${member.id}`, { role: 'author' })).status).toBe(200)
  await admin.page.getByText('Nothing waits for approval').waitFor()

  const author = await arrive('/compose?lang=en')
  await signIn(author.page, mouse, viewer)
  await author.page
    .getByRole('group', { name: 'Accounts' })
    .getByRole('checkbox', { name: /Threads/ })
    .check()
  await author.page.getByRole('radio', { name: 'Text' }).check()
  await author.page.getByRole('textbox', { name: 'Text', exact: true }).fill('Our autumn menu is here.')
  expect(await author.page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
  await author.page.getByRole('button', { name: 'Send for approval' }).click()
  await author.page.waitForURL(/\/approvals\/[0-9a-f-]{36}$/)
  expect(await author.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  const address = new URL(author.page.url()).pathname

  await admin.page.goto(`${url}${address}`)
  await admin.page.getByRole('button', { name: 'Ask for changes' }).click()
  await admin.page.getByText('Say what should change.').waitFor()
  await admin.page.getByRole('textbox', { name: 'Comment' }).fill('Please name the street.')
  await admin.page.getByRole('button', { name: 'Ask for changes' }).click()
  await admin.page.getByText('Changes asked').waitFor()

  await author.page.reload()
  await author.page.getByText('Please name the street.').waitFor()
  await author.page.getByRole('textbox', { name: 'Text' }).fill('Our autumn menu is here, 5 Quay Street.')
  await author.page.getByRole('button', { name: 'Send again' }).click()
  await author.page.getByText('Version 2').waitFor()
  await author.expectAccessible()
  await author.screenshot('approval')

  // The editor's page still shows the version before: the new one is not approved unseen.
  const id = address.split('/').at(-1)!
  expect((await api(admin.page, 'POST', `/v1/approvals/${id}/approve`, { version: 1 })).status).toBe(409)
  await admin.page.reload()
  await admin.page.getByText('Our autumn menu is here, 5 Quay Street.').first().waitFor()
  await admin.screenshot('approval-editor')
  await admin.page.getByRole('button', { name: 'Approve' }).click()
  await admin.page.getByRole('link', { name: 'Open the post' }).click()
  await admin.page.waitForURL(/\/posts\/[0-9a-f-]{36}$/)
  await admin.page.getByText('Our autumn menu is here, 5 Quay Street.').first().waitFor()
})

test('somebody without a user reviews a post by a link; it goes out as it was approved, and a revoked link shows nothing', {
  tags: 'deep',
}, async () => {
  const editor = await asAdmin('/accounts?lang=en')
  const { json } = await api(editor.page, 'GET', '/v1/accounts/connections')
  const threads = json.data.find(({ platform }: { platform: { name: string } }) => platform.name === 'threads')
  const post = { content: 'Our winter menu is here.', accounts: [threads.id] }
  const sent = await api(editor.page, 'POST', '/v1/approvals', { type: 'text', post })
  expect(sent.status, JSON.stringify(sent.json)).toBe(200)
  await editor.page.goto(`${url}/approvals/${sent.json.data.id}`)
  await editor.page.getByRole('button', { name: 'Create link' }).click()
  const address = await editor.page.getByRole('textbox', { name: 'Review link' }).inputValue()
  await editor.expectAccessible()

  const reviewer = await arrive(`${address}`)
  const { page } = reviewer
  await page.getByRole('heading', { level: 1, name: /Review a post of demo/ }).waitFor()
  await page.getByText('Our winter menu is here.').waitFor()
  await reviewer.expectAccessible()
  await reviewer.screenshot('review')
  await page.getByRole('button', { name: 'Ask for changes' }).click()
  await page.getByText('Enter your name').waitFor()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Jun Park')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Please name the street.')
  await page.getByRole('button', { name: 'Ask for changes' }).click()
  await page.getByText('demo was asked for changes').waitFor()

  await editor.page.reload()
  await editor.page.getByText('Please name the street.').waitFor()
  await editor.page.getByText('Jun Park').waitFor()
  await editor.page.getByRole('textbox', { name: 'Text' }).fill('Our winter menu is here, 5 Quay Street.')
  const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
  await editor.page.getByLabel('Time').fill(`${tomorrow}T10:30`)
  await editor.page.getByRole('button', { name: 'Send again' }).click()
  await editor.page.getByText('Version 2').waitFor()

  // The reviewer's page still shows the version before: the new one is not approved unseen.
  const hash = new URL(address).hash.slice(1)
  const unseen = await api(page, 'POST', '/v1/reviews', {
    link: hash,
    decision: { action: 'approve', name: 'Jun Park', version: 1 },
  })
  expect(unseen.status).toBe(409)
  await page.reload()
  await page.getByText('Our winter menu is here, 5 Quay Street.').waitFor()
  // The name is known from before.
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('The post goes out exactly as you see it.').waitFor()
  // The button that had the focus is gone.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  // Nobody signed in for it.
  expect((await reviewer.context.cookies()).map(({ name }) => name)).toEqual([])
  const posts = await api(editor.page, 'GET', '/v1/posts?limit=100&status=scheduled')
  expect(
    posts.json.data.result.filter(({ content }: { content: string }) => content.startsWith('Our winter menu')),
  ).toMatchObject([{ content: 'Our winter menu is here, 5 Quay Street.' }])

  const second = await api(editor.page, 'POST', '/v1/approvals', { type: 'text', post })
  await editor.page.goto(`${url}/approvals/${second.json.data.id}`)
  await editor.page.getByRole('button', { name: 'Create link' }).click()
  const other = await editor.page.getByRole('textbox', { name: 'Review link' }).inputValue()
  await editor.page.getByRole('button', { name: 'Replace link' }).click()
  await editor.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await editor.page.getByRole('button', { name: 'Revoke link' }).click()
  await editor.page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click()
  await editor.page.getByRole('button', { name: 'Create link' }).waitFor()
  const late = await arrive(other, 'narrow')
  await late.page.getByRole('heading', { level: 1, name: '사용할 수 없는 링크입니다' }).waitFor()
  await late.expectAccessible()
})

test('an author’s plan from a file waits row by row; an editor sees all of several posts and approves them together', {
  tags: 'deep',
}, async () => {
  const admin = await asAdmin('/approvals?lang=en')
  const { viewer } = local.session.sign_in!
  const { json } = await api(admin.page, 'GET', '/v1/team')
  const member = json.data.members.find(({ email }: { email: string }) => email === viewer.email)
  expect((await api(admin.page, 'PATCH', `/v1/team/members/${member.id}`, { role: 'author' })).status).toBe(200)

  const author = await arrive('/import?lang=en')
  await signIn(author.page, mouse, viewer)
  const day = new Date(Date.now() + 72 * 3_600_000).toISOString().slice(0, 10)
  const end = new Date(Date.now() + 10 * 24 * 3_600_000).toISOString().slice(0, 10)
  const csv = [
    'id,type,content,accounts,scheduled_at,repeat,repeat_until',
    `spring-1,text,Our spring menu is here.,threads:demo.studio,${day} 10:30,,`,
    `spring-2,text,,threads:demo.studio,${day} 11:30,,`,
    `spring-3,text,Spring Tuesday.,threads:demo.studio,${day} 12:30,weekly,${end}`,
  ].join('\n')
  const file = { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await author.page.getByLabel('CSV file').setInputFiles(file)
  await author.page.getByRole('button', { name: 'Check' }).click()
  await author.page.getByText('3 posts are ready').waitFor()
  expect(await author.page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)
  // It does not reach beyond the page either.
  const evading = await api(author.page, 'POST', '/v1/imports', { csv, time_zone: 'UTC' })
  expect([evading.status, evading.json.errors[0].code]).toEqual([403, 'approval_required'])
  await author.page.getByRole('textbox', { name: 'Comment' }).fill('The spring plan.')
  await author.expectAccessible()
  await author.page.getByRole('button', { name: 'Send for approval' }).click()
  const rows = author.page.getByRole('table', { name: 'Rows' })
  await rows.getByRole('link', { name: 'Waits for approval' }).first().waitFor()
  expect(await rows.getByRole('link', { name: 'Waits for approval' }).count()).toBe(3)
  await author.screenshot('import-for-approval')
  await author.page.getByRole('button', { name: 'Check' }).click()
  await author.page.getByText('3 were imported before').waitFor()
  const sent = await api(author.page, 'POST', '/v1/imports', { csv, time_zone: 'UTC', for_approval: true })
  expect(sent.status).toBe(200)

  await admin.page.reload()
  const list = admin.page.getByRole('table', { name: 'Posts for approval' })
  await list.getByText('Our spring menu is here.').waitFor()
  expect(await list.getByText('Spring Tuesday.').count()).toBe(2)
  const choices = list.getByRole('checkbox', { name: /Choose (Our spring menu|Spring Tuesday)/ })
  for (const choice of await choices.all()) await choice.check()
  await admin.expectAccessible()
  await admin.page.getByRole('button', { name: 'Approve 3 posts…' }).click()
  const dialog = admin.page.getByRole('dialog', { name: 'Approve 3 posts?' })
  await dialog.getByText('Our spring menu is here.').waitFor()
  expect(await dialog.getByText('Spring Tuesday.').count()).toBe(2)
  await admin.expectAccessible()
  await admin.screenshot('approve-several')

  // One is changed while the editor reads: that one is not approved unseen.
  const waiting = await api(author.page, 'GET', '/v1/approvals?state=waiting&limit=100')
  const [changed] = waiting.json.data.filter(
    ({ post }: { post: { content: string } }) => post.content === 'Spring Tuesday.',
  )
  const post = { ...changed.post, content: 'Something else.' }
  const put = await api(author.page, 'PUT', `/v1/approvals/${changed.id}`, { version: 1, type: 'text', post })
  expect(put.status).toBe(200)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByText('1 post could not be approved:').waitFor()
  await admin.page.getByText('2 posts are approved.').waitFor()
  await admin.expectAccessible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await list.getByText('Something else.').waitFor()
  const posts = await api(admin.page, 'GET', '/v1/posts?limit=100&status=scheduled')
  const contents = posts.json.data.result.map(({ content }: { content: string }) => content)
  expect(contents.filter((content: string) => content.startsWith('Our spring menu'))).toHaveLength(1)
  expect(contents.filter((content: string) => content === 'Spring Tuesday.')).toHaveLength(1)
  expect(contents).not.toContain('Something else.')
  await api(author.page, 'DELETE', `/v1/approvals/${changed.id}`)

  await author.page.getByRole('button', { name: 'Check' }).click()
  await rows.getByRole('link', { name: 'Open the post' }).first().waitFor()
  expect(await rows.getByRole('link', { name: 'Open the post' }).count()).toBe(2)
  await rows.getByRole('link', { name: 'Withdrawn' }).waitFor()
})

test('a plan from a file is checked row by row, imported, and sent again posts nothing twice', {
  tags: 'deep',
}, async () => {
  const editor = await asAdmin('/import?lang=en')
  const { page } = editor
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor()
  const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
  const end = new Date(Date.now() + 16 * 24 * 3_600_000).toISOString().slice(0, 10)
  const csv = [
    'id,type,content,accounts,scheduled_at,repeat,repeat_until',
    `one,text,Our autumn menu is here.,threads:demo.studio,${day} 10:30,,`,
    `two,text,,threads:nobody,${day} 10:30,,`,
    `three,text,Every week.,threads:demo.studio,${day} 11:30,weekly,${end}`,
  ].join('\n')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Choose a file.').waitFor()
  await page.getByLabel('CSV file').setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Check' }).click()
  const rows = page.getByRole('table', { name: 'Rows' })
  await rows.getByText('there is no account threads:nobody').waitFor()
  await page.getByText('1 row has a problem').waitFor()
  const repeated = await rows.getByText('Every week.').count()
  expect(repeated).toBeGreaterThanOrEqual(2)
  await rows.getByRole('checkbox', { name: 'Import row 4' }).uncheck()
  await editor.expectAccessible()
  await editor.screenshot('import')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await rows.getByRole('link', { name: 'Open the post' }).first().waitFor()
  expect(await rows.getByRole('link', { name: 'Open the post' }).count()).toBe(repeated)

  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText(`${repeated} were imported before`).waitFor()
  const { json } = await api(page, 'GET', '/v1/posts?limit=100&status=scheduled')
  expect(json.data.result.filter(({ content }: { content: string }) => content === 'Every week.')).toHaveLength(
    repeated - 1,
  )
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export posts' }).click()
  expect((await download).suggestedFilename()).toBe('posts.csv')
})
