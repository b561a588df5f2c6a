// The references of a post, looked up before it is published: people, the posts that it answers or quotes, the
// page that its card is of. All of it is kept with what was prepared, so that every repeat sends the same.
import * as z from 'zod/mini'
import type { Result } from '../outcome.ts'
import { serviceUrl } from '../service-urls.ts'
import { cardOf } from './card.ts'
import { didOf, isDid } from './identity.ts'
import type { BlueskyOptions } from './options-fields.ts'
import { type Named, POST, type Reference } from './record.ts'
import { handlesIn } from './rich-text.ts'
import type { Session } from './session.ts'
import { asAccount, ofService, refused } from './xrpc.ts'

/** The most bytes of all people that are kept; beyond it a mention stays plain text. */
const MAX_DIDS_LENGTH = 1500

const Strong = z.lazy(() => z.object({ uri: z.string(), cid: z.string().check(z.maxLength(200)) }))
const Answering = z.lazy(() => z.object({ reply: z.optional(z.object({ root: Strong })) }))
const Found = z.lazy(() => z.object({ uri: z.string(), cid: z.string().check(z.maxLength(200)), value: Answering }))
const Viewed = z.lazy(() =>
  z.object({
    posts: z.array(z.object({ uri: z.string(), cid: z.string().check(z.maxLength(200)), record: Answering })),
  }),
)

interface Address {
  repo: string
  rkey: string
}

const PATTERNS = [
  /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/,
  /^https:\/\/bsky\.app\/profile\/([^/]+)\/post\/([^/]+)$/,
]

/** The account in an address, whose colons some write as escapes; undefined for escapes that are none. */
function repoIn(text: string): string | undefined {
  if (isDid(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The parts of a post's address, in either way of writing it. */
export function addressIn(text: string): Address | undefined {
  for (const pattern of PATTERNS) {
    const [, named = '', rkey = ''] = pattern.exec(text) ?? []
    const repo = repoIn(named)
    if (repo && rkey !== '') return { repo, rkey }
  }
  return undefined
}

/**
 * Whether a record's address belongs to the post that somebody named, in whatever way it is written. A handle may have moved to another
 * account since, so only the key is compared there: it has the microsecond at which the post was made.
 */
export function isNamed(uri: string, named: string): boolean {
  const [one, other] = [addressIn(uri), addressIn(named)]
  return one !== undefined && one.rkey === other?.rkey && (one.repo === other.repo || !isDid(other.repo))
}

export const uriOf = (did: string, rkey: string): string => `at://${did}/${POST}/${rkey}`

type Referred = { reference: Reference; root: Reference }

const noPost = (address: string) =>
  // It may only not be visible yet: the caller decides how long to believe that.
  refused(`There is no post ${address}.`, { class: 'same_container' })

/** The post at an address, as records name it. Own posts are read from the account's server, others' from the app view. */
async function referred(session: Session, address: string): Promise<Result<Referred>> {
  const named = addressIn(address)
  if (!named) return refused(`${address.slice(0, 200)} is not the address of a post.`)
  const did = isDid(named.repo) ? { ok: true as const, value: named.repo } : await didOf(named.repo)
  if (!did.ok) return did.error.class === 'permanent' ? noPost(address) : did
  const uri = uriOf(did.value, named.rkey)
  const rootOf = (own: Reference, { reply }: z.infer<typeof Answering>) => reply?.root ?? own
  if (did.value === session.did) {
    const query = { repo: session.did, collection: POST, rkey: named.rkey }
    const found = await asAccount(session, { name: 'com.atproto.repo.getRecord', operation: 'read', query }, Found)
    if (!found.ok) return isMissing(found.error) ? noPost(address) : found
    const own = { uri, cid: found.value.cid }
    return { ok: true, value: { reference: own, root: rootOf(own, found.value.value) } }
  }
  const name = 'app.bsky.feed.getPosts'
  const seen = await ofService(
    serviceUrl('bluesky', 'appview'),
    { name, operation: 'read', query: { uris: [uri] } },
    Viewed,
  )
  if (!seen.ok) return seen
  const post = seen.value.posts.find((one) => one.uri === uri)
  if (!post) return noPost(address)
  const reference = { uri, cid: post.cid }
  return { ok: true, value: { reference, root: rootOf(reference, post.record) } }
}

/** How a server says that it has no such record. A 404 without an error of the API comes from a proxy; the server behind it may be down. */
export const isMissing = ({ type, http_status }: { type?: string; http_status?: number }): boolean =>
  type === 'RecordNotFound' || (http_status === 404 && type !== undefined)

/** The people that the handles in a text belong to. A handle that nobody has stays plain text. */
export async function peopleIn(text: string): Promise<Result<Record<string, string>>> {
  const handles = handlesIn(text)
  const found = await Promise.all(handles.map(async (handle) => [handle, await didOf(handle)] as const))
  const dids: Record<string, string> = {}
  let length = 0
  for (const [handle, did] of found) {
    // A mention that could not be looked up now would be lost: the whole look-up is repeated.
    if (!did.ok && did.error.class !== 'permanent') return did
    if (!did.ok) continue
    length += handle.length + did.value.length
    if (length <= MAX_DIDS_LENGTH) dids[handle] = did.value
  }
  return { ok: true, value: dids }
}

/** Everything that a post names. */
export async function namedBy(
  session: Session,
  { text, options }: { text: string; options: BlueskyOptions },
): Promise<Result<Named>> {
  const { reply_to_id, quote_post_id, link_card } = options
  const [people, parent, quote, card] = await Promise.all([
    peopleIn(text),
    reply_to_id === undefined ? undefined : referred(session, reply_to_id),
    quote_post_id === undefined ? undefined : referred(session, quote_post_id),
    link_card === undefined ? undefined : cardOf(session, link_card),
  ])
  if (!people.ok) return people
  if (parent && !parent.ok) return parent
  if (quote && !quote.ok) return quote
  if (card && !card.ok) return card
  return {
    ok: true,
    value: {
      ...(Object.keys(people.value).length > 0 ? { dids: people.value } : {}),
      ...(parent ? { reply: { root: parent.value.root, parent: parent.value.reference } } : {}),
      ...(quote ? { quote: quote.value.reference } : {}),
      ...(card ? { card: card.value } : {}),
    },
  }
}
