import { useRef, useState } from 'react'
import { factsOf, type PlatformId } from '../../../../core/platforms/facts.ts'
import { PlatformMark } from '../../accounts/account-face.tsx'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { captionIn } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { askingOf } from './option-fields.tsx'
import { ShownPost } from './shown-post.tsx'

interface PreviewProps {
  draft: Draft
  chosen: readonly Connection[]
  platforms: readonly PlatformId[]
  /** Opens what can be told a platform beside text and media. */
  onOptions: () => void
}

/** The post about as it looks on each platform: beside each other, with a tab for each. */
export function Preview({ draft, chosen, platforms, onOptions }: PreviewProps) {
  const text = useTexts('compose', composeTexts)
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const shown = Math.min(at, platforms.length - 1)
  const asking = askingOf(draft, platforms, chosen)
  const show = (place: number) => {
    setAt(place)
    const { current } = strip
    current?.scrollTo({ left: current.clientWidth * place })
  }
  return (
    <section className="preview" aria-label={text.preview}>
      <div className="preview-head">
        <h2>{text.preview}</h2>
        {platforms.length > 1 && (
          <div className="pills small">
            {platforms.map((id, place) => (
              <button key={id} type="button" aria-pressed={place === shown} onClick={() => show(place)}>
                <PlatformMark of={id} />
                <span className={place === shown ? '' : 'only-read'}>{factsOf(id).display_name}</span>
              </button>
            ))}
          </div>
        )}
      </div>
      {platforms.length === 0 && <p className="preview-empty quiet">{text.previewEmpty}</p>}
      <div
        className="preview-strip"
        ref={strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
      >
        {platforms.map((id) => (
          <Article
            key={id}
            id={id}
            draft={draft}
            account={chosen.find(({ platform }) => platform.name === id)!}
            onOptions={asking.includes(id) ? onOptions : undefined}
          />
        ))}
      </div>
    </section>
  )
}

interface ArticleProps {
  id: PlatformId
  draft: Draft
  account: Connection
  onOptions: (() => void) | undefined
}

function Article({ id, draft, account, onOptions }: ArticleProps) {
  const text = useTexts('compose', composeTexts)
  const name = factsOf(id).display_name
  return (
    <ShownPost
      account={account}
      platform={id}
      name={name}
      type={draft.type}
      caption={captionIn(draft, account.id)}
      media={draft.media.flatMap(({ key, asset }) => (asset === null ? [] : [{ key, asset }]))}
      crop={draft.crop}
    >
      {onOptions && (
        <button type="button" className="button small plain" aria-label={text.optionsOf(name)} onClick={onOptions}>
          {text.options}
        </button>
      )}
    </ShownPost>
  )
}
