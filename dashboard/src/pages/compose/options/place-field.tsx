// The place of a post: searched for where one of the accounts can, else given by its id.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import optionFieldsTexts from '../../../i18n/en/option-fields.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Problem } from '../../../parts/problem.tsx'
import { type Place, placeOf } from '../../../platforms/option-kinds.ts'
import { placesQuery, usePaused } from '../look-up-queries.ts'
import { couldLookUp, MAX_SEARCH, placeText, searchersIn } from '../look-ups.ts'
import { Combobox } from './combobox.tsx'
import type { EditorProps } from './editor-props.ts'
import { controlOf } from './wrong-part.ts'

/** Typing that pauses for so long is searched for. */
const PAUSE_MS = 400
/** As long as an id of a place gets. */
const MAX_ID = 30

export function PlaceField(props: EditorProps<'place'>) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const { accounts, label, described, wrong, onChange } = props
  const written = props.written === undefined ? undefined : placeOf(props.written)
  const [searcher] = searchersIn(accounts, 'places')
  if (searcher !== undefined) return <PlaceSearch {...props} written={written} accountId={searcher.id} />
  return (
    <>
      <input
        {...controlOf({ label, described, wrong })}
        inputMode="numeric"
        placeholder={text.placeId}
        maxLength={MAX_ID}
        value={written?.id ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : { id: target.value, name: '' })}
      />
      {couldLookUp(accounts, 'places') && <p className="quiet small">{text.placesNeedFacebook}</p>}
    </>
  )
}

interface PlaceSearchProps extends Omit<EditorProps<'place'>, 'written'> {
  accountId: string
  written: Place | undefined
}

/** What was typed counts only once a place is chosen: a field that is left shows the chosen one again. */
function PlaceSearch({ accountId, label, written, onChange, described, wrong }: PlaceSearchProps) {
  const text = useTexts('optionFields', optionFieldsTexts)
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = typed === null ? null : placeText(typed)
  const paused = usePaused(wanted, PAUSE_MS)
  const search = useQuery({ ...placesQuery(accountId, paused ?? ''), enabled: paused !== null && paused === wanted })
  const current = wanted !== null && paused === wanted
  const searching = wanted !== null && (!current || search.isFetching)
  const places = current ? (search.data ?? []) : []
  const isId = wanted !== null && wanted.length <= MAX_ID && /^\d+$/.test(wanted)
  const entries = [
    ...places.map(({ id, name, address }) => ({ key: id, name, more: address ?? undefined, place: { id, name } })),
    ...(isId ? [{ key: `id-${wanted}`, name: text.placeById(wanted), place: { id: wanted, name: '' } }] : []),
  ]
  const says = searching
    ? text.searching
    : current && search.isSuccess
      ? text.placesFound(places.length)
      : typed === null && written !== undefined
        ? text.placeChosen(written.name || written.id)
        : ''
  return (
    <>
      <Combobox
        label={label}
        described={described}
        invalid={wrong !== undefined}
        placeholder={text.placeHint}
        maxLength={MAX_SEARCH}
        text={typed ?? (written?.name || written?.id || '')}
        entries={entries}
        onType={(next) => {
          setTyped(next)
          if (next === '') onChange(undefined)
        }}
        onChoose={({ place }) => {
          setTyped(null)
          onChange(place)
        }}
        onLeave={() => setTyped(null)}
      />
      <p className="quiet small" role="status">
        {says}
      </p>
      <Problem error={current && !search.isFetching ? search.error : null} />
    </>
  )
}
