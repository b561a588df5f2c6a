import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { connectionsQuery } from '../api/connections.ts'
import reconnectTexts from '../i18n/en/reconnect.ts'
import { useTexts } from '../i18n/texts.ts'
import './reconnect-banner.css'

/** On every page: accounts that publish nothing until they are connected again. */
export default function ReconnectBanner() {
  const text = useTexts('reconnect', reconnectTexts)
  const { pathname } = useLocation()
  const { data = [] } = useQuery(connectionsQuery)
  const waiting = data.filter(({ status }) => status === 'reconnect_required')
  if (waiting.length === 0) return null
  return (
    <aside className="banner bad reconnect" aria-label={text.reconnectNeeded}>
      <p>
        {waiting.length === 1
          ? text.reconnectOne(`@${waiting[0]!.username}`, waiting[0]!.platform.display_name)
          : text.reconnectMany(waiting.length)}{' '}
        <span className="banner-more">{text.untilThen}</span>
      </p>
      {pathname !== '/accounts' && <Link to="/accounts">{text.goToAccounts}</Link>}
    </aside>
  )
}
