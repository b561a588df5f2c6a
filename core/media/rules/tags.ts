// Tags by which an owner's files are found: short words, compared as a search compares them. Pure.
import * as z from 'zod/mini'
import { documented } from '../../platforms/text-field.ts'
import { folded } from './file-name.ts'

/** Tags of one file. */
export const MOST_TAGS = 20
/** Code points of a tag. */
export const LONGEST_TAG = 50

/** Stands around each tag in the text that lists search; no title or tag has one there. */
const MARK = '\u001f'

/** UTF-16 units of a tag as it is sent, before it is checked further. */
const MOST_UNITS = LONGEST_TAG * 8

/** A tag as it is kept: folded, without the sign before it and without invisible characters. */
const kept = (sent: string): string =>
  folded(sent)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/^#+ ?/, '')

export const TagInput = z.pipe(
  documented(
    z.string().check(
      z.refine((sent) => sent.length > MOST_UNITS || kept(sent) !== '', { error: 'says nothing' }),
      z.refine((sent) => sent.length <= MOST_UNITS && [...kept(sent)].length <= LONGEST_TAG, {
        error: `has more than ${LONGEST_TAG} characters`,
        params: { code: 'too_long' },
      }),
    ),
    { minLength: 1, maxLength: LONGEST_TAG, pattern: '^[\\s\\S]*[^#\\s]' },
  ),
  z.transform(kept),
)

/** Each tag once, in the order of the alphabet. */
export const TagsInput = z.pipe(
  z.array(TagInput).check(z.maxLength(MOST_TAGS)),
  z.transform((tags) => [...new Set(tags)].sort()),
)

/** The tags of an asset as it is stored. */
export const tagsOf = ({ tags_json }: { tags_json: string | null }): string[] =>
  tags_json === null ? [] : (JSON.parse(tags_json) as string[])

/** The text that lists search of an asset: its title, then its tags. */
export const searchText = (asset: { title: string; tags_json: string | null }): string => {
  const tags = tagsOf(asset)
  const title = folded(asset.title).replaceAll(MARK, ' ')
  return tags.length === 0 ? title : `${title}${MARK}${tags.join(MARK)}${MARK}`
}

/** The title in what `searchText` made. */
export const titleInSearch = (search: string): string => search.split(MARK, 1)[0]!

/** What `searchText` has of every asset with the tag; without a tag: of every asset with any. */
export const searchForTag = (tag?: string): string => (tag === undefined ? MARK : `${MARK}${tag}${MARK}`)

/** The tags in what `searchText` made. */
export const tagsInSearch = (search: string): string[] => search.split(MARK).slice(1, -1)
