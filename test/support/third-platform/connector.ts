// Calls nobody: the board is in memory, where the test looks at it.
import type { ContainerSpec, Platform } from '../platform.ts'

export interface Pinned {
  id: string
  spec: Pick<ContainerSpec, 'caption'> & Partial<ContainerSpec> & { children?: readonly string[] }
  published: boolean
}

export const board: Pinned[] = []

const pin = (spec: Pinned['spec']): { ok: true; value: { container_id: string } } => {
  const id = `note-${board.length + 1}`
  board.push({ id, spec, published: false })
  return { ok: true, value: { container_id: id } }
}
const noted = (id: string): Pinned => board.find((one) => one.id === id)!
const grant = { ok: true, value: { token: 'pin', expires_at: 0 } } as const

export const pinboard: Platform = {
  id: 'pinboard',
  createContainer: async (_account, spec) => pin(spec),
  createCarousel: async (_account, { children, caption }) => pin({ children, caption }),
  containerStatus: async (_account, id) => ({
    ok: true,
    value: { state: noted(id).published ? 'published' : 'finished' },
  }),
  publish: async (_account, id) => {
    noted(id).published = true
    return { ok: true, value: { media_id: id } }
  },
  permalink: async (_account, id) => ({ ok: true, value: { permalink: `https://pinboard.example/${id}` } }),
  findPublished: async () => ({ ok: true, value: null }),
  quota: async () => ({ ok: true, value: { used: 0, total: 7, window_seconds: 86_400 } }),
  profile: async () => ({
    ok: true,
    value: { external_id: '1', username: 'pin', name: '', biography: '', picture_url: '', account_type: null },
  }),
  refresh: async () => grant,
  authorizeUrl: () => 'https://pinboard.example/authorize',
  exchangeCode: async () => grant,
}
