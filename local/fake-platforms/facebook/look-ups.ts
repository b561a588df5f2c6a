// Look-ups for an Instagram account that need Facebook Login: places, hashtags, and invitations to share a post.
import { createHash } from 'node:crypto'
import { authenticate, needScope } from '../graph/access.ts'
import { GraphError, invalidParameter, noSuchObject } from '../graph/errors.ts'
import { idOf, listOf, textOf } from '../graph/parameters.ts'
import { livePost, selectFields } from '../graph/posts.ts'
import type { Input } from '../input.ts'
import { DAY_MS, type Post } from '../model.ts'
import type { Answer, Call } from '../simulator.ts'
import { grantedPages } from './access.ts'
import { onlyThese } from './parameters.ts'
import { type FacebookAccount, type FacebookSimulator, isPerson } from './settings.ts'

/** Different hashtags that an account may search for within these days. */
const MOST_HASHTAGS = 30
const SEARCH_DAYS = 7

const at = (city: string, street: string, latitude: number, longitude: number) => ({
  ...{ street, city, country: 'Germany', latitude, longitude },
})
/** Pages, of which not all have coordinates. */
const PLACES = [
  { id: '106377336067638', name: 'Harbor Bakery', location: at('Hamburg', 'Am Hafen 1', 53.5439, 9.9665) },
  { id: '110843418940484', name: 'Harbor Lighthouse', location: at('Bremerhaven', 'Am Deich 7', 53.5396, 8.5809) },
  { id: '110843418940486', name: 'Harbor Stories', location: { city: 'Berlin', country: 'Germany' } },
  { id: '110843418940488', name: 'Harbor Podcast' },
]

/** The person or the Page that calls for the Instagram account. */
function callerFor(sim: FacebookSimulator, input: Input, instagram: string): void {
  const { token, account } = authenticate(sim, input.token)
  const holder: FacebookAccount = account
  const pages = grantedPages(token.scopes)
  const ids = isPerson(holder)
    ? (holder.pages ?? []).map(({ id }) => id).filter((id) => !pages || pages.includes(id))
    : [holder.external_id]
  const own = ids.some((id) => (sim.store.accounts.get(id) as FacebookAccount | undefined)?.instagram === instagram)
  if (!own) throw noSuchObject(instagram)
  needScope(token.scopes, 'instagram_basic')
}

/** GET /pages/search */
function searchPlaces(sim: FacebookSimulator, input: Input): Answer {
  authenticate(sim, input.token)
  onlyThese(input.params, 'q fields access_token')
  const q = textOf(input.params, 'q')?.trim().toLowerCase() ?? ''
  if (q === '') throw invalidParameter('(#100) Param q is required')
  const data = PLACES.filter(({ name }) => name.toLowerCase().includes(q)).map((page) =>
    selectFields({ link: `https://www.facebook.com/${page.id}`, location: undefined, ...page }, input.params, [
      'id',
      'name',
    ]),
  )
  return { json: { data } }
}

const hashtagId = (name: string): string =>
  `1784${BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 12)}`)
    .toString()
    .padStart(15, '0')}`

const withHashtag = (sim: FacebookSimulator, name: string): Post[] =>
  [...sim.store.posts.values()].filter(
    ({ text, deleted_at }) => deleted_at === undefined && text.toLowerCase().split(/\s+/).includes(`#${name}`),
  )

/** GET /ig_hashtag_search */
function searchHashtag(sim: FacebookSimulator, input: Input): Answer {
  onlyThese(input.params, 'user_id q access_token')
  const user = idOf(input.params, 'user_id')
  callerFor(sim, input, user)
  const name = textOf(input.params, 'q') ?? ''
  if (!/^[\p{L}\p{M}\p{N}_]+$/u.test(name)) throw invalidParameter('(#100) Param q must be a hashtag')
  const account = sim.store.accounts.get(user) as FacebookAccount
  const searched = Object.fromEntries(
    Object.entries(account.searched_hashtags ?? {}).filter(([, when]) => when > sim.now() - SEARCH_DAYS * DAY_MS),
  )
  if (!Object.hasOwn(searched, name)) {
    if (Object.keys(searched).length >= MOST_HASHTAGS)
      throw new GraphError(18, 'Max number of unique hashtags within 7 days', { subcode: 2207034 })
    sim.store.put('account', { ...account, searched_hashtags: { ...searched, [name]: sim.now() } } as FacebookAccount)
  }
  if (!sim.store.settings.hashtags.includes(name) && withHashtag(sim, name).length === 0)
    throw new GraphError(24, 'The requested resource does not exist', { subcode: 2207024 })
  return { json: { data: [{ id: hashtagId(name) }] } }
}

/** GET /{hashtag}/top_media: of an account that has searched for it. */
function topMedia(sim: FacebookSimulator, input: Input, node: string): Answer {
  onlyThese(input.params, 'user_id fields limit access_token')
  const user = idOf(input.params, 'user_id')
  callerFor(sim, input, user)
  const account = sim.store.accounts.get(user) as FacebookAccount
  const name = Object.keys(account.searched_hashtags ?? {}).find((one) => hashtagId(one) === node)
  if (name === undefined) throw noSuchObject(node)
  const own = withHashtag(sim, name).map(({ id, text, media_type, permalink }) => ({
    ...{ id, media_type, caption: text, permalink, like_count: 3, comments_count: 0 },
  }))
  const others = sim.store.settings.hashtags.includes(name)
    ? [
        {
          ...{ id: hashtagId(`${name} 1`), media_type: 'IMAGE', caption: `By the sea #${name}` },
          ...{
            permalink: `https://www.instagram.com/p/${hashtagId(name).slice(-11)}/`,
            like_count: 412,
            comments_count: 9,
          },
        },
        // Likes may be hidden.
        {
          ...{ id: hashtagId(`${name} 2`), media_type: 'CAROUSEL_ALBUM', caption: `#${name}`, comments_count: 2 },
          ...{ permalink: `https://www.instagram.com/p/${hashtagId(name).slice(-10)}/`, like_count: undefined },
        },
      ]
    : []
  const limit = Number(input.params.get('limit') ?? 25)
  return { json: { data: [...others, ...own].slice(0, limit).map((one) => selectFields(one, input.params, ['id'])) } }
}

/** GET /{media}/collaborators: who can be tagged; an invitation is open until a setting says who has accepted. */
function collaboratorsOf(sim: FacebookSimulator, input: Input, post: Post): Answer {
  onlyThese(input.params, 'access_token')
  callerFor(sim, input, post.account)
  const invited = listOf(new Map(Object.entries(post.options ?? {})), 'collaborators') ?? []
  const { accepted } = sim.store.settings
  const data = invited.map((name, index) => ({
    id: `${post.id.slice(0, 14)}${index}`,
    username: String(name),
    // Meta's own spelling.
    invite_status: accepted.includes(String(name)) ? 'Accpeted' : 'Pending',
  }))
  return { json: { data } }
}

/** The call, where it looks something up. */
export function routeLookUps(
  sim: FacebookSimulator,
  input: Input,
  { node, edge }: { node: string; edge: string | undefined },
): Call | undefined {
  if (input.method !== 'GET') return undefined
  const call = (run: () => Answer): Call => ({ operation: 'look_up', object: node, run })
  if (node === 'pages' && edge === 'search') return call(() => searchPlaces(sim, input))
  if (node === 'ig_hashtag_search' && edge === undefined) return call(() => searchHashtag(sim, input))
  if (edge === 'top_media') return call(() => topMedia(sim, input, node))
  const post = edge === 'collaborators' ? livePost(sim, node) : undefined
  return post && call(() => collaboratorsOf(sim, input, post))
}
