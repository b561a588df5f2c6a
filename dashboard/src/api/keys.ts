import { queryOptions } from '@tanstack/react-query'
import { api, orThrow } from './client.ts'

/** @param attempt names this wish: sent again with the same one, no second key is made, and the secret is shown once more. */
export const createKey = async (attempt: string, body: { name: string; rate_limit?: number }) =>
  (await orThrow(api.POST('/v1/keys', { params: { header: { 'Idempotency-Key': attempt } }, body }))).data

/** The API keys of the owner, those that were revoked lately too. */
export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => orThrow(api.GET('/v1/keys')) })
