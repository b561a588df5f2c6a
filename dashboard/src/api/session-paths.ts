// Endpoints that only a session may call, as the client's generated types have those of everyone.

/** A request of the API: what it takes and what a success of it holds. */
type Operation<Answer, Path = never, Body = never> = {
  parameters: { query?: never; header?: never; cookie?: never } & ([Path] extends [never]
    ? { path?: never }
    : { path: Path })
  responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Answer } } }
} & ([Body] extends [never] ? { requestBody?: never } : { requestBody: { content: { 'application/json': Body } } })
type Data<T> = { success: true; data: T }

export type Role = 'admin' | 'editor' | 'viewer'
/** Platforms that accounts are connected on; others are listed only. */
export type PlatformName = 'instagram' | 'threads'

/** Who is signed in, for which owner. */
export interface Session {
  person: { id: string; email: string; name: string | null }
  session: { id: string; created_at: number; expires_at: number }
  /** Null for a person who belongs to none yet. */
  owner: { id: string; name: string; role: Role } | null
  owners: { id: string; name: string; role: Role }[]
}

/** A signed-in browser. */
export interface SignIn {
  id: string
  created_at: number
  last_used_at: number
  expires_at: number
  current: boolean
  user_agent: string | null
}

export interface Connection {
  id: string
  platform: { name: string; display_name: string }
  username: string
  name: string | null
  /** Address of its picture. */
  profile_url: string | null
  status: 'connected' | 'reconnect_required' | 'listed'
  status_reason: string | null
  token_ends_at: number | null
  last_synced_at: number | null
  last_error: string | null
  missing_permissions: string[]
  scheduled_posts: number
}

export interface Capabilities {
  account_id: string
  platform: string
  post_types: string[]
  permissions: string[] | null
  quota: { used: number; total: number; period_ms: number } | null
  quota_problem: string | null
}

export interface Key {
  id: string
  name: string
  rate_limit: number
  status: 'active' | 'revoked'
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  rotated_at: number | null
  /** Until when the secret before the last rotation still works. */
  old_secret_until: number | null
  requests_last_day: number
}

export interface Member {
  id: string
  email: string
  name: string | null
  role: Role
  joined_at: number
  last_seen_at: number | null
  you: boolean
}

export interface Invitation {
  id: string
  email: string
  role: Role
  invited_by: string | null
  created_at: number
  expires_at: number
}

export interface SessionPaths {
  '/v1/session': {
    get: Operation<Data<Session>>
    patch: Operation<Data<Session>, never, { owner_id: string }>
    delete: Operation<Data<{ sign_out_url: string | null }>>
  }
  '/v1/sessions': { get: Operation<Data<SignIn[]>>; delete: Operation<unknown> }
  '/v1/sessions/{id}': { delete: Operation<unknown, { id: string }> }
  '/v1/accounts/connections': { get: Operation<Data<Connection[]>> }
  '/v1/accounts/social/{id}/capabilities': { get: Operation<Data<Capabilities>, { id: string }> }
  '/v1/accounts/social/authorizations': {
    post: Operation<Data<{ url: string; expires_at: number }>, never, { platform: PlatformName }>
  }
  '/v1/accounts/social/authorizations/finish': {
    post: Operation<
      Data<Connection & { again: boolean }>,
      never,
      { state: string; code?: string; error?: string; error_reason?: string; error_description?: string }
    >
  }
  '/v1/accounts/social/{id}': {
    delete: Operation<Data<{ id: string; scheduled_posts_stopped: number }>, { id: string }>
  }
  '/v1/keys': {
    get: Operation<Data<Key[]> & { rate_limit_max: number }>
    post: Operation<
      Data<{ id: string; name: string; rate_limit: number; api_key: string }>,
      never,
      { name: string; rate_limit?: number }
    >
  }
  '/v1/keys/{id}': { delete: Operation<unknown, { id: string }> }
  '/v1/keys/{id}/rotate': {
    post: Operation<
      Data<{ id: string; name: string; api_key: string; old_secret_until: number | null }>,
      { id: string },
      { keep_old_hours: 0 | 1 | 24 }
    >
  }
  '/v1/team': { get: Operation<Data<{ members: Member[]; invitations: Invitation[] }>> }
  '/v1/team/invitations': {
    post: Operation<
      Data<{ id: string; email: string; role: Role; expires_at: number; url: string }>,
      never,
      { email: string; role: Role }
    >
  }
  '/v1/team/invitations/{id}': { delete: Operation<unknown, { id: string }> }
  '/v1/team/members/{id}': {
    patch: Operation<unknown, { id: string }, { role: Role }>
    delete: Operation<unknown, { id: string }>
  }
  '/v1/invitations/{token}': {
    get: Operation<Data<{ owner: { name: string }; role: Role; email: string; expires_at: number }>, { token: string }>
  }
  '/v1/invitations/{token}/accept': { post: Operation<unknown, { token: string }> }
}
