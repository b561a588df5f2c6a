import { useId } from 'react'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import forApprovalTexts from '../../i18n/en/for-approval.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { addDays, dayOf, momentOf, zoneHere } from '../../posts/wall-time.ts'
import { NextSlot } from '../../slots/next-slot.tsx'
import type { Draft } from './draft.ts'
import { momentsLeft, REPEATS, repeats } from './repeat.ts'

const WHENS = ['now', 'later', 'slot'] as const

/** Tomorrow morning: to be changed, and better than nothing. */
const firstWall = () => `${addDays(dayOf(Date.now()), 1)}T09:00`

/** Four weeks on: to be changed, and better than nothing. */
const lastDay = (wall: string) => {
  const moment = momentOf(wall)
  return moment === null ? '' : addDays(dayOf(moment.at), 28)
}

interface TimeChoiceProps {
  draft: Draft
  problem: string | undefined
  onChange: (more: Partial<Draft>) => void
}

/** Now, at a time of the clock here, or in the next free slot of the accounts. */
export function TimeChoice({ draft, problem, onChange }: TimeChoiceProps) {
  const text = useTexts('compose', composeTexts)
  const id = useId()
  return (
    <>
      <div role="radiogroup" aria-label={text.when} className="pills">
        {WHENS.map((when) => (
          <label key={when}>
            <input
              type="radio"
              name="when"
              checked={draft.when === when}
              onChange={() =>
                onChange({ when, ...(when === 'later' && draft.wall === '' ? { wall: firstWall() } : {}) })
              }
            />
            {text.whens[when]}
          </label>
        ))}
      </div>
      {draft.when === 'later' && (
        <div className="bar-date" data-field="scheduled_at">
          <input
            type="datetime-local"
            aria-label={text.dateAndTime}
            aria-describedby={`${TOLD} ${id}`}
            aria-invalid={problem === undefined ? undefined : true}
            value={draft.wall}
            onChange={({ target }) => onChange({ wall: target.value })}
          />
          {problem !== undefined && (
            <span className="only-read" id={id}>
              {problem}
            </span>
          )}
          <select
            aria-label={text.repeat}
            value={draft.repeat}
            onChange={({ target }) => {
              const repeat = target.value as Draft['repeat']
              onChange({ repeat, ...(repeat !== '' && draft.until === '' ? { until: lastDay(draft.wall) } : {}) })
            }}
          >
            <option value="">{text.repeats.never}</option>
            {REPEATS.map((each) => (
              <option key={each} value={each}>
                {text.repeats[each]}
              </option>
            ))}
          </select>
          {draft.repeat !== '' && (
            <input
              type="date"
              aria-label={text.until}
              value={draft.until}
              onChange={({ target }) => onChange({ until: target.value })}
            />
          )}
        </div>
      )}
    </>
  )
}

/** The id of the element that says when it goes out. */
const TOLD = 'goes-out'

interface GoesOutProps {
  draft: Draft
  /** It can be sent at another time than now. */
  schedulable: boolean
  chosen: readonly Connection[]
  /** When the service says that it goes out, Unix milliseconds. */
  told: number | null
}

/** When it goes out, with the zone, and to how many accounts. */
export function GoesOut({ draft, schedulable, chosen, told }: GoesOutProps) {
  const text = useTexts('compose', composeTexts)
  const posts = useTexts('posts', postsTexts)
  const formats = useFormats()
  const short = new Intl.DateTimeFormat(useLocale(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  const count = text.toAccounts(chosen.length)
  if (schedulable && draft.when === 'slot')
    return (
      <div className="goes-out">
        <NextSlot chosen={chosen} told={told} />
        <p className="quiet">{count}</p>
      </div>
    )
  const moment = schedulable && draft.when === 'later' ? momentOf(draft.wall) : null
  const when =
    moment?.is === 'skipped'
      ? posts.timeSkipped(formats.dateTime(moment.at))
      : moment?.is === 'twice'
        ? posts.timeTwice
        : moment
          ? text.goesOut(short.format(moment.at), zoneHere())
          : schedulable && draft.when === 'later'
            ? posts.zone(zoneHere())
            : text.whens.now
  return (
    <p className="goes-out" id={TOLD}>
      {when} <span className="quiet">· {count}</span>
      {schedulable && repeats(draft) && <Series draft={draft} />}
    </p>
  )
}

/** How many posts a series makes, the last of them, and how many were made before it broke off. */
function Series({ draft }: { draft: Draft }) {
  const text = useTexts('compose', composeTexts)
  const approvals = useTexts('forApproval', forApprovalTexts)
  const formats = useFormats()
  const left = momentsLeft(draft)
  const last = left.at(-1)
  return (
    <>
      {last !== undefined && (
        <>
          <br />
          {text.seriesOf(left.length, formats.date(last))}
        </>
      )}
      {draft.made.length > 0 && (
        <>
          <br />
          {(draft.madeForApproval ? approvals : text).seriesBroke(draft.made.length)}
        </>
      )}
    </>
  )
}
