// Its servers are in memory, one for each host, where tests look at them. Sessions are JSON that nobody else reads.
import type { Connector, Credentials } from '../../../../core/platforms/connector.ts'
import type { ErrorClass, PlatformError, Result } from '../../../../core/platforms/outcome.ts'
import type { PlatformParameters } from '../../../../core/platforms/parameters.ts'
import type { Profile, TokenGrant } from '../../../../core/platforms/sign-in.ts'

const CHUNK = 4096
const ACCESS_MS = 2 * 3_600_000
const LIFE_MS = 90 * 24 * 3_600_000

export interface Host {
  uploads: Map<string, { total: number; bytes: Uint8Array[] }>
  posts: Map<string, { text: string; crates: string[]; alt: string[] }>
  /** The one session's tokens of now; refresh tokens that were used. */
  access: string
  refresh: string
  used: Set<string>
  dead: boolean
  renewals: number
  calls: string[]
}

export const hosts = new Map<string, Host>()
export const hostNamed = (name: string): Host => {
  const known = hosts.get(name)
  if (known) return known
  const fresh: Host = {
    uploads: new Map(),
    posts: new Map(),
    access: 'a1',
    refresh: 'r1',
    used: new Set(),
    dead: false,
    renewals: 0,
    calls: [],
  }
  hosts.set(name, fresh)
  return fresh
}

/** The next call of this kind fails: before it took effect, or its answer is lost after. */
export const faults: { call: string; when: 'before' | 'after' }[] = []
const faultOf = (call: string) => {
  const at = faults.findIndex((fault) => fault.call === call)
  return at < 0 ? undefined : faults.splice(at, 1)[0]!.when
}

/** Wrong answers of its servers: about an account, and with each session. */
export const claims: { profile: Partial<Profile>; grant: Partial<TokenGrant> } = { profile: {}, grant: {} }

interface Session {
  host: string
  access: string
  refresh: string
  renew_at: number
}
const sessionIn = (token: string): Session => JSON.parse(token) as Session
const no = (kind: ErrorClass, type: string): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: kind, message: `Harbour says ${type}.`, type },
})
const yes = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const sessionOn = (host: string, now: number): string => {
  const { access, refresh } = hostNamed(host)
  return JSON.stringify({ host, access, refresh, renew_at: now + ACCESS_MS } satisfies Session)
}
const grantOn = (host: string, problem?: string): TokenGrant => {
  const now = Date.now()
  const token = problem ? '' : sessionOn(host, now)
  const of = { id: host, username: 'skipper', name: `Pier ${host}`, picture_url: '', ...(problem ? { problem } : {}) }
  return { token, expires_at: now + LIFE_MS, renew_at: now + ACCESS_MS, scopes: ['moor'], of, ...claims.grant }
}
/** Hosts are known by their names. */
const nameOf = (host = ''): string => URL.parse(host)?.host ?? host

/** Apps as hosts know them, and how many were registered anywhere; the piers that a sign-in gives beside the first. */
export const apps = new Map<string, string>()
export const registered = { count: 0 }
export const further: { host: string; problem?: string }[] = []

/** A call to the account's own host, with a token that is valid for two hours. */
function called<T>(call: string, { token }: Credentials, act: (host: Host) => Result<T>): Result<T> {
  const session = sessionIn(token)
  const host = hostNamed(session.host)
  host.calls.push(call)
  const fault = faultOf(call)
  if (fault === 'before') return no('ambiguous', 'Silence')
  if (host.dead) return no('reconnect', 'SessionEnded')
  if (session.access !== host.access || Date.now() >= session.renew_at) return no('renew', 'ExpiredToken')
  const result = act(host)
  return fault ? no('ambiguous', 'Silence') : result
}

const linkOf = (key: string): string => `https://harbour.example/${key}`

export const harbour: Connector = {
  newKey: (now) => `berth-${now.toString(36)}-${crypto.randomUUID().slice(0, 8)}`,

  async prepare(account, piece, made) {
    if (piece.type === 'text') return yes({ state: 'finished' as const, handle: 'text' })
    const { file } = piece
    if (!file) return no('permanent', 'NoBytes')
    if (made === undefined)
      return called('open', account, (host) => {
        const id = `crate-${host.uploads.size + 1}`
        host.uploads.set(id, { total: file.size_bytes, bytes: [] })
        const handle = JSON.stringify({ id, at: 0, alt: piece.alt_text ?? '' })
        return yes({ state: 'in_progress' as const, handle, id, goes_on: true as const, lives_ms: 3_600_000 })
      })
    const { id, at, alt } = JSON.parse(made) as { id: string; at: number; alt: string }
    const bytes = await file.read(at * CHUNK, (at + 1) * CHUNK)
    return called('append', account, (host) => {
      const upload = host.uploads.get(id)
      if (!upload) return no('new_container', 'UnknownCrate')
      upload.bytes[at] = bytes
      const handle = JSON.stringify({ id, at: at + 1, alt })
      const over = (at + 1) * CHUNK >= upload.total
      return yes(
        over
          ? { state: 'finished' as const, handle }
          : { state: 'in_progress' as const, handle, goes_on: true as const },
      )
    })
  },

  publish: async (account, { handles, text, key }) =>
    called('publish', account, (host) => {
      const crates = handles
        .filter((handle) => handle !== 'text')
        .map((handle) => JSON.parse(handle) as { id: string; alt: string })
      if (crates.some(({ id }) => !host.uploads.has(id))) return no('new_container', 'UnknownCrate')
      host.posts.set(key, { text, crates: crates.map(({ id }) => id), alt: crates.map((crate) => crate.alt) })
      return yes({ media_id: key, permalink: linkOf(key) })
    }),

  verify: async (account, { key }) =>
    called('verify', account, (host) =>
      yes(
        host.posts.has(key)
          ? { state: 'live' as const, media_id: key, permalink: linkOf(key) }
          : { state: 'not' as const },
      ),
    ),

  permalink: async (_account, id) => yes({ permalink: linkOf(id) }),
  find: async () => yes(null),
  quota: async (account) => called('quota', account, () => yes(null)),

  deletion: {
    deletePost: async (account, id) =>
      called('delete', account, (host) => {
        host.posts.delete(id)
        return yes({})
      }),
    postExists: async (account, id) => called('exists', account, (host) => yes(host.posts.has(id))),
  },

  profile: async (token) =>
    yes({
      external_id: sessionIn(token).host,
      username: 'skipper',
      name: '',
      biography: '',
      picture_url: '',
      account_type: null,
      ...claims.profile,
    }),

  async refresh(token) {
    const { host: name, refresh } = sessionIn(token)
    const host = hostNamed(name)
    const fault = faultOf('refresh')
    if (fault === 'before') return no('ambiguous', 'Silence')
    if (host.used.has(refresh) || host.dead) {
      host.dead = true
      return no('reconnect', 'ReplayedToken')
    }
    host.used.add(refresh)
    host.renewals += 1
    host.access = `a${host.renewals + 1}`
    host.refresh = `r${host.renewals + 1}`
    return fault ? no('ambiguous', 'Silence') : yes(grantOn(name))
  },

  signIn: {
    begin: async ({ host, state, client_id }) =>
      apps.get(nameOf(host)) === client_id
        ? yes({ url: `https://${nameOf(host)}/consent?state=${state}`, keep: `verifier of ${host}` })
        : { ok: false, error: { ...no('permanent', 'UnknownApp').error, app_gone: true } },
    finish: async ({ host, keep, code, client_secret }) =>
      keep !== `verifier of ${host}` || code !== 'good' || client_secret !== 'hush'
        ? no('permanent', 'BadCode')
        : yes([grantOn(nameOf(host)), ...further.map((one) => grantOn(one.host, one.problem))]),
    withPassword: async ({ host, password }) =>
      password === 'open sesame' ? yes([grantOn(nameOf(host))]) : no('reconnect', 'WrongPassword'),
    withToken: async ({ host, token }) =>
      token === 'anchor'
        ? yes([grantOn(nameOf(host)), ...further.map((one) => grantOn(one.host, one.problem))])
        : no('reconnect', 'WrongToken'),
    registerApp: async ({ host, document_url }) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      const name = nameOf(host)
      if (name.startsWith('reef.')) return no('permanent', 'NoHarbour')
      if (faultOf('register')) return no('retry', 'Fog')
      registered.count += 1
      apps.set(name, `app ${registered.count} at ${name}`)
      const client_secret = name.startsWith('open.') ? '' : 'hush'
      return yes({ client_id: apps.get(name)!, client_secret, document: { client_id: document_url } })
    },
  },
}

export const parameters: PlatformParameters['piece'] = ({ type, text, alt_text }) => ({
  kind: type,
  text,
  alt: alt_text,
})
