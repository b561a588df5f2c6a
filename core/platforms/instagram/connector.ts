// Instagram, by the API with Instagram Login (no Page needed, one token per account), or with Facebook Login for accounts that came
// with a Page: the same calls, on Facebook's host and with the token of the Page.

import * as z from 'zod/mini'
import type { Connector, Credentials } from '../connector.ts'
import { type ContainerApi, connectorOf } from '../meta/containers.ts'
import { Made, mapped, refused } from '../meta/graph.ts'
import { lenient } from '../meta/lenient.ts'
import { matchOne, type OwnPost, OwnPosts, permalinkOf, spanQuery } from '../meta/match-published.ts'
import { PublishingLimit, quotaFrom } from '../meta/publishing-limit.ts'
import { call } from './calls.ts'
import { comments } from './comments.ts'
import { ContainerReply, carouselBody, containerBody, statusFrom } from './containers.ts'
import { deletion } from './deletion.ts'
import { instagram as FACTS } from './facts.ts'
import { insights } from './insights.ts'
import { lookUps } from './look-ups.ts'
import { instagramOAuth } from './oauth.ts'
import { readProfile } from './profile.ts'
import { sessionOf } from './session.ts'

const made = (account: Credentials, json: Record<string, unknown>) =>
  call(account, `${account.external_id}/media`, { operation: 'create', method: 'POST', json }, Made)

const KINDS: Record<'image' | 'video' | 'carousel', string> = {
  image: 'IMAGE',
  video: 'VIDEO',
  carousel: 'CAROUSEL_ALBUM',
}
const BAD_PARAMETER = 100

const Permalink = z.lazy(() => z.object({ permalink: lenient(z.nullish(z.string()), null) }))

/** Instagram's API as it is, container by container. */
export const instagramApi: ContainerApi = {
  async createContainer(account, spec) {
    const body = containerBody(spec)
    if (!body) return refused(`Instagram has no container of type ${spec.type}${spec.url ? '' : ' without media'}.`)
    return mapped(await made(account, body), ({ id }) => ({ container_id: id }))
  },

  async createCarousel(account, spec) {
    return mapped(await made(account, carouselBody(spec)), ({ id }) => ({ container_id: id }))
  },

  async containerStatus(account, containerId) {
    const query = { fields: 'status_code,status' }
    return mapped(
      await call(account, containerId, { operation: 'read', method: 'GET', query }, ContainerReply),
      statusFrom,
    )
  },

  async publish(account, containerId) {
    const json = { creation_id: containerId }
    const path = `${account.external_id}/media_publish`
    const reply = await call(account, path, { operation: 'publish', method: 'POST', json }, Made)
    return mapped(reply, ({ id }) => ({ media_id: id }))
  },

  async permalink(account, mediaId) {
    const query = { fields: 'id,permalink' }
    const reply = await call(account, mediaId, { operation: 'read', method: 'GET', query }, Permalink)
    return mapped(reply, ({ permalink }) => ({ permalink: permalinkOf(permalink) }))
  },

  async findPublished(account, { caption, kind, since, until, options }) {
    if (kind === 'text') return { ok: true, value: null }
    const story = kind === 'story'
    const fields = `id,permalink,media_type,media_product_type,timestamp${story ? '' : ',caption'}`
    const query = story ? { fields } : { fields, ...spanQuery({ since, until }) }
    const path = `${account.external_id}/${story ? 'stories' : 'media'}`
    const reply = await call(account, path, { operation: 'read', method: 'GET', query }, OwnPosts)
    // Captions are documented for the other login only: where they cannot be read, nothing can be told apart.
    if (!reply.ok && reply.error.code === BAD_PARAMETER && reply.error.subcode === undefined)
      return { ok: true, value: null }
    const isKind = (post: OwnPost) => story || (post.media_type === KINDS[kind] && post.media_product_type !== 'STORY')
    // It is not documented whether reels that only strangers see are listed.
    const unlisted = options?.trial_reel !== undefined
    return matchOne(reply, { caption: story ? undefined : caption, since, until, unlisted, isKind })
  },

  async quota(account, timeoutMs) {
    const query = { fields: 'quota_usage,config' }
    const path = `${account.external_id}/content_publishing_limit`
    const reply = await call(account, path, { operation: 'read', method: 'GET', query, timeoutMs }, PublishingLimit)
    return mapped(reply, (limit) => quotaFrom(limit, FACTS.daily_posts))
  },

  comments,
  deletion,
  insights,
  lookUps,

  profile: (token) => readProfile(sessionOf(token)),
  ...instagramOAuth,
}

export const instagram: Connector = connectorOf(instagramApi)
