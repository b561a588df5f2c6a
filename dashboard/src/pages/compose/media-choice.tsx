import { lazy, Suspense, useEffect, useState } from 'react'
import type { PlatformId } from '../../../../core/platforms/facts.ts'
import composeTexts from '../../i18n/en/compose.ts'
import mediaTexts from '../../i18n/en/media.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useGivenFiles } from '../../media/given-files.ts'
import '../../media/media.css'
import { Thumbnail } from '../../media/thumbnail.tsx'
import { UploadProgress } from '../../media/upload-progress.tsx'
import { refusalOf, upload, useUploads } from '../../media/uploads.ts'
import { online } from '../../parts/online.ts'
import { showToast } from '../../parts/toasts.tsx'
import { kindsOf } from './check-draft.ts'
import type { MarksOfCrop } from './crop/crop-dialog.tsx'
import { type Draft, type DraftMedium, mediumOf } from './draft.ts'
import { Glyph } from './glyphs.tsx'
import { openedPart } from './opened-part.ts'

const LibraryDialog = openedPart((all) => all.LibraryDialog)

// With a library of its own, which most posts do without.
const CropDialog = lazy(() => online().then(() => import('./crop/crop-dialog.tsx')))

interface MediaChoiceProps {
  draft: Draft
  platforms: readonly PlatformId[]
  /** Nothing can be added now. */
  locked: boolean
  problem: string | undefined
  onChange: (make: (media: readonly DraftMedium[]) => readonly DraftMedium[]) => void
  /** Changes more of the draft than its media. */
  onReplace: (make: (draft: Draft) => Draft) => void
}

/** Pictures that browsers can show and redraw; of an animated one only the first frame would be left. */
const CUTTABLE: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])

/** How long the original picture can be restored, in milliseconds. */
const UNDO_MS = 10_000

const moved = (media: readonly DraftMedium[], from: number, to: number): readonly DraftMedium[] => {
  const rest = media.filter((_, index) => index !== from)
  return to < 0 || to >= media.length ? media : rest.toSpliced(to, 0, media[from]!)
}

/** The media of the post as tiles in their order: from this device by button, drop or paste, or from the library. */
export function MediaChoice({ draft, platforms, locked, problem, onChange, onReplace }: MediaChoiceProps) {
  const text = useTexts('compose', composeTexts)
  const mediaText = useTexts('media', mediaTexts)
  const uploads = useUploads()
  const [refused, setRefused] = useState<string[]>([])
  const [picking, setPicking] = useState(false)
  const [cropping, setCropping] = useState<DraftMedium | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const kinds = kindsOf(draft)
  // A finished upload becomes a medium of the draft, in the place where it was added.
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
  /** The cut picture replaces the other and takes over its texts. */
  const replace = (before: DraftMedium, file: File, marks: MarksOfCrop) => {
    setCropping(null)
    const [sending] = upload([file], before.description)
    if (sending === undefined) return
    const { id } = sending
    const put = (from: string, to: DraftMedium, options: (now: Draft['options']) => Draft['options']) =>
      onReplace((now) => ({
        ...now,
        media: now.media.map((each) => (each.key === from ? { ...each, ...to } : each)),
        options: options(now.options),
      }))
    put(before.key, { ...before, key: id, asset: null }, (now) => marks.cut(now, id))
    const back = () => put(id, before, (now) => marks.back(now, id))
    const undo = { label: text.undo, run: back, forMs: UNDO_MS }
    showToast({ kind: 'done', text: `${text.cropDone} ${marks.says}`.trimEnd(), action: undo })
  }
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const dropAt = (to: number) => {
    if (dragged !== null) onChange((media) => moved(media, dragged, to))
    end()
  }
  return (
    <section className="media-choice" aria-label={text.media} data-field="media">
      <div className="tiles-row">
        {draft.media.length > 0 && (
          <ol className="tiles" aria-label={text.order}>
            {draft.media.map((medium, index) => (
              <li
                key={medium.key}
                className={over === index && dragged !== index ? 'tile target' : 'tile'}
                draggable
                onDragStart={() => setDragged(index)}
                onDragEnd={end}
                onDragOver={(event) => {
                  event.preventDefault()
                  if (dragged !== null) setOver(index)
                }}
                onDrop={() => dropAt(index)}
              >
                <Tile
                  medium={medium}
                  place={index}
                  last={index === draft.media.length - 1}
                  onMove={(by) => onChange((media) => moved(media, index, index + by))}
                  onCrop={() => setCropping(medium)}
                  onRemove={() => onChange((media) => media.filter((_, at) => at !== index))}
                />
              </li>
            ))}
          </ol>
        )}
        <div className="add-tiles">
          <label className="add-tile file-button">
            <Glyph name="add" />
            <span>{mediaText.add}</span>
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
          <button type="button" className="add-tile" onClick={() => setPicking(true)}>
            <Glyph name="library" />
            <span>{text.fromLibrary}</span>
          </button>
        </div>
      </div>
      {draft.media.length === 0 && <p className="quiet small">{text.mediaHint}</p>}
      {[...refused, ...(problem === undefined ? [] : [problem])].map((sentence) => (
        <p className="field-problem" key={sentence}>
          {sentence}
        </p>
      ))}
      {picking && (
        <Suspense>
          <LibraryDialog
            kinds={kinds}
            onClose={() => setPicking(false)}
            onPick={(assets) => {
              onChange((media) => [...media, ...assets.map((asset) => mediumOf(asset))])
              setPicking(false)
            }}
          />
        </Suspense>
      )}
      {cropping !== null && (
        <Suspense>
          <CropDialog
            medium={cropping}
            draft={draft}
            platforms={platforms}
            onClose={() => setCropping(null)}
            onCrop={(file, marks) => replace(cropping, file, marks)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface TileProps {
  medium: DraftMedium
  place: number
  last: boolean
  onMove: (by: 1 | -1) => void
  onCrop: () => void
  onRemove: () => void
}

/** One medium: its picture, the controls on the picture, and its name. */
function Tile({ medium: { key, asset }, place, last, onMove, onCrop, onRemove }: TileProps) {
  const text = useTexts('compose', composeTexts)
  const uploads = useUploads()
  const sending = uploads.find(({ id }) => id === key)
  const title = asset?.title ?? sending?.file.name ?? ''
  const shown = asset ?? (sending && { content_type: sending.type, download_url: sending.preview })
  return (
    <>
      <span className="tile-picture">
        {shown && <Thumbnail asset={shown} />}
        {asset !== null && CUTTABLE.has(asset.content_type) && (
          <span className="tile-actions below">
            <button type="button" aria-label={text.cropPicture(title)} onClick={onCrop}>
              <Glyph name="crop" />
            </button>
          </span>
        )}
      </span>
      <span className="tile-place" aria-hidden="true">
        {place + 1}
      </span>
      <span className="tile-name clip" title={title}>
        {title}
      </span>
      {asset === null && sending && <UploadProgress upload={sending} onCancel={onRemove} />}
      <span className="tile-actions">
        {place > 0 && (
          <button type="button" aria-label={text.earlier(title)} onClick={() => onMove(-1)}>
            <Glyph name="left" />
          </button>
        )}
        {!last && (
          <button type="button" aria-label={text.later(title)} onClick={() => onMove(1)}>
            <Glyph name="right" />
          </button>
        )}
        {asset !== null && (
          <button type="button" aria-label={text.remove(title)} onClick={onRemove}>
            <Glyph name="remove" />
          </button>
        )}
      </span>
    </>
  )
}

/** A post that takes no media: pasting or dropping a file shows a notice. */
export function NoMedia() {
  const text = useTexts('compose', composeTexts)
  useGivenFiles(() => showToast({ kind: 'failed', text: text.noMedia }))
  return null
}
