// The addresses of the Instagram API with Instagram Login, as documented for graph.instagram.com.
import { authorise, holderOf, ownPath, scopesOf } from '../graph/access.ts'
import { createContainer, stateOf } from '../graph/containers.ts'
import { GraphError, noSuchObject } from '../graph/errors.ts'
import { NO_PERMALINK } from '../graph/faults.ts'
import { routeInsights } from '../graph/insights.ts'
import { routeOAuth } from '../graph/oauth.ts'
import { fieldsOf, idOf, isSet, textOf, wholeNumberOf } from '../graph/parameters.ts'
import { livePost, pageOf, postsOf, publishContainer, quotaOf, selectFields, timestampOf } from '../graph/posts.ts'
import { unknownAddress } from '../graph/rules.ts'
import type { Input } from '../input.ts'
import { type Account, type Container, DAY_MS, type Post } from '../model.ts'
import { pictureUrl } from '../pictures.ts'
import type { Call } from '../simulator.ts'
import { routeComments } from './comments.ts'
import { instagramInsights } from './insights.ts'
import type { InstagramSimulator } from './settings.ts'

const ADDRESS = /^\/v(\d+)\.\d+\/([^/]+)(?:\/([a-z_]+))?$/

/** The call that a request means. @throws {GraphError} where there is no such address. */
export function route(sim: InstagramSimulator, input: Input): Call {
  const oauth = routeOAuth(sim, input, 'ig')
  if (oauth) return oauth
  const [, , node, edge] = ADDRESS.exec(input.path) ?? []
  if (node === undefined) throw unknownAddress(input)
  const call = edge === undefined ? routeNode(sim, input, node) : routeEdge(sim, input, node, edge)
  if (!call) throw unknownAddress(input)
  return { account: holderOf(sim, input.token), ...call }
}

function routeEdge(sim: InstagramSimulator, input: Input, node: string, edge: string): Call | undefined {
  const { method, params } = input
  const figures = routeInsights(sim, instagramInsights(sim), input, node, edge)
  if (figures) return figures
  const commented = livePost(sim, node)
  const comments = commented && routeComments(sim, input, commented, edge)
  if (comments) return comments
  /** The caller, once it may use the edge of this node. */
  const caller = (scopes: ('basic' | 'publish')[]): Account => {
    const account = authorise(sim, input, scopes)
    ownPath(account, node)
    return account
  }
  if (method === 'POST' && edge === 'media') {
    return {
      operation: params.get('media_type') === 'CAROUSEL' ? 'carousel' : 'create',
      run: async (plan) => {
        const { id } = await createContainer(sim, caller(['basic', 'publish']), params, plan, scopesOf(sim, input))
        return { json: { id } }
      },
    }
  }
  if (method === 'POST' && edge === 'media_publish') {
    const id = params.get('creation_id')
    return {
      operation: 'publish',
      object: typeof id === 'string' ? id : undefined,
      run: (plan) => {
        const account = caller(['basic', 'publish'])
        return { json: { id: publishContainer(sim, account, idOf(params, 'creation_id'), plan).id } }
      },
    }
  }
  if (method !== 'GET') return undefined
  if (edge === 'content_publishing_limit') {
    return { operation: 'quota', run: () => ({ json: limitOf(sim, caller(['basic', 'publish']), params) }) }
  }
  if (edge === 'media' || edge === 'stories') {
    const wanted = (post: Post): boolean =>
      edge === 'stories'
        ? post.media_product_type === 'STORY' && post.published_at > sim.now() - DAY_MS
        : post.media_product_type !== 'STORY'
    return {
      operation: 'list',
      run: () => {
        const { page, paging } = pageOf(postsOf(sim, caller(['basic'])).filter(wanted), params)
        return { json: { data: page.map((post) => readMedia(sim, post, params)), ...(paging ? { paging } : {}) } }
      },
    }
  }
  return undefined
}

function routeNode(sim: InstagramSimulator, input: Input, node: string): Call | undefined {
  const { params, method } = input
  const container = sim.store.containers.get(node)
  const post = livePost(sim, node)
  if (method === 'POST' && post) return routeComments(sim, input, post, undefined)
  if (method !== 'GET') return undefined
  const fields = params.get('fields')
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
        return { json: readMedia(sim, plan.extra(NO_PERMALINK) ? { ...post, permalink: null } : post, params) }
      },
    }
  }
  const asks = (name: string): boolean => typeof fields === 'string' && fields.includes(name)
  return {
    operation: asks('status') ? 'status' : asks('permalink') ? 'permalink' : 'profile',
    object: node,
    run: () => {
      const account = authorise(sim, input, ['basic'])
      ownPath(account, node)
      return { json: readProfile(sim, account, node === 'me', params) }
    },
  }
}

function limitOf(sim: InstagramSimulator, account: Account, params: Map<string, unknown>): unknown {
  const since = wholeNumberOf(params, 'since')
  const { used, total } = quotaOf(sim, account, since === undefined ? undefined : since * 1000)
  const all = { quota_usage: used, config: { quota_total: total, quota_duration: 86_400 } }
  return { data: [selectFields(all, params, ['quota_usage'])] }
}

function readContainer(sim: InstagramSimulator, container: Container, params: Map<string, unknown>): unknown {
  const { state, failure } = stateOf(sim, container)
  const status = {
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    PUBLISHED: 'Published: Media has been published.',
    EXPIRED: 'Expired: The container was not published within 24 hours.',
    ERROR: `Error: Media upload has failed with error code ${failure?.subcode ?? failure?.code}`,
  }[state]
  return selectFields({ id: container.id, status_code: state, status, copyright_check_status: undefined }, params, [
    'id',
  ])
}

function readMedia(sim: InstagramSimulator, post: Post, params: Map<string, unknown>): unknown {
  if (!sim.store.settings.caption_field && fieldsOf(params, []).includes('caption')) {
    throw new GraphError(100, 'Tried accessing nonexistent field (caption)')
  }
  const all = {
    id: post.id,
    // A story shows no caption, whatever was sent.
    caption: post.media_product_type === 'STORY' || post.text === '' ? undefined : post.text,
    alt_text: post.alt_text,
    permalink: post.permalink,
    shortcode: post.shortcode,
    media_type: post.media_type,
    media_product_type: post.media_product_type,
    media_url: post.media ? `${sim.url}/_media/${post.media.file}` : undefined,
    thumbnail_url: undefined,
    timestamp: timestampOf(post.published_at),
    username: post.username,
    owner: { id: post.account },
    children: post.children.length > 0 ? { data: post.children.map(({ id }) => ({ id })) } : undefined,
    is_comment_enabled: post.comments_enabled ?? true,
    is_shared_to_feed: post.kind === 'reel' ? isSet(post.options?.share_to_feed ?? true) : undefined,
    is_ai_generated: isSet(post.options?.is_ai_generated),
    like_count: 0,
    comments_count: [...sim.store.comments.values()].filter((comment) => comment.post === post.id).length,
  }
  return selectFields(all, params, ['id'])
}

function readProfile(sim: InstagramSimulator, account: Account, isMe: boolean, params: Map<string, unknown>): unknown {
  const { me_biography, profile_shape } = sim.store.settings
  const shared = {
    username: account.username,
    name: account.name,
    profile_picture_url: pictureUrl(sim, account),
    followers_count: account.followers_count,
    follows_count: 0,
    media_count: postsOf(sim, account).filter((post) => post.media_product_type !== 'STORY').length,
  }
  if (!isMe) {
    const all = { id: account.external_id, ...shared, biography: account.biography, website: undefined }
    return selectFields(all, params, ['id'])
  }
  const all = {
    id: account.app_scoped_id,
    user_id: account.external_id,
    account_type: account.account_type,
    ...shared,
    ...(me_biography ? { biography: account.biography } : {}),
  }
  const profile = selectFields(all, params, ['id'])
  if (profile_shape === 'flat') return profile
  return { data: [textOf(params, 'fields')?.split(',').includes('id') ? profile : { ...profile, id: undefined }] }
}
