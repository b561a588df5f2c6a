import { useState } from 'react'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { takesDescription } from './check-draft.ts'
import type { Draft, DraftMedium } from './draft.ts'
import { Fold } from './fold.tsx'

/** As long as the platforms take one. */
const MAX_DESCRIPTION = 1000

interface AltTextsProps {
  draft: Draft
  onChange: (make: (media: readonly DraftMedium[]) => readonly DraftMedium[]) => void
}

/** Alternative texts of pictures, and how many are missing. */
export function AltTexts({ draft, onChange }: AltTextsProps) {
  const text = useTexts('compose', composeTexts)
  const [open, setOpen] = useState(false)
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
      onOpen={setOpen}
    >
      {pictures.map(({ asset, description, at }) => (
        <div className="alt-text" key={draft.media[at]!.key}>
          <Thumbnail asset={asset} />
          <textarea
            rows={2}
            aria-label={text.describe(asset.title)}
            placeholder={text.descriptionHint}
            maxLength={MAX_DESCRIPTION}
            value={description}
            onChange={({ target }) =>
              onChange((media) =>
                media.map((each, place) => (place === at ? { ...each, description: target.value } : each)),
              )
            }
          />
        </div>
      ))}
    </Fold>
  )
}
