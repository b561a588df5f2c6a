// What tests of the composer share: the service's answers to a post, a library, and adding from it.
import type { Page } from 'playwright-core'
import { ok } from './dashboard-samples.ts'
import type { ScriptedAnswer, ScriptedRequest } from './scripted-dashboard.ts'

/** The answer to a dry run that finds nothing wrong. @param scheduled_at when the post would go out, Unix milliseconds. */
const checked = (scheduled_at: number | null = null) =>
  ok({ valid: true, scheduled_at, accounts: [], skipped_accounts: [] })

export const CHECKED = checked()

/** The answer to a post that is made: `p1`. */
export const ACCEPTED: ScriptedAnswer = {
  status: 202,
  headers: { Location: '/api/v1/posts/p1' },
  body: { success: true, message: 'Accepted.' },
}

export const isDryRun = ({ path }: Pick<ScriptedRequest, 'path'>): boolean => path.includes('validate_only')

/** Answers posts: dry runs find nothing wrong. @param make answers what is no dry run. @param at when the post would go out. */
export const answerPosts =
  (make: (request: ScriptedRequest) => ScriptedAnswer = () => ACCEPTED, at: number | null = null) =>
  (request: ScriptedRequest): ScriptedAnswer =>
    isDryRun(request) ? checked(at) : make(request)

/** The library: all of it is on one page. */
export const libraryOf = (result: readonly object[], usage_size = 0): ScriptedAnswer =>
  ok({
    result,
    usage: { usage_size },
    result_info: { page: 1, per_page: 40, count: result.length, total_count: result.length, total_pages: 1 },
    filters: {},
  })

/** Adds media of the library to the post; without titles the only one that there is. */
export async function addFromLibrary(page: Page, ...titles: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: /^(Choose from library|라이브러리에서 선택)$/ }).click()
  const dialog = page.getByRole('dialog')
  if (titles.length === 0) await dialog.getByRole('checkbox').check()
  for (const name of titles) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('button', { name: /^(Add|추가)$/ }).click()
}
