// Looks up places, hashtags and collaborators with the tokens of accounts, for callers that may not hold one.
import { log } from '../log.ts'
import { platformOf } from '../platforms/connectors.ts'
import { factsOf } from '../platforms/facts.ts'
import type { PlatformError, Result } from '../platforms/outcome.ts'
import { answer } from './answer-quota.ts'
import type { HashtagTold, LookUpAnswers, LookUpQuestion } from './ask-look-ups.ts'
import { LOOKED_UP_KEPT_MS, MEMBERS_KEPT_MS, searchesUsedUp } from './rules/asking.ts'
import { countSearched, maySearch, type SearchLimit, takeHashtag } from './searched-hashtags.ts'

const refusal = (error: PlatformError): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { ...error, ours: true },
})

const notCounted = (error: unknown, id: string): { ok: false; error: PlatformError } => {
  log.warn('hashtags could not be counted', { account_id: id, error: error as Error })
  return refusal({ class: 'retry', message: 'The hashtag could not be searched for at this time.' })
}

/** A hashtag that was not searched for takes a place before the platform is asked: a call that fails may have counted there. */
async function answerHashtag(
  account: LookUpQuestion['account'],
  hashtag: string,
  limit: SearchLimit,
): Promise<Result<HashtagTold>> {
  const { lookUps } = await platformOf(account.platform)
  try {
    // Checked before the hourly budget of calls: an account without hashtags left would be told to retry in an hour, although that cannot help.
    if (!(await maySearch(account.id, hashtag, limit, Date.now())))
      return refusal({ class: 'permanent', ...searchesUsedUp(limit) })
  } catch (error) {
    return notCounted(error, account.id)
  }
  const said = await answer(account, {
    ...{ name: `hashtag ${hashtag}`, calls: 2, keepMs: LOOKED_UP_KEPT_MS },
    async ask(credentials, ms) {
      try {
        if (!(await takeHashtag(account.id, hashtag, limit, Date.now())))
          return refusal({ class: 'permanent', ...searchesUsedUp(limit) })
      } catch (error) {
        return notCounted(error, account.id)
      }
      return lookUps!.hashtag(credentials, hashtag, ms)
    },
  })
  if (!said.ok) return said
  try {
    const searched = await countSearched(account.id, limit, Date.now())
    return { ...said, value: { posts: said.value, searched } }
  } catch (error) {
    return notCounted(error, account.id)
  }
}

/** Never throws, and answers within seconds. */
export async function answerLookUp(question: LookUpQuestion): Promise<LookUpAnswers['answers'][number]> {
  const { account } = question
  const { lookUps } = await platformOf(account.platform)
  const { hashtag_searches } = factsOf(account.platform)
  if (!lookUps || !hashtag_searches) return refusal({ class: 'permanent', message: 'The platform has no look-ups.' })
  if ('hashtag' in question) return answerHashtag(account, question.hashtag, hashtag_searches)
  if ('places' in question) {
    const { places: text } = question
    return answer(account, {
      ...{ name: `places ${text}`, calls: 1, keepMs: LOOKED_UP_KEPT_MS },
      ask: (credentials, ms) => lookUps.places(credentials, text, ms),
    })
  }
  const { collaborators: mediaId } = question
  return answer(account, {
    ...{ name: `collaborators ${mediaId}`, calls: 1, keepMs: MEMBERS_KEPT_MS },
    ask: (credentials, ms) => lookUps.collaborators(credentials, mediaId, ms),
  })
}
