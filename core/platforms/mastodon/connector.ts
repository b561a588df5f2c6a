// Mastodon, and servers with its API: every account is on a server of its own, with its own limits and its own words.
import type { Connector, Credentials, Deletion, Insights } from '../connector.ts'
import { mapped, refused } from '../meta/graph.ts'
import { PUBLISH_TIMEOUT_MS, type Published, type Result } from '../outcome.ts'
import { accountName } from './account-name.ts'
import {
  asSession,
  idAt,
  isMissing,
  isRecord,
  notDocumented,
  numberAt,
  PUBLISH_MS,
  stillKnown,
  textAt,
} from './call.ts'
import { instanceOf } from './limits.ts'
import { look, upload } from './media.ts'
import { signIn } from './oauth.ts'
import { find, verify } from './outcome-of.ts'
import { mediaIn, statusParameters, TEXT_HANDLE } from './parameters.ts'
import { plain } from './plain.ts'
import { externalId, sessionIn } from './session.ts'
import { earlierId, newestId, statusIn } from './statuses.ts'

const ofStatus = (id: string): string => `/api/v1/statuses/${id}`

/** Older servers answer so to a deletion: Mastodon before 2.9, Pleroma before 2.2. */
const isEmpty = (body: unknown): boolean => isRecord(body) && Object.keys(body).length === 0

/** Deletes a post. The answer is the post: any other says nothing, as the page of something in front of the server does. */
async function remove({ token }: Credentials, id: string, timeoutMs?: number): Promise<Result<Record<string, never>>> {
  const call = { operation: 'delete', method: 'DELETE', ...(timeoutMs === undefined ? {} : { timeoutMs }) } as const
  const answer = await asSession(token, ofStatus(id), call)
  if (!answer.ok) return answer
  const { body, status } = answer.value
  return statusIn(body) || isEmpty(body) ? mapped(answer, () => ({})) : notDocumented('delete', status)
}

/** So much is left of a publish call's time to take a post without its media off again. */
const TAKE_BACK_MS = PUBLISH_TIMEOUT_MS - PUBLISH_MS

/**
 * The server has made the post without media that it no longer knew, or that another post has: Mastodon before 4.3 drops them
 * silently. It is ours, and nobody wants it like this.
 */
async function takenBack(account: Credentials, id: string): Promise<Result<Published>> {
  const answer = await remove(account, id, TAKE_BACK_MS)
  const off = answer.ok || isMissing(answer.error)
  const message = 'The server made the post without its media'
  return off
    ? { ok: false, error: { class: 'new_container', message: `${message}; it was deleted again.` } }
    : { ok: false, error: { class: 'ambiguous', message: `${message}, and it could not be deleted again.` } }
}

/** The same call is the same key. Media that had to be uploaded again make another call. */
const keyFor = (key: string, media: readonly string[]): string => [key, ...media].join('.')

/** Mastodon writes refusals in the language of the account's owner, and only their text tells them apart. */
const IN_ENGLISH = { lang: 'en' }

const deletion: Deletion = {
  deletePost: (account, id) => remove(account, id),

  async postExists(account, id) {
    const answer = await asSession(account.token, ofStatus(id), { operation: 'read' })
    if (answer.ok)
      return statusIn(answer.value.body) ? mapped(answer, () => true) : notDocumented('read', answer.value.status)
    return isMissing(answer.error) ? mapped(await stillKnown(account.token), () => false) : answer
  },
}

const figuresAt = (body: unknown, names: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, field]): [string, number][] => {
      const value = numberAt(body, field)
      return value === undefined ? [] : [[name, value]]
    }),
  )

const OF_POST = {
  favourites: 'favourites_count',
  reblogs: 'reblogs_count',
  replies: 'replies_count',
  quotes: 'quotes_count',
}
const OF_ACCOUNT = { followers: 'followers_count', following: 'following_count', statuses: 'statuses_count' }

const insights: Insights = {
  kinds: { standing: Object.keys(OF_ACCOUNT), people: [], late_days: null },

  async ofPost(account, id, _kind, timeoutMs) {
    const answer = await asSession(account.token, ofStatus(id), { operation: 'read', timeoutMs })
    return mapped(answer, ({ body }) => figuresAt(body, OF_POST))
  },

  async ofAccount(account, _span, timeoutMs) {
    const path = '/api/v1/accounts/verify_credentials'
    const answer = await asSession(account.token, path, { operation: 'read', timeoutMs })
    return mapped(answer, ({ body }) => figuresAt(body, OF_ACCOUNT))
  },
}

export const mastodon: Connector = {
  async prepare(account, piece, made) {
    if (piece.type === 'text') return { ok: true, value: { state: 'finished', handle: TEXT_HANDLE, id: '' } }
    if (piece.type !== 'image' && piece.type !== 'video') return refused(`Mastodon takes no ${piece.type}.`)
    return made === undefined ? upload(account, piece) : look(account, made)
  },

  mark: newestId,
  onlyByWords: (handles) => mediaIn(handles).length === 0,
  earlierMark: earlierId,

  async publish(account, post) {
    const media = mediaIn(post.handles)
    const answer = await asSession(account.token, '/api/v1/statuses', {
      operation: 'publish',
      method: 'POST',
      query: IN_ENGLISH,
      json: statusParameters(post),
      headers: { 'idempotency-key': keyFor(post.key, media) },
    })
    if (!answer.ok) return answer
    const status = statusIn(answer.value.body)
    if (!status) return notDocumented('publish', answer.value.status)
    if (status.media.length < media.length) return takenBack(account, status.id)
    return mapped(answer, () => ({ media_id: status.id, permalink: status.url }))
  },

  verify,

  async permalink(account, id) {
    const answer = await asSession(account.token, ofStatus(id), { operation: 'read' })
    return mapped(answer, ({ body }) => ({ permalink: statusIn(body)?.url ?? null }))
  },

  find,

  async quota(account, timeoutMs) {
    const path = '/api/v1/accounts/verify_credentials'
    return mapped(await asSession(account.token, path, { operation: 'read', timeoutMs }), () => null)
  },

  deletion,
  insights,

  async profile(token) {
    const answer = await asSession(token, '/api/v1/accounts/verify_credentials', { operation: 'read' })
    if (!answer.ok) return answer
    const { body, status, host } = answer.value
    const id = idAt(body)
    const name = textAt(body, 'username')
    if (id === undefined || name === undefined || !/^[\w.-]{1,100}$/.test(name)) return notDocumented('read', status)
    const instance = await instanceOf(host, sessionIn(token)?.token)
    if (!instance.ok) return instance
    const { domain, limits } = instance.value
    return {
      ok: true,
      value: {
        external_id: externalId(id, host),
        ...(await accountName(host, name, domain)),
        name: textAt(body, 'display_name') ?? '',
        biography: plain(textAt(body, 'note') ?? ''),
        picture_url: textAt(body, 'avatar_static') ?? textAt(body, 'avatar') ?? '',
        account_type: null,
        limits,
      },
    }
  },

  // Tokens have no end: nothing is ever renewed.
  refresh: async () => refused('Mastodon has no tokens that are renewed.'),
  signIn,
}
