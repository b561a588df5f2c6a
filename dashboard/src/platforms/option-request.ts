// An option's field as a request has it.
import { type Around, DAY_S, type FieldOf, type Kind, type OptionField, placeOf, type Written } from './option-kinds.ts'

/** Undefined for what says nothing. */
type ToRequest<K extends Kind> = (written: Written[K], around: Around, field: FieldOf<K>) => unknown

const someOf = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list)

/** A list's entries, without empty and repeated ones. */
const entriesOf = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
]

interface Range {
  offset: number
  length: number
}

/** Where words stand in a text, each time that they do, in UTF-16 units. */
function rangesOf(text: string, words: string): Range[] {
  const found: Range[] = []
  if (words === '') return found
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
    found.push({ offset: at, length: words.length })
  return found
}

/** In the order of the text, without those that lie over an earlier one. */
function apart<R extends Range>(ranges: readonly R[]): R[] {
  let end = 0
  return ranges
    .toSorted((a, b) => a.offset - b.offset)
    .filter(({ offset, length }) => {
      if (offset < end) return false
      end = offset + length
      return true
    })
}

const words = (written: string): unknown => written.trim() || undefined

const whole = (written: string): number | undefined =>
  /^\d{1,9}$/.test(written.trim()) ? Number(written.trim()) : undefined

const TO_REQUEST: { readonly [K in Kind]: ToRequest<K> } = {
  words,
  choice: words,
  picture: words,
  place: (written) => words(placeOf(written).id),
  list: (written) => someOf(entriesOf(written)),
  several: someOf,
  countries: someOf,
  flag: (written) => written || undefined,
  yes_no: (written) => (written === '' ? undefined : written === 'yes'),
  number: whole,
  poll: ({ options, seconds = DAY_S, multiple, hide_totals }, _around, { timed }) => {
    const said = options.map((choice) => choice.trim()).filter((choice) => choice !== '')
    if (said.length === 0) return undefined
    if (!timed) return { options: said }
    return {
      options: said,
      expires_in_seconds: seconds,
      ...(multiple ? { multiple } : {}),
      ...(hide_totals ? { hide_totals } : {}),
    }
  },
  thread: (parts) =>
    someOf(
      parts.flatMap(({ content, media }) => {
        const items = media.flatMap(({ asset, description = '' }) =>
          asset === null
            ? []
            : [{ media_asset_id: asset.id, ...(description.trim() === '' ? {} : { alt_text: description.trim() }) }],
        )
        const said = content.trim() !== ''
        if (!said && items.length === 0) return []
        return [{ ...(said ? { content } : {}), ...(items.length === 0 ? {} : { media: { items } }) }]
      }),
    ),
  hidden: (written, { caption }) => someOf(apart(written.flatMap((each) => rangesOf(caption, each)))),
  attachment: ({ text, link, styles }) => {
    if (text.trim() === '') return undefined
    const ranges = apart(
      styles.flatMap(({ words: marked, styles: each }) =>
        rangesOf(text, marked).map((range) => ({ ...range, styles: each })),
      ),
    )
    return {
      text,
      ...(link.trim() === '' ? {} : { link_url: link.trim() }),
      ...(ranges.length === 0 ? {} : { styles: ranges }),
    }
  },
  on_media: (written, { media }, { named: name }) =>
    someOf(
      written.flatMap(({ medium, named, x, y }) => {
        const at = media.findIndex(({ key }) => key === medium)
        if (at < 0 || named.trim() === '') return []
        return [{ [name]: named.trim(), ...(x === undefined || y === undefined ? {} : { x, y }), media_index: at }]
      }),
    ),
  focus: (written, { media }) =>
    someOf(
      written.flatMap(({ medium, x, y }) => {
        const at = media.findIndex(({ key }) => key === medium)
        return at < 0 ? [] : [{ media_index: at, x, y }]
      }),
    ),
  captions: (written) =>
    someOf(
      written.filter(({ content }) => content !== '').map(({ lang, content }) => ({ lang: lang.trim(), content })),
    ),
  gif: (written) => (written.trim() === '' ? undefined : { id: written.trim() }),
  partnership: ({ label, sponsors }) => {
    const sponsor_ids = entriesOf(sponsors)
    if (sponsor_ids.length > 0) return { sponsor_ids }
    return label ? { label: true } : undefined
  },
  audio: ({ id, audio_volume, video_volume }) => {
    if (id.trim() === '') return undefined
    const volumes = Object.entries({ audio_volume, video_volume }).flatMap(([name, said]) => {
      const volume = whole(said)
      return volume === undefined ? [] : [[name, volume] as const]
    })
    return { audio_id: id.trim(), ...Object.fromEntries(volumes) }
  },
}

/** @returns undefined where nothing is said. */
export const toRequest = (field: OptionField, written: unknown, around: Around): unknown =>
  written === undefined ? undefined : (TO_REQUEST[field.as] as ToRequest<Kind>)(written as never, around, field)
