import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { takesDescription } from './check-draft.ts'
import type { Draft, DraftMedium } from './draft.ts'
import { describedBy, FieldProblem } from './field-problem.tsx'
import { Fold } from './fold.tsx'

/** As long as the platforms take one. */
const MAX_DESCRIPTION = 1000

interface AltTextsProps {
  draft: Draft
  open: boolean
  onOpen: (open: boolean) => void
  /** The problem with a medium's, by its key. */
  problemOf: (key: string) => string | undefined
  onChange: (make: (media: readonly DraftMedium[]) => readonly DraftMedium[]) => void
}

/** Alternative texts of pictures, and how many are missing. */
export function AltTexts({ draft, open, onOpen, problemOf, onChange }: AltTextsProps) {
  const text = useTexts('compose', composeTexts)
  const pictures = draft.media.flatMap(({ asset, description = '' }, at) =>
    asset?.content_type.startsWith('image/') ? [{ asset, description, at }] : [],
  )
  if (!takesDescription(draft) || pictures.length === 0) return null
  const missing = pictures.filter(({ description }) => description.trim() === '').length
  return (
    <Fold
      name={text.description}
      says={missing === 0 ? text.allDescribed : text.descriptionsMissing(missing, pictures.length)}
      wanting={missing > 0}
      open={open}
      onOpen={onOpen}
    >
      {pictures.map(({ asset, description, at }) => {
        const { key } = draft.media[at]!
        const problem = problemOf(key)
        const missing = description.trim() === '' ? `missing-${key}` : undefined
        return (
          <div className="alt-text" key={key} data-field={`alternative.${key}`}>
            <Thumbnail asset={asset} />
            <div>
              {missing !== undefined && (
                <span className="fold-says wanting" id={missing}>
                  {text.descriptionMissing}
                </span>
              )}
              <textarea
                rows={2}
                aria-label={text.describe(asset.title)}
                {...describedBy(`alternative-${key}`, problem, missing)}
                placeholder={text.descriptionHint}
                maxLength={MAX_DESCRIPTION}
                value={description}
                onChange={({ target }) =>
                  onChange((media) =>
                    media.map((each, place) => (place === at ? { ...each, description: target.value } : each)),
                  )
                }
              />
              <FieldProblem id={`alternative-${key}`} problem={problem} />
            </div>
          </div>
        )
      })}
    </Fold>
  )
}
