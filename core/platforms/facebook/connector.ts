// Facebook Pages, by the Graph API. What can be asked by an id is asked (reels, story videos, taken videos); what cannot is
// searched for among the Page's posts, and never made again on a guess.
import * as z from 'zod/mini'
import type { Connector, Credentials, Piece, Prepared, Publishing, Result } from '../connector.ts'
import { Id, Made, mapped, refused, text } from '../meta/graph.ts'
import type { PlatformError, Published } from '../outcome.ts'
import { call, Done, onPage, permalinkOf, postIdOf } from './calls.ts'
import { comments } from './comments.ts'
import { deletion } from './deletion.ts'
import { ADVICE } from './errors.ts'
import { type Handle, readHandle, written } from './handles.ts'
import { insights } from './insights.ts'
import { refresh, signIn } from './oauth.ts'
import { prepareParameters, publishCall } from './parameters.ts'
import { profile } from './profile.ts'
import { findPost, findStory, newestPosts, searchedFor, storyLink } from './search.ts'
import { prepareVideo, videoVerdict } from './videos.ts'

const Permalink = z.lazy(() => z.object({ permalink_url: text }))
const Page = z.lazy(() => z.object({ id: Id }))

const finished = (handle: Handle, id?: string): Prepared => ({
  state: 'finished',
  handle: written(handle),
  ...(id === undefined ? {} : { id }),
})

/** A photo that a post or a story will name. */
async function preparePhoto(
  account: Credentials,
  piece: Piece,
  as: 'photo' | 'story_photo',
): Promise<Result<Prepared>> {
  if (piece.url === undefined) return refused('Facebook takes no photo without its address.')
  const json = prepareParameters(piece)
  const made = await onPage(account, 'photos', { operation: 'create', method: 'POST', json }, Made)
  return mapped(made, ({ id }) => finished({ as, id }, id))
}

const isVideo = (piece: Piece): piece is Piece & { type: 'reel' | 'story_video' } =>
  piece.type === 'reel' || piece.type === 'story_video'

/** Whether it is taken and has to be asked for: video is processed before anybody sees it. */
const isProcessed = ({ as }: Handle): boolean => as === 'video' || as === 'reel' || as === 'story_video'

const withAdvice = (error: PlatformError): PlatformError => {
  const advice = ADVICE[error.subcode ?? 0] ?? ADVICE[error.code ?? 0]
  return advice === undefined ? error : { ...error, advice }
}

async function publish(account: Credentials, post: Publishing): Promise<Result<Published>> {
  const made = post.handles.map(readHandle)
  const [first] = made as [Handle]
  const { edge, json } = publishCall(post, made)
  const asked = { operation: 'publish', method: 'POST', json } as const
  if (first.as === 'text' || first.as === 'photo' || first.as === 'video')
    return mapped(await onPage(account, edge, asked, Made), ({ id }) => ({
      media_id: id,
      ...(isProcessed(first) ? { pending: true as const } : {}),
    }))
  const done = await onPage(account, edge, asked, Done)
  return mapped(done, ({ post_id }) =>
    isProcessed(first)
      ? { media_id: first.id, pending: true as const }
      : { media_id: post_id ?? postIdOf(account, first.id) },
  )
}

export const facebook: Connector = {
  async prepare(account, piece, given) {
    const made = given === undefined ? undefined : readHandle(given)
    if (piece.type === 'text') return { ok: true, value: finished({ as: 'text' }) }
    if (piece.type === 'video') {
      if (piece.url === undefined) return refused('Facebook takes no video without its address.')
      return { ok: true, value: finished({ as: 'video', url: piece.url }) }
    }
    if (piece.type === 'image' || piece.type === 'story_image')
      return made
        ? { ok: true, value: { state: 'finished' } }
        : preparePhoto(account, piece, piece.type === 'image' ? 'photo' : 'story_photo')
    if (!isVideo(piece)) return refused('Facebook joins nothing before it is published.')
    return prepareVideo(account, piece, made && 'url' in made && made.as !== 'video' ? made : undefined)
  },

  async mark(account, { handles }) {
    const [first] = handles.map(readHandle)
    return first?.as === 'text' || first?.as === 'video' ? newestPosts(account) : { ok: true, value: '' }
  },

  /** A mark is the list of posts that were there: those that were there for both. */
  earlierMark(mark, other) {
    const there = new Set(other.split(','))
    return mark
      .split(',')
      .filter((id) => there.has(id))
      .join(',')
  },

  onlyByWords(handles) {
    const [first] = handles.map(readHandle)
    return first?.as === 'text' || first?.as === 'video'
  },

  async publish(account, post) {
    const result = await publish(account, post)
    return result.ok ? result : { ok: false, error: withAdvice(result.error) }
  },

  async verify(account, post) {
    const made = post.handles.map(readHandle)
    const [first] = made as [Handle]
    const { media_id, asked_at } = post
    const id =
      first.as === 'reel' || first.as === 'story_video' ? first.id : first.as === 'video' ? media_id : undefined
    if (id === undefined) return searchedFor(account, post, made)
    return videoVerdict(account, id, { taken: media_id !== undefined, asked_at, story: first.as === 'story_video' })
  },

  async permalink(account, postId) {
    const query = { fields: 'permalink_url' }
    const reply = await call(account.token, postId, { operation: 'read', method: 'GET', query }, Permalink)
    if (reply.ok) return mapped(reply, ({ permalink_url }) => ({ permalink: permalinkOf(permalink_url) }))
    // A story's address is in the list of stories.
    if (reply.error.class !== 'permanent' && reply.error.subcode !== 33) return reply
    return mapped(await storyLink(account, postId), (permalink) => ({ permalink }))
  },

  async find(account, { kind, text: words, since, until }) {
    const sort = kind === 'text' ? 'text' : kind === 'video' ? 'video' : 'photo'
    const found =
      kind === 'story'
        ? await findStory(account, { since, until })
        : await findPost(account, { sort, text: words, since, until })
    return mapped(found, (result) => (result.state === 'one' ? result.post : null))
  },

  /** Facebook counts calls, and not posts. */
  async quota({ external_id, token }, timeoutMs) {
    const asked = { operation: 'read', method: 'GET', query: { fields: 'id' }, timeoutMs } as const
    return mapped(await call(token, external_id, asked, Page), () => null)
  },

  comments,
  deletion,
  insights,
  profile,
  refresh,
  signIn,
}
