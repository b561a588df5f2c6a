import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import reconnectTexts from '../i18n/en/reconnect.ts'
import { useTexts } from '../i18n/texts.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** That there is no connection; all is asked for again once there is. */
export default function OfflineNote() {
  const text = useTexts('reconnect', reconnectTexts)
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (online) return
    return () => {
      void queries.invalidateQueries()
      // A page whose own file could not be loaded, too.
      void router.invalidate()
    }
  }, [online, queries, router])
  return <div role="status">{!online && <p className="banner warning">{text.offline}</p>}</div>
}
