// The addresses of the Threads API, as documented for graph.threads.net.
import { authorise, holderOf, needScope, ownPath, scopesOf } from '../graph/access.ts'
import { createContainer } from '../graph/containers.ts'
import { GraphError, noSuchObject } from '../graph/errors.ts'
import { NO_PERMALINK } from '../graph/faults.ts'
import { routeInsights } from '../graph/insights.ts'
import { routeOAuth } from '../graph/oauth.ts'
import { idOf, isSet } from '../graph/parameters.ts'
import { answersOf, livePost, pageOf, postsOf, publishContainer, quotaOf, selectFields } from '../graph/posts.ts'
import { unknownAddress } from '../graph/rules.ts'
import type { Input } from '../input.ts'
import { type Account, DAY_MS, type Post } from '../model.ts'
import type { Call } from '../simulator.ts'
import { THREADS_INSIGHTS } from './insights.ts'
import { checkThreadsCard } from './options.ts'
import { debugToken, readContainer, readPost, readProfile } from './reads.ts'
import type { ThreadsAccount, ThreadsSimulator } from './settings.ts'

const ADDRESS = /^\/v1\.0\/([^/]+)(?:\/([a-z_]+))?$/
const DAILY_DELETES = 100

/** The call that a request means. @throws {GraphError} where there is no such address. */
export function route(sim: ThreadsSimulator, input: Input): Call {
  const oauth = routeOAuth(sim, input, 'th')
  if (oauth) return oauth
  const [, node, edge] = ADDRESS.exec(input.path) ?? []
  if (node === undefined) throw unknownAddress(input)
  const call = edge === undefined ? routeNode(sim, input, node) : routeEdge(sim, input, node, edge)
  if (!call) throw unknownAddress(input)
  return { account: holderOf(sim, input.token), ...call }
}

function routeEdge(sim: ThreadsSimulator, input: Input, node: string, edge: string): Call | undefined {
  const { method, params } = input
  const figures = routeInsights(sim, THREADS_INSIGHTS, input, node, edge)
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
        const account: ThreadsAccount = caller(['basic', 'publish'])
        const container = sim.store.containers.get(idOf(params, 'creation_id'))
        if (container?.account === account.external_id && container.published_at === null) checkThreadsCard(container)
        const { id, options = {} } = publishContainer(sim, account, idOf(params, 'creation_id'), plan)
        const shares = [options.crossreshare_to_ig, options.crossreshare_to_ig_dark_mode].some(isSet)
        const status = account.linked_instagram === false ? 'FAILED' : 'SUCCESS'
        return { json: { id, ...(shares ? { crossreshare_to_ig_status: status } : {}) } }
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

function routeNode(sim: ThreadsSimulator, input: Input, node: string): Call | undefined {
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
        return { json: readPost(sim, plan.extra(NO_PERMALINK) ? { ...post, permalink: null } : post, params) }
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

function limitOf(sim: ThreadsSimulator, account: Account, params: Map<string, unknown>): unknown {
  const { used, total } = quotaOf(sim, account)
  const answers = answersOf(sim, account)
  const since = sim.now() - DAY_MS
  const today = (fits: (post: Post) => boolean) => sim.store.postsOf(account.external_id).filter(fits).length
  const per = (quota_total: number): unknown => ({ quota_total, quota_duration: 86_400 })
  const all = {
    quota_usage: used,
    config: per(total),
    reply_quota_usage: answers.used,
    reply_config: per(answers.total),
    delete_quota_usage: today(({ deleted_at }) => (deleted_at ?? 0) > since),
    delete_config: per(100),
    location_search_quota_usage: 0,
    location_search_config: per(500),
  }
  return { data: [selectFields(all, params, ['quota_usage'])] }
}

function deletePost(sim: ThreadsSimulator, input: Input, post: Post): unknown {
  const account = authorise(sim, input, ['basic'])
  if (account.external_id !== post.account) throw noSuchObject(post.id)
  needScope(scopesOf(sim, input), 'threads_delete')
  const since = sim.now() - DAY_MS
  const deleted = sim.store.postsOf(post.account).filter((other) => (other.deleted_at ?? 0) > since)
  // No code is documented for it.
  if (deleted.length >= DAILY_DELETES)
    throw new GraphError(4, 'The limit of deleted posts is reached', { type: 'THApiException' })
  sim.store.put('post', { ...post, deleted_at: sim.now() })
  return { success: true, deleted_id: post.id }
}
