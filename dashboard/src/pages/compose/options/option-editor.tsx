import type { ComponentType } from 'react'
import { useId } from 'react'
import { factsOf, type PlatformId } from '../../../../../core/platforms/facts.ts'
import type { Connection } from '../../../api/schemas.ts'
import composeTexts from '../../../i18n/en/compose.ts'
import { useTexts } from '../../../i18n/texts.ts'
import type { Kind } from '../../../platforms/option-kinds.ts'
import { PLATFORM_VIEWS } from '../../../platforms/registry.ts'
import { useOptionWords } from '../../../posts/option-words.ts'
import type { Draft } from '../draft.ts'
import { Glyph } from '../glyphs.tsx'
import type { Refusal } from '../refusals.ts'
import type { EditorProps } from './editor-props.ts'
import { AttachmentField, HiddenWords } from './marked-words.tsx'
import { FocusPoints, TagsOnMedia } from './on-media.tsx'
import { useOptionTexts } from './option-texts.ts'
import { CoverPicture } from './pictures.tsx'
import { PlaceField } from './place-field.tsx'
import { PollField } from './poll-field.tsx'
import { AudioField, Captions, Countries, PartnershipField } from './several-fields.tsx'
import {
  ChoiceField,
  FlagField,
  GifField,
  ListField,
  NumberField,
  SeveralField,
  WordsField,
  YesNoField,
} from './simple-fields.tsx'
import { ThreadParts } from './thread-parts.tsx'
import './options.css'

/** The field of each way of asking. */
const EDITORS: { readonly [K in Kind]: ComponentType<EditorProps<K>> } = {
  words: WordsField,
  list: ListField,
  choice: ChoiceField,
  several: SeveralField,
  flag: FlagField,
  yes_no: YesNoField,
  number: NumberField,
  countries: Countries,
  picture: CoverPicture,
  place: PlaceField,
  poll: PollField,
  thread: ThreadParts,
  hidden: HiddenWords,
  attachment: AttachmentField,
  on_media: TagsOnMedia,
  focus: FocusPoints,
  captions: Captions,
  gif: GifField,
  partnership: PartnershipField,
  audio: AudioField,
}

interface OptionEditorProps {
  platform: PlatformId
  name: string
  draft: Draft
  chosen: readonly Connection[]
  written: unknown
  /** Said by the service against it. */
  refused: readonly Refusal[]
  /** Undefined for nothing. */
  onChange: (written: unknown) => void
  /** Takes the field away, with what it says. Absent where it stays. */
  onRemove: (() => void) | undefined
}

/** One option: what it is called, its field, what is to be known of it, and a way to take it away. */
export function OptionEditor(props: OptionEditorProps) {
  const { platform, name, draft, chosen, written, refused, onChange, onRemove } = props
  const text = useTexts('compose', composeTexts)
  const { nameOf } = useOptionWords()
  const { options } = PLATFORM_VIEWS[platform]
  const texts = useOptionTexts(platform)
  const id = useId()
  const field = options[name]!
  const { display_name } = factsOf(platform)
  const Editor = EDITORS[field.as] as ComponentType<EditorProps<Kind>>
  const hint = texts.hints[name]
  const described = [hint === undefined ? [] : `${id}-hint`, refused.length === 0 ? [] : `${id}-problem`].flat()
  return (
    <div
      className={field.as === 'flag' ? 'option flag' : 'option'}
      data-option={name}
      data-field={`options.${platform}.${name}`}
    >
      <div className="option-name">
        <span id={`${id}-name`}>{nameOf(name)}</span>
        {onRemove && (
          <button
            type="button"
            className="button small plain"
            aria-label={text.removeOption(nameOf(name), display_name)}
            onClick={onRemove}
          >
            <Glyph name="remove" />
          </button>
        )}
      </div>
      <Editor
        field={field as never}
        label={text.optionOn(nameOf(name), display_name)}
        written={written as never}
        onChange={onChange}
        described={described.length === 0 ? undefined : described.join(' ')}
        wrong={refused[0] && (refused[0].part ?? '')}
        values={texts.values[name] ?? {}}
        usual={texts.usual[name] ?? text.notSet}
        platform={platform}
        draft={draft}
        accounts={chosen.filter((account) => account.platform.name === platform)}
      />
      {refused.length > 0 && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {refused.map(({ sentence }) => sentence).join(' ')}
        </p>
      )}
      {hint !== undefined && (
        <p className="quiet small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
