// Calls nobody: its containers are in memory, where tests look at them.
import type { Connector } from '../../../../core/platforms/connector.ts'
import { type CarouselSpec, type ContainerSpec, connectorOf } from '../../../../core/platforms/meta/containers.ts'
import { pieceParameters } from '../../../../core/platforms/meta/piece-parameters.ts'

interface Lit {
  id: string
  spec: Partial<ContainerSpec & CarouselSpec>
  published: boolean
  deleted: boolean
}

export const lit: Lit[] = []

/** Comments that were written. */
export const wishes: string[] = []

const light = (spec: Lit['spec']): { ok: true; value: { container_id: string } } => {
  const id = `light-${lit.length + 1}`
  lit.push({ id, spec, published: false, deleted: false })
  return { ok: true, value: { container_id: id } }
}
const lightOf = (id: string): Lit => lit.find((one) => one.id === id)!
const grant = { ok: true, value: { token: 'spark', expires_at: 0 } } as const

/** Answers of publish calls that are lost: before they took effect, or after. */
export const lost: ('before' | 'after')[] = []
const ambiguous = { ok: false, error: { class: 'ambiguous', message: 'no answer' } } as const

export const lantern: Connector = connectorOf({
  createContainer: async (_account, spec) => light(spec),
  createCarousel: async (_account, spec) => light(spec),
  containerStatus: async (_account, id) => ({
    ok: true,
    value: { state: lightOf(id).published ? 'published' : 'finished' },
  }),
  async publish(_account, id) {
    const fault = lost.shift()
    if (fault === 'before') return ambiguous
    lightOf(id).published = true
    return fault ? ambiguous : { ok: true, value: { media_id: id } }
  },
  permalink: async (_account, id) => ({ ok: true, value: { permalink: `https://lantern.example/${id}` } }),
  async findPublished() {
    const [only] = lit.filter(({ published, deleted }) => published && !deleted)
    return { ok: true, value: only ? { media_id: only.id, permalink: `https://lantern.example/${only.id}` } : null }
  },
  quota: async () => ({ ok: true, value: { used: 0, total: 7, window_seconds: 86_400 } }),
  comments: {
    async write(_account, id, message) {
      wishes.push(`${id}: ${message}`)
      return { ok: true, value: { id: `wish-${wishes.length}` } }
    },
    find: async () => ({ ok: true, value: null }),
    setEnabled: async () => ({ ok: true, value: {} }),
  },
  deletion: {
    async deletePost(_account, id) {
      lightOf(id).deleted = true
      return { ok: true, value: {} }
    },
    postExists: async (_account, id) => ({ ok: true, value: !lightOf(id).deleted }),
  },
  profile: async () => ({
    ok: true,
    value: { external_id: '1', username: 'lamp', name: '', biography: '', picture_url: '', account_type: null },
  }),
  refresh: async () => grant,
  authorizeUrl: () => 'https://lantern.example/authorize',
  exchangeCode: async () => grant,
})

export const parameters = pieceParameters(
  ({ type, url, caption, options }) => ({ kind: type, address: url, words: caption, ...options }),
  ({ children, caption, options }) => ({ lights: children, words: caption, ...options }),
)
