import { Suspense } from 'react'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { Draft } from './draft.ts'
import { Glyph } from './glyphs.tsx'
import { couldLookUp } from './look-ups.ts'
import { openedPart, openedParts } from './opened-part.ts'
import type { WordsKind } from './words-dialog.tsx'

const HashtagDialog = openedPart((all) => all.HashtagDialog)
const WordsDialog = openedPart((all) => all.WordsDialog)

/** The dialogs under the text. */
export type WordsTool = WordsKind | 'look_up'

interface WordsToolsProps {
  chosen: readonly Connection[]
  onAsk: (tool: WordsTool) => void
}

/** Ways to the team's groups of hashtags and templates, and to looking up hashtags. */
export function WordsTools({ chosen, onAsk }: WordsToolsProps) {
  const text = useTexts('compose', composeTexts)
  return (
    <span className="words-tools">
      {(['hashtags', 'templates'] as const).map((kind) => (
        <button key={kind} type="button" className="button small plain" onClick={() => onAsk(kind)}>
          <Glyph name={kind === 'hashtags' ? 'hash' : 'template'} />
          {text.words[kind]}
        </button>
      ))}
      {couldLookUp(chosen, 'hashtags') && (
        <button type="button" className="button small plain" onClick={() => onAsk('look_up')}>
          <Glyph name="hash" />
          {text.lookUpHashtag}
        </button>
      )}
    </span>
  )
}

interface AskedWordsProps {
  tool: WordsTool | null
  draft: Draft
  chosen: readonly Connection[]
  onChange: (make: (before: Draft) => Draft) => void
  onClose: () => void
}

/** The dialog that they open. It stands outside of the composer's form: its own form must not send the post. */
export function AskedWords({ tool, draft, chosen, onChange, onClose }: AskedWordsProps) {
  if (tool === null) return null
  const add = (words: { content: string; hashtags: string[] }) =>
    void openedParts().then(({ withWords }) => onChange((before) => ({ ...before, ...withWords(before, words) })))
  return (
    <Suspense>
      {tool === 'look_up' ? (
        <HashtagDialog
          draft={draft}
          chosen={chosen}
          onClose={onClose}
          onAdd={(hashtag) => add({ content: '', hashtags: [hashtag] })}
        />
      ) : (
        <WordsDialog
          kind={tool}
          draft={draft}
          onClose={onClose}
          onUse={(template) => {
            onClose()
            add(template)
          }}
        />
      )}
    </Suspense>
  )
}
