// Looks up the people that a text names, for callers that wait for it: bounded in number, and each answer is kept for a while.
import { platformOf } from '../platforms/connectors.ts'
import { factsOf } from '../platforms/facts.ts'
import type { Result } from '../platforms/outcome.ts'
import { answerOnce } from './answer-once.ts'
import type { MentionsQuestion } from './ask-mentions.ts'
import { MENTION_KEPT_MS } from './rules/asking.ts'

/** Two hosts may have to be asked, one after the other. */
const LOOK_MS = 8000

/**
 * Never throws, and answers within `lookMs` and half a second.
 * @returns the names that nobody has. One that could not be looked up is not among them.
 */
export async function answerMentions(
  { account_id, platform, text }: MentionsQuestion,
  lookMs = LOOK_MS,
): Promise<Result<string[]>> {
  const { mentions } = await platformOf(platform)
  const { most = 0 } = factsOf(platform).looks_up_mentions ?? {}
  if (!mentions) return { ok: true, value: [] }
  const names = mentions.namesIn(text).slice(0, most)
  // Counted separately from calls with the account's token: these calls go to other servers.
  const asked = { id: `${account_id}/mentions`, external_account_id: '' }
  const answers = await Promise.all(
    names.map((name) =>
      answerOnce(asked, { name, calls: 1, keepMs: MENTION_KEPT_MS, ask: () => mentions.isSomebody(name) }, lookMs),
    ),
  )
  const missing = names.filter((_, at) => {
    const found = answers[at]!
    return found.ok && !found.value
  })
  return { ok: true, value: missing }
}
