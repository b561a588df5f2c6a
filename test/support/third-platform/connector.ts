// Calls nobody: the board is in memory, where the test looks at it.
import type { Connector, Piece } from '../connector.ts'

export interface Pinned {
  id: string
  piece: Piece
  published: boolean
}

export const board: Pinned[] = []

const noted = (id: string): Pinned => board.find((one) => one.id === id)!
const grant = { ok: true, value: { token: 'pin', expires_at: 0 } } as const

export const pinboard: Connector = {
  prepare: async (_account, piece, made) => {
    if (made !== undefined) return { ok: true, value: { state: noted(made).published ? 'published' : 'finished' } }
    const id = `note-${board.length + 1}`
    board.push({ id, piece, published: false })
    return { ok: true, value: { state: 'in_progress', handle: id, id } }
  },
  publish: async (_account, { handles: [id] }) => {
    noted(id!).published = true
    return { ok: true, value: { media_id: id! } }
  },
  verify: async (_account, { handles: [id] }) => ({
    ok: true,
    value: { state: noted(id!).published ? 'live' : 'not' },
  }),
  permalink: async (_account, id) => ({ ok: true, value: { permalink: `https://pinboard.example/${id}` } }),
  find: async () => ({ ok: true, value: null }),
  quota: async () => ({ ok: true, value: { used: 0, total: 7, window_seconds: 86_400 } }),
  profile: async () => ({
    ok: true,
    value: { external_id: '1', username: 'pin', name: '', biography: '', picture_url: '', account_type: null },
  }),
  refresh: async () => grant,
  signIn: {},
}
