import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** While this is drawn, Back leaves the page as it is: what is shown only once would be lost by a slip. */
export function useStay(): void {
  const { history } = useRouter()
  useEffect(() => history.block({ blockerFn: () => true, enableBeforeUnload: false }), [history])
}
