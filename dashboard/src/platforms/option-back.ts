// An option of a request as its field keeps it: for posts that start from another, and for drafts of the team.
import {
  type Around,
  DAY_S,
  type FieldOf,
  type Kind,
  type MediumHere,
  type OptionField,
  type Written,
} from './option-kinds.ts'

/** Undefined for what the field cannot show. */
type FromRequest<K extends Kind> = (value: unknown, around: Around, field: FieldOf<K>) => Written[K] | undefined

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const recordsIn = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const wordsAt = (text: string, { offset, length }: Record<string, unknown>): string =>
  text.slice(Number(offset), Number(offset) + Number(length))

const words = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const several = (value: unknown): string[] | undefined => (Array.isArray(value) ? textsIn(value) : undefined)

/** A list of entries, each made of its record. */
const entries =
  <T>(make: (entry: Record<string, unknown>, around: Around) => T[]) =>
  (value: unknown, around: Around): T[] | undefined =>
    Array.isArray(value) ? recordsIn(value).flatMap((entry) => make(entry, around)) : undefined

const keyOf = ({ media_index }: Record<string, unknown>, { media }: Around): string | undefined =>
  media[numberOf(media_index) ?? 0]?.key

/** Media of a chain's part, each only by its id. */
function mediaIn({ items, media_asset_ids }: Record<string, unknown>): MediumHere[] {
  const said = Array.isArray(items)
    ? recordsIn(items).map(({ media_asset_id, alt_text }) => ({
        id: textOf(media_asset_id),
        description: textOf(alt_text),
      }))
    : textsIn(media_asset_ids).map((id) => ({ id, description: '' }))
  return said.map(({ id, description }, at) => ({
    key: `${id}-${at}`,
    asset: { id },
    ...(description === '' ? {} : { description }),
  }))
}

const FROM_REQUEST: { readonly [K in Kind]: FromRequest<K> } = {
  words,
  choice: words,
  picture: words,
  place: (value) => (typeof value === 'string' ? { id: value, name: '' } : undefined),
  list: (value) => several(value)?.join(', '),
  several,
  countries: several,
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  yes_no: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
  number: (value) => (typeof value === 'number' ? String(value) : undefined),
  poll: (value, _around, { timed }) => {
    if (!isRecord(value)) return undefined
    const options = textsIn(value.options)
    if (!timed) return { options }
    return {
      options,
      seconds: numberOf(value.expires_in_seconds) ?? DAY_S,
      multiple: value.multiple === true,
      hide_totals: value.hide_totals === true,
    }
  },
  thread: entries(({ content, media }) => [{ content: textOf(content), media: isRecord(media) ? mediaIn(media) : [] }]),
  hidden: (value, around) => {
    const found = entries((range, { caption }) => [wordsAt(caption, range)])(value, around)
    return found && [...new Set(found)]
  },
  attachment: (value) => {
    if (!isRecord(value)) return undefined
    const text = textOf(value.text)
    const styles = recordsIn(value.styles).map((range) => ({
      words: wordsAt(text, range),
      styles: textsIn(range.styles),
    }))
    return { text, link: textOf(value.link_url), styles }
  },
  on_media: (value, around, { named }) =>
    entries((entry) => {
      const medium = keyOf(entry, around)
      const [x, y] = [numberOf(entry.x), numberOf(entry.y)]
      const place = x === undefined || y === undefined ? {} : { x, y }
      return medium === undefined ? [] : [{ medium, named: textOf(entry[named]), ...place }]
    })(value, around),
  focus: entries((entry, around) => {
    const medium = keyOf(entry, around)
    return medium === undefined ? [] : [{ medium, x: numberOf(entry.x) ?? 0, y: numberOf(entry.y) ?? 0 }]
  }),
  captions: entries(({ lang, content }) => [{ lang: textOf(lang), content: textOf(content) }]),
  gif: (value) => (isRecord(value) ? textOf(value.id) : undefined),
  partnership: (value) =>
    isRecord(value) ? { label: true, sponsors: textsIn(value.sponsor_ids).join(', ') } : undefined,
  audio: (value) =>
    isRecord(value)
      ? {
          id: textOf(value.audio_id),
          audio_volume: String(numberOf(value.audio_volume) ?? ''),
          video_volume: String(numberOf(value.video_volume) ?? ''),
        }
      : undefined,
}

/** @returns undefined where the field cannot show it. */
export const fromRequest = (field: OptionField, value: unknown, around: Around): unknown =>
  (FROM_REQUEST[field.as] as FromRequest<Kind>)(value, around, field)
