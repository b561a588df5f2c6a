import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { use, useState } from 'react'
import { connectionsQuery } from '../api/connections.ts'
import { queryClient } from '../api/queries.ts'
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
 * On every page: accounts that publish nothing until they are connected again. It comes with the page: above one that is read
 * already it would move what somebody is about to press, so it waits there for the next.
 */
export default function ReconnectBanner() {
  use(known)
  const text = useTexts('reconnect', reconnectTexts)
  const { pathname } = useLocation()
  const { data = [] } = useQuery(connectionsQuery)
  const waiting = data.filter(({ status }) => status === 'reconnect_required')
  const needed = waiting.length > 0
  const [page, setPage] = useState({ pathname, needed })
  if (page.pathname !== pathname) setPage({ pathname, needed })
  if (!page.needed || !needed) return null
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
