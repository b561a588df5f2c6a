import { useEffect, useState } from 'react'
import { POST_TYPES } from '../../../../core/platforms/post-types.ts'
import composeTexts from '../../i18n/en/compose.ts'
import mediaTexts from '../../i18n/en/media.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useGivenFiles } from '../../media/given-files.ts'
import '../../media/media.css'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { UploadProgress } from '../../media/upload-progress.tsx'
import { refusalOf, upload, useUploads } from '../../media/uploads.ts'
import { takesDescription } from './check-draft.ts'
import type { Draft, DraftMedium } from './draft.ts'
import { LibraryDialog } from './library-dialog.tsx'

/** As long as the platforms take one. */
const MAX_DESCRIPTION = 1000

interface MediaChoiceProps {
  draft: Draft
  /** Nothing can be added now. */
  locked: boolean
  problem: string | undefined
  onChange: (make: (media: readonly DraftMedium[]) => readonly DraftMedium[]) => void
}

const moved = (media: readonly DraftMedium[], from: number, to: number): readonly DraftMedium[] => {
  const rest = media.filter((_, index) => index !== from)
  return to < 0 || to >= media.length ? media : rest.toSpliced(to, 0, media[from]!)
}

/** The media of the post in their order: from this device by button, drop or paste, or from the library. */
export function MediaChoice({ draft, locked, problem, onChange }: MediaChoiceProps) {
  const text = useTexts('compose', composeTexts)
  const mediaText = useTexts('media', mediaTexts)
  const uploads = useUploads()
  const [refused, setRefused] = useState<string[]>([])
  const [picking, setPicking] = useState(false)
  const [dragged, setDragged] = useState<number | null>(null)
  const { kinds } = POST_TYPES[draft.type].media
  // What has arrived becomes a medium of the draft, in the place where it was added.
  useEffect(() => {
    const arrived = new Map(uploads.flatMap(({ id, asset }) => (asset === null ? [] : [[id, asset] as const])))
    if (draft.media.some(({ key, asset }) => asset === null && arrived.has(key)))
      onChange((media) => media.map((each) => ({ ...each, asset: each.asset ?? arrived.get(each.key) ?? null })))
  }, [uploads, draft.media, onChange])
  const add = (files: readonly File[]) => {
    const taken = files.filter((file) => refusalOf(file, kinds) === undefined)
    setRefused(
      files
        .filter((file) => !taken.includes(file))
        .map((file) => mediaText.refused[refusalOf(file, kinds)!](file.name)),
    )
    const added = upload(taken)
    if (added.length > 0) onChange((media) => [...media, ...added.map(({ id }) => ({ key: id, asset: null }))])
  }
  useGivenFiles((files) => !locked && add(files))
  const dropAt = (to: number) => {
    if (dragged !== null) onChange((media) => moved(media, dragged, to))
    setDragged(null)
  }
  return (
    <section className="card stack" aria-label={text.media}>
      <div className="media-head">
        <h2>{text.media}</h2>
        <div className="actions">
          <label className="button file-button">
            {mediaText.add}
            <input
              type="file"
              multiple
              accept={kinds.map((kind) => `${kind}/*`).join(',')}
              onChange={({ target }) => {
                add([...(target.files ?? [])])
                target.value = ''
              }}
            />
          </label>
          <button type="button" className="button" onClick={() => setPicking(true)}>
            {text.fromLibrary}
          </button>
        </div>
      </div>
      <p className="quiet">{text.mediaHint}</p>
      {draft.media.length > 0 && (
        <ol className="media-grid" aria-label={text.order}>
          {draft.media.map(({ key, asset, description = '' }, index) => {
            const sending = uploads.find(({ id }) => id === key)
            const title = asset?.title ?? sending?.file.name ?? ''
            const shown = asset ?? (sending && { content_type: sending.type, download_url: sending.preview })
            const remove = () => onChange((media) => media.filter((_, at) => at !== index))
            const move = (by: number) => onChange((media) => moved(media, index, index + by))
            return (
              <li
                key={key}
                className="medium"
                draggable
                onDragStart={() => setDragged(index)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => dropAt(index)}
              >
                {shown && <Thumbnail asset={shown} />}
                <span className="clip">{title}</span>
                {takesDescription(draft) && asset?.content_type.startsWith('image/') && (
                  <input
                    className="description"
                    aria-label={text.describe(title)}
                    placeholder={text.description}
                    maxLength={MAX_DESCRIPTION}
                    value={description}
                    onChange={({ target }) =>
                      onChange((media) =>
                        media.map((each, at) => (at === index ? { ...each, description: target.value } : each)),
                      )
                    }
                  />
                )}
                {asset === null && sending && <UploadProgress upload={sending} onCancel={remove} />}
                <div className="actions">
                  <button
                    type="button"
                    className="button small"
                    aria-label={text.earlier(title)}
                    disabled={index === 0}
                    onClick={() => move(-1)}
                  >
                    <span aria-hidden="true">←</span>
                  </button>
                  <button
                    type="button"
                    className="button small"
                    aria-label={text.later(title)}
                    disabled={index === draft.media.length - 1}
                    onClick={() => move(1)}
                  >
                    <span aria-hidden="true">→</span>
                  </button>
                  {asset !== null && (
                    <button type="button" className="button small" aria-label={text.remove(title)} onClick={remove}>
                      <span aria-hidden="true">✕</span>
                    </button>
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {[...refused, ...(problem === undefined ? [] : [problem])].map((sentence) => (
        <p className="field-problem" key={sentence}>
          {sentence}
        </p>
      ))}
      {picking && (
        <LibraryDialog
          kinds={kinds}
          onClose={() => setPicking(false)}
          onPick={(assets) => {
            onChange((media) => [...media, ...assets.map((asset) => ({ key: crypto.randomUUID(), asset }))])
            setPicking(false)
          }}
        />
      )}
    </section>
  )
}
