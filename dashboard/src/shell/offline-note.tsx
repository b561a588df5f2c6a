import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { NOT_DONE } from '../api/sign-in.ts'
import reconnectTexts from '../i18n/en/reconnect.ts'
import { useTexts } from '../i18n/texts.ts'
import { COMPOSE } from '../navigation.ts'
import { showToast } from '../parts/toasts.tsx'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether something was refused here because the session had ended; once. The composer says by itself what became of a post. */
function wasNotDone(): boolean {
  try {
    const { pathname, search } = window.location
    const at = sessionStorage.getItem(NOT_DONE)
    sessionStorage.removeItem(NOT_DONE)
    return at === pathname + search && pathname !== COMPOSE
  } catch {
    return false
  }
}

/** That there is no connection; all is asked for again once there is. After a sign-in, that something was not done before it. */
export default function OfflineNote() {
  const text = useTexts('reconnect', reconnectTexts)
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (wasNotDone()) showToast({ kind: 'failed', text: text.notDone })
  }, [text])
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
