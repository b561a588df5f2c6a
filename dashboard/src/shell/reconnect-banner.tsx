import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { use, useState } from 'react'
import { connectionsQuery } from '../api/connections.ts'
import { queryClient } from '../api/queries.ts'
import type { Connection } from '../api/schemas.ts'
import reconnectTexts from '../i18n/en/reconnect.ts'
import { useTexts } from '../i18n/texts.ts'

/** The longest that the first page waits for the states of accounts, in milliseconds. */
const LONGEST_WAIT_MS = 2000

/** Settled once it is known whether there is something to tell, or it takes too long; asked for at the same time as the session. */
const known = Promise.race([
  queryClient.prefetchQuery({ ...connectionsQuery, retry: false }),
  new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
])

/**
 * On every page: accounts that publish nothing until they are connected again, or their owners have acted. It comes with the page: above one that is read
 * already it would move what somebody is about to press, so it waits there for the next.
 */
export default function ReconnectBanner() {
  use(known)
  const text = useTexts('reconnect', reconnectTexts)
  const { pathname } = useLocation()
  const { data = [] } = useQuery(connectionsQuery)
  const waiting = data.filter(({ status }) => status === 'reconnect_required' || status === 'action_required')
  const needed = waiting.length > 0
  const [page, setPage] = useState({ pathname, needed })
  if (page.pathname !== pathname) setPage({ pathname, needed })
  if (!page.needed || !needed) return null
  const [{ username, platform }] = waiting as [Connection]
  const acting = waiting.filter(({ status }) => status === 'action_required').length
  const [one, many] = acting === 0 ? [text.reconnectOne, text.reconnectMany] : [text.actOne, text.attentionMany]
  return (
    <aside
      className="banner bad reconnect"
      aria-label={acting === waiting.length ? text.actionNeeded : text.reconnectNeeded}
    >
      <p>
        {waiting.length === 1 ? one(`@${username}`, platform.display_name) : many(waiting.length)}{' '}
        <span className="banner-more">{text.untilThen}</span>
      </p>
      {pathname !== '/accounts' && <Link to="/accounts">{text.goToAccounts}</Link>}
    </aside>
  )
}
