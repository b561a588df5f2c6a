import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { PublisherError } from '../api/client.ts'
import { useMutation } from '../api/mutation.ts'
import type { Connection } from '../api/schemas.ts'
import { HelpLink } from '../help/help-link.tsx'
import accountsTexts from '../i18n/en/accounts.ts'
import slotsTexts from '../i18n/en/slots.ts'
import { useLocale } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { issueAt } from '../parts/field-problem.ts'
import { DialogForm, FormFoot } from '../parts/form-foot.tsx'
import { useKeptField } from '../parts/kept-state.ts'
import { Loaded, Skeleton } from '../parts/loaded.tsx'
import { Problem } from '../parts/problem.tsx'
import { showToast } from '../parts/toasts.tsx'
import { ShortTime } from '../posts/short-time.tsx'
import { zoneHere } from '../posts/wall-time.ts'
import { type Slot, type SlotPlan, setSlots, slotsQuery } from './slot-queries.ts'
import './slots.css'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = Slot['weekday']

/** "Monday" as the language of the page writes it. */
function useDayNames(): (day: Weekday) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { weekday: 'long', timeZone: 'UTC' })
  // A Monday.
  return (day) => format.format(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)))
}

const sameSlot = (one: Slot) => (other: Slot) => one.weekday === other.weekday && one.time === other.time

interface SlotsDialogProps {
  connection: Connection
  onClose: () => void
}

/** The times of the week at which queued posts go out to an account. */
export function SlotsDialog({ connection, onClose }: SlotsDialogProps) {
  const text = useTexts('slots', slotsTexts)
  const account = `@${connection.username} (${connection.platform.display_name})`
  // Saving replaces all slots, so the form begins with the current ones and not with cached ones.
  const query = useQuery({ ...slotsQuery(connection.id), refetchOnMount: 'always' })
  const [round, setRound] = useState(0)
  const saving = useMutation({
    mutationFn: (plan: SlotPlan) => setSlots(connection.id, plan),
    onSuccess: () => {
      showToast({ kind: 'done', text: text.saved(account) })
      onClose()
    },
  })
  return (
    <Dialog title={text.openOf(account)} onClose={onClose} closable={!saving.isPending}>
      <p>
        {text.why} <HelpLink operation="setSlots" />
      </p>
      <Loaded query={query}>
        {({ time_zone, slots, next_free, updated_at }) =>
          query.isFetchedAfterMount ? (
            <SlotsForm
              key={round}
              kept={`slots-${connection.id}-${round}`}
              saving={saving}
              before={{ time_zone: time_zone ?? zoneHere(), slots, updated_at }}
              nextFree={next_free[0]}
              onAnew={async () => {
                await query.refetch({ throwOnError: true })
                saving.reset()
                setRound(round + 1)
              }}
              onClose={onClose}
            />
          ) : (
            <Skeleton lines={4} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

interface SlotsFormProps {
  saving: ReturnType<typeof useMutation<void, SlotPlan>>
  before: SlotPlan
  /** Names what was not saved yet. */
  kept: string
  nextFree: number | undefined
  /** Begins again with the current slots. */
  onAnew: () => Promise<void>
  onClose: () => void
}

function SlotsForm({ saving, before, kept, nextFree, onAnew, onClose }: SlotsFormProps) {
  const text = useTexts('slots', slotsTexts)
  const accounts = useTexts('accounts', accountsTexts)
  const dayName = useDayNames()
  const zones = useId()
  // The slots may be read again while the form is open; the time of those that it began with is sent.
  const [begun] = useState(before)
  const [plan, setPlan] = useKeptField(kept, begun)
  const { time_zone: zone, slots } = plan
  const setTimes = (next: Slot[]) => setPlan({ ...plan, slots: next })
  const [days, setDays] = useState<readonly Weekday[]>([])
  const [time, setTime] = useState('09:00')
  const [tried, setTried] = useState(false)
  const chosen = days.map((weekday) => ({ weekday, time })).filter((slot) => !slots.some(sameSlot(slot)))
  const add = () => {
    setTried(true)
    if (days.length === 0 || time === '') return
    setTimes([...slots, ...chosen])
    setDays([])
    setTried(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (days.length > 0 && time === '') setTried(true)
    // Days and a time that were chosen are saved, also without a press of "Add".
    else saving.mutate({ ...plan, time_zone: zone.trim(), slots: [...slots, ...chosen] })
  }
  const beginning = useMutation({ mutationFn: onAnew })
  const overtaken = saving.error instanceof PublisherError && saving.error.code === 'conflict'
  const zoneProblem = issueAt(saving.error, 'time_zone') === undefined ? undefined : text.zoneWrong
  return (
    <DialogForm busy={saving.isPending} onSubmit={submit}>
      <Field label={text.zone} hint={text.zoneHint} problem={zoneProblem}>
        {(control) => (
          <input
            {...control}
            list={zones}
            value={zone}
            onChange={({ target }) => setPlan({ ...plan, time_zone: target.value })}
          />
        )}
      </Field>
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <fieldset className="slot-days">
        <legend>{text.days}</legend>
        <div className="row">
          {WEEKDAYS.map((day) => (
            <label className="choice" key={day}>
              <input
                type="checkbox"
                checked={days.includes(day)}
                onChange={({ target }) => setDays(target.checked ? [...days, day] : days.filter((one) => one !== day))}
              />
              {dayName(day)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="slot-time">
        <Field label={text.time} problem={tried && (days.length === 0 || time === '') ? text.addFirst : undefined}>
          {(control) => (
            <input {...control} type="time" value={time} onChange={({ target }) => setTime(target.value.slice(0, 5))} />
          )}
        </Field>
        <button type="button" className="button" onClick={add}>
          {text.add}
        </button>
      </div>
      {slots.length === 0 ? (
        <p className="quiet">{text.none}</p>
      ) : (
        <dl className="slot-list" aria-label={text.list}>
          {WEEKDAYS.filter((day) => slots.some(({ weekday }) => weekday === day)).map((day) => (
            <div key={day}>
              <dt>{dayName(day)}</dt>
              {slots
                .filter(({ weekday }) => weekday === day)
                .sort((one, other) => one.time.localeCompare(other.time))
                .map((slot) => (
                  <dd key={slot.time}>
                    {slot.time}
                    <button
                      type="button"
                      className="button plain icon"
                      aria-label={text.remove(dayName(day), slot.time)}
                      onClick={() => setTimes(slots.filter((other) => !sameSlot(slot)(other)))}
                    >
                      <span aria-hidden="true">✕</span>
                    </button>
                  </dd>
                ))}
            </div>
          ))}
        </dl>
      )}
      {nextFree !== undefined && (
        <p className="quiet">
          {text.next}: <ShortTime at={nextFree} /> ({zoneHere()})
        </p>
      )}
      {overtaken && (
        <div className="problem warning" role="alert">
          <p>{accounts.slotsOvertaken}</p>
          <Problem error={beginning.error} />
          <button
            type="button"
            className="button small"
            disabled={beginning.isPending}
            onClick={() => beginning.mutate()}
          >
            {accounts.slotsAnew}
          </button>
        </div>
      )}
      <FormFoot
        action={text.save}
        onCancel={onClose}
        busy={saving.isPending}
        locked={overtaken}
        error={zoneProblem === undefined && !overtaken ? saving.error : null}
      />
    </DialogForm>
  )
}
