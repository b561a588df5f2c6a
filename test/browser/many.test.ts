// Many posts and media: a step of the calendar and of the library stays quick, measured by the page itself.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mediaKey, mediaOf, postKey, postsOf, sortable, storageKey } from '../../core/table-keys.ts'
import { launchBrowser, type Visits } from '../support/browser.ts'
import { mouse, signIn } from '../support/hands.ts'
import { type Local, startLocal } from '../support/local.ts'
import { accountOn, busyKey, picture, post, upload } from '../support/posting.ts'
import { behind } from '../support/roles.ts'

const DAY = 86_400_000
/** What a step may take, in milliseconds. */
const QUICK = 200
/** Others use the machine, too: a step is taken so often at the most until it is quick once. */
const ROUNDS = 40

let visits: Visits
let local: Local
let key: string

beforeAll(async () => {
  ;[visits, local] = await Promise.all([launchBrowser(), startLocal()])
  key = await busyKey(local)
})

afterAll(async () => {
  await visits?.end()
  await local?.end()
})

/** Milliseconds from the key or the button until what it leads to is drawn, as the page itself measures them. */
async function step(page: Page, go: () => Promise<void>, selector: string, words = ''): Promise<number> {
  interface Measured {
    __took?: number
  }
  await page.evaluate(
    ([there, text]) => {
      const measured = window as unknown as Measured
      measured.__took = undefined
      const begin = () => {
        performance.mark('step')
        const look = () => {
          if ([...document.querySelectorAll(there!)].some(({ textContent }) => textContent?.includes(text!)))
            measured.__took = performance.measure('step', 'step').duration
          else requestAnimationFrame(look)
        }
        look()
      }
      const once = { once: true, capture: true }
      window.addEventListener('keydown', begin, once)
      window.addEventListener('click', begin, once)
    },
    [selector, words],
  )
  await go()
  await page.waitForFunction(() => (window as unknown as Measured).__took !== undefined)
  return (await page.evaluate(() => (window as unknown as Measured).__took))!
}

// Storing them takes most of it.
test('with 10,000 posts and 10,000 media a step of the calendar and of the library stays quick', {
  tags: 'deep',
  timeout: 240_000,
}, async () => {
  const now = Date.now()
  const wait = { title: 'One of many', content: 'Words', hashtags: ['a'], accounts: [accountOn(local, 'threads')] }
  const first = await post(local, 'text', { ...wait, scheduled_at: now + 40 * DAY }, key)
  const second = await upload(local, await picture(40, 40), 'many.jpg', 'image/jpeg')
  const aws = behind(local, inject('assembly'))
  const [postItem, mediaItem] = await Promise.all([aws.get(postKey(first)), aws.get(mediaKey(second))])
  const owner = String(postItem!.owner_id)
  const at = (number: number) => now - 90 * DAY + number * 60_000
  const idOf = (kind: number, number: number) => `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`
  const all = Array.from({ length: 10_000 }, (_, number) => number)
  // A month in the calendar has some 400, which are all shown.
  const scheduled = (number: number) => now + 35 * DAY + number * 150 * 60_000
  const posts = all.map((number) => {
    const id = idOf(1, number)
    const search = String(postItem!.search)
      .split('/')
      .with(4, String(scheduled(number)))
      .join('/')
    const owner_sk = `${sortable(at(number))}#${id}`
    return {
      ...postItem,
      ...postKey(id),
      id,
      search,
      owner_sk,
      created_at: at(number),
      scheduled_at: scheduled(number),
    }
  })
  const media = all.map((number) => {
    const id = idOf(2, number)
    const title = `Medium ${String(number).padStart(5, '0')}`
    const owner_sk = `${sortable(at(number))}#${id}`
    const { due_pk: _, due_sk: __, ...rest } = mediaItem!
    return { ...rest, ...mediaKey(id), id, title, search: title.toLowerCase(), owner_sk, created_at: at(number) }
  })
  expect([postsOf(owner), mediaOf(owner)]).toEqual([postItem!.owner_pk, mediaItem!.owner_pk])

  const day = new Date(scheduled(400)).toISOString().slice(0, 10)
  const visitor = await visits.visit()
  const { page } = visitor
  await page.goto(`${local.session.dashboard_url}/calendar`)
  await signIn(page, mouse, local.session.sign_in!)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  const measure = async (there: string) => {
    await page.goto(`${local.session.dashboard_url}/calendar?view=month&date=${day}`)
    await page.locator(`[data-slot="${day}"]${there}`).first().waitFor()
    const calendar: number[] = []
    for (let round = 0; round < ROUNDS && !calendar.some((took) => took < QUICK); round += 1) {
      await step(page, () => page.keyboard.press('w'), `[data-slot^="${day} "]${there}`)
      calendar.push(await step(page, () => page.keyboard.press('m'), `[data-slot="${day}"]${there}`))
    }
    return Math.min(...calendar)
  }
  /** From another page of the dashboard into the library. */
  const intoLibrary = async (words: string) => {
    const took: number[] = []
    for (let round = 0; round < ROUNDS && !took.some((each) => each < QUICK); round += 1) {
      await page.goto(`${local.session.dashboard_url}/keys`)
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Media' })
      await page.waitForLoadState('networkidle')
      took.push(await step(page, () => link.click(), '.medium a', words))
    }
    return Math.min(...took)
  }
  const few = { calendar: await measure(''), library: await intoLibrary('many') }
  await aws.putMany([...posts, ...media])
  await aws.edit(storageKey(owner), { count: 10_001, count_image: 10_001 })
  aws.end()
  const many = { calendar: await measure(' [data-post]'), library: await intoLibrary('Medium 09999') }
  const pages: number[] = []
  for (let round = 1; round <= ROUNDS && !pages.some((took) => took < QUICK); round += 1) {
    const next = page.getByRole('button', { name: 'Next page' })
    const shown = `Medium ${String(9999 - 40 * round - 5).padStart(5, '0')}`
    pages.push(await step(page, () => next.click(), '.medium a', shown))
  }
  const told = (took: typeof few) => `calendar ${took.calendar.toFixed(0)} ms, library ${took.library.toFixed(0)} ms`
  const paging = Math.min(...pages)
  console.log(`A step with few: ${told(few)}. With 10,000: ${told(many)}, its next page ${paging.toFixed(0)} ms.`)
  expect(many.calendar).toBeLessThan(QUICK)
  expect(many.library).toBeLessThan(QUICK)
  expect(paging).toBeLessThan(QUICK)
  await visitor.end()
})
