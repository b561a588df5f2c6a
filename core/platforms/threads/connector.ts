// Threads: its own app, host and tokens, in the manner of Instagram's API.

import * as z from 'zod/mini'
import type { Connector, Credentials } from '../connector.ts'
import { type ContainerApi, connectorOf } from '../meta/containers.ts'
import { Id, Made, mapped, refused, text } from '../meta/graph.ts'
import { lenient } from '../meta/lenient.ts'
import { matchOne, type OwnPost, OwnPosts, permalinkOf, spanQuery } from '../meta/match-published.ts'
import { PublishingLimit, quotaFrom } from '../meta/publishing-limit.ts'
import { call } from './calls.ts'
import { ContainerReply, carouselForm, containerForm, statusFrom } from './containers.ts'
import { deletion } from './deletion.ts'
import { threads as FACTS } from './facts.ts'
import { insights } from './insights.ts'
import { threadsOAuth } from './oauth.ts'

const made = ({ external_id, token }: Credentials, form: Record<string, string>) =>
  call(token, `${external_id}/threads`, { operation: 'create', method: 'POST', form }, Made)

/** The answer to publishing: also how sharing to a story went, where that was asked for. */
const Published = z.lazy(() => z.object({ id: Id, crossreshare_to_ig_status: text }))

const KINDS = { text: 'TEXT_POST', image: 'IMAGE', video: 'VIDEO', carousel: 'CAROUSEL_ALBUM' } as const

const Permalink = z.lazy(() => z.object({ permalink: lenient(z.nullish(z.string()), null) }))

const Me = z.lazy(() =>
  z.object({
    id: Id,
    username: z.string().check(z.minLength(1)),
    name: text,
    threads_profile_picture_url: text,
    threads_biography: text,
  }),
)
const ME_FIELDS = 'id,username,name,threads_profile_picture_url,threads_biography'

/** Threads' API as it is, container by container. */
export const threadsApi: ContainerApi = {
  async createContainer(account, spec) {
    const form = containerForm(spec)
    if (!form) return refused(`Threads takes no ${spec.type} container like this.`)
    return mapped(await made(account, form), ({ id }) => ({ container_id: id }))
  },

  async createCarousel(account, spec) {
    return mapped(await made(account, carouselForm(spec)), ({ id }) => ({ container_id: id }))
  },

  async containerStatus({ token }, containerId) {
    const query = { fields: 'status,error_message' }
    return mapped(
      await call(token, containerId, { operation: 'read', method: 'GET', query }, ContainerReply),
      statusFrom,
    )
  },

  async publish({ external_id, token }, containerId) {
    const form = { creation_id: containerId }
    const reply = await call(
      token,
      `${external_id}/threads_publish`,
      { operation: 'publish', method: 'POST', form },
      Published,
    )
    return mapped(reply, ({ id, crossreshare_to_ig_status: story }) => ({
      media_id: id,
      ...(story === undefined ? {} : { story_shared: story === 'SUCCESS' }),
    }))
  },

  async permalink({ token }, mediaId) {
    const query = { fields: 'id,permalink' }
    const reply = await call(token, mediaId, { operation: 'read', method: 'GET', query }, Permalink)
    return mapped(reply, ({ permalink }) => ({ permalink: permalinkOf(permalink) }))
  },

  async findPublished({ token }, { caption, kind, since, until, reply_to, options }) {
    if (kind === 'story') return { ok: true, value: null }
    // Answers stand in a list of their own.
    const list = reply_to === undefined ? 'me/threads' : 'me/replies'
    const fields = `id,permalink,text,timestamp,media_type${reply_to === undefined ? '' : ',replied_to'}`
    const query = { fields, ...spanQuery({ since, until }) }
    const reply = await call(token, list, { operation: 'read', method: 'GET', query }, OwnPosts)
    const isKind = (post: OwnPost) => post.media_type === KINDS[kind] && post.replied_to?.id === reply_to
    // Ghost posts have a list of their own.
    return matchOne(reply, { caption, since, until, unlisted: options?.ghost_post === true, isKind })
  },

  async quota({ external_id, token }, timeoutMs) {
    const query = { fields: 'quota_usage,config' }
    const path = `${external_id}/threads_publishing_limit`
    const reply = await call(token, path, { operation: 'read', method: 'GET', query, timeoutMs }, PublishingLimit)
    return mapped(reply, (limit) => quotaFrom(limit, FACTS.daily_posts))
  },

  deletion,
  insights,

  async profile(token) {
    const reply = await call(token, 'me', { operation: 'read', method: 'GET', query: { fields: ME_FIELDS } }, Me)
    return mapped(reply, ({ id, username, name, threads_profile_picture_url, threads_biography }) => ({
      external_id: id,
      username,
      name: name ?? '',
      biography: threads_biography ?? '',
      picture_url: threads_profile_picture_url ?? '',
      account_type: null,
    }))
  },

  ...threadsOAuth,
}

export const threads: Connector = connectorOf(threadsApi)
