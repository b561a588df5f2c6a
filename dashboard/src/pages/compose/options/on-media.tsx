// Options that are on single media: people and products in a picture, and the point of it that is always shown.
import { type PointerEvent, useState } from 'react'
import optionFieldsTexts from '../../../i18n/en/option-fields.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Thumbnail } from '../../../media/thumbnail.tsx'
import type { OnMedium } from '../../../platforms/option-kinds.ts'
import type { Draft, DraftMedium } from '../draft.ts'
import { Glyph } from '../glyphs.tsx'
import type { EditorProps } from './editor-props.ts'
import { wrongEntry } from './wrong-part.ts'

const isPicture = ({ asset }: DraftMedium): boolean => asset?.content_type.startsWith('image/') ?? false

interface PointProps {
  medium: DraftMedium
  /** From 0 to 1, from the left and from the top. */
  x: number
  y: number
  onChange: (x: number, y: number) => void
}

/** A point of a picture: put there by pointer, or by two sliders. */
function Point({ medium: { asset }, x, y, onChange }: PointProps) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const put = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const inside = (part: number) => Math.round(100 * Math.min(1, Math.max(0, part))) / 100
    onChange(inside((clientX - left) / width), inside((clientY - top) / height))
  }
  return (
    <div className="point">
      <div className="point-picture" onPointerDown={put}>
        {asset && <Thumbnail asset={asset} width={640} />}
        <span className="point-mark" style={{ left: `${100 * x}%`, top: `${100 * y}%` }} />
      </div>
      {(
        [
          [text.fromLeft, x, (to: number) => onChange(to, y)],
          [text.fromTop, y, (to: number) => onChange(x, to)],
        ] as const
      ).map(([name, at, move]) => (
        <label className="beside" key={name}>
          <span>{name}</span>
          <input
            type="range"
            min={0}
            max={100}
            value={Math.round(100 * at)}
            onChange={({ target }) => move(Number(target.value) / 100)}
          />
        </label>
      ))}
    </div>
  )
}

/** Which of the media it is on, where there are several. */
function MediumChoice({
  media,
  chosen,
  onChoose,
}: {
  media: Draft['media']
  chosen: string
  onChoose: (key: string) => void
}) {
  const text = useTexts('optionFields', optionFieldsTexts)
  if (media.length < 2) return null
  return (
    <select aria-label={text.onWhich} value={chosen} onChange={({ target }) => onChoose(target.value)}>
      {media.map(({ key, asset }, at) => (
        <option key={key} value={key}>
          {at + 1}. {asset?.title}
        </option>
      ))}
    </select>
  )
}

/** People or products on the media, each with its place in the picture. */
export function TagsOnMedia(props: EditorProps<'on_media'>) {
  const { field, label, written = [], onChange, described, wrong, draft } = props
  const text = useTexts('optionFields', optionFieldsTexts)
  const [name, setName] = useState('')
  const media = draft.media.filter(({ asset }) => asset !== null)
  const [first] = media
  const words = text.tagged[field.named]
  const change = (at: number, more: Partial<OnMedium>) => onChange(written.with(at, { ...written[at]!, ...more }))
  const here = written.filter(({ medium }) => media.some(({ key }) => key === medium))
  const isSaid = ({ medium, named }: OnMedium) => draft.media.some(({ key }) => key === medium) && named.trim() !== ''
  const refused = wrongEntry(wrong, written, isSaid)
  const add = () => {
    const medium = media.findLast(({ key }) => here.at(-1)?.medium === key) ?? first
    if (medium === undefined || name.trim() === '') return
    const middle = isPicture(medium) ? { x: 0.5, y: 0.5 } : {}
    onChange([...here, { medium: medium.key, named: name.trim(), ...middle }])
    setName('')
  }
  if (first === undefined) return <p className="quiet small">{text.mediaFirst}</p>
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      {written.map(({ medium: on, named, x = 0.5, y = 0.5 }, at) => {
        const medium = media.find(({ key }) => key === on)
        if (medium === undefined) return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same name may stand on several media.
          <fieldset className="on-medium" key={at} aria-label={named}>
            <div className="option-name">
              <strong className="clip">{named}</strong>
              <button
                type="button"
                className="button small plain"
                aria-label={text.removeNamed(named)}
                // A name is not changed, only taken away and added again.
                {...(at === refused ? { 'data-wrong': true, 'aria-describedby': described } : {})}
                onClick={() => onChange(written.length === 1 ? undefined : written.toSpliced(at, 1))}
              >
                <Glyph name="remove" />
              </button>
            </div>
            <MediumChoice
              media={media}
              chosen={on}
              onChoose={(key) => {
                const other = media.find((each) => each.key === key)!
                // A video has no places in it.
                const { x: _x, y: _y, ...entry } = written[at]!
                const placed = { ...entry, medium: key, ...(isPicture(other) ? { x, y } : {}) }
                onChange(written.with(at, placed))
              }}
            />
            {isPicture(medium) && (
              <Point medium={medium} x={x} y={y} onChange={(left, top) => change(at, { x: left, y: top })} />
            )}
          </fieldset>
        )
      })}
      {here.length < field.most * media.length && (
        <div className="with-button">
          <input
            aria-label={words.name}
            placeholder={words.name}
            maxLength={31}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // It would send the post.
              event.preventDefault()
              add()
            }}
          />
          <button type="button" className="button small" disabled={name.trim() === ''} onClick={add}>
            {words.add}
          </button>
        </div>
      )}
    </fieldset>
  )
}

/** The point of each picture that is shown however it is cut. */
export function FocusPoints({ label, written = [], onChange, described, draft }: EditorProps<'focus'>) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const pictures = draft.media.filter(isPicture)
  const [looked, setLooked] = useState('')
  const medium = pictures.find(({ key }) => key === looked) ?? pictures[0]
  if (medium === undefined) return <p className="quiet small">{text.mediaFirst}</p>
  const point = written.find((each) => each.medium === medium.key) ?? { x: 0, y: 0 }
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      <MediumChoice media={pictures} chosen={medium.key} onChoose={setLooked} />
      <Point
        medium={medium}
        x={(point.x + 1) / 2}
        y={(1 - point.y) / 2}
        onChange={(x, y) => {
          const others = written.filter((each) => each.medium !== medium.key)
          const exact = (part: number) => Math.round(100 * part) / 100
          onChange([...others, { medium: medium.key, x: exact(2 * x - 1), y: exact(1 - 2 * y) }])
        }}
      />
    </fieldset>
  )
}
