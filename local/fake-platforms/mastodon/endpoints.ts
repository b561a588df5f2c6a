// The addresses of Mastodon's API that a publishing client uses, as documented.
import type { Input } from '../input.ts'
import type { Account } from '../model.ts'
import type { Answer, Call } from '../simulator.ts'
import { authorise, holderOf, visitorOr } from './access.ts'
import { ApiError, notFound } from './errors.ts'
import { checkRate, readInstance } from './limits.ts'
import { lookAt, uploadMedium } from './media.ts'
import { giveToken, registerApp } from './oauth.ts'
import { onlyFields } from './parameters.ts'
import type { MastodonSimulator } from './settings.ts'
import { deleteStatus, editStatus, isPublic, listStatuses, makeStatus, readStatus, statusOf } from './statuses.ts'

interface Route {
  operation: string
  method: string
  path: RegExp
  /** Absent: for everybody. */
  scope?: string
  /** Visitors may call it too, and see what is public. */
  visitors?: true
  /** The object of the call. */
  of?: 'medium' | 'status'
  run(
    given: { sim: MastodonSimulator; input: Input; account: Account; id: string },
    plan: Parameters<Call['run']>[0],
  ): Answer | Promise<Answer>
}

const ID = '([A-Za-z0-9]+)'
const at = (path: string): RegExp => new RegExp(`^${path.replaceAll(':id', ID)}$`)

const ROUTES: readonly Route[] = [
  {
    operation: 'create',
    method: 'POST',
    path: at('/api/v2/media'),
    scope: 'write:media',
    run: ({ sim, input, account }, plan) => uploadMedium(sim, account, input, plan),
  },
  {
    operation: 'status',
    method: 'GET',
    path: at('/api/v1/media/:id'),
    scope: 'write:media',
    of: 'medium',
    run: ({ sim, account, id }) => lookAt(sim, account, id),
  },
  {
    operation: 'publish',
    method: 'POST',
    path: at('/api/v1/statuses'),
    scope: 'write:statuses',
    run: ({ sim, input, account }) => makeStatus(sim, account, input),
  },
  {
    operation: 'permalink',
    method: 'GET',
    path: at('/api/v1/statuses/:id'),
    scope: 'read:statuses',
    visitors: true,
    of: 'status',
    run: ({ sim, account, id }) => {
      const post = statusOf(sim, id)
      if (account === undefined && !isPublic(post)) throw notFound()
      return { json: readStatus(sim, post) }
    },
  },
  {
    operation: 'source',
    method: 'GET',
    path: at('/api/v1/statuses/:id/source'),
    scope: 'read:statuses',
    of: 'status',
    run: ({ sim, account, id }) => {
      const post = statusOf(sim, id)
      if (post.account !== account.external_id || !sim.store.settings.gives_source) throw notFound()
      return { json: { id, text: post.text, spoiler_text: post.options?.spoiler_text ?? '' } }
    },
  },
  {
    operation: 'edit',
    method: 'PUT',
    path: at('/api/v1/statuses/:id'),
    scope: 'write:statuses',
    of: 'status',
    run: ({ sim, input, account, id }) => editStatus(sim, account, id, input),
  },
  {
    operation: 'delete',
    method: 'DELETE',
    path: at('/api/v1/statuses/:id'),
    scope: 'write:statuses',
    of: 'status',
    run: ({ sim, account, id }) => deleteStatus(sim, account, id),
  },
  {
    operation: 'profile',
    method: 'GET',
    path: at('/api/v1/accounts/verify_credentials'),
    scope: 'read:accounts',
    run: ({ sim, account }) => ({ json: readAccount(sim, account) }),
  },
  {
    operation: 'list',
    method: 'GET',
    path: at('/api/v1/accounts/:id/statuses'),
    scope: 'read:statuses',
    visitors: true,
    run: ({ sim, account, input, id }) => {
      const of = sim.store.accounts.get(id)
      if (!of || (account !== undefined && id !== account.external_id)) throw notFound()
      return listStatuses(sim, of, input, { onlyPublic: account === undefined })
    },
  },
  {
    operation: 'instance',
    method: 'GET',
    path: at('/api/v2/instance'),
    run: ({ sim }) => ({ json: readInstance(sim) }),
  },
  { operation: 'register', method: 'POST', path: at('/api/v1/apps'), run: ({ sim, input }) => registerApp(sim, input) },
  { operation: 'exchange', method: 'POST', path: at('/oauth/token'), run: ({ sim, input }) => giveToken(sim, input) },
]

export const OPERATIONS: readonly string[] = ROUTES.map(({ operation }) => operation)

function readAccount(sim: MastodonSimulator, { external_id, username, name, biography, picture }: Account): unknown {
  return {
    id: external_id,
    username,
    acct: username,
    display_name: name,
    note: `<p>${biography}</p>`,
    url: `${sim.url}/@${username}`,
    avatar: picture === null ? `${sim.url}/avatars/original/missing.png` : `${sim.url}/_media/${picture}`,
    avatar_static: picture === null ? `${sim.url}/avatars/original/missing.png` : `${sim.url}/_media/${picture}`,
    bot: false,
    locked: false,
    followers_count: sim.store.accounts.get(external_id)?.followers_count ?? 0,
    following_count: 12,
    statuses_count: sim.store.postsOf(external_id).length,
    source: { privacy: 'public', sensitive: false, language: null, note: biography, fields: [] },
  }
}

/** The call that a request means. @throws {ApiError} where there is no such address. */
export function route(sim: MastodonSimulator, input: Input): Call {
  for (const { method, path, operation, scope, visitors, of, run } of ROUTES) {
    const found = method === input.method ? path.exec(input.path) : null
    if (!found) continue
    const id = found[1] ?? ''
    const holder = holderOf(sim, input.token)
    const key = input.headers['idempotency-key']
    return {
      operation,
      ...(holder ? { account: holder } : {}),
      ...(of ? { object: id } : operation === 'publish' && typeof key === 'string' ? { object: key } : {}),
      run: (plan) => {
        if (scope === undefined) return run({ sim, input, account: undefined as never, id }, plan)
        const account = visitors ? visitorOr(sim, input, scope) : authorise(sim, input, scope)
        if (account) checkRate(sim, account, operation)
        if (input.method === 'GET' && operation !== 'list') onlyFields(input, [])
        return run({ sim, input, account: account as Account, id }, plan)
      },
    }
  }
  throw new ApiError(404, 'Not Found')
}
