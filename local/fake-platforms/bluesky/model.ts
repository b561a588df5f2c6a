// The state of a simulated network: accounts on one server, their records and files, how they are signed in.

export interface Person {
  did: string
  handle: string
  /** The password for apps. */
  password: string
  name: string
  biography: string
  /** Without it the video service takes nothing. */
  email_confirmed: boolean
  suspended: boolean
  followers_count: number
  created_at: number
}

/** One sign-in. Its tokens name the generation that they belong to. */
export interface SignedIn {
  sid: string
  did: string
  kind: 'password' | 'oauth'
  generation: number
  /** When the last generation began. */
  renewed_at: number
  /** Access tokens that were given before this are over. */
  access_after: number
  ended: boolean
  scope: string
  client_id?: string
  /** The thumbprint of the key that the tokens are bound to. */
  jkt?: string
  redirect_uri?: string
}

export interface Kept {
  did: string
  collection: string
  rkey: string
  value: Record<string, unknown>
  cid: string
  at: number
}

export interface StoredBlob {
  cid: string
  did: string
  mime: string
  size: number
  /** In the media folder. */
  file: string
  width: number | null
  height: number | null
}

/** A client's request before its person came. */
export interface Pushed {
  uri: string
  client_id: string
  redirect_uri: string
  scope: string
  state: string
  challenge: string
  jkt: string
  login_hint?: string
  until: number
}

export interface GivenCode {
  code: string
  did: string
  pushed: Pushed
  until: number
  used: boolean
}

export interface Upload {
  job: string
  did: string
  size: number
  mime: string
  part_bytes: number
  parts: number
  received: number[]
  state: 'created' | 'completed' | 'aborted'
  began_at: number
  /** The job's id. */
  ready_at: number
  failure?: string
  blob?: string
}
