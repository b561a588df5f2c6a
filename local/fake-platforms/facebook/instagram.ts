// The Instagram accounts that belong to Pages: what Instagram's simulator does, on Facebook's host, with the Page's token and
// Facebook Login's names of permissions.
import { needScope, permissionOf } from '../graph/access.ts'
import { resumeDownloads, stateOf } from '../graph/containers.ts'
import { GraphError, noSuchObject } from '../graph/errors.ts'
import { livePost } from '../graph/posts.ts'
import type { GraphRules, GraphSimulator } from '../graph/rules.ts'
import type { Input } from '../input.ts'
import type { Account, Container, Post, Token } from '../model.ts'
import type { Call } from '../simulator.ts'
import { type FacebookAccount, type FacebookSimulator, isPerson } from './settings.ts'

export const INSTAGRAM_OF_PAGE = 'instagram_business_account'

export const INSTAGRAM_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'instagram_manage_contents',
]

/** The Instagram account of a Page, as its node and the list of Pages show it. */
export const belongingTo = ({ instagram: id }: FacebookAccount, { scopes }: Token): { id: string } | undefined =>
  id !== undefined && scopes.includes('instagram_basic') ? { id } : undefined

const rulesOf = (instagram: GraphRules): GraphRules => ({
  ...instagram,
  scopes: { basic: 'instagram_basic', publish: 'instagram_content_publish' },
  moreScopes: INSTAGRAM_SCOPES.slice(2),
  parameters: new Set([
    ...instagram.parameters,
    'product_tags',
    'is_paid_partnership',
    'branded_content_sponsor_ids',
    'audio_configuration',
  ]),
})

const pageOf = (sim: FacebookSimulator, id: string): FacebookAccount | undefined =>
  [...sim.store.accounts.values()].find((account: FacebookAccount) => account.instagram === id)

/** The simulator as the calls of one Instagram account see it: a person who may use its Page calls as the account itself. */
function viewOf(sim: FacebookSimulator, id: string): GraphSimulator {
  const page = pageOf(sim, id)
  const mayUse = (holder: FacebookAccount | undefined): boolean =>
    holder !== undefined &&
    (isPerson(holder)
      ? (holder.pages ?? []).some((held) => held.id === page?.external_id)
      : holder.external_id === page?.external_id)
  const findToken = (text: string): Token | undefined => {
    const token = sim.store.findToken(text)
    return token && mayUse(sim.store.accounts.get(token.account)) ? { ...token, account: id } : token
  }
  const put: typeof sim.store.put = (kind, value) => sim.store.put(kind, value)
  const store = Object.create(sim.store, { findToken: { value: findToken }, put: { value: put } })
  return Object.create(sim, {
    rules: { value: rulesOf(sim.rules.instagram) },
    store: { value: store },
  }) as GraphSimulator
}

/** Whose account, container or post the node is, where that is an Instagram account. */
function holderOf(sim: FacebookSimulator, node: string): string | undefined {
  const thing = sim.store.containers.get(node) ?? sim.store.posts.get(node)
  const id = thing?.account ?? node
  return pageOf(sim, id) ? id : undefined
}

/** The call on an Instagram account, its containers or its posts; undefined for any other node. */
export function routeInstagram(
  sim: FacebookSimulator,
  input: Input,
  { node, edge }: { node: string; edge: string | undefined },
): Call | undefined {
  const id = holderOf(sim, node)
  if (id === undefined) return undefined
  const view = viewOf(sim, id)
  const post = livePost(sim, node)
  if (post && input.method === 'DELETE' && edge === undefined) return deleting(view, input, post)
  return view.rules.route(view, input)
}

function deleting(sim: GraphSimulator, input: Input, post: Post): Call {
  const token = sim.store.findToken(input.token ?? '')
  return {
    operation: 'delete',
    object: post.id,
    ...(token ? { account: sim.store.accounts.get(token.account) as Account } : {}),
    run: () => {
      if (!token || token.expires_at <= sim.now() || token.revoked !== null)
        throw new GraphError(190, 'Invalid OAuth access token - Cannot parse access token')
      if (token.account !== post.account) throw noSuchObject(post.id)
      needScope(token.scopes, permissionOf(sim, 'manage_contents'))
      sim.store.put('post', { ...post, deleted_at: sim.now() })
      return { json: { success: true } }
    },
  }
}

/** Where a container of an Instagram account stands; undefined for what belongs to a Page. */
export const stateOfInstagram = (
  sim: FacebookSimulator,
  container: Container,
): ReturnType<typeof stateOf> | undefined => (pageOf(sim, container.account) ? stateOf(sim, container) : undefined)

/** Goes on with downloads that a stopped process left behind. */
export function resumeInstagram(sim: FacebookSimulator): void {
  for (const { instagram: id } of sim.store.accounts.values() as Iterable<FacebookAccount>)
    if (id !== undefined) resumeDownloads(viewOf(sim, id), ({ account }) => account === id)
}
