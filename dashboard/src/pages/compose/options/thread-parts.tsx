import { useState } from 'react'
import { factsOf } from '../../../../../core/platforms/facts.ts'
import optionFieldsTexts from '../../../i18n/en/option-fields.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Thumbnail } from '../../../media/thumbnail.tsx'
import { Count } from '../counts.tsx'
import { type DraftMedium, mediumOf } from '../draft.ts'
import { Glyph } from '../glyphs.tsx'
import { LibraryDialog } from '../library-dialog.tsx'
import { countedBeside } from '../post-options.ts'
import { textCount } from '../text-count.ts'
import type { EditorProps } from './editor-props.ts'
import { invalidIf, wrongEntry } from './wrong-part.ts'

/** Posts that may follow the first (core/platforms/thread-part.ts). */
const MAX_PARTS = 20

/** The further posts of a chain: each a text, media from the library, or both, and as long as the platform takes it. */
export function ThreadParts(props: EditorProps<'thread'>) {
  const { label, written, onChange, described, wrong, platform, draft, accounts } = props
  const text = useTexts('optionFields', optionFieldsTexts)
  const [picking, setPicking] = useState<number | null>(null)
  const parts = written ?? [{ content: '', media: [] }]
  const refused = wrongEntry(wrong, parts, ({ content, media }) => content.trim() !== '' || media.length > 0)
  const beside = countedBeside(draft, platform)
  const counted = (text: string) =>
    accounts
      .map(({ server_limits }) => textCount(platform, server_limits, { text, beside }))
      .toSorted((a, b) => a.limit - b.limit)[0] ?? textCount(platform, undefined, { text, beside })
  const set = (at: number, more: Partial<(typeof parts)[number]>) =>
    onChange(parts.with(at, { ...parts[at]!, ...more }))
  const remove = (at: number) => onChange(parts.length === 1 ? undefined : parts.toSpliced(at, 1))
  return (
    <fieldset className="stack tight" aria-label={label} aria-describedby={described}>
      {parts.map(({ content, media }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part of a thread is its place.
        <div className="thread-part" key={at}>
          <span className="thread-place" aria-hidden="true">
            {at + 2}
          </span>
          <textarea
            rows={2}
            aria-label={text.part(at + 2)}
            placeholder={text.partHint}
            maxLength={2000}
            {...invalidIf(at === refused, described)}
            value={content}
            onChange={({ target }) => set(at, { content: target.value })}
          />
          <div className="thread-foot">
            {(media as readonly DraftMedium[]).map(({ key, asset }, place) => (
              <span className="thread-medium" key={key}>
                {asset && <Thumbnail asset={asset} />}
                <button
                  type="button"
                  aria-label={text.removeFrom(asset?.title ?? '', at + 2)}
                  onClick={() => set(at, { media: media.toSpliced(place, 1) })}
                >
                  <Glyph name="remove" />
                </button>
              </span>
            ))}
            <button
              type="button"
              className="button small plain"
              aria-label={text.addToPart(at + 2)}
              onClick={() => setPicking(at)}
            >
              <Glyph name="library" />
            </button>
            <button
              type="button"
              className="button small plain"
              aria-label={text.removePart(at + 2)}
              onClick={() => remove(at)}
            >
              <Glyph name="remove" />
            </button>
            <Count name={factsOf(platform).display_name} {...counted(content)} />
          </div>
        </div>
      ))}
      {parts.length < MAX_PARTS && (
        <button type="button" className="button small" onClick={() => onChange([...parts, { content: '', media: [] }])}>
          {text.addPart}
        </button>
      )}
      {picking !== null && (
        <LibraryDialog
          kinds={['image', 'video']}
          onClose={() => setPicking(null)}
          onPick={(assets) => {
            set(picking, { media: [...parts[picking]!.media, ...assets.map((asset) => mediumOf(asset))] })
            setPicking(null)
          }}
        />
      )}
    </fieldset>
  )
}
