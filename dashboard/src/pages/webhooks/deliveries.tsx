import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../api/mutation.ts'
import { useSameKey } from '../../api/same-key.ts'
import { type Delivery, deliveriesQuery, FOLLOW_MS, replayDelivery, type Webhook } from '../../api/webhooks.ts'
import webhooksTexts from '../../i18n/en/webhooks.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Skeleton } from '../../parts/loaded.tsx'
import { Problem, useProblemText } from '../../parts/problem.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { RelativeTime, Time } from '../../parts/time.tsx'
import { showToast } from '../../parts/toasts.tsx'

const TONES = { pending: 'neutral', delivered: 'good', failed: 'bad' } as const

/** An event by its name in words; one that is new to this page by its own. */
export function useEventName(): (event: string) => string {
  const names: Record<string, string> = useTexts('webhooks', webhooksTexts).eventNames
  return (event) => names[event] ?? event
}

/** Why an attempt had no answer, in the language of the page where the service's sentence is known there. */
function useFailure(): (error: string | null) => string {
  const text = useTexts('webhooks', webhooksTexts)
  return (error) => (error === null ? text.noAnswer : text.failure(error))
}

/** The receiver's answer to one attempt. */
function useAnswer(): (attempt: Delivery['attempts'][number] | undefined) => string {
  const text = useTexts('webhooks', webhooksTexts)
  const formats = useFormats()
  const failure = useFailure()
  return (attempt) => {
    if (attempt === undefined) return '–'
    if (attempt.status === null) return failure(attempt.error)
    return text.answered(String(attempt.status), formats.number(attempt.duration_ms))
  }
}

/** Messages to a webhook, with their answers; each can be sent again. */
export function Deliveries({ webhook, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const text = useTexts('webhooks', webhooksTexts)
  const eventName = useEventName()
  const answerOf = useAnswer()
  const problemText = useProblemText()
  const [pages, setPages] = useState(1)
  const query = useQuery(deliveriesQuery(webhook.id, pages))
  const [shown, setShown] = useState<string | null>(null)
  const once = useSameKey()
  const replaying = useMutation({
    mutationFn: (delivery: string) => once(delivery, (key) => replayDelivery(webhook.id, delivery, key)),
    onSuccess: () => {
      showToast({ kind: 'done', text: text.replayed })
      void query.refetch()
    },
    onError: (error) => showToast({ kind: 'failed', text: problemText(error) }),
  })
  if (query.data === undefined) return query.isError ? <Problem error={query.error} /> : <Skeleton lines={3} />
  const { deliveries, more } = query.data
  const opened = deliveries.find(({ id }) => id === shown)
  if (deliveries.length === 0) return <p className="quiet">{text.noDeliveries}</p>
  const columns: Column<Delivery>[] = [
    {
      title: text.event,
      heads: true,
      cell: ({ event, created_at }) => (
        <>
          {eventName(event)}
          <p className="quiet small">
            <RelativeTime at={created_at} />
          </p>
        </>
      ),
    },
    {
      title: text.state,
      cell: ({ state, next_attempt_at }) => (
        <>
          <Badge tone={TONES[state]}>{text.states[state]}</Badge>
          {state === 'pending' && next_attempt_at !== null && (
            <p className="quiet small">
              {text.next}: <RelativeTime at={next_attempt_at} />
            </p>
          )}
        </>
      ),
    },
    { title: text.answer, cell: ({ attempts }) => <span className="long">{answerOf(attempts.at(-1))}</span> },
    {
      title: text.actions,
      actions: true,
      cell: (delivery) => (
        <span className="actions">
          <button type="button" className="button small" onClick={() => setShown(delivery.id)}>
            {text.show}
          </button>
          {mayChange && (
            <button
              type="button"
              className="button small"
              disabled={replaying.isPending}
              onClick={() => replaying.mutate(delivery.id)}
            >
              {text.replay}
            </button>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <Table
        caption={text.deliveriesOf(webhook.url)}
        captionOnlyRead
        columns={columns}
        rows={deliveries}
        keyOf={({ id }) => id}
      />
      {more && (
        <button type="button" className="button" disabled={query.isPlaceholderData} onClick={() => setPages(pages + 1)}>
          {text.older}
        </button>
      )}
      {opened && <DeliveryDialog delivery={opened} onClose={() => setShown(null)} />}
    </>
  )
}

function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const text = useTexts('webhooks', webhooksTexts)
  const eventName = useEventName()
  const answerOf = useAnswer()
  return (
    <Dialog title={`${text.detailTitle}: ${eventName(delivery.event)}`} onClose={onClose}>
      <div className="stack">
        <p>
          {text.messageId}: <code className="long">{delivery.id}</code>
        </p>
        <h3>{text.attemptsCount(delivery.attempts.length)}</h3>
        <ol className="attempts">
          {delivery.attempts.map((attempt) => (
            <li key={attempt.at}>
              <Time at={attempt.at} /> <span className="long">{answerOf(attempt)}</span>
            </li>
          ))}
        </ol>
        <h3 id="payload">{text.payload}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long payload is scrolled with the keys */}
        <section tabIndex={0} aria-labelledby="payload">
          <pre className="payload">{JSON.stringify(delivery.payload, null, 2)}</pre>
        </section>
      </div>
    </Dialog>
  )
}

/** The outcome of a test message, followed until the receiver answered. */
export function TestDialog({ webhook, test, onClose }: { webhook: Webhook; test: Delivery; onClose: () => void }) {
  const text = useTexts('webhooks', webhooksTexts)
  const formats = useFormats()
  const failure = useFailure()
  const nowIn = (data: { deliveries: readonly Delivery[] } | undefined) =>
    data?.deliveries.find(({ id }) => id === test.id) ?? test
  const { data } = useQuery({
    ...deliveriesQuery(webhook.id, 1),
    // Also while it is not in the list yet, and after an answer that did not come.
    refetchInterval: ({ state }) => (nowIn(state.data).state === 'pending' ? FOLLOW_MS : false),
  })
  const now = nowIn(data)
  const last = now.attempts.at(-1)
  // It is put into a sentence.
  const { status = null, error = null } = last ?? {}
  const why =
    status === null
      ? failure(error).replace(/\.$/, '')
      : status >= 300 && status < 400
        ? text.redirected(String(status))
        : String(status)
  return (
    <Dialog title={text.testTitle} onClose={onClose}>
      <div className="stack">
        <p className="long">{webhook.url}</p>
        <p role="status">
          <Badge tone={TONES[now.state]}>{text.states[now.state]}</Badge>{' '}
          {last === undefined
            ? text.testWaiting
            : now.state === 'delivered'
              ? text.testDelivered(String(last.status), formats.number(last.duration_ms))
              : now.state === 'pending'
                ? text.testFailed(why)
                : text.testGivenUp(why)}
        </p>
      </div>
      <footer />
    </Dialog>
  )
}
