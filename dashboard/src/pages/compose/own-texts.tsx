import { AccountFace } from '../../accounts/account-face.tsx'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { isPlatform } from '../../platforms/names.ts'
import { nameOfAccount } from './account-choice.tsx'
import { captionCount, ownText } from './check-draft.ts'
import { Count } from './counts.tsx'
import type { Draft } from './draft.ts'
import { describedBy, FieldProblem } from './field-problem.tsx'
import { Fold } from './fold.tsx'

interface OwnTextsProps {
  draft: Draft
  chosen: readonly Connection[]
  open: boolean
  onOpen: (open: boolean) => void
  /** The problem with an account's text, by the account's id. */
  problemOf: (id: string) => string | undefined
  onChange: (accountId: string, words: string) => void
}

/** Texts of single accounts in place of the text for all. Nothing where there is one account that has the same. */
export function OwnTexts({ draft, chosen, open, onOpen, problemOf, onChange }: OwnTextsProps) {
  const text = useTexts('compose', composeTexts)
  const different = chosen.filter(({ id }) => ownText(draft, id) !== undefined)
  if (draft.type === 'stories' || (chosen.length < 2 && different.length === 0)) return null
  return (
    <Fold
      name={text.ownText}
      says={different.map(({ username }) => `@${username}`).join(', ')}
      open={open}
      onOpen={onOpen}
    >
      {chosen.map((connection) => {
        const { id, platform } = connection
        const words = draft.own[id] ?? ''
        const problem = problemOf(id)
        return (
          <div className="own-text" key={id} data-field={`own.${id}`}>
            <AccountFace of={connection} />
            <div>
              <textarea
                rows={2}
                aria-label={text.captionFor(nameOfAccount(connection))}
                {...describedBy(`own-${id}`, problem)}
                placeholder={draft.content || text.textHint}
                value={words}
                onChange={({ target }) => onChange(id, target.value)}
              />
              <FieldProblem id={`own-${id}`} problem={problem} />
              {ownText(draft, id) !== undefined && isPlatform(platform.name) && (
                <Count name={nameOfAccount(connection)} {...captionCount(draft, platform.name, connection)} />
              )}
            </div>
          </div>
        )
      })}
    </Fold>
  )
}
