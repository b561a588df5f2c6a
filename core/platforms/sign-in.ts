// How accounts of a platform are connected: what a sign-in asks for and gives.
import type { AccountLimits } from './account-limits.ts'
import type { Result } from './outcome.ts'

/** The platform's profile of the account that a session belongs to. */
export interface Profile {
  external_id: string
  username: string
  /** The name could not be checked: a name that the account already has here is kept. */
  username_unsure?: true
  name: string
  biography: string
  picture_url: string
  /** The kind of account by the platform's own name, in lower case; null where it has no kinds. */
  account_type: string | null
  /** The limits of the account's server, where each has its own. */
  limits?: AccountLimits
}

/** An account that a grant is for, as the list of those to choose from shows it. */
export interface GrantedAccount {
  /** As `Profile.external_id`. */
  id: string
  username: string
  name: string
  picture_url: string
  /** The platform, where it is another than the one that was signed in to. */
  platform?: string
  /** Why it cannot be connected, a sentence; then there need be no token. */
  problem?: string
}

export interface TokenGrant {
  /** The session. */
  token: string
  /** When the session ends unless it is renewed before, Unix ms; null for one that has no end. */
  expires_at: number | null
  /** From when on it must be renewed before it is used, Unix ms: of sessions whose access runs out long before they do. */
  renew_at?: number
  /** Absent where the reply did not say. */
  scopes?: string[]
  /** Which account it is: needed where one sign-in may give several. */
  of?: GrantedAccount
}

/** The app at a platform, in whose name accounts are connected. */
export interface PlatformApp {
  client_id: string
  /** Or whatever proves that it is this app, in one text: a key. */
  client_secret: string
  /** The document that is served to anyone at the `client_id`, where that is an address of ours. */
  document?: Readonly<Record<string, unknown>>
}

/** Connecting accounts, each way that facts name. What it gives may be several accounts: all that its owner has chosen. */
export interface SignIn {
  /**
   * Where to send the account's owner. The address names the `state`, also where the platform needs it in another place: by that the
   * page that waits for the answer tells it from others.
   * @returns with `keep` what finishing needs again (a verifier, a key): it is sealed, and only a caller with the state can read
   * it.
   */
  begin?(
    given: PlatformApp & Named & { redirect_uri: string; state: string; scopes: readonly string[] },
  ): Promise<Result<{ url: string; keep?: string }>>
  /** Makes sessions from what came back. A code is used up by this. @param given.iss the issuer that came back with the code. */
  finish?(
    given: PlatformApp & Named & { redirect_uri: string; code: string; keep?: string; iss?: string },
  ): Promise<Result<readonly TokenGrant[]>>
  /** Signs in with a password that is made for apps. The password is not kept. */
  withPassword?(given: { identifier: string; password: string; host?: string }): Promise<Result<readonly TokenGrant[]>>
  /** Makes the session, or sessions, of an access token that the operator has. Without this the token is the session. */
  withToken?(given: { token: string; host?: string }): Promise<Result<readonly TokenGrant[]>>
  /**
   * Registers our app, where facts say that the operator has none: once for a host, or once for this installation.
   * @param given.document_url where its `document` is served to anyone.
   */
  registerApp?(given: {
    host?: string
    redirect_uri: string
    scopes: readonly string[]
    document_url: string
  }): Promise<Result<PlatformApp>>
}

/** The host or handle that the account's owner named, where facts ask for it. Every call to it is guarded (`core/outbound/ask-host.ts`). */
interface Named {
  /** An origin: `https://example.social`. */
  host?: string
  /** As it was typed, without an `@` before it: a handle, or another name by which the platform finds accounts. */
  handle?: string
}
