import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMutation } from '../../api/mutation.ts'
import { useSameKey } from '../../api/same-key.ts'
import { useMay } from '../../api/session.ts'
import {
  type Delivery,
  removeWebhook,
  rotateWebhook,
  switchOnWebhook,
  testWebhook,
  type Webhook,
  webhooksQuery,
} from '../../api/webhooks.ts'
import webhooksTexts from '../../i18n/en/webhooks.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMakerName } from '../../parts/maker.ts'
import { Page } from '../../parts/page.tsx'
import { useProblemText } from '../../parts/problem.tsx'
import { Time } from '../../parts/time.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { Deliveries, TestDialog, useEventName } from './deliveries.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import './webhooks.css'
import { HelpLink } from '../../help/help-link.tsx'

type Open =
  | { is: 'create' }
  | { is: 'rotate' | 'remove'; webhook: Webhook }
  | { is: 'test'; webhook: Webhook; test: Delivery }
  | { is: 'secret'; secret: string }

/** Addresses that are called when something happens. */
export function WebhooksPage() {
  const text = useTexts('webhooks', webhooksTexts)
  const queries = useQueryClient()
  const mayChange = useMay('admin')
  const query = useQuery(webhooksQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const attempt = useRef('')
  const close = () => setOpen(null)
  const changed = () => void queries.invalidateQueries({ queryKey: ['webhooks'] })
  const show = (secret: string) => {
    setOpen({ is: 'secret', secret })
    changed()
  }
  const ask = (is: 'rotate' | 'remove', webhook: Webhook) => {
    attempt.current = crypto.randomUUID()
    setOpen({ is, webhook })
  }
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} <HelpLink operation="createWebhook" />
        </>
      }
      actions={
        mayChange && (
          <button type="button" className="button primary" onClick={() => setOpen({ is: 'create' })}>
            {text.create}
          </button>
        )
      }
    >
      <Loaded query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState title={text.empty}>{mayChange ? text.emptyWhy : text.emptyViewer}</EmptyState>
          ) : (
            <ul className="webhooks">
              {webhooks.map((webhook) => (
                <WebhookItem
                  key={webhook.id}
                  webhook={webhook}
                  mayChange={mayChange}
                  onAsk={ask}
                  onSwitched={changed}
                  onTested={(test) => {
                    setOpen({ is: 'test', webhook, test })
                    changed()
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {open?.is === 'create' && <CreateDialog onDone={show} onClose={close} />}
      {open?.is === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
      {open?.is === 'test' && <TestDialog webhook={open.webhook} test={open.test} onClose={close} />}
      {open?.is === 'rotate' && (
        <ConfirmDialog
          title={text.rotateTitle}
          action={text.rotate}
          run={async () => show((await rotateWebhook(open.webhook.id, attempt.current)).secret)}
          // The secret is shown in its place.
          onDone={() => {}}
          onClose={close}
        >
          <p>{text.rotateWhy}</p>
        </ConfirmDialog>
      )}
      {open?.is === 'remove' && (
        <ConfirmDialog
          title={text.removeTitle}
          action={text.remove}
          run={() => removeWebhook(open.webhook.id)}
          onDone={() => {
            close()
            changed()
            showToast({ kind: 'done', text: text.removed })
          }}
          onClose={close}
        >
          <p className="long">{text.removeWhy(open.webhook.url)}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

interface WebhookItemProps {
  webhook: Webhook
  mayChange: boolean
  onAsk: (is: 'rotate' | 'remove', webhook: Webhook) => void
  onSwitched: () => void
  onTested: (test: Delivery) => void
}

function WebhookItem({ webhook, mayChange, onAsk, onSwitched, onTested }: WebhookItemProps) {
  const text = useTexts('webhooks', webhooksTexts)
  const makerName = useMakerName()
  const problemText = useProblemText()
  const eventName = useEventName()
  const [opened, setOpened] = useState(false)
  const once = useSameKey()
  const testing = useMutation({
    mutationFn: () => once(webhook.id, (key) => testWebhook(webhook.id, key)),
    onSuccess: onTested,
    onError: (error) => showToast({ kind: 'failed', text: problemText(error) }),
  })
  const switching = useMutation({
    mutationFn: () => switchOnWebhook(webhook.id),
    onSuccess: () => {
      onSwitched()
      showToast({ kind: 'done', text: text.switchedOn })
    },
    onError: (error) => showToast({ kind: 'failed', text: problemText(error) }),
  })
  return (
    <li className="card" aria-label={webhook.url}>
      <h2>{webhook.url}</h2>
      <p className="tags">
        {webhook.events.map((event) => (
          <Badge tone="neutral" key={event}>
            {eventName(event)}
          </Badge>
        ))}
      </p>
      {webhook.created_by && <p className="quiet small">{text.createdBy(makerName(webhook.created_by))}</p>}
      <Standing webhook={webhook} />
      {webhook.previous_secret_until !== null && webhook.previous_secret_until > Date.now() && (
        <p className="quiet small">
          {text.oldSecretUntil} <Time at={webhook.previous_secret_until} />
        </p>
      )}
      <p className="actions">
        <button type="button" className="button small" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? text.hideDeliveries : text.deliveries}
        </button>
        {mayChange && (
          <>
            {webhook.enabled ? (
              <button
                type="button"
                className="button small"
                disabled={testing.isPending}
                onClick={() => testing.mutate()}
              >
                {text.test}
              </button>
            ) : (
              <button
                type="button"
                className="button small primary"
                disabled={switching.isPending}
                onClick={() => switching.mutate()}
              >
                {text.switchOn}
              </button>
            )}
            <button type="button" className="button small" onClick={() => onAsk('rotate', webhook)}>
              {text.rotate}
            </button>
            <button type="button" className="button small plain" onClick={() => onAsk('remove', webhook)}>
              {text.remove}
            </button>
          </>
        )}
      </p>
      {opened && <Deliveries webhook={webhook} mayChange={mayChange && webhook.enabled} />}
    </li>
  )
}

/** The state of its address; nothing where all is well. */
function Standing({ webhook: { enabled, disabled_at, disabled_reason, failing_since } }: { webhook: Webhook }) {
  const text = useTexts('webhooks', webhooksTexts)
  if (!enabled)
    return (
      <div className="standing">
        <p className="tags">
          <Badge tone="bad">{text.off}</Badge>
        </p>
        <p>{disabled_reason === 'failing' ? text.offFailing : text.offByOwner}</p>
        {disabled_at !== null && (
          <p className="quiet small">
            {text.offSince} <Time at={disabled_at} />
          </p>
        )}
      </div>
    )
  if (failing_since === null) return null
  return (
    <p className="quiet small">
      {text.failingSince} <Time at={failing_since} />
    </p>
  )
}
