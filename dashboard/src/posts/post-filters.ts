// The filters of posts, as they are in the address of both the list and the calendar.
import type { Schemas } from '../api/client.ts'

export type PostType = Schemas['PostSummary']['type']
export type PostState = Schemas['PostSummary']['status']

export const POST_TYPES: readonly PostType[] = ['feed', 'reels', 'stories', 'text']
export const POST_STATES: readonly PostState[] = [
  'scheduled',
  'publishing',
  'published',
  'partially_failed',
  'failed',
  'cancelled',
  'expired',
]

export interface PostFilters {
  account?: string
  type?: PostType
  status?: PostState
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filters in an address; unknown ones are left out. */
export function filtersIn({ account, type, status }: Record<string, unknown>): PostFilters {
  return {
    ...(typeof account === 'string' && UUID.test(account) ? { account } : {}),
    ...(POST_TYPES.includes(type as PostType) ? { type: type as PostType } : {}),
    ...(POST_STATES.includes(status as PostState) ? { status: status as PostState } : {}),
  }
}

export const isFiltered = ({ account, type, status }: PostFilters): boolean =>
  account !== undefined || type !== undefined || status !== undefined
