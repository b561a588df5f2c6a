import { lazy, Suspense } from 'react'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { Draft } from './draft.ts'
import { Glyph } from './glyphs.tsx'
import type { WordsKind } from './words-dialog.tsx'

const dialogModule = () => import('./opened-parts.ts')
const WordsDialog = lazy(async () => ({ default: (await dialogModule()).WordsDialog }))

/** Ways to the team's groups of hashtags and templates, under the text. */
export function WordsTools({ onAsk }: { onAsk: (kind: WordsKind) => void }) {
  const text = useTexts('compose', composeTexts)
  return (
    <span className="words-tools">
      {(['hashtags', 'templates'] as const).map((kind) => (
        <button key={kind} type="button" className="button small plain" onClick={() => onAsk(kind)}>
          <Glyph name={kind === 'hashtags' ? 'hash' : 'template'} />
          {text.words[kind].title}
        </button>
      ))}
    </span>
  )
}

interface AskedWordsProps {
  kind: WordsKind | null
  draft: Draft
  onChange: (make: (before: Draft) => Draft) => void
  onClose: () => void
}

/** The dialog that they open. It stands outside of the composer's form: its own form must not send the post. */
export function AskedWords({ kind, draft, onChange, onClose }: AskedWordsProps) {
  if (kind === null) return null
  return (
    <Suspense>
      <WordsDialog
        kind={kind}
        draft={draft}
        onClose={onClose}
        onUse={(template) => {
          onClose()
          void dialogModule().then(({ withWords }) =>
            onChange((before) => ({ ...before, ...withWords(before, template) })),
          )
        }}
      />
    </Suspense>
  )
}
