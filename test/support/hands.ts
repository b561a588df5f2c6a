// How a person works a page: with a mouse, or with a keyboard alone.
import type { Locator, Page } from 'playwright-core'

export interface Hands {
  /** A link or button. */
  press(target: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  /** One of several radio buttons. */
  choose(radio: Locator): Promise<void>
}

export const mouse: Hands = {
  press: (target) => target.click(),
  type: (field, text) => field.fill(text),
  choose: (radio) => radio.check(),
}

/** No page has more places to stop at than this. */
const MOST_STOPS = 120

const focused = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement)

/** Tab by tab. @throws {Error} when the target is never reached. */
async function tabTo(target: Locator): Promise<Page> {
  await target.waitFor()
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
  // The Tab key stops once at a group, at what is chosen; arrows choose.
  choose: async (radio) => {
    const group = radio.locator('xpath=ancestor::fieldset').getByRole('radio')
    const chosen = group.and(radio.page().locator(':checked'))
    const page = await tabTo((await chosen.count()) > 0 ? chosen : group.first())
    const count = await group.count()
    for (let press = 0; press < count && !(await radio.isChecked()); press += 1) await page.keyboard.press('ArrowDown')
    if (!(await radio.isChecked())) throw new Error(`Arrow keys do not reach ${radio}.`)
  },
}
