// Names of people in a post that nobody has on an account's platform: they are published as plain text, and the caller is told.
import type { MentionsQuestion } from '../accounts/ask-mentions.ts'
import { factsOf } from '../platforms/facts.ts'
import { providerNamed } from '../platforms/providers.ts'
import { captionFor, type PostContent } from './rules/account-content.ts'
import { chainOf } from './rules/account-options.ts'
import type { Target } from './rules/check-post.ts'

/** Texts of one post that are looked at: accounts mostly share one. */
const MAX_TEXTS = 10
/** Texts of a plan of posts that are looked at. */
const MAX_TEXTS_OF_PLAN = 50

/** How long accepting a post waits. What is not known by then is looked up when the post is prepared. */
export const ACCEPT_WAIT_MS = 2000

/** All that the account would say, if it may name somebody. */
function textNaming({ account, platform }: Target, post: PostContent): string | undefined {
  if (!factsOf(platform).looks_up_mentions) return undefined
  const parts = chainOf(post, account.id, platform).map(({ content = '' }) => content)
  const text = [captionFor(post, account.id), ...parts].join('\n')
  return text.includes('@') ? text : undefined
}

const sentence = (name: string, platform: Target['platform']): string =>
  `@${name} is published as plain text: nobody is found by this name on ${providerNamed(platform).display_name}.`

/** A post, and the accounts that it goes to. */
export interface Naming {
  targets: readonly Target[]
  post: PostContent
}

/** Has the questions answered, in their order: for each the names that surely nobody has. Never throws. */
export type AskMentions = (questions: readonly MentionsQuestion[]) => Promise<string[][]>

/**
 * Looks up the people whom several posts name, each text once.
 * @returns for each post a sentence for each name that nobody has, by the id of the account.
 */
export async function missingMentionsOf(posts: readonly Naming[], ask: AskMentions): Promise<Map<string, string[]>[]> {
  const most = posts.length > 1 ? MAX_TEXTS_OF_PLAN : MAX_TEXTS
  const questions = new Map<string, MentionsQuestion>()
  const asked = posts.map(({ targets, post }) =>
    targets.flatMap((target) => {
      const { account, platform } = target
      const text = textNaming(target, post)
      if (text === undefined) return []
      const about = `${platform} ${text}`
      if (!questions.has(about)) questions.set(about, { account_id: account.id, platform, text })
      return [{ target, about }]
    }),
  )
  const answers = await ask([...questions.values()].slice(0, most))
  const missing = new Map([...questions.keys()].map((about, at) => [about, answers[at] ?? []]))
  return asked.map(
    (one) =>
      new Map(
        one.map(({ target: { account, platform }, about }) => [
          account.id,
          missing.get(about)!.map((name) => sentence(name, platform)),
        ]),
      ),
  )
}

/** As `missingMentionsOf`, of one post. */
export const missingMentions = async (
  targets: readonly Target[],
  post: PostContent,
  ask: AskMentions,
): Promise<Map<string, string[]>> => (await missingMentionsOf([{ targets, post }], ask))[0]!
