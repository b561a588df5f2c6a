// Where an account's calls go, and with what: to Instagram's own host, or, where it came with a Page, to Facebook's.
import { FACTS } from '../facts.ts'
import { addressesOf } from '../meta/addresses.ts'
import { readPageSession } from '../meta/page-session.ts'
import { addresses } from './oauth.ts'

export interface Session {
  api: string
  token: string
  /** The account, where the token is that of its Page. */
  by_page?: string
}

export function sessionOf(session: string): Session {
  const page = readPageSession(session)
  return page
    ? { api: addressesOf('facebook', FACTS.facebook.api).api, token: page.token, by_page: page.id }
    : { api: addresses().api, token: session }
}
