import { useState } from 'react'
import optionFieldsTexts from '../../../i18n/en/option-fields.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Thumbnail } from '../../../media/thumbnail.tsx'
import { LibraryDialog } from '../library-dialog.tsx'
import type { EditorProps } from './editor-props.ts'

/** The service leads to the file. */
const addressOf = (id: string): string => `/api/v1/media/${encodeURIComponent(id)}`

/** A picture of the library. */
export function CoverPicture({ label, written, onChange, described }: EditorProps<'picture'>) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const [picking, setPicking] = useState(false)
  return (
    <div className="cover-choice">
      {written !== undefined && <Thumbnail asset={{ content_type: 'image/jpeg', download_url: addressOf(written) }} />}
      <button
        type="button"
        className="button small"
        aria-label={`${label}: ${text.choosePicture}`}
        aria-describedby={described}
        onClick={() => setPicking(true)}
      >
        {text.choosePicture}
      </button>
      {picking && (
        <LibraryDialog
          kinds={['image']}
          onClose={() => setPicking(false)}
          onPick={(assets) => {
            onChange(assets.at(-1)?.id)
            setPicking(false)
          }}
        />
      )}
    </div>
  )
}
