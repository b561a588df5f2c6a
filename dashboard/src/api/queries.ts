// How answers are kept and asked for again.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { PublisherError } from './client.ts'
import { mayBeDone, mayPass } from './unclear.ts'

const MOST_RETRIES = 2

/** @returns milliseconds: as the service asked, else twice as long each time; at most half a minute. */
function pauseBefore(tried: number, error: unknown): number {
  const asked = error instanceof PublisherError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.min(Math.max(asked, 500 * 2 ** tried), 30_000)
}

/** Someone was given another role, or removed: the page shows it with the next answer. */
function lookAtRole(error: unknown): void {
  if (error instanceof PublisherError && ['role_required', 'approval_required', 'no_owner'].includes(error.code))
    void queryClient.invalidateQueries({ queryKey: ['session'] })
}

/** Only reading is repeated by itself; what changes something is repeated by who asked for it. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: lookAtRole }),
  mutationCache: new MutationCache({
    onError: (error) => {
      lookAtRole(error)
      // The page shows how things are.
      if (mayBeDone(error)) void queryClient.invalidateQueries()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < MOST_RETRIES && mayPass(error),
      retryDelay: pauseBefore,
      // Being offline is shown; requests then fail rather than hang.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
