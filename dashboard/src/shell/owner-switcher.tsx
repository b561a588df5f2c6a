import { lazy, Suspense } from 'react'
import { useSession } from '../api/session.ts'

const OwnerMenu = lazy(() => import('./owner-menu.tsx'))

/** For whom this page works; for someone of several owners a choice. */
export function OwnerSwitcher() {
  const { owner, owners } = useSession()
  const name = <span className="owner">{owner.name}</span>
  if (owners.length < 2) return name
  return (
    <Suspense fallback={name}>
      <OwnerMenu />
    </Suspense>
  )
}
