// The public side of the network, simulated: the app view, and the directory of DIDs.
import { createHash } from 'node:crypto'
import { invalidRequest, XrpcError } from './errors.ts'
import type { Kept } from './model.ts'
import { POST } from './posts.ts'
import { documentOf } from './repo.ts'
import type { Asked, Call, World } from './world.ts'

/** A number that stays the same for a post: the network has no readers. */
const countOf = (uri: string, what: string, most: number): number =>
  createHash('sha256').update(`${what} ${uri}`).digest().readUInt16BE(0) % most

function postView(world: World, { did, rkey, cid, value, at }: Kept) {
  const uri = `at://${did}/${POST}/${rkey}`
  const person = world.network.people.get(did)!
  const posts = [...world.network.records.values()].filter(({ collection }) => collection === POST)
  const replies = posts.filter(
    (one) => (one.value.reply as { parent: { uri: string } } | undefined)?.parent.uri === uri,
  ).length
  return {
    uri,
    cid,
    author: { did, handle: person.handle, displayName: person.name, avatar: `${world.sim.url}/avatar/${did}.jpg` },
    record: value,
    replyCount: replies,
    repostCount: countOf(uri, 'reposts', 20),
    likeCount: countOf(uri, 'likes', 100),
    quoteCount: countOf(uri, 'quotes', 5),
    bookmarkCount: countOf(uri, 'bookmarks', 10),
    indexedAt: new Date(at).toISOString(),
    labels: [],
  }
}

/** The calls of the app view and of the directory. */
export function routePublic(world: World, asked: Asked): Call | undefined {
  const { network } = world
  const { path, query, method } = asked
  if (method !== 'GET') return undefined
  if (/^\/did:plc:/.test(path)) {
    const person = network.people.get(path.slice(1))
    return {
      operation: 'directory',
      run: () => {
        if (!person) throw new XrpcError(404, 'NotFound', `DID not registered: ${path.slice(1)}`)
        return { json: documentOf(world, person) }
      },
    }
  }
  const actor = network.personNamed(query.get('actor') ?? query.get('handle') ?? '')
  const missing = () => invalidRequest('Profile not found')
  switch (path) {
    case '/xrpc/com.atproto.identity.resolveHandle':
      return {
        operation: 'handle',
        run: () => {
          if (!actor) throw invalidRequest('Unable to resolve handle')
          return { json: { did: actor.did } }
        },
      }
    case '/xrpc/app.bsky.actor.getProfile':
      return {
        operation: 'profile',
        person: actor,
        run: () => {
          if (!actor) throw missing()
          const own = [...network.records.values()].filter(
            ({ did, collection }) => did === actor.did && collection === POST,
          )
          return {
            json: {
              did: actor.did,
              handle: actor.handle,
              displayName: actor.name,
              description: actor.biography,
              avatar: `${world.sim.url}/avatar/${actor.did}.jpg`,
              followersCount: actor.followers_count,
              followsCount: 0,
              postsCount: own.length,
              createdAt: new Date(actor.created_at).toISOString(),
              labels: [],
            },
          }
        },
      }
    case '/xrpc/app.bsky.feed.getPosts':
      return {
        operation: 'insights',
        run: () => {
          const uris = query.getAll('uris')
          if (uris.length === 0 || uris.length > 25) throw invalidRequest('Params/uris must have 1 to 25 elements')
          const posts = uris.flatMap((uri) => network.records.get(uri.replace(/^at:\/\//, '')) ?? [])
          return { json: { posts: posts.map((kept) => postView(world, kept)) } }
        },
      }
    default:
      return undefined
  }
}
