import { useQuery } from '@tanstack/react-query'
import mediaTexts from '../../i18n/en/media.ts'
import { useTexts } from '../../i18n/texts.ts'
import { type MediaFilter, tagsQuery } from '../../media/media-queries.ts'
import { Field } from '../../parts/field.tsx'

export interface Filters {
  search: string
  type: MediaFilter | ''
  tag: string
}

const KINDS: readonly unknown[] = ['image', 'video', 'audio'] satisfies MediaFilter[]

/** The filters in the page's address. Unknown values are left out. */
export const shownIn = ({ find, type, tag, page }: Record<string, unknown>): Filters & { page: number } => ({
  search: typeof find === 'string' ? find : '',
  type: KINDS.includes(type) ? (type as MediaFilter) : '',
  tag: typeof tag === 'string' ? tag : '',
  page: Number.isInteger(page) && (page as number) > 0 ? (page as number) : 1,
})

/** The same as it stands there. */
export const addressOf = ({ search, type, tag }: Filters, page = 1): Record<string, unknown> => ({
  ...(search.trim() === '' ? {} : { find: search.trim() }),
  ...(type === '' ? {} : { type }),
  ...(tag === '' ? {} : { tag }),
  ...(page === 1 ? {} : { page }),
})

/** Search by title and tag, by kind, and by one tag. */
export function MediaFilters({ filters, onChange }: { filters: Filters; onChange: (next: Filters) => void }) {
  const text = useTexts('media', mediaTexts)
  const { data = [] } = useQuery(tagsQuery)
  const { search, type, tag } = filters
  const tags = data.map((each) => each.tag)
  const listed = tag === '' || tags.includes(tag) ? tags : [tag, ...tags]
  return (
    <search className="media-filters">
      <Field label={text.search}>
        {(control) => (
          <input
            {...control}
            type="search"
            maxLength={255}
            value={search}
            onChange={({ target }) => onChange({ ...filters, search: target.value })}
          />
        )}
      </Field>
      <Field label={text.type}>
        {(control) => (
          <select
            {...control}
            value={type}
            onChange={({ target }) => onChange({ ...filters, type: target.value as MediaFilter | '' })}
          >
            <option value="">{text.all}</option>
            <option value="image">{text.image}</option>
            <option value="video">{text.video}</option>
            <option value="audio">{text.audio}</option>
          </select>
        )}
      </Field>
      {listed.length > 0 && (
        <Field label={text.tag}>
          {(control) => (
            <select {...control} value={tag} onChange={({ target }) => onChange({ ...filters, tag: target.value })}>
              <option value="">{text.allTags}</option>
              {listed.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </search>
  )
}
