import type { UseQueryResult } from '@tanstack/react-query'
import { factsOf } from '../../../../core/platforms/facts.ts'
import type { Schemas } from '../../api/client.ts'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import partsTexts from '../../i18n/en/parts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useProblemText } from '../../parts/problem.tsx'
import { isPlatform } from '../../platforms/names.ts'
import { useOptionWords } from '../../posts/option-words.ts'
import { nameOfAccount } from './account-choice.tsx'
import { ownText } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { type ProblemField, type Refusal, refusalsIn } from './refusals.ts'

type Problem = Schemas['PostPreview']['accounts'][number]['problems'][number]

/** Where what the service found about one account is put right. */
const fieldOf = ({ code }: Problem, draft: Draft, accountId: string): ProblemField => {
  if (code.startsWith('media_')) return 'media'
  if (code !== 'caption_too_long') return 'accounts'
  return ownText(draft, accountId) === undefined ? 'content' : `own.${accountId}`
}

/** What the service says against the post as it stands: asked in between, or when it was sent. @param error of sending this post. */
export function useRefusals(
  draft: Draft,
  chosen: readonly Connection[],
  check: UseQueryResult<Schemas['PostPreview']>,
  error: unknown,
): readonly Refusal[] {
  const text = useTexts('compose', composeTexts)
  const words = useOptionWords()
  const problemText = useProblemText()
  const refusalText = useTexts('parts', partsTexts).refusal
  const nameOf = (field: ProblemField): string | undefined => {
    const [kind, of = '', name = ''] = field.split('.')
    if (kind === 'options' && isPlatform(of)) return text.optionOn(words.nameOf(name), factsOf(of).display_name)
    const medium = kind === 'alternative' && draft.media.find(({ key }) => key === of)
    if (medium) return text.descriptionOf(medium.asset?.title ?? '')
    const account = kind === 'own' && chosen.find(({ id }) => id === of)
    return account ? text.captionFor(nameOfAccount(account)) : undefined
  }
  const plain: Readonly<Record<string, string>> = {
    accounts: text.accounts,
    title: text.titleField,
    content: text.text,
    hashtags: text.hashtags,
    media: text.media,
    scheduled_at: text.dateAndTime,
    options: text.options,
  }
  const inWords = (code: string, field: ProblemField, what: string | undefined, told: string) => {
    const rule = refusalText(code)
    const of = what ?? plain[field]
    return rule === '' || of === undefined ? undefined : `${of}: ${rule} (${told})`
  }
  const refusals = [check.error, error].flatMap((each) => refusalsIn(each, draft, nameOf, words.nameOf, inWords))
  const fault = check.error !== null && refusals.length === 0 ? [{ sentence: problemText(check.error) }] : []
  const found = (check.data?.accounts ?? []).flatMap(({ account_id, name, platform, problems }) =>
    problems.map((problem) => {
      const field = fieldOf(problem, draft, account_id)
      const of = `${name} (${platform})`
      const sentence = inWords(problem.code, field, of, problem.message) ?? `${of}: ${problem.message}`
      return { sentence, field, part: '' }
    }),
  )
  const all: readonly Refusal[] = [...refusals, ...fault, ...found]
  return all.filter(({ sentence }, at) => all.findIndex((each) => each.sentence === sentence) === at)
}
