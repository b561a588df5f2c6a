import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** While something is shown only once, Back leaves the page as it is: it would be lost by a slip. */
export function useStay(shown = true): void {
  const { history } = useRouter()
  useEffect(
    () => (shown ? history.block({ blockerFn: () => true, enableBeforeUnload: false }) : undefined),
    [history, shown],
  )
}
