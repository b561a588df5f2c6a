// An error in a sentence: the service's words about a refusal, else the advice.

import { PublisherError, Unreachable } from '../api/client.ts'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'

/** The rule of a refusal in the language of the page, with the service's own words; these alone where that has none. */
export const withRule = (rule: string, told: string, alone = told): string =>
  rule === '' ? alone : `${rule} (${told})`

/** The sentence for an error, in the language of the page where it is known there. */
export function useProblemText(): (error: unknown) => string {
  const text = useTexts('parts', partsTexts)
  return (error) => {
    if (error instanceof Unreachable) return text.unreachable
    if (!(error instanceof PublisherError)) return text.actionFailed
    const own = text.refused[error.code as keyof typeof text.refused]
    if (own) return own
    if (error.status === 429) return text.tooMany(String(error.retryAfterSeconds ?? 60))
    if (error.status === 404) return text.gone
    if (error.status >= 500 && error.code !== 'platform_unavailable') return text.serviceFault
    // Something on the way answers in place of the service.
    if (error.code === 'unknown') return text.unreachable
    return withRule(text.refusal(error.code), error.message)
  }
}

/** The sentence and, where it helps the operator, the request's id. */
export function Problem({ error, id }: { error: unknown; id?: string }) {
  const text = useTexts('parts', partsTexts)
  const problemText = useProblemText()
  if (error === null || error === undefined) return null
  return (
    <div className="problem" role="alert" id={id}>
      <p>{problemText(error)}</p>
      {error instanceof PublisherError && error.status >= 500 && error.requestId !== undefined && (
        <p className="quiet">{text.requestId(error.requestId)}</p>
      )}
    </div>
  )
}
