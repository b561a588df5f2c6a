// Comments under a post on Instagram: the owner's own, as their API makes and lists them.
import { authenticate, needScope, permissionOf } from '../graph/access.ts'
import { GraphError, invalidParameter, noSuchObject } from '../graph/errors.ts'
import { flagOf, textOf, wholeNumberOf } from '../graph/parameters.ts'
import { selectFields, timestampOf } from '../graph/posts.ts'
import type { Input } from '../input.ts'
import type { Comment, Post } from '../model.ts'
import type { Call, Simulator } from '../simulator.ts'

const PAGE = 50

/** The calls that a post's node takes beside being read. */
export function routeComments(sim: Simulator, input: Input, post: Post, edge: string | undefined): Call | undefined {
  const { method, params } = input
  const current = (): Post => sim.store.posts.get(post.id)!
  const own = (): Post => {
    const { token, account } = authenticate(sim, input.token)
    if (account.external_id !== post.account) throw noSuchObject(post.id)
    needScope(token.scopes, permissionOf(sim, 'manage_comments'))
    return current()
  }
  if (method === 'POST' && edge === undefined)
    return {
      operation: 'comment_switch',
      object: post.id,
      run: () => {
        const changed = own()
        if (!params.has('comment_enabled')) throw invalidParameter('The parameter comment_enabled is required')
        sim.store.put('post', { ...changed, comments_enabled: flagOf(params, 'comment_enabled') })
        return { json: { success: true } }
      },
    }
  if (edge !== 'comments') return undefined
  if (method === 'POST')
    return {
      operation: 'comment',
      object: post.id,
      run: () => {
        const { username, comments_enabled } = own()
        const text = textOf(params, 'message') ?? ''
        if (text.trim() === '') throw invalidParameter('The parameter message is required')
        if (post.media_product_type === 'STORY') throw invalidParameter('A story takes no comments')
        if (comments_enabled === false) throw new GraphError(10, 'Comments are turned off for this media')
        const id = sim.store.newId('1790')
        sim.store.put('comment', { id, post: post.id, username, text, created_at: sim.now() })
        return { json: { id } }
      },
    }
  return {
    operation: 'comments',
    object: post.id,
    run: () => {
      own()
      return { json: listComments(sim, post, params) }
    },
  }
}

function listComments(sim: Simulator, post: Post, params: Map<string, unknown>): unknown {
  const limit = Math.min(PAGE, wholeNumberOf(params, 'limit') ?? PAGE)
  const after = Number(Buffer.from(textOf(params, 'after') ?? '', 'base64url').toString() || 0)
  const all = [...sim.store.comments.values()].filter((comment) => comment.post === post.id).reverse()
  const page = all.slice(after, after + limit)
  const end = after + page.length
  const cursors = { before: cursorOf(after), after: cursorOf(end) }
  const next = end < all.length ? { next: `${sim.url}/v26.0/${post.id}/comments?after=${cursorOf(end)}` } : {}
  return { data: page.map((comment) => readComment(comment, params)), paging: { cursors, ...next } }
}

const cursorOf = (at: number): string => Buffer.from(String(at)).toString('base64url')

const readComment = ({ id, username, text, created_at }: Comment, params: Map<string, unknown>): unknown =>
  selectFields({ id, username, text, timestamp: timestampOf(created_at), hidden: false, like_count: 0 }, params, [
    'id',
    'text',
    'timestamp',
  ])
