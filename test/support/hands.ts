// How a person works a page: with a mouse, or with a keyboard alone.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export interface Hands {
  /** A link or button. */
  press(target: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  /** One of several radio buttons. */
  choose(radio: Locator): Promise<void>
  check(box: Locator): Promise<void>
  /** A date and a time, "2031-05-06T10:30", into a field of both. */
  date(field: Locator, wall: string): Promise<void>
  /** Where what opens asks for a file. */
  file(button: Locator, path: string): Promise<void>
}

/** Goes back, to a page of the dashboard, from one that leads here again by itself. */
export const goBackInVain = (page: Page) =>
  page.evaluate(async () => {
    const moved = () => new Promise((done) => window.addEventListener('popstate', done, { once: true }))
    const back = moved()
    history.back()
    await back
    await moved()
  })

/**
 * Drops a picture on an element, or pastes it there with whatever words the clipboard has beside it.
 * @returns whether the page kept the browser from doing what it does by itself: a dropped file would be shown in its place.
 */
export const giveFile = (page: Page, how: 'drop' | 'paste', selector: string, words?: string) =>
  page.locator(selector).evaluate(
    (element, [kind, beside]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['picture'], 'beans.png', { type: 'image/png' }))
      if (beside !== undefined) transfer.setData('text/plain', beside)
      const common = { bubbles: true, cancelable: true }
      const events =
        kind === 'paste'
          ? [new ClipboardEvent('paste', { ...common, clipboardData: transfer })]
          : ['dragover', 'drop'].map((type) => new DragEvent(type, { ...common, dataTransfer: transfer }))
      return events.map((event) => element.dispatchEvent(event)).includes(true) ? 'left' : 'prevented'
    },
    [how, words] as const,
  )

async function chooseFile(page: Page, press: () => Promise<void>, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press()
  await (await chooser).setFiles(path)
}

export const mouse: Hands = {
  press: (target) => target.click(),
  type: (field, text) => field.fill(text),
  choose: (radio) => radio.check(),
  check: (box) => box.check(),
  date: (field, wall) => field.fill(wall),
  file: (button, path) => chooseFile(button.page(), () => button.click(), path),
}

/** No page has more places to stop at than this. */
const MOST_STOPS = 120

const focused = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement)

/** Tab by tab, once the target can be used: a mouse waits for that by itself. @throws {Error} when it is never reached. */
export async function tabTo(target: Locator): Promise<Page> {
  await target.waitFor()
  await expect.poll(() => target.isEnabled(), { message: `${target} is enabled` }).toBe(true)
  const page = target.page()
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await focused(target)) return page
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${target}.`)
}

export const keyboard: Hands = {
  press: async (target) => {
    await (await tabTo(target)).keyboard.press('Enter')
  },
  type: async (field, text) => {
    await (await tabTo(field)).keyboard.type(text)
  },
  check: async (box) => {
    await (await tabTo(box)).keyboard.press('Space')
  },
  // As American English has it: month, day, year, hour, minute, AM or PM.
  date: async (field, wall) => {
    const [year, month, day, hour, minute] = wall.split(/\D/) as [string, string, string, string, string]
    const { keyboard: keys } = await tabTo(field)
    await keys.type(`${month}${day}${year}`)
    // A year may have more digits.
    await keys.press('ArrowRight')
    await keys.type(`${String(Number(hour) % 12 || 12).padStart(2, '0')}${minute}${Number(hour) < 12 ? 'A' : 'P'}`)
  },
  file: (button, path) => chooseFile(button.page(), () => keyboard.press(button), path),
  // The Tab key stops once at a group, at what is chosen; arrows choose.
  choose: async (radio) => {
    const group = radio.locator('xpath=ancestor::*[self::fieldset or @role="radiogroup"][1]').getByRole('radio')
    const chosen = group.and(radio.page().locator(':checked'))
    const page = await tabTo((await chosen.count()) > 0 ? chosen : group.first())
    const count = await group.count()
    for (let press = 0; press < count && !(await radio.isChecked()); press += 1) await page.keyboard.press('ArrowDown')
    if (!(await radio.isChecked())) throw new Error(`Arrow keys do not reach ${radio}.`)
  },
}

/** Signs in on the page of the local run's provider. */
export async function signIn(
  page: Page,
  hands: Hands,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await hands.type(page.getByRole('textbox', { name: 'Email' }), email)
  await hands.type(page.getByRole('textbox', { name: 'Password' }), password)
  await hands.press(page.getByRole('button', { name: 'Sign in' }))
}
