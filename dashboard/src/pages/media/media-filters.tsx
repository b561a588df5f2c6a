import mediaTexts from '../../i18n/en/media.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { MediaFilter } from '../../media/media-queries.ts'
import { Field } from '../../parts/field.tsx'

interface Filters {
  search: string
  type: MediaFilter | ''
}

/** Search by title, and by kind. */
export function MediaFilters({ search, type, onChange }: Filters & { onChange: (next: Filters) => void }) {
  const text = useTexts('media', mediaTexts)
  return (
    <search className="media-filters">
      <Field label={text.search}>
        {(control) => (
          <input
            {...control}
            type="search"
            maxLength={255}
            value={search}
            onChange={({ target }) => onChange({ search: target.value, type })}
          />
        )}
      </Field>
      <Field label={text.type}>
        {(control) => (
          <select
            {...control}
            value={type}
            onChange={({ target }) => onChange({ search, type: target.value as MediaFilter | '' })}
          >
            <option value="">{text.all}</option>
            <option value="image">{text.image}</option>
            <option value="video">{text.video}</option>
            <option value="audio">{text.audio}</option>
          </select>
        )}
      </Field>
    </search>
  )
}
