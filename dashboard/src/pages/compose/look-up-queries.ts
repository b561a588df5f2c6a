// Searches with an account as the composer asks for them.
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, orThrow } from '../../api/client.ts'

/** As long as the service keeps an answer. */
const KEPT_MS = 3_600_000

/** The value as it was when it last stayed the same for so long. */
export function usePaused<T>(value: T, ms: number): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return paused
}

/** Places by words of their name or address. A search that nobody waits for any more is cancelled. */
export const placesQuery = (id: string, text: string) =>
  queryOptions({
    queryKey: ['places', id, text],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { q: text } }
      return (await orThrow(api.GET('/v1/accounts/social/{id}/places', { params, signal }))).data.places
    },
    staleTime: KEPT_MS,
    retry: false,
  })

/** Whether a hashtag is used. Each new one counts at the platform, so it is looked up only on demand. */
export const hashtagQuery = (id: string, hashtag: string) =>
  queryOptions({
    queryKey: ['hashtag', id, hashtag],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { q: hashtag } }
      return (await orThrow(api.GET('/v1/accounts/social/{id}/hashtags', { params, signal }))).data
    },
    staleTime: KEPT_MS,
    retry: false,
    // One that failed may have counted too.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
