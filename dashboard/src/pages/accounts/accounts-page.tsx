import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../../../../core/platforms/facts.ts'
import { PlatformMark } from '../../accounts/account-face.tsx'
import { api, orThrow } from '../../api/client.ts'
import { connectionsQuery } from '../../api/connections.ts'
import type { Connection } from '../../api/schemas.ts'
import { useMay } from '../../api/session.ts'
import accountsTexts from '../../i18n/en/accounts.ts'
import connectLinksTexts from '../../i18n/en/connect-links.ts'
import partsTexts from '../../i18n/en/parts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { online } from '../../parts/online.ts'
import { Page } from '../../parts/page.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { isPlatform, PLATFORM_NAMES } from '../../platforms/names.ts'
import { SlotsDialog } from '../../slots/slots-dialog.tsx'
import { AccountItem } from './account-item.tsx'
import './accounts.css'
import { HelpLink } from '../../help/help-link.tsx'
import { useConnect } from './connect.ts'
import { ConnectProgress } from './connect-progress.tsx'
import { endsSoon } from './renewal.ts'

const ConnectLinksDialog = lazy(() =>
  online().then(async () => ({ default: (await import('./connect-links-dialog.tsx')).ConnectLinksDialog })),
)

const StartSteps = lazy(async () => ({ default: (await import('../../start/start-steps.tsx')).StartSteps }))
const ConnectDialog = lazy(() =>
  online().then(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog })),
)
const ChoiceDialog = lazy(() =>
  online().then(async () => ({ default: (await import('./choice-dialog.tsx')).ChoiceDialog })),
)

const URGENCY = { reconnect_required: 0, action_required: 1, connected: 3, listed: 4 } as const

/** Accounts that need somebody come first; the rest keeps its order. */
const problemsFirst = (connections: readonly Connection[]): Connection[] => {
  const urgency = (connection: Connection) => {
    const { status, missing_permissions: missing } = connection
    return status === 'connected' && (missing.length > 0 || endsSoon(connection)) ? 2 : URGENCY[status]
  }
  return [...connections].sort((a, b) => urgency(a) - urgency(b))
}

/** The accounts that posts go out to: connected, put right and disconnected here. */
export function AccountsPage() {
  const text = useTexts('accounts', accountsTexts)
  const linkText = useTexts('connectLinks', connectLinksTexts)
  const queries = useQueryClient()
  const mayConnect = useMay('admin')
  const navigate = useNavigate({ from: '/accounts' })
  const { slots } = useSearch({ from: '/frame/accounts' })
  const { outcome } = useLocation().state
  const { connecting, connect, end, dismiss } = useConnect(outcome)
  const [naming, setNaming] = useState<PlatformId | null>(null)
  const [linking, setLinking] = useState(false)
  const [leaving, setLeaving] = useState<Connection | null>(null)
  // Their numbers change with what is done on other pages.
  const query = useQuery({ ...connectionsQuery, staleTime: 1000 })
  const slotsOf = mayConnect ? query.data?.find(({ id }) => id === slots) : undefined
  const [reconnected, setReconnected] = useState<Connection>()
  /** @param again the account that is to be connected again; without it any. */
  const begin = (platform: PlatformId, again?: Connection) => {
    setReconnected(again)
    if (factsOf(platform).sign_in.asks === undefined) void connect(platform, text.opening(PLATFORM_NAMES[platform]))
    else setNaming(platform)
  }
  const choice = connecting.is === 'ended' && connecting.outcome.is === 'choice' ? connecting.outcome.choice : undefined
  const busy = connecting.is === 'opening'
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} {!mayConnect && text.onlyAdmins} <HelpLink operation="listConnections" />
        </>
      }
    >
      {mayConnect && (
        <section className="connect-strip" aria-label={text.connectAny}>
          <h2>{text.connectAny}</h2>
          <div className="actions">
            {PLATFORM_IDS.map((platform) => (
              <button
                type="button"
                className="button"
                key={platform}
                aria-label={text.connect(PLATFORM_NAMES[platform])}
                disabled={busy}
                onClick={() => begin(platform)}
              >
                <PlatformMark of={platform} /> {PLATFORM_NAMES[platform]}
              </button>
            ))}
          </div>
          <button type="button" className="button small" title={linkText.why} onClick={() => setLinking(true)}>
            {linkText.open}
          </button>
        </section>
      )}
      <ConnectProgress
        connecting={connecting}
        onDismiss={dismiss}
        reconnected={reconnected}
        first={query.data?.length === 1}
      />
      {mayConnect && query.data !== undefined && (
        <Suspense>
          <StartSteps accounts={query.data.length} />
        </Suspense>
      )}
      <Loaded query={query}>
        {(connections) =>
          connections.length === 0 ? (
            <EmptyState title={text.empty}>{mayConnect ? text.emptyWhy : text.emptyViewer}</EmptyState>
          ) : (
            <ul className="accounts" aria-label={text.list}>
              {problemsFirst(connections).map((connection) => {
                const { name } = connection.platform
                // An account that came with one of another platform is signed in to there again.
                const signInTo = connection.connected_via ?? name
                return (
                  <AccountItem
                    key={connection.id}
                    connection={connection}
                    onSlots={
                      mayConnect && isPlatform(name) && connection.status !== 'listed'
                        ? () => void navigate({ search: { slots: connection.id } })
                        : undefined
                    }
                    actions={
                      mayConnect && {
                        onReconnect: isPlatform(signInTo) ? () => begin(signInTo, connection) : undefined,
                        onDisconnect: () => setLeaving(connection),
                      }
                    }
                  />
                )
              })}
            </ul>
          )
        }
      </Loaded>
      {slotsOf !== undefined && (
        <SlotsDialog connection={slotsOf} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
      {naming !== null && (
        <Suspense>
          <ConnectDialog
            platform={naming}
            before={reconnected?.username}
            onContinue={(named) => connect(naming, text.opening(PLATFORM_NAMES[naming]), named)}
            onEnd={end}
            onClose={() => setNaming(null)}
          />
        </Suspense>
      )}
      {choice !== undefined && (
        <Suspense>
          <ChoiceDialog
            choice={choice}
            onConnected={() => void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey })}
            onClose={dismiss}
          />
        </Suspense>
      )}
      {linking && (
        <Suspense>
          <ConnectLinksDialog onClose={() => setLinking(false)} />
        </Suspense>
      )}
      {leaving !== null && (
        <ConfirmDialog
          title={text.disconnectTitle(`@${leaving.username}`)}
          action={text.disconnect}
          run={async () => {
            // The number is not known where the first answer was lost.
            const { scheduled_posts_stopped: stopped = 0 } = (
              await orThrow(api.DELETE('/v1/accounts/social/{id}', { params: { path: { id: leaving.id } } }))
            ).data
            showToast({ kind: 'done', text: text.disconnected(`@${leaving.username}`, stopped) })
          }}
          onDone={() => {
            setLeaving(null)
            void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey })
          }}
          onClose={() => setLeaving(null)}
        >
          <p>{text.disconnectWhy}</p>
          <Stops id={leaving.id} />
        </ConfirmDialog>
      )}
    </Page>
  )
}

/** How many scheduled posts it stops, as it is now: some may have been scheduled since the page read the accounts. */
function Stops({ id }: Pick<Connection, 'id'>) {
  const text = useTexts('accounts', accountsTexts)
  const { loading } = useTexts('parts', partsTexts)
  const { data = [], isError, isFetchedAfterMount } = useQuery({ ...connectionsQuery, refetchOnMount: 'always' })
  const account = data.find((each) => each.id === id)
  if (!isFetchedAfterMount) return <p>{loading}</p>
  return isError || account === undefined ? null : <p>{text.disconnectStops(account.scheduled_posts)}</p>
}
