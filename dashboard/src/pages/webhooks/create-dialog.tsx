import { type FormEvent, useState } from 'react'
import { useMutation } from '../../api/mutation.ts'
import { useSameKey } from '../../api/same-key.ts'
import { createWebhook, WEBHOOK_EVENTS } from '../../api/webhooks.ts'
import webhooksTexts from '../../i18n/en/webhooks.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useFieldProblem } from '../../parts/field-problem.ts'
import { DialogForm, FormFoot } from '../../parts/form-foot.tsx'
import { useKeptField } from '../../parts/kept-state.ts'

/** Asks for the address and the events. */
export function CreateDialog({ onDone, onClose }: { onDone: (secret: string) => void; onClose: () => void }) {
  const text = useTexts('webhooks', webhooksTexts)
  const fieldProblem = useFieldProblem()
  const [url, setUrl] = useKeptField('webhook-url', '')
  const [events, setEvents] = useKeptField('webhook-events', WEBHOOK_EVENTS)
  const [tried, setTried] = useState(false)
  const once = useSameKey()
  const creating = useMutation({
    mutationFn: () => once([url.trim(), events], (attempt) => createWebhook(attempt, url.trim(), [...events])),
    onSuccess: ({ secret }) => onDone(secret),
  })
  // The service finds other problems of an address: locally it may allow more.
  const urlWrong = /^https?:\/\/./i.test(url.trim()) ? undefined : text.urlRequired
  const eventsWrong = events.length === 0 ? text.eventsRequired : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (urlWrong === undefined && eventsWrong === undefined) creating.mutate()
  }
  const refused = fieldProblem(creating.error, 'url', text.url)
  return (
    <Dialog title={text.createTitle} onClose={onClose} closable={!creating.isPending}>
      <DialogForm busy={creating.isPending} onSubmit={submit}>
        <Field label={text.url} hint={text.urlHint} problem={(tried ? urlWrong : undefined) ?? refused}>
          {(control) => (
            <input
              {...control}
              type="url"
              autoComplete="off"
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <fieldset>
          <legend>{text.events}</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <label className="choice" key={event}>
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ target }) =>
                  setEvents(WEBHOOK_EVENTS.filter((each) => (each === event ? target.checked : events.includes(each))))
                }
              />
              <span>
                {text.eventNames[event]} <code className="quiet">{event}</code>
              </span>
            </label>
          ))}
          {tried && eventsWrong !== undefined && (
            <p className="field-problem" role="alert">
              {eventsWrong}
            </p>
          )}
        </fieldset>
        <FormFoot
          action={text.createAction}
          onCancel={onClose}
          busy={creating.isPending}
          error={refused === undefined ? creating.error : null}
        />
      </DialogForm>
    </Dialog>
  )
}
