// The state of a simulated platform. An independent model: it knows the platforms' documents, nothing of the service that calls it.
export interface Account {
  external_id: string
  /** The id that apps use, where it is another number than the one in paths. */
  app_scoped_id: string
  username: string
  name: string
  account_type: string
  biography: string
  /** Scopes that the person behind the account is willing to grant. */
  scopes: string[]
  is_verified: boolean
  followers_count: number
  /** The file of the picture in the media folder; null for an account without one. */
  picture: string | null
  /** Restricted by the platform: its owner must act in the app. */
  restricted: boolean
  created_at: number
}

/** The text of a token is derived from its serial and never stored. */
export interface Token {
  serial: number
  account: string
  kind: 'short' | 'long'
  scopes: string[]
  issued_at: number
  expires_at: number
  /** Subcode of error 190 after a revocation. */
  revoked: number | null
}

export interface Code {
  code: string
  account: string
  scopes: string[]
  client_id: string | null
  redirect_uri: string | null
  /** The challenge that the exchange has to prove (PKCE, S256). */
  challenge?: string | null
  expires_at: number
  used: boolean
}

/** An app that was registered by a call. */
export interface App {
  client_id: string
  client_secret: string
  name: string
  redirect_uris: string[]
  scopes: string[]
  /** Whether it ever had a token of its own. */
  used: boolean
  created_at: number
}

export interface Media {
  file: string
  url: string
  content_type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  duration_ms: number | null
}

/** Why a container will never be published: by codes, by a word, or both, as the platform has it. */
export interface MediaFailure {
  code: number
  subcode?: number
  error_message?: string
  message: string
}

export type ContainerKind = 'image' | 'video' | 'reel' | 'story_image' | 'story_video' | 'text' | 'carousel'

/** Something made for a post that nobody sees yet. */
export interface Container {
  id: string
  account: string
  kind: ContainerKind
  is_child: boolean
  text: string
  alt_text: string | null
  /** Everything that was sent, without tokens. */
  params: Record<string, unknown>
  /** Parameters that no document names: real platforms ignore them silently. */
  ignored: string[]
  children: string[]
  url: string | null
  media: Media | null
  downloaded: boolean
  failure: MediaFailure | null
  created_at: number
  ready_at: number
  /** Set on a child once a parent that holds it was published. */
  used_by: string | null
  published_at: number | null
  /** Calls that named this container, whatever came of them. */
  publish_calls: number
}

export type ContainerState = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'

export interface Post {
  id: string
  account: string
  username: string
  container: string
  kind: ContainerKind
  media_type: string
  media_product_type: string
  text: string
  alt_text: string | null
  media: Media | null
  children: { id: string; kind: ContainerKind; alt_text: string | null; media: Media | null }[]
  shortcode: string
  permalink: string | null
  published_at: number
  /** The container's parameters, without media, text and those that join containers. */
  options?: Record<string, unknown>
  /** The post that this one answers. */
  reply_to?: string | null
  /** Whether followers may comment; absent: they may. */
  comments_enabled?: boolean
  /** When its owner changed it last. */
  edited_at?: number
  /** When its owner deleted it. */
  deleted_at?: number
}

/** A comment under a post. */
export interface Comment {
  id: string
  post: string
  username: string
  text: string
  created_at: number
}

export interface RequestRecord {
  seq: number
  at: number
  method: string
  path: string
  operation: string | null
  account: string | null
  params: Record<string, unknown>
  token_in: 'header' | 'query' | 'body' | 'none'
  /** Null where the connection was cut instead of answered. */
  status: number | null
  error: { code: number; subcode?: number } | null
  faults: string[]
}

export const DAY_MS = 24 * 3600 * 1000
