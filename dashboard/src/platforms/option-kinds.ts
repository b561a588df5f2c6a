// The ways in which options of platforms are asked for, and what the composer keeps of each while somebody writes. What is on a
// medium names it by the medium's key here, as media are put in another order. How that becomes a request is in option-request.ts,
// and back in option-back.ts; the fields are in pages/compose/options.

import type { shapeOf } from '../../../core/platforms/post-types.ts'

/** The kinds of post that options are taken with. */
export type PostShape = ReturnType<typeof shapeOf>

/** A further post of a chain. */
export interface ChainPart<Medium> {
  content: string
  media: readonly Medium[]
}

export interface TextStyle {
  words: string
  styles: readonly string[]
}

/** Something that is on a medium; places run from 0 to 1, from the top left. */
export interface OnMedium {
  medium: string
  /** A person's name, or the product's id. */
  named: string
  x?: number
  y?: number
}

/** The point of a medium that is always shown; from -1 to 1, from the left and from below. */
export interface FocusPoint {
  medium: string
  x: number
  y: number
}

/** A medium as what stands with a post needs it. */
export interface MediumHere {
  key: string
  asset: { id: string } | null
  description?: string
}

/** A place; its name is empty where only the id is known. */
export interface Place {
  id: string
  name: string
}

export const placeOf = (written: Written['place']): Place =>
  typeof written === 'string' ? { id: written, name: '' } : written

/** The kept form of an option while somebody writes, by its kind of field. */
export interface Written {
  words: string
  /** Between commas. */
  list: string
  choice: string
  several: readonly string[]
  flag: boolean
  yes_no: string
  /** A whole number. */
  number: string
  countries: readonly string[]
  /** The id of one of the library's. */
  picture: string
  /** Drafts that an earlier version kept in the browser have only the id. */
  place: Place | string
  poll: { options: readonly string[]; seconds?: number; multiple?: boolean; hide_totals?: boolean }
  thread: readonly ChainPart<MediumHere>[]
  /** Words of the text. */
  hidden: readonly string[]
  attachment: { text: string; link: string; styles: readonly TextStyle[] }
  on_media: readonly OnMedium[]
  focus: readonly FocusPoint[]
  captions: readonly { lang: string; content: string }[]
  gif: string
  partnership: { label: boolean; sponsors: string }
  audio: { id: string; audio_volume: string; video_volume: string }
}
export type Kind = keyof Written

/** How an option is asked for, with what differs from option to option. */
type Asked =
  | { as: 'words'; max: number; rows?: number; input?: 'url' | 'numeric' }
  | { as: 'list' | 'flag' | 'yes_no' | 'number' | 'picture' | 'place' | 'hidden' | 'attachment' | 'focus' }
  | { as: 'captions' | 'gif' | 'partnership' | 'audio' | 'thread' }
  | { as: 'choice'; from: readonly string[] }
  /** @param alone exclusive values. */
  | { as: 'several'; from: readonly string[]; alone?: readonly string[] }
  | { as: 'countries'; most?: number }
  /** @param choices the most that it takes, and the characters of one, unless the account's server says otherwise. */
  | { as: 'poll'; choices: number; characters: number /** It ends, and can be more than one choice. */; timed?: true }
  /** @param named what an entry is called in a request. */
  | { as: 'on_media'; named: 'username' | 'product_id'; most: number }

/** The field of an option. What it says of the option's row is the row's (test/unit/dashboard/option-fields.test.ts). */
export type OptionField = Asked & {
  on: readonly PostShape[]
  facebook_login?: true
  counts?: true
}

export type FieldOf<K extends Kind> = OptionField & { as: K }

/** Texts about a platform's options. */
export interface OptionTexts {
  hints: Readonly<Record<string, string>>
  /** Set for options with values to choose from. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The effect where nothing is chosen. */
  usual: Readonly<Record<string, string>>
}

/** Further things that the values of a request depend on. */
export interface Around {
  /** The text that goes out. */
  caption: string
  media: readonly MediumHere[]
}

/** How long a poll runs where nobody chose. */
export const DAY_S = 86_400
