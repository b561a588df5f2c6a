import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useMay } from '../api/session.ts'
import { COMPOSE } from '../navigation.ts'
import { online } from '../parts/online.ts'
import { PAGE_KEYS } from './page-key-list.ts'

const KeysDialog = lazy(() => online().then(() => import('../keys-help/keys-dialog.tsx')))

/** "g" waits this long for the letter of a page. */
const SECOND_KEY_MS = 1500

/** The keys of every page, while nothing is typed and no dialog is open. The calendar has its own, and lists them itself. */
export function PageKeys() {
  const { history } = useRouter()
  const { pathname } = useLocation()
  const mayWrite = useMay('author')
  const [shown, setShown] = useState(false)
  const own = pathname === '/calendar'
  useEffect(() => {
    let goUntil = 0
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof Element && target.closest('input, select, textarea, dialog, [popover]')) return
      const key = event.key.toLowerCase()
      const going = event.timeStamp < goUntil
      goUntil = key === 'g' ? event.timeStamp + SECOND_KEY_MS : 0
      const page = PAGE_KEYS.find(({ letter }) => letter === key)
      if (going && page) {
        event.preventDefault()
        // The calendar has a meaning of its own for some letters.
        event.stopImmediatePropagation()
        history.push(page.to)
      } else if (!own && key === 'n' && mayWrite) {
        event.preventDefault()
        history.push(COMPOSE)
      } else if (!own && key === '?') {
        event.preventDefault()
        setShown(true)
      }
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [history, mayWrite, own])
  if (!shown) return null
  return (
    <Suspense>
      <KeysDialog onClose={() => setShown(false)} />
    </Suspense>
  )
}
