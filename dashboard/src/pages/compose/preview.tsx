import { factsOf, type PlatformId } from '../../../../core/platforms/facts.ts'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { PLATFORM_VIEWS } from '../../platforms/registry.ts'
import { captionCount, captionIn } from './check-draft.ts'
import type { Draft } from './draft.ts'

const shapeOf = ({ type, crop }: Draft, id: PlatformId): string =>
  type === 'stories' || type === 'reels'
    ? 'tall'
    : crop === '1:1'
      ? 'square'
      : crop === '4:5'
        ? 'portrait'
        : PLATFORM_VIEWS[id].preview.shape

/** The post about as it looks on each platform. */
export function Preview({
  draft,
  chosen,
  platforms,
}: {
  draft: Draft
  chosen: readonly Connection[]
  platforms: readonly PlatformId[]
}) {
  const text = useTexts('compose', composeTexts)
  return (
    <section className="card stack" aria-label={text.preview}>
      <h2>{text.preview}</h2>
      {platforms.length === 0 && <p className="quiet">{text.previewEmpty}</p>}
      {platforms.map((id) => {
        const shown = chosen.find(({ platform }) => platform.name === id)!
        const caption = captionIn(draft, shown.id)
        const { count, limit } = captionCount(draft, id, shown.id)
        const { captionFirst = false, foldsAt = Number.POSITIVE_INFINITY } = PLATFORM_VIEWS[id].preview
        const folded = caption.length > foldsAt
        const words = draft.type !== 'stories' && caption !== '' && (
          <p className="caption">
            {folded ? caption.slice(0, foldsAt).trimEnd() : caption}
            {folded && <span className="quiet">… {text.more}</span>}
          </p>
        )
        return (
          <article className="preview" key={id} aria-label={factsOf(id).display_name}>
            <header>
              <strong>{factsOf(id).display_name}</strong>
              <span className="quiet">@{shown.username}</span>
            </header>
            {captionFirst && words}
            {draft.media.length > 0 && draft.type !== 'text' && (
              <section
                className={`frames ${shapeOf(draft, id)} ${draft.crop === '' ? 'padded' : ''}`}
                aria-label={`${text.media} (${factsOf(id).display_name})`}
                tabIndex={draft.media.length > 1 ? 0 : undefined}
              >
                {draft.media.map(({ key, asset }) => asset && <Thumbnail key={key} asset={asset} width={640} />)}
              </section>
            )}
            {!captionFirst && words}
            {draft.type === 'stories' && <p className="quiet">{text.noCaption}</p>}
            <p className={count > limit ? 'field-problem' : 'quiet'}>{text.count(count, limit)}</p>
          </article>
        )
      })}
    </section>
  )
}
