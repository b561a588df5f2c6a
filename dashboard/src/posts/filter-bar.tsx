import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { connectionsQuery } from '../api/connections.ts'
import postsTexts from '../i18n/en/posts.ts'
import { useTexts } from '../i18n/texts.ts'
import { useAccountName } from './account-names.ts'
import { isFiltered, POST_STATES, POST_TYPES, type PostFilters } from './post-filters.ts'
import './posts.css'

const narrow = window.matchMedia('(width < 47.5em)')

/** Whether there is room for one column only. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches,
  )

/** On a phone the filters are folded away behind a button, which says how many are chosen. */
export function useFoldedFilters(filters: PostFilters): { shown: boolean; button: ReactNode } {
  const text = useTexts('posts', postsTexts)
  const isNarrow = useNarrow()
  const [open, setOpen] = useState(false)
  const count = Object.keys(filters).length
  return {
    shown: !isNarrow || open,
    button: isNarrow && (
      <button type="button" className="button small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {count === 0 ? text.filters : `${text.filters} (${count})`}
      </button>
    ),
  }
}

interface FilterBarProps {
  filters: PostFilters
  onChange: (filters: PostFilters) => void
}

/** The filters by account, type and state. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const text = useTexts('posts', postsTexts)
  const { data: accounts = [] } = useQuery(connectionsQuery)
  const nameOf = useAccountName()
  const choose = (name: keyof PostFilters) => (value: string) => {
    const { [name]: _, ...others } = filters
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <search className="filters" aria-label={text.filters}>
      <Choice
        label={text.account}
        all={text.allAccounts}
        value={filters.account}
        onChange={choose('account')}
        // That which is filtered by is among them, also before the accounts have come.
        choices={[...new Set([...accounts.map(({ id }) => id), ...(filters.account ? [filters.account] : [])])].map(
          (id) => [id, nameOf(id)],
        )}
      />
      <Choice
        label={text.type}
        all={text.allTypes}
        value={filters.type}
        onChange={choose('type')}
        choices={POST_TYPES.map((type) => [type, text.types[type]])}
      />
      <Choice
        label={text.state}
        all={text.allStates}
        value={filters.status}
        onChange={choose('status')}
        choices={POST_STATES.map((state) => [state, text.states[state]])}
      />
      {isFiltered(filters) && (
        <button type="button" className="button plain" onClick={() => onChange({})}>
          {text.clear}
        </button>
      )}
    </search>
  )
}

interface ChoiceProps {
  label: string
  /** The name of choosing nothing. */
  all: string
  value: string | undefined
  choices: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

function Choice({ label, all, value = '', choices, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="filter">
      <label htmlFor={id} className="only-read">
        {label}
      </label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{all}</option>
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
