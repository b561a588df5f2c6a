// Connecting Pages with Facebook Login (platforms-next, section 1.1): a code becomes the person's token, and that the tokens of
// the Pages that the person may publish on.
import * as z from 'zod/mini'
import type { Result } from '../connector.ts'
import { type GraphCall, graphCall, Id, mapped, refused, text } from '../meta/graph.ts'
import { numeric, optional } from '../meta/lenient.ts'
import type { SignIn, TokenGrant } from '../sign-in.ts'
import { addresses, call, nextOf, Paging } from './calls.ts'
import { FACEBOOK_ERRORS } from './errors.ts'
import { CREATE_CONTENT } from './facts.ts'
import { Belonging, INSTAGRAM_OF_PAGE, instagramGrants, instagramOf, seesInstagram } from './instagram-accounts.ts'

/** Lists are read so far: nobody chooses among more. */
const MAX_PAGES = 10
const PAGE_SIZE = '100'
const MAX_BUSINESSES = 50

const UserToken = z.lazy(() => z.object({ access_token: z.string().check(z.minLength(1)) }))

/** A Page in a list: `tasks` is what the person may do there, where the list says. */
const Listed = z.lazy(() => {
  const Page = z.object({
    id: Id,
    name: text,
    access_token: text,
    tasks: optional(z.array(z.string())),
    instagram_business_account: Belonging,
  })
  return z.object({ data: z.array(Page), paging: Paging })
})
type Page = z.infer<typeof Listed>['data'][number]

const Me = z.lazy(() => z.object({ id: Id, name: z.string() }))
const Businesses = z.lazy(() => z.object({ data: z.array(z.object({ id: Id })), paging: Paging }))
const Inspected = z.lazy(() =>
  z.object({ data: z.object({ scopes: optional(z.array(z.string())), expires_at: optional(numeric) }) }),
)

/** The code that a browser brought back, without the `#_=_` that Facebook appends to its address. */
const bare = (code: string): string => code.replace(/#(?:_(?:=_)?)?$/, '')

const tokenCall = (query: Record<string, string>): Promise<Result<{ access_token: string }>> => {
  const wanted: GraphCall = { operation: 'auth', method: 'GET', url: `${addresses().api}/oauth/access_token`, query }
  return graphCall(wanted, UserToken, FACEBOOK_ERRORS)
}

/** The code as a token of about 60 days. */
async function userToken(app: {
  client_id: string
  client_secret: string
  redirect_uri: string
  code: string
}): Promise<Result<string>> {
  const { client_id, client_secret, redirect_uri, code } = app
  const short = await tokenCall({ client_id, client_secret, redirect_uri, code: bare(code) })
  if (!short.ok) return short
  const grant_type = 'fb_exchange_token'
  const given = { grant_type, client_id, client_secret, fb_exchange_token: short.value.access_token }
  let long = await tokenCall(given)
  // The code is used up: without a second try a dropped reply would send the owner through the whole flow again.
  if (!long.ok && long.error.class === 'retry') long = await tokenCall(given)
  return mapped(long, ({ access_token }) => access_token)
}

async function listed<T>(
  token: string,
  path: string,
  query: Record<string, string>,
  schema: z.ZodMiniType<{ data: T[]; paging: z.infer<typeof Paging> }>,
): Promise<Result<T[]>> {
  const all: T[] = []
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asked = { ...query, limit: PAGE_SIZE, ...(after === undefined ? {} : { after }) }
    const reply = await call(token, path, { operation: 'read', method: 'GET', query: asked }, schema)
    if (!reply.ok) return reply
    all.push(...reply.value.data)
    after = nextOf(reply.value.paging)
    if (after === undefined) break
  }
  return { ok: true, value: all }
}

const PAGE_FIELDS = 'id,name,access_token,tasks'

/** The Pages of a list, with the Instagram account of each where that may be seen. */
async function pagesIn(token: string, path: string, withInstagram: boolean): Promise<Result<Page[]>> {
  const full = withInstagram ? `${PAGE_FIELDS},${INSTAGRAM_OF_PAGE}` : PAGE_FIELDS
  const pages = await listed(token, path, { fields: full }, Listed)
  const refusedField = !pages.ok && (pages.error.class === 'permanent' || pages.error.permission)
  return withInstagram && refusedField ? listed(token, path, { fields: PAGE_FIELDS }, Listed) : pages
}

/** Pages of the person's businesses. People who did not grant access to those have none. */
async function businessPages(token: string, withInstagram: boolean): Promise<Page[]> {
  const businesses = await listed(token, 'me/businesses', { fields: 'id' }, Businesses)
  if (!businesses.ok) return []
  const lists = await Promise.all(
    businesses.value
      .slice(0, MAX_BUSINESSES)
      .flatMap(({ id }) =>
        ['owned_pages', 'client_pages'].map((edge) => pagesIn(token, `${id}/${edge}`, withInstagram)),
      ),
  )
  return lists.flatMap((list) => (list.ok ? list.value : []))
}

/** The token's grants and end; absent where they are not told. */
async function inspected(token: string, by: string): Promise<{ scopes?: string[]; expires_at?: number }> {
  const query = { input_token: token }
  const reply = await call(by, 'debug_token', { operation: 'read', method: 'GET', query }, Inspected)
  if (!reply.ok) return {}
  const { scopes, expires_at } = reply.value.data
  return { ...(scopes ? { scopes } : {}), ...(expires_at ? { expires_at: expires_at * 1000 } : {}) }
}

/** Why the person cannot have the Page published on. */
function problemOf({ access_token, tasks }: Page): string | undefined {
  if (tasks && !tasks.includes(CREATE_CONTENT))
    return `Your role there does not let you create content (task ${CREATE_CONTENT}): have an admin of the Page give it to you.`
  if (access_token === undefined) return 'Facebook gave no token for it: choose the Page when you allow the app.'
  return undefined
}

/** All Pages of the person, each once. */
async function pagesOf(token: string, withInstagram: boolean): Promise<Result<Page[]>> {
  const own = await pagesIn(token, 'me/accounts', withInstagram)
  if (!own.ok) return own
  const known = new Map(own.value.map((page) => [page.id, page]))
  for (const page of await businessPages(token, withInstagram))
    if (!known.get(page.id)?.access_token) known.set(page.id, page)
  return { ok: true, value: [...known.values()] }
}

/** The Pages, each before the Instagram account that belongs to it. */
async function grantsOf(token: string, by: string): Promise<Result<TokenGrant[]>> {
  const { scopes } = await inspected(token, by)
  const pages = await pagesOf(token, seesInstagram(scopes))
  if (!pages.ok) return pages
  const found = pages.value.map((page): TokenGrant => {
    const { id, name = id, access_token = '' } = page
    const problem = problemOf(page)
    return {
      token: problem === undefined ? access_token : '',
      expires_at: null,
      ...(scopes ? { scopes } : {}),
      of: { id, username: name, name, picture_url: '', ...(problem === undefined ? {} : { problem }) },
    }
  })
  const belonging = await instagramGrants(
    pages.value.map(({ name, instagram_business_account }, at) => ({
      grant: found[at]!,
      page: name,
      id: instagram_business_account?.id,
    })),
  )
  return { ok: true, value: found.flatMap((grant, at) => [grant, ...(belonging[at] ? [belonging[at]] : [])]) }
}

export const signIn: SignIn = {
  async begin({ client_id, redirect_uri, state, scopes }) {
    const query = new URLSearchParams({
      client_id,
      redirect_uri,
      response_type: 'code',
      scope: scopes.join(','),
      state,
    })
    const { authorize, graph, api } = addresses()
    return { ok: true, value: { url: `${authorize}${api.slice(graph.length)}/dialog/oauth?${query}` } }
  },

  async finish({ client_id, client_secret, redirect_uri, code }) {
    const token = await userToken({ client_id, client_secret, redirect_uri, code })
    return token.ok ? grantsOf(token.value, `${client_id}|${client_secret}`) : token
  },

  /** All Pages of a person's token, the one Page of a Page's token. Each with its Instagram account. */
  async withToken({ token }) {
    const grants = await grantsOf(token, token)
    if (grants.ok) {
      const first = grants.value.find((grant) => grant.token !== '')
      // Tokens of Pages end with one that is short-lived.
      const { expires_at = null } = first ? await inspected(first.token, token) : {}
      return mapped(grants, (all) => all.map((grant) => ({ ...grant, expires_at })))
    }
    if (grants.error.class !== 'permanent') return grants
    const me = await call(token, 'me', { operation: 'read', method: 'GET', query: { fields: 'id,name' } }, Me)
    if (!me.ok) return me
    const { id, name } = me.value
    const { scopes, expires_at = null } = await inspected(token, token)
    const of = { id, username: name, name, picture_url: '' }
    const grant: TokenGrant = { token, expires_at, ...(scopes ? { scopes } : {}), of }
    const instagram = seesInstagram(scopes) ? await instagramOf(token, id) : undefined
    const [belonging] = await instagramGrants([{ grant, page: name, id: instagram }])
    return { ok: true, value: [grant, ...(belonging ? [belonging] : [])] }
  },
}

export const refresh = async () => refused('Tokens of Facebook Pages have no end and are not renewed.')
