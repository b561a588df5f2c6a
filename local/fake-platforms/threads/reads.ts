// Answers to reading Threads' objects.
import { authenticate } from '../graph/access.ts'
import { stateOf } from '../graph/containers.ts'
import { GraphError, invalidParameter } from '../graph/errors.ts'
import { isSet, textOf } from '../graph/parameters.ts'
import { selectFields, timestampOf } from '../graph/posts.ts'
import type { Input } from '../input.ts'
import { type Container, DAY_MS, type Post } from '../model.ts'
import { pictureUrl } from '../pictures.ts'
import { objectOf } from './options.ts'
import type { ThreadsAccount, ThreadsSimulator } from './settings.ts'

export const notFound = (): GraphError =>
  new GraphError(24, 'The requested resource does not exist', { subcode: 4279009, type: 'THApiException' })

export function readContainer(sim: ThreadsSimulator, container: Container, params: Map<string, unknown>): unknown {
  const { state, failure } = stateOf(sim, container)
  const error_message = state === 'ERROR' ? (failure?.error_message ?? 'UNKNOWN') : undefined
  return selectFields({ id: container.id, status: state, error_message }, params, ['id'], unknownField)
}

export function readPost(sim: ThreadsSimulator, post: Post, params: Map<string, unknown>): unknown {
  const all = {
    id: post.id,
    text: post.text === '' ? undefined : post.text,
    permalink: post.permalink,
    shortcode: post.shortcode,
    timestamp: timestampOf(post.published_at),
    media_type: post.media_type,
    media_product_type: post.media_product_type,
    media_url: post.media ? `${sim.url}/_media/${post.media.file}` : undefined,
    thumbnail_url: undefined,
    username: post.username,
    owner: { id: post.account },
    alt_text: post.alt_text,
    children: post.children.length > 0 ? { data: post.children.map(({ id }) => ({ id })) } : undefined,
    is_quote_post: post.options?.quote_post_id !== undefined,
    quoted_post: post.options?.quote_post_id === undefined ? undefined : { id: post.options.quote_post_id },
    is_reply: typeof post.reply_to === 'string',
    replied_to: typeof post.reply_to === 'string' ? { id: post.reply_to } : undefined,
    topic_tag: post.options?.topic_tag,
    link_attachment_url: post.options?.link_attachment,
    reply_audience: String(post.options?.reply_control ?? 'everyone').toUpperCase(),
    is_spoiler_media: isSet(post.options?.is_spoiler_media),
    ...ghostOf(sim, post),
    ...attachedTo(post),
  }
  return selectFields(all, params, ['id'], unknownField)
}

/** Archived a day after it was published. */
function ghostOf(sim: ThreadsSimulator, post: Post): Record<string, unknown> {
  const ghost = isSet(post.options?.is_ghost_post)
  const over = post.published_at + DAY_MS
  return {
    ghost_post_status: ghost ? (sim.now() >= over ? 'ARCHIVED' : 'ACTIVE') : undefined,
    ghost_post_expiration_timestamp: ghost ? timestampOf(over) : undefined,
  }
}

/** Nobody votes here. How long a poll takes is not documented. */
function attachedTo({ options = {}, published_at }: Post): Record<string, unknown> {
  const given = new Map(Object.entries(options))
  const poll = objectOf(given, 'poll_attachment')
  const gif = objectOf(given, 'gif_attachment')
  return {
    poll_attachment: poll && { ...poll, total_votes: 0, expiration_timestamp: timestampOf(published_at + DAY_MS) },
    gif_url: gif && `https://media.giphy.com/media/${String(gif.gif_id)}/giphy.gif`,
  }
}

export function readProfile(sim: ThreadsSimulator, account: ThreadsAccount, params: Map<string, unknown>): unknown {
  const all = {
    id: account.external_id,
    username: account.username,
    name: account.name,
    threads_profile_picture_url: pictureUrl(sim, account),
    threads_biography: account.biography,
    is_verified: account.is_verified,
    is_eligible_for_geo_gating: account.geo_gating ?? true,
  }
  return selectFields(all, params, ['id'], unknownField)
}

export function debugToken(sim: ThreadsSimulator, input: Input): unknown {
  authenticate(sim, input.token)
  const asked = textOf(input.params, 'input_token')
  if (!asked) throw invalidParameter('Param input_token is required')
  const token = sim.store.findToken(asked)
  if (!token) return { data: { is_valid: false, scopes: [] } }
  return {
    data: {
      type: 'USER',
      user_id: token.account,
      is_valid: token.revoked === null && token.expires_at > sim.now(),
      issued_at: Math.floor(token.issued_at / 1000),
      expires_at: Math.floor(token.expires_at / 1000),
      scopes: token.scopes,
    },
  }
}

const unknownField = (name: string): GraphError =>
  new GraphError(100, `Tried accessing nonexistent field (${name})`, { type: 'THApiException' })
