import { useState } from 'react'
import { AccountFace } from '../../accounts/account-face.tsx'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { isPlatform } from '../../platforms/names.ts'
import { nameOfAccount } from './account-choice.tsx'
import { captionCount, ownText } from './check-draft.ts'
import { Count } from './counts.tsx'
import type { Draft } from './draft.ts'
import { Fold } from './fold.tsx'

interface OwnTextsProps {
  draft: Draft
  chosen: readonly Connection[]
  onChange: (accountId: string, words: string) => void
}

/** Texts of single accounts in place of the text for all. Nothing where there is one account that has the same. */
export function OwnTexts({ draft, chosen, onChange }: OwnTextsProps) {
  const text = useTexts('compose', composeTexts)
  const [open, setOpen] = useState(false)
  const different = chosen.filter(({ id }) => ownText(draft, id) !== undefined)
  if (draft.type === 'stories' || (chosen.length < 2 && different.length === 0)) return null
  return (
    <Fold
      name={text.ownText}
      says={different.map(({ username }) => `@${username}`).join(', ')}
      open={open}
      onOpen={setOpen}
    >
      {chosen.map((connection) => {
        const { id, platform } = connection
        const words = draft.own[id] ?? ''
        return (
          <div className="own-text" key={id}>
            <AccountFace of={connection} />
            <div>
              <textarea
                rows={2}
                aria-label={text.captionFor(nameOfAccount(connection))}
                placeholder={draft.content || text.textHint}
                value={words}
                onChange={({ target }) => onChange(id, target.value)}
              />
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
