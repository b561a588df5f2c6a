import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Blocks Back while the page shows something that is shown only once: a slip would lose it. */
export function useStay(shown = true): void {
  const { history } = useRouter()
  useEffect(
    () => (shown ? history.block({ blockerFn: () => true, enableBeforeUnload: false }) : undefined),
    [history, shown],
  )
}
