// Posts that wait for an editor, as pages ask for them.
import { api, orThrow, type Schemas } from '../api/client.ts'

export type Approval = Schemas['Approval']
export type ApprovalState = Approval['state']

export const TONES = { waiting: 'warning', changes_asked: 'warning', approved: 'good', withdrawn: 'neutral' } as const

/** The parts of a post that the pages show by themselves. */
export interface PostForApproval {
  title?: string
  content?: string
  hashtags?: string[]
  accounts: string[]
  media?: { media_asset_ids?: string[]; items?: { media_asset_id: string; alt_text?: string }[] }
  scheduled_at?: number | 'next_slot'
  not_after?: number
}

export const postOf = ({ post }: Approval): PostForApproval => post as unknown as PostForApproval

export const approvalsQuery = (state: ApprovalState | undefined) => ({
  queryKey: ['approvals', state ?? 'all'],
  queryFn: async () =>
    (await orThrow(api.GET('/v1/approvals', { params: { query: { ...(state ? { state } : {}), limit: 100 } } }))).data,
})

export const approvalQuery = (id: string) => ({
  queryKey: ['approvals', 'one', id],
  queryFn: async () => (await orThrow(api.GET('/v1/approvals/{id}', { params: { path: { id } } }))).data,
  refetchInterval: 15_000,
})
