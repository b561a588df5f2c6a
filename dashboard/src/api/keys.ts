import { queryOptions } from '@tanstack/react-query'
import { api, orThrow } from './client.ts'

/** The API keys of the owner, those that were revoked lately too. */
export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => orThrow(api.GET('/v1/keys')) })
