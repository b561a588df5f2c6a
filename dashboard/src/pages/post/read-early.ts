import { useEffect } from 'react'
import type { Schemas } from '../../api/client.ts'

type Told = Pick<Schemas['PostInsights'], 'problem'> | Pick<Schemas['PostCollaborators'], 'problem'>

/**
 * Asks again, once, where the answer was read before the post was live on an account, as that for the accounts where it was sooner.
 * @param told of an account where it is live. @returns whether it says nothing of it.
 */
export function useReadEarly(told: Told | undefined, ask: () => Promise<unknown>): boolean {
  const early = told?.problem?.code === 'not_published'
  useEffect(() => {
    if (early) void ask()
  }, [early, ask])
  return early
}
