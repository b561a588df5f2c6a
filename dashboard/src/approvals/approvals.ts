// Posts that wait for an editor, as pages ask for them.
import { api, orThrow, type Schemas } from '../api/client.ts'
import { orFound } from '../api/look-after.ts'

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
    const posts: Approval[] = []
    let before: string | null | undefined
    for (let read = 0; read < pages && before !== null; read += 1) {
      const query = { ...(state ? { state } : {}), ...(before ? { before } : {}), limit: PAGE }
      const { data, next_before } = await orThrow(api.GET('/v1/approvals', { params: { query } }))
      posts.push(...data)
      before = next_before
    }
    return { posts, more: before !== null }
  },
})

export const readApproval = async (id: string) =>
  (await orThrow(api.GET('/v1/approvals/{id}', { params: { path: { id } } }))).data

/** Withdraws it: it does not go out. */
export const withdrawApproval = (id: string) =>
  orFound<unknown>(orThrow(api.DELETE('/v1/approvals/{id}', { params: { path: { id } } })), async () => {
    const now = await readApproval(id)
    return now.state === 'withdrawn' ? now : undefined
  })

export const approvalQuery = (id: string) => ({
  queryKey: ['approvals', 'one', id],
  queryFn: () => readApproval(id),
  refetchInterval: 15_000,
})
