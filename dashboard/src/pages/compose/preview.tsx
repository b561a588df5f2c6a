import { useRef, useState } from 'react'
import { factsOf, type PlatformId } from '../../../../core/platforms/facts.ts'
import { AccountFace, PlatformMark } from '../../accounts/account-face.tsx'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { PLATFORM_VIEWS } from '../../platforms/registry.ts'
import { captionIn } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { Glyph } from './glyphs.tsx'
import { askingOf } from './option-fields.tsx'

const shapeOf = ({ type, crop }: Draft, id: PlatformId): string =>
  type === 'stories' || type === 'reels'
    ? 'tall'
    : crop === '1:1'
      ? 'square'
      : crop === '4:5'
        ? 'portrait'
        : PLATFORM_VIEWS[id].preview.shape

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
    current?.scrollTo({ left: current.clientWidth * place, behavior: 'smooth' })
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

/** On platforms of texts the picture of the account stands beside the post; on those of pictures above it. */
function Article({ id, draft, account, onOptions }: ArticleProps) {
  const text = useTexts('compose', composeTexts)
  const name = factsOf(id).display_name
  const caption = captionIn(draft, account.id)
  const { captionFirst = false, foldsAt = Number.POSITIVE_INFINITY } = PLATFORM_VIEWS[id].preview
  const folded = caption.length > foldsAt
  const words = draft.type !== 'stories' && caption !== '' && (
    <p className="caption">
      {!captionFirst && <strong>{account.username} </strong>}
      {folded ? caption.slice(0, foldsAt).trimEnd() : caption}
      {folded && <span className="quiet">… {text.more}</span>}
    </p>
  )
  const media = draft.media.length > 0 && draft.type !== 'text' && (
    <section
      className={`frames ${shapeOf(draft, id)} ${draft.crop === '' ? 'padded' : ''}`}
      aria-label={`${text.media} (${name})`}
      tabIndex={draft.media.length > 1 ? 0 : undefined}
    >
      {draft.media.map(({ key, asset }) => asset && <Thumbnail key={key} asset={asset} width={640} />)}
    </section>
  )
  return (
    <article className={captionFirst ? 'shown-post worded' : 'shown-post'} aria-label={name}>
      <header>
        <AccountFace of={account} />
        <span className="shown-name">
          <strong>{account.username}</strong>
          <span className="quiet small">{name}</span>
        </span>
        {onOptions && (
          <button type="button" className="button small plain" aria-label={text.optionsOf(name)} onClick={onOptions}>
            {text.options}
          </button>
        )}
      </header>
      {captionFirst && words}
      {media}
      {draft.media.length > 1 && !captionFirst && media !== false && (
        <p className="dots" aria-hidden="true">
          {draft.media.map(({ key }) => (
            <span key={key} />
          ))}
        </p>
      )}
      <p className="marks-row" aria-hidden="true">
        <Glyph name="heart" />
        <Glyph name="answer" />
        {captionFirst && <Glyph name="again" />}
        <Glyph name="send" />
      </p>
      {!captionFirst && words}
      {draft.type === 'stories' && <p className="quiet small">{text.noCaption}</p>}
    </article>
  )
}
