// The addresses of a Page's part of the Graph API, and of the host that videos are uploaded to.
import { authenticate, holderOf } from '../graph/access.ts'
import { GraphError, noSuchObject } from '../graph/errors.ts'
import { NO_PERMALINK } from '../graph/faults.ts'
import { textOf } from '../graph/parameters.ts'
import { livePost, timestampOf } from '../graph/posts.ts'
import { unknownAddress } from '../graph/rules.ts'
import type { Input } from '../input.ts'
import type { Comment, Post } from '../model.ts'
import type { Call } from '../simulator.ts'
import { needScopes, ownerOf, pageCaller } from './access.ts'
import { ofPage, ofPost } from './insights.ts'
import { routeInstagram } from './instagram.ts'
import { routeLookUps } from './look-ups.ts'
import { onlyThese } from './parameters.ts'
import { makePhoto, publishFeed, publishPhotoStory } from './publishing.ts'
import { listPosts, listReels, listStories, readAccount, readPhoto, readPost, readVideo } from './reads.ts'
import type { FacebookSimulator } from './settings.ts'
import { businesses, businessPages, debugToken, exchange, ownPages, paged } from './sign-in.ts'
import { publishVideo, settle, upload, VIDEO_EDGES, type VideoEdge, videoStep } from './videos.ts'

const ADDRESS = /^\/(v\d+\.\d+)\/([\w-]+)(?:\/([a-z_]+))?$/
const UPLOAD = /^\/video-upload\/v\d+\.\d+\/(\d+)$/

const PUBLISH = ['pages_manage_posts', 'pages_read_engagement']
const READ = ['pages_read_engagement']

/** The call that a request means. @throws {GraphError} where there is no such address. */
export function route(sim: FacebookSimulator, input: Input): Call {
  settle(sim)
  const { method, path } = input
  const video = UPLOAD.exec(path)?.[1]
  const account = holderOf(sim, input.token)
  if (video !== undefined && method === 'POST')
    return {
      ...{ operation: 'upload', account, object: video },
      run: async () => {
        ownerOf(sim, input, sim.store.containers.get(video) ?? { id: video, account: '' })
        return { json: await upload(sim, video, input) }
      },
    }
  const [, version = '', node, edge] = ADDRESS.exec(path) ?? []
  if (node === undefined) throw unknownAddress(input)
  const lookUp = routeLookUps(sim, input, { node, edge })
  if (lookUp) return { account, ...lookUp }
  const instagram = routeInstagram(sim, input, { node, edge })
  if (instagram) return instagram
  const call = edge === undefined ? routeNode(sim, input, node) : routeEdge(sim, input, { version, node, edge })
  if (!call) throw unknownAddress(input)
  return { account, ...call }
}

interface At {
  version: string
  node: string
  edge: string
}

function routeEdge(sim: FacebookSimulator, input: Input, at: At): Call | undefined {
  const { method } = input
  const { node, edge } = at
  if (node === 'oauth' && edge === 'access_token') {
    const code = sim.store.codes.get(String(input.params.get('code') ?? ''))
    const holder = code && sim.store.accounts.get(code.account)
    return { operation: 'exchange', account: holder, run: () => exchange(sim, input) }
  }
  const post = livePost(sim, node)
  if (post && edge === 'comments') return routeComments(sim, input, post)
  if (post && edge === 'insights' && method === 'GET')
    return {
      ...{ operation: 'insights', object: node },
      run: () => {
        needScopes(ownerOf(sim, input, post).token, ['read_insights'])
        return { json: ofPost(sim, post, input) }
      },
    }
  if (edge === 'comments') return { operation: 'comments', object: node, run: () => missing(sim, input, node) }
  return method === 'POST'
    ? routePost(sim, input, at)
    : method === 'GET'
      ? routeList(sim, input, node, edge)
      : undefined
}

function missing(sim: FacebookSimulator, input: Input, node: string): never {
  authenticate(sim, input.token)
  throw noSuchObject(node)
}

function routePost(sim: FacebookSimulator, input: Input, { version, node, edge }: At): Call | undefined {
  const { params } = input
  const page = () => pageCaller(sim, input, node, PUBLISH).page
  if (edge === 'feed')
    return {
      ...{ operation: 'publish', object: firstPhoto(params) },
      run: (plan) => ({ json: { id: publishFeed(sim, page(), params, plan).id } }),
    }
  if (edge === 'photos') {
    const published = !['false', false].includes((params.get('published') ?? true) as string | boolean)
    return {
      operation: published ? 'publish' : 'create',
      run: async (plan) => ({ json: await makePhoto(sim, page(), params, plan) }),
    }
  }
  if (edge === 'photo_stories')
    return {
      ...{ operation: 'publish', object: textIn(params, 'photo_id') },
      run: (plan) => ({ json: { success: true, post_id: publishPhotoStory(sim, page(), params, plan).id } }),
    }
  if (edge === 'videos')
    return { operation: 'publish', run: (plan) => ({ json: publishVideo(sim, page(), params, plan) }) }
  if (!(edge in VIDEO_EDGES)) return undefined
  const finishing = params.get('upload_phase') === 'finish'
  return {
    ...{ operation: finishing ? 'publish' : 'create', object: textIn(params, 'video_id') },
    run: (plan) => ({ json: videoStep(sim, page(), { edge: edge as VideoEdge, version }, params, plan) }),
  }
}

const textIn = (params: Map<string, unknown>, name: string): string | undefined => {
  const value = params.get(name)
  return typeof value === 'string' ? value : undefined
}

/** The name by which fault rules know a post of photos. */
const firstPhoto = (params: Map<string, unknown>): string | undefined =>
  /"media_fbid":"(\d+)"/.exec(JSON.stringify(params.get('attached_media') ?? '').replaceAll('\\', ''))?.[1]

function routeList(sim: FacebookSimulator, input: Input, node: string, edge: string): Call | undefined {
  const page = (scopes: readonly string[]) => pageCaller(sim, input, node, scopes).page
  if (edge === 'published_posts') return { operation: 'list', run: () => listPosts(sim, page(READ), input) }
  if (edge === 'stories') return { operation: 'list', run: () => listStories(sim, page(READ), input) }
  if (edge === 'video_reels') return { operation: 'list', run: () => listReels(sim, page(READ), input) }
  if (edge === 'insights')
    return {
      operation: 'insights',
      run: () => ({ json: ofPage(sim, page(['read_insights']), input) }),
    }
  if (node === 'me' && edge === 'accounts') return { operation: 'profile', run: () => ownPages(sim, input) }
  if (node === 'me' && edge === 'businesses') return { operation: 'profile', run: () => businesses(sim, input) }
  if (edge === 'owned_pages' || edge === 'client_pages')
    return {
      operation: 'profile',
      run: () => businessPages(sim, input, node, edge) ?? missing(sim, input, node),
    }
  return undefined
}

function routeNode(sim: FacebookSimulator, input: Input, node: string): Call | undefined {
  const { method, params } = input
  if (node === 'debug_token' && method === 'GET') return { operation: 'debug', run: () => debugToken(sim, input) }
  const post = livePost(sim, node)
  const thing = sim.store.containers.get(node)
  if (method === 'DELETE') return { operation: 'delete', object: node, run: () => ({ json: remove(sim, input, node) }) }
  if (method !== 'GET') return undefined
  if (post)
    return {
      ...{ operation: 'permalink', object: node },
      run: (plan) => {
        // Without the permission to read it, it looks like one that is not there.
        if (!READ.every((scope) => ownerOf(sim, input, post).token.scopes.includes(scope))) throw noSuchObject(node)
        // The node of a story cannot be read: its address is in the list of stories.
        if (post.media_product_type === 'STORY' && String(params.get('fields') ?? '').includes('permalink_url'))
          throw new GraphError(100, '(#100) Tried accessing nonexisting field (permalink_url) on node type (Story)')
        return { json: readPost(sim, plan.extra(NO_PERMALINK) ? { ...post, permalink: null } : post, input) }
      },
    }
  if (thing)
    return {
      ...{ operation: 'status', object: node },
      run: () => {
        ownerOf(sim, input, thing)
        const now = sim.store.containers.get(node)!
        return { json: now.kind === 'image' ? readPhoto(sim, now, input) : readVideo(sim, now, input) }
      },
    }
  const asksFor = textIn(params, 'fields') ?? ''
  return {
    ...{
      operation: asksFor === 'id' ? 'quota' : asksFor.includes('permalink') ? 'permalink' : 'profile',
      object: node,
    },
    run: () => {
      const { account, token } = authenticate(sim, input.token)
      if (node !== 'me' && node !== account.external_id) throw noSuchObject(node)
      return { json: readAccount(sim, account, token, input) }
    },
  }
}

function remove(sim: FacebookSimulator, input: Input, node: string): unknown {
  const post =
    livePost(sim, node) ??
    [...sim.store.posts.values()].find(({ container, deleted_at }) => container === node && deleted_at === undefined)
  if (!post) return missing(sim, input, node)
  needScopes(ownerOf(sim, input, post).token, ['pages_manage_posts'])
  sim.store.put('post', { ...post, deleted_at: sim.now() })
  return { success: true }
}

function routeComments(sim: FacebookSimulator, input: Input, post: Post): Call | undefined {
  const { method, params } = input
  const tell = ({ id, text, created_at }: Comment) => ({
    id,
    message: text,
    from: { id: post.account, name: sim.store.accounts.get(post.account)?.name },
    created_time: timestampOf(created_at),
  })
  if (method === 'GET')
    return {
      ...{ operation: 'comments', object: post.id },
      run: () => {
        needScopes(ownerOf(sim, input, post).token, READ)
        const all = [...sim.store.comments.values()].filter((comment) => comment.post === post.id)
        const { data, paging } = paged(input, all)
        return { json: { data: data.map(tell), ...(paging ? { paging } : {}) } }
      },
    }
  if (method !== 'POST') return undefined
  return {
    ...{ operation: 'comment', object: post.id },
    run: () => {
      onlyThese(params, 'message')
      const { page, token } = ownerOf(sim, input, post)
      needScopes(token, ['pages_manage_engagement'])
      const text = textOf(params, 'message') ?? ''
      if (text === '') throw new GraphError(100, '(#100) Param message is required')
      const comment: Comment = {
        ...{ id: `${post.id.split('_').at(-1)}_${sim.store.newId('33')}`, post: post.id },
        ...{ username: page.username, text, created_at: sim.now() },
      }
      sim.store.put('comment', comment)
      return { json: { id: comment.id } }
    },
  }
}
