// Threads: its own app, host and tokens, in the manner of Instagram's API.

import * as z from 'zod/mini'
import { ENV } from '../../contract.ts'
import { CAPTION_RULES } from '../../posts/rules/caption-length.ts'
import { DAILY_POSTS } from '../../posts/rules/media-rules.ts'
import { addressesOf } from '../addresses.ts'
import { type GraphCall, graphCall, Id, Made, mapped, refused, text } from '../graph.ts'
import { authorizeUrl, exchangeCode, type OAuth, refreshToken } from '../graph-oauth.ts'
import { matchOne, type OwnPost, OwnPosts, permalinkOf, spanQuery } from '../match-published.ts'
import type { Credentials, Platform } from '../platform.ts'
import { PublishingLimit, quotaFrom } from '../publishing-limit.ts'
import { ContainerReply, carouselForm, containerForm, statusFrom } from './containers.ts'
import { THREADS_ERRORS } from './errors.ts'

const addresses = () =>
  addressesOf({
    urlSetting: ENV.threadsGraphUrl,
    versionSetting: ENV.threadsApiVersion,
    graph: 'https://graph.threads.net',
    version: 'v1.0',
    authorize: 'https://threads.net',
    token: 'https://graph.threads.net',
  })

const oauth = (): OAuth => ({ addresses: addresses(), prefix: 'th', errors: THREADS_ERRORS })

const call = <T>(token: string, path: string, rest: Omit<GraphCall, 'url' | 'token'>, schema: z.ZodMiniType<T>) =>
  graphCall({ ...rest, url: `${addresses().api}/${path}`, token }, schema, THREADS_ERRORS)

const LIMITS: Platform['limits'] = {
  caption: CAPTION_RULES.threads.max,
  alt_text: 1000,
  carousel: { min: 2, max: 20 },
  container_ms: 24 * 3_600_000,
  daily_posts: DAILY_POSTS.threads,
}

const SCOPES = ['threads_basic', 'threads_content_publish'] as const

const made = ({ external_id, token }: Credentials, form: Record<string, string>) =>
  call(token, `${external_id}/threads`, { operation: 'create', method: 'POST', form }, Made)

const KINDS = { text: 'TEXT_POST', image: 'IMAGE', video: 'VIDEO', carousel: 'CAROUSEL_ALBUM' } as const

const Permalink = z.lazy(() => z.object({ permalink: z.catch(z.nullish(z.string()), null) }))

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

const Inspected = z.lazy(() => z.object({ data: z.object({ scopes: z.array(z.string()) }) }))

export const threads: Platform = {
  id: 'threads',
  display_name: 'Threads',
  limits: LIMITS,
  scopes: SCOPES,
  captionLength: CAPTION_RULES.threads.length,

  containerParameters: containerForm,
  carouselParameters: carouselForm,

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
      Made,
    )
    return mapped(reply, ({ id }) => ({ media_id: id }))
  },

  async permalink({ token }, mediaId) {
    const query = { fields: 'id,permalink' }
    const reply = await call(token, mediaId, { operation: 'read', method: 'GET', query }, Permalink)
    return mapped(reply, ({ permalink }) => ({ permalink: permalinkOf(permalink) }))
  },

  async findPublished({ token }, { caption, kind, since, until, reply_to }) {
    if (kind === 'story') return { ok: true, value: null }
    // Answers stand in a list of their own.
    const list = reply_to === undefined ? 'me/threads' : 'me/replies'
    const fields = `id,permalink,text,timestamp,media_type${reply_to === undefined ? '' : ',replied_to'}`
    const query = { fields, ...spanQuery({ since, until }) }
    const reply = await call(token, list, { operation: 'read', method: 'GET', query }, OwnPosts)
    const isKind = (post: OwnPost) => post.media_type === KINDS[kind] && post.replied_to?.id === reply_to
    return mapped(reply, (posts) => matchOne(posts, { caption, since, until, isKind }))
  },

  async quota({ external_id, token }, timeoutMs) {
    const query = { fields: 'quota_usage,config' }
    const path = `${external_id}/threads_publishing_limit`
    const reply = await call(token, path, { operation: 'read', method: 'GET', query, timeoutMs }, PublishingLimit)
    return mapped(reply, (limit) => quotaFrom(limit, LIMITS.daily_posts))
  },

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

  refresh: (token) => refreshToken(oauth(), token),
  authorizeUrl: (app) => authorizeUrl(oauth(), SCOPES, app),

  async exchangeCode(app) {
    const grant = await exchangeCode(oauth(), app)
    if (!grant.ok || grant.value.scopes) return grant
    // The exchange does not say what was granted. Where the check does not either, the token is still good.
    const { token } = grant.value
    const query = { input_token: token }
    const seen = await call(token, 'debug_token', { operation: 'read', method: 'GET', query }, Inspected)
    return seen.ok ? mapped(grant, (value) => ({ ...value, scopes: seen.value.data.scopes })) : grant
  },
}
