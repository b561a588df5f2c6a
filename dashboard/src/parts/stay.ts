import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isOver } from '../api/client.ts'

/**
 * Blocks Back while the page shows something that is shown only once: a slip would lose it. Before a reload, and before Back to
 * another site or a page that was loaded by itself, the browser asks.
 */
export function useStay(shown = true): void {
  const { history } = useRouter()
  useEffect(
    () => (shown ? history.block({ blockerFn: () => true, enableBeforeUnload: () => !isOver() }) : undefined),
    [history, shown],
  )
}
