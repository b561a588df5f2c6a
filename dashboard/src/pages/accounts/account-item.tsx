import { useQuery } from '@tanstack/react-query'
import { AccountFace } from '../../accounts/account-face.tsx'
import { api, orThrow } from '../../api/client.ts'
import type { Connection } from '../../api/schemas.ts'
import accountsTexts from '../../i18n/en/accounts.ts'
import partsTexts from '../../i18n/en/parts.ts'
import slotsTexts from '../../i18n/en/slots.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Address } from '../../parts/address.tsx'
import { Badge } from '../../parts/badge.tsx'
import { useMakerName } from '../../parts/maker.ts'
import { RelativeTime } from '../../parts/time.tsx'
import { isPlatform, PLATFORM_NAMES } from '../../platforms/names.ts'
import { endsForGood, endsSoon } from './renewal.ts'

interface AccountItemProps {
  connection: Connection
  /** Opens its weekly slots, for whom may set them. */
  onSlots: (() => void) | undefined
  /** Further actions; false where there are none. */
  actions: false | { onReconnect: (() => void) | undefined; onDisconnect: () => void }
}

/** One account: its name, its state in words, and details. */
export function AccountItem({ connection, onSlots, actions }: AccountItemProps) {
  const text = useTexts('accounts', accountsTexts)
  const formats = useFormats()
  const slotsText = useTexts('slots', slotsTexts)
  const makerName = useMakerName()
  const { username, name, platform, connected_via, status, missing_permissions: missing } = connection
  const via = connected_via !== undefined && isPlatform(connected_via) ? text.via(PLATFORM_NAMES[connected_via]) : ''
  const soon = endsSoon(connection)
  const healthy = status === 'connected' && missing.length === 0 && !soon
  const reconnect = actions !== false && actions.onReconnect !== undefined && (
    <button
      type="button"
      className={`button small ${status === 'reconnect_required' ? 'primary' : healthy ? 'plain' : ''}`}
      onClick={actions.onReconnect}
    >
      {text.reconnect}
    </button>
  )
  return (
    <li className="account card" aria-label={`@${username} (${platform.display_name})`}>
      <div className="account-head">
        <AccountFace of={connection} large />
        <div className="account-name">
          <h2>
            @<Address of={username} />
          </h2>
          <p className="quiet small">
            {[name, platform.display_name, via].filter((part) => part && part !== username).join(' · ')}
          </p>
        </div>
        <State of={connection} />
      </div>
      {status === 'reconnect_required' && <p className="problem">{text.reconnectWhy}</p>}
      {status === 'action_required' && <p className="problem warning">{text.actionWhy(platform.display_name)}</p>}
      {status === 'listed' && <p className="quiet">{text.listedWhy}</p>}
      {soon && <p className="problem warning">{text.endingWhy}</p>}
      {missing.length > 0 && (
        <p className="problem warning">
          {text.missing}: {missing.join(', ')}. {text.missingWhy}
        </p>
      )}
      <dl className="facts">
        {connection.token_ends_at !== null && status === 'connected' && (
          <Fact name={text.tokenEnds}>
            {endsForGood(connection) ? (
              <RelativeTime at={connection.token_ends_at} />
            ) : (
              <span title={text.tokenRenews}>
                <RelativeTime at={connection.token_ends_at} /> <span className="quiet small">({text.renews})</span>
              </span>
            )}
          </Fact>
        )}
        {connection.last_synced_at !== null && (
          <Fact name={text.synced}>
            <RelativeTime at={connection.last_synced_at} />
          </Fact>
        )}
        {status !== 'listed' && <Fact name={text.scheduled}>{formats.number(connection.scheduled_posts)}</Fact>}
        {status === 'connected' && (
          <Fact name={text.quota}>
            <Quota accountId={connection.id} />
          </Fact>
        )}
        {connection.created_by && <Fact name={text.connectedBy}>{makerName(connection.created_by)}</Fact>}
        {connection.last_error !== null && (
          <div className="told">
            <dt>{text.lastError}</dt>
            <dd>{connection.last_error}</dd>
          </div>
        )}
      </dl>
      {(actions !== false || onSlots !== undefined) && (
        <div className="actions">
          {!healthy && reconnect}
          {onSlots !== undefined && (
            <button type="button" className="button small" onClick={onSlots}>
              {slotsText.open}
            </button>
          )}
          {healthy && reconnect}
          {actions !== false && (
            <button type="button" className="button small plain" onClick={actions.onDisconnect}>
              {text.disconnect}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function State({ of: { status } }: { of: Connection }) {
  const text = useTexts('accounts', accountsTexts)
  if (status === 'connected') return <Badge tone="good">{text.connected}</Badge>
  if (status === 'reconnect_required') return <Badge tone="bad">{text.reconnectNeeded}</Badge>
  if (status === 'action_required') return <Badge tone="warning">{text.actionNeeded}</Badge>
  return <Badge tone="neutral">{text.listed}</Badge>
}

/** How many posts the platform still takes. It is asked for each account, so after the rest of the page has loaded. */
function Quota({ accountId }: { accountId: string }) {
  const text = useTexts('accounts', accountsTexts)
  const parts = useTexts('parts', partsTexts)
  const formats = useFormats()
  /** In the language of the page; what the platform said itself is quoted. */
  const why = (of: typeof data): string => {
    if (!of?.quota_problem_code) return text.quotaUnknown
    if (of.quota_problem_code === 'refused') return text.quotaRefused(of.quota_problem ?? '')
    return of.quota_problem_code === 'not_told' ? text.quotaNotTold : text.quotaLater
  }
  const { data, isPending } = useQuery({
    queryKey: ['capabilities', accountId],
    queryFn: async () =>
      (await orThrow(api.GET('/v1/accounts/social/{id}/capabilities', { params: { path: { id: accountId } } }))).data,
    staleTime: 60_000,
  })
  if (isPending) return <span className="quiet">{parts.loading}</span>
  const quota = data?.quota
  if (!quota) return <span className="quiet">{why(data)}</span>
  return text.quotaOf(formats.number(Math.max(0, quota.total - quota.used)), formats.number(quota.total))
}
