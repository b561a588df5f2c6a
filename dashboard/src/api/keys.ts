import { queryOptions } from '@tanstack/react-query'
import { api, orThrow } from './client.ts'
import { orFound } from './look-after.ts'

/** @param attempt names this wish: sent again with the same one, no second key is made, and the secret is shown once more. */
export const createKey = async (attempt: string, body: { name: string; rate_limit?: number }) =>
  (await orThrow(api.POST('/v1/keys', { params: { header: { 'Idempotency-Key': attempt } }, body }))).data

/** Ends a key for good. */
export const revokeKey = (id: string) =>
  orFound<unknown>(orThrow(api.DELETE('/v1/keys/{id}', { params: { path: { id } } })), async () => {
    const { data } = await orThrow(api.GET('/v1/keys'))
    return data.find((key) => key.id === id && key.status === 'revoked')
  })

/** The API keys of the owner, those that were revoked lately too. */
export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => orThrow(api.GET('/v1/keys')) })
