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

/** Posts of a page of the list. */
const PAGE = 100

/** The newest, so many pages of them, and whether there are more. */
export const approvalsQuery = (state: ApprovalState | undefined, pages: number) => ({
  queryKey: ['approvals', state ?? 'all', pages],
  queryFn: async () => {
    const numbers = Array.from({ length: pages }, (_, at) => at + 1)
    const read = await Promise.all(
      numbers.map((page) =>
        orThrow(api.GET('/v1/approvals', { params: { query: { ...(state ? { state } : {}), page, limit: PAGE } } })),
      ),
    )
    // One that was sent meanwhile moves the others on: the last of a page may be the first of the next.
    const found = new Map(read.flatMap(({ data }) => data.map((one) => [one.id, one])))
    return { posts: [...found.values()], more: read.at(-1)!.data.length === PAGE }
  },
})

export const approvalQuery = (id: string) => ({
  queryKey: ['approvals', 'one', id],
  queryFn: async () => (await orThrow(api.GET('/v1/approvals/{id}', { params: { path: { id } } }))).data,
  refetchInterval: 15_000,
})
