import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Connection } from '../api/schemas.ts'
import { useMay } from '../api/session.ts'
import slotsTexts from '../i18n/en/slots.ts'
import { useFormats } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.ts'
import { useProblemText } from '../parts/problem.tsx'
import { zoneHere } from '../posts/wall-time.ts'
import { slotsOfAll, soonestCommon } from './slot-queries.ts'

interface NextSlotProps {
  chosen: readonly Connection[]
  /** When the service would send it, once it was asked; Unix milliseconds. */
  told: number | null
}

/** When a post would go out that takes the next free slot of its accounts, or what keeps it from having one. */
export function NextSlot({ chosen, told }: NextSlotProps) {
  const text = useTexts('slots', slotsTexts)
  const formats = useFormats()
  const problemText = useProblemText()
  const { history } = useRouter()
  const maySet = useMay('admin')
  const { data: lists, error } = useQuery(slotsOfAll(chosen.map(({ id }) => id)))
  if (chosen.length === 0) return <p className="quiet">{text.chooseAccount}</p>
  if (error !== null) return <p className="field-problem">{problemText(error)}</p>
  if (lists === undefined) return <p className="quiet">{text.looking}</p>
  const without = chosen.filter((_, at) => lists[at]!.slots.length === 0)
  const go = (address: string) => (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(address)
  }
  if (without.length > 0) {
    return (
      <ul className="stack">
        {without.map(({ id, username, platform }) => {
          const account = `@${username} (${platform.display_name})`
          const address = `/accounts?slots=${encodeURIComponent(id)}`
          return (
            <li key={id} className="field-problem">
              {text.without(account)}{' '}
              {maySet ? (
                <a href={address} onClick={go(address)}>
                  {text.set(account)}
                </a>
              ) : (
                text.onlyAdmins
              )}
            </li>
          )
        })}
      </ul>
    )
  }
  const at = told ?? soonestCommon(lists.map(({ next_free }) => next_free))
  // The lists are short: only the service knows that there is none.
  if (at === undefined) return <p className="quiet">{text.noCommon}</p>
  return <p role="status">{text.goesOut(formats.dateTime(at), zoneHere())}</p>
}
