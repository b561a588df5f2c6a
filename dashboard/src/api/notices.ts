// Notices of the owner, for the person who is signed in.
import { queryOptions } from '@tanstack/react-query'
import { api, orThrow, type Schemas } from './client.ts'

export type Notice = Schemas['Notice']

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async () => (await orThrow(api.GET('/v1/notices'))).data,
  // While the page is looked at.
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
})

/** @param upTo the id of the newest that was shown. */
export const markNoticesSeen = async (upTo: string) =>
  (await orThrow(api.POST('/v1/notices/seen', { body: { up_to: upTo } }))).data

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: async () => (await orThrow(api.GET('/v1/notices/settings'))).data,
})

export const setNoticeMail = async (email: boolean) =>
  (await orThrow(api.PUT('/v1/notices/settings', { body: { email } }))).data
