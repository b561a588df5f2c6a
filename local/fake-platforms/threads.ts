// The Threads API, as documented for graph.threads.net.
import { authorise, holderOf, needScope, ownPath, scopesOf } from './access.ts'
import { createContainer } from './containers.ts'
import { GraphError, noSuchObject } from './errors.ts'
import { type Input, idOf } from './input.ts'
import { routeInsights } from './insights.ts'
import { type Account, DAY_MS, type Post } from './model.ts'
import { routeOAuth } from './oauth.ts'
import { livePost, pageOf, postsOf, publishContainer, quotaOf, selectFields } from './posts.ts'
import type { Call, PlatformRules, Simulator } from './simulator.ts'
import { checkThreadsCard } from './threads-options.ts'
import { debugToken, notFound, readContainer, readPost, readProfile } from './threads-reads.ts'
import {
  checkThreadsMedia,
  readThreadsDraft,
  THREADS_PARAMETERS,
  THREADS_PLAIN,
  threadsMaxBytes,
} from './threads-rules.ts'

const ADDRESS = /^\/v1\.0\/([^/]+)(?:\/([a-z_]+))?$/
const DAILY_DELETES = 100
const MEDIA_TYPES: Record<string, string> = {
  text: 'TEXT_POST',
  image: 'IMAGE',
  video: 'VIDEO',
  carousel: 'CAROUSEL_ALBUM',
}

export const threads: PlatformRules = {
  name: 'threads',
  scopes: { basic: 'threads_basic', publish: 'threads_content_publish' },
  moreScopes: [
    'threads_manage_replies',
    'threads_read_replies',
    'threads_manage_insights',
    'threads_delete',
    'threads_keyword_search',
    'threads_location_tagging',
    'threads_share_to_instagram',
  ],
  plain: THREADS_PLAIN,
  counts: ({ reply_to }) => typeof reply_to !== 'string',
  quotaTotal: 250,
  idPrefix: { container: '1801', post: '1803', account: '2684', appScoped: '2685' },
  parameters: THREADS_PARAMETERS,
  demo: { username: 'demo.studio', name: 'Demo Studio', biography: 'A simulated Threads account.' },
  route,
  readDraft: readThreadsDraft,
  maxBytes: threadsMaxBytes,
  checkMedia: checkThreadsMedia,
  checksAtCreation: () => false,
  errors: {
    container: notFound,
    children: () =>
      new GraphError(100, 'The children are invalid, non-existent or expired', {
        subcode: 4279004,
        type: 'THApiException',
      }),
    notReady: notFound,
    failed: notFound,
    // No code is documented for it: the application throttle is assumed.
    quota: () => new GraphError(4, 'The limit of published posts is reached', { type: 'THApiException' }),
    restricted: () => new GraphError(25, 'The user is restricted', { subcode: 4279013, type: 'THApiException' }),
  },
  mediaType: (kind) => ({ media_type: MEDIA_TYPES[kind]!, media_product_type: 'THREADS' }),
  permalink: ({ username, shortcode }) => `https://www.threads.net/@${username}/post/${shortcode}`,
}

function route(sim: Simulator, input: Input): Call | undefined {
  const oauth = routeOAuth(sim, input, 'th')
  if (oauth) return oauth
  const [, node, edge] = ADDRESS.exec(input.path) ?? []
  if (node === undefined) return undefined
  const call = edge === undefined ? routeNode(sim, input, node) : routeEdge(sim, input, node, edge)
  return call && { account: holderOf(sim, input.token), ...call }
}

function routeEdge(sim: Simulator, input: Input, node: string, edge: string): Call | undefined {
  const { method, params } = input
  const figures = routeInsights(sim, input, node, edge)
  if (figures) return figures
  /** The caller, once it may use the edge of this node. */
  const caller = (scopes: ('basic' | 'publish')[]): Account => {
    const account = authorise(sim, input, scopes)
    ownPath(account, node)
    return account
  }
  if (method === 'POST' && edge === 'threads') {
    return {
      operation: params.get('media_type') === 'CAROUSEL' ? 'carousel' : 'create',
      run: async (plan) => {
        const { id } = await createContainer(sim, caller(['basic', 'publish']), params, plan, scopesOf(sim, input))
        return { json: { id } }
      },
    }
  }
  if (method === 'POST' && edge === 'threads_publish') {
    const id = params.get('creation_id')
    return {
      operation: 'publish',
      object: typeof id === 'string' ? id : undefined,
      run: (plan) => {
        const account = caller(['basic', 'publish'])
        const container = sim.store.containers.get(idOf(params, 'creation_id'))
        if (container?.account === account.external_id && container.published_at === null) checkThreadsCard(container)
        const { id, options = {} } = publishContainer(sim, account, idOf(params, 'creation_id'), plan)
        const shares = options.crossreshare_to_ig ?? options.crossreshare_to_ig_dark_mode
        const status = account.linked_instagram === false ? 'FAILED' : 'SUCCESS'
        return { json: { id, ...(shares === undefined ? {} : { crossreshare_to_ig_status: status }) } }
      },
    }
  }
  if (method !== 'GET') return undefined
  if (edge === 'threads_publishing_limit') {
    return { operation: 'quota', run: () => ({ json: limitOf(sim, caller(['basic', 'publish']), params) }) }
  }
  if (edge === 'threads' || edge === 'replies') {
    const isReply = ({ reply_to }: Post): boolean => typeof reply_to === 'string'
    return {
      operation: 'list',
      run: () => {
        const account = caller(['basic'])
        if (edge === 'replies') needScope(scopesOf(sim, input), 'threads_read_replies')
        const posts = postsOf(sim, account).filter((post) => isReply(post) === (edge === 'replies'))
        const { page, paging } = pageOf(posts, params)
        return { json: { data: page.map((post) => readPost(sim, post, params)), ...(paging ? { paging } : {}) } }
      },
    }
  }
  return undefined
}

function routeNode(sim: Simulator, input: Input, node: string): Call | undefined {
  const { params, method } = input
  const deleting = method === 'DELETE' ? livePost(sim, node) : undefined
  if (deleting) return { operation: 'delete', object: node, run: () => ({ json: deletePost(sim, input, deleting) }) }
  if (method === 'DELETE') {
    const gone = (): never => {
      authorise(sim, input, ['basic'])
      throw new GraphError(100, `Object with ID '${node}' does not exist`, {
        subcode: 33,
        type: 'GraphMethodException',
        httpStatus: 404,
      })
    }
    return { operation: 'delete', object: node, run: gone }
  }
  if (method !== 'GET') return undefined
  if (node === 'debug_token') return { operation: 'debug', run: () => ({ json: debugToken(sim, input) }) }
  const container = sim.store.containers.get(node)
  const post = livePost(sim, node)
  const own = (thing: { account: string }): void => {
    if (authorise(sim, input, ['basic']).external_id !== thing.account) throw noSuchObject(node)
  }
  if (container) {
    return {
      operation: 'status',
      object: node,
      run: () => {
        own(container)
        return { json: readContainer(sim, sim.store.containers.get(node)!, params) }
      },
    }
  }
  if (post) {
    return {
      operation: 'permalink',
      object: node,
      run: (plan) => {
        own(post)
        return { json: readPost(sim, plan.extra('no_permalink') ? { ...post, permalink: null } : post, params) }
      },
    }
  }
  const fields = params.get('fields')
  const asks = (name: string): boolean => typeof fields === 'string' && fields.includes(name)
  return {
    operation: asks('status') ? 'status' : asks('permalink') ? 'permalink' : 'profile',
    object: node,
    run: () => {
      const account = authorise(sim, input, ['basic'])
      ownPath(account, node)
      return { json: readProfile(sim, account, params) }
    },
  }
}

function limitOf(sim: Simulator, account: Account, params: Map<string, unknown>): unknown {
  const { used, total } = quotaOf(sim, account)
  const since = sim.now() - DAY_MS
  const counts = (post: Post) => typeof post.reply_to !== 'string'
  const today = (fits: (post: Post) => boolean) =>
    [...sim.store.posts.values()].filter((post) => post.account === account.external_id && fits(post)).length
  const per = (quota_total: number): unknown => ({ quota_total, quota_duration: 86_400 })
  const all = {
    quota_usage: used,
    config: per(total),
    reply_quota_usage: today((post) => !counts(post) && post.published_at > since),
    reply_config: per(1000),
    delete_quota_usage: today(({ deleted_at }) => (deleted_at ?? 0) > since),
    delete_config: per(100),
    location_search_quota_usage: 0,
    location_search_config: per(500),
  }
  return { data: [selectFields(all, params, ['quota_usage'])] }
}

function deletePost(sim: Simulator, input: Input, post: Post): unknown {
  const account = authorise(sim, input, ['basic'])
  if (account.external_id !== post.account) throw noSuchObject(post.id)
  needScope(scopesOf(sim, input), 'threads_delete')
  const since = sim.now() - DAY_MS
  const deleted = [...sim.store.posts.values()].filter(
    (other) => other.account === post.account && (other.deleted_at ?? 0) > since,
  )
  // No code is documented for it.
  if (deleted.length >= DAILY_DELETES)
    throw new GraphError(4, 'The limit of deleted posts is reached', { type: 'THApiException' })
  sim.store.put('post', { ...post, deleted_at: sim.now() })
  return { success: true, deleted_id: post.id }
}
