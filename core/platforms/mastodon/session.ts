// The session of an account: which server it is on, and the token. A token has no end; its owner can revoke it.
import type { Credentials } from '../connector.ts'

export interface Session {
  /** Origin of the server. */
  host: string
  token: string
}

export const sessionText = ({ host, token }: Session): string => JSON.stringify({ host, token })

/** Undefined for any other text. */
export function sessionIn(text: string): Session | undefined {
  try {
    const { host, token } = JSON.parse(text) as Partial<Session>
    return typeof host === 'string' && typeof token === 'string' ? { host, token } : undefined
  } catch {
    return undefined
  }
}

/** Servers count their accounts each for itself: ours has the server in it. */
export const externalId = (id: string, host: string): string => `${id}@${new URL(host).host}`

/** The id by which its server knows the account. */
export const ownId = ({ external_id }: Pick<Credentials, 'external_id'>): string => external_id.split('@')[0]!
