import type { UseQueryResult } from '@tanstack/react-query'
import { factsOf } from '../../../../core/platforms/facts.ts'
import type { Schemas } from '../../api/client.ts'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import partsTexts from '../../i18n/en/parts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useProblemText, withRule } from '../../parts/problem.tsx'
import { isPlatform } from '../../platforms/names.ts'
import { asCounted } from '../../posts/as-counted.ts'
import { useOptionWords } from '../../posts/option-words.ts'
import { withMoments } from '../../posts/wall-time.ts'
import { nameOfAccount } from './account-choice.tsx'
import { ownText } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { type ProblemField, type Refusal, refusalsIn } from './refusals.ts'

/** Where what the service found about one account is put right. */
const fieldOf = (code: string, draft: Draft, accountId: string): ProblemField => {
  if (code.startsWith('media_')) return 'media'
  if (code !== 'caption_too_long') return 'accounts'
  return ownText(draft, accountId) === undefined ? 'content' : `own.${accountId}`
}

/** Each sentence once. */
export const eachOnce = <Told extends { sentence: string }>(all: readonly Told[]): Told[] =>
  all.filter(({ sentence }, at) => all.findIndex((each) => each.sentence === sentence) === at)

/**
 * The words of the service about the post, from the last check or from sending it: problems that keep it from being sent, and warnings.
 * @param error of sending this post.
 */
export function useRefusals(
  draft: Draft,
  chosen: readonly Connection[],
  check: UseQueryResult<Schemas['PostPreview']>,
  error: unknown,
): Record<'told' | 'warnings', readonly Refusal[]> {
  const text = useTexts('compose', composeTexts)
  const formats = useFormats()
  const words = useOptionWords()
  const problemText = useProblemText()
  const refusalText = useTexts('parts', partsTexts).refusal
  const plain: Partial<Record<ProblemField, string>> = {
    accounts: text.accounts,
    title: text.titleField,
    content: text.text,
    hashtags: text.hashtags,
    media: text.media,
    scheduled_at: text.dateAndTime,
    options: text.options,
  }
  const nameOf = (field: ProblemField): string | undefined => {
    const [kind, of = '', name = ''] = field.split('.')
    if (kind === 'options' && isPlatform(of)) return text.optionOn(words.nameOf(name), factsOf(of).display_name)
    const medium = kind === 'alternative' && draft.media.find(({ key }) => key === of)
    if (medium) return text.descriptionOf(medium.asset?.title ?? '')
    const account = kind === 'own' && chosen.find(({ id }) => id === of)
    return account ? text.captionFor(nameOfAccount(account)) : plain[field]
  }
  const inWords = (code: string, what: string | undefined, told: string) => {
    const rule = refusalText(code)
    return rule === '' || what === undefined ? undefined : `${what}: ${rule} (${told})`
  }
  const refusals = [check.error, error]
    .flatMap((each) => refusalsIn(each, draft, nameOf, words.nameOf, inWords))
    .map((each) => ({ ...each, sentence: withMoments(each.sentence, formats.dateTime) }))
  // While it is asked again, that is what is said.
  const fault =
    check.error !== null && refusals.length === 0 && !check.isFetching
      ? [{ sentence: problemText(check.error), again: check.refetch }]
      : []
  const found = (which: 'problems' | 'warnings') =>
    chosen.flatMap((account) => {
      const { [which]: said = [] } = check.data?.accounts.find(({ account_id }) => account_id === account.id) ?? {}
      return said.map(({ code, message }) => ({
        sentence: `${nameOfAccount(account)}: ${withRule(refusalText(code), asCounted(message, words.nameOf))}`,
        ...(which === 'problems' && { field: fieldOf(code, draft, account.id) }),
      }))
    })
  return { told: [...refusals, ...fault, ...found('problems')], warnings: eachOnce(found('warnings')) }
}
