import { Link } from '@tanstack/react-router'
import type { ConnectOutcome } from '../../api/channel.ts'
import type { Connection } from '../../api/schemas.ts'
import accountsTexts from '../../i18n/en/accounts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Problem } from '../../parts/problem.tsx'
import { PLATFORM_NAMES } from '../../platforms/names.ts'
import type { Connecting } from './connect.ts'
import '../../clients/clients.css'

/** How connecting goes and ended, in a sentence that is read out. */
export function ConnectProgress({
  connecting,
  onDismiss,
  reconnected,
  first,
}: {
  connecting: Connecting
  onDismiss: () => void
  /** The account that was to be connected again. */
  reconnected: Connection | undefined
  /** The account that was connected is the only one: there is something to post with from now on. */
  first: boolean
}) {
  const text = useTexts('accounts', accountsTexts)
  const outcome = connecting.is === 'ended' ? connecting.outcome : undefined
  // The platform connects the account that the person is signed in to there, which may be another one.
  const missed = outcome?.is === 'connected' && reconnected?.id !== outcome.connection.id ? reconnected : undefined
  return (
    <div role="status">
      {connecting.is === 'opening' && (
        <p className="banner neutral">{text.opening(PLATFORM_NAMES[connecting.platform])}</p>
      )}
      {connecting.is === 'waiting' && (
        <div className="banner neutral">
          <p>{text.waiting(PLATFORM_NAMES[connecting.platform])}</p>
          <button type="button" className="button small" onClick={onDismiss}>
            {text.startOver}
          </button>
        </div>
      )}
      {connecting.is === 'failed' && <Problem error={connecting.error} />}
      {outcome !== undefined && (
        <div className={`banner ${outcome.is === 'refused' ? 'bad' : missed === undefined ? 'good' : 'neutral'}`}>
          <Outcome outcome={outcome} missed={missed} />
          <div className="actions">
            {first && outcome.is === 'connected' && (
              <Link to="/compose" className="button small primary">
                {text.writeFirst}
              </Link>
            )}
            <button type="button" className="button small" onClick={onDismiss}>
              {text.dismiss}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

function Outcome({ outcome, missed }: { outcome: ConnectOutcome; missed: Connection | undefined }) {
  const text = useTexts('accounts', accountsTexts)
  if (outcome.is === 'connected') {
    const { username, platform } = outcome.connection
    const said = outcome.again ? text.connectedAgain : text.nowConnected
    return (
      <div className="outcome">
        <p>{said(`@${username}`, platform.display_name)}</p>
        {missed !== undefined && <p>{text.notReconnected(`@${missed.username}`, missed.platform.display_name)}</p>}
      </div>
    )
  }
  if (outcome.is === 'choice') return <p>{text.toChoose}</p>
  const known: Readonly<Record<string, string>> = text.refused
  return (
    <div className="outcome">
      <strong>{outcome.code === 'unsure' ? text.unsureTitle : text.refusedTitle}</strong>
      <p>{outcome.code === 'unsure' ? text.unsureWhy : (known[outcome.code] ?? outcome.message)}</p>
    </div>
  )
}
