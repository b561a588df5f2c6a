// Names of people in a post that nobody has on an account's platform: they are published as plain text, and whoever posts is told.
import { askMentions, type MentionsQuestion } from '../accounts/ask-mentions.ts'
import { factsOf } from '../platforms/facts.ts'
import { providerNamed } from '../platforms/providers.ts'
import { captionFor, type PostContent } from './rules/account-content.ts'
import { chainOf } from './rules/account-options.ts'
import type { Target } from './rules/check-post.ts'

/** Texts that are looked at: accounts mostly share one. */
const MAX_TEXTS = 10

/** How long accepting a post waits. What is not known by then is looked up when the post is prepared. */
export const ACCEPT_WAIT_MS = 2000

/** All that the account would say, if it may name somebody. */
function textNaming({ account, platform }: Target, post: PostContent): string | undefined {
  if (!factsOf(platform).looks_up_mentions) return undefined
  const parts = chainOf(post, account.id, platform).map(({ content = '' }) => content)
  const text = [captionFor(post, account.id), ...parts].join('\n')
  return text.includes('@') ? text : undefined
}

/**
 * Never throws.
 * @param waitMs for the platforms' answers; by default as long as for other questions.
 * @returns a sentence for each name that nobody has, by the id of the account.
 */
export async function missingMentions(
  targets: readonly Target[],
  post: PostContent,
  waitMs?: number,
): Promise<Map<string, string[]>> {
  const questions: MentionsQuestion[] = []
  const asking = targets.flatMap((target) => {
    const { account, platform } = target
    const text = textNaming(target, post)
    if (text === undefined) return []
    let at = questions.findIndex((one) => one.platform === platform && one.text === text)
    if (at < 0) at = questions.push({ account_id: account.id, platform, text }) - 1
    return [{ target, at }]
  })
  const missing = await askMentions(questions.slice(0, MAX_TEXTS), waitMs)
  return new Map(
    asking.map(({ target: { account, platform }, at }) => [
      account.id,
      (missing[at] ?? []).map(
        (name) =>
          `@${name} is published as plain text: nobody is found by this name on ${providerNamed(platform).display_name}.`,
      ),
    ]),
  )
}
