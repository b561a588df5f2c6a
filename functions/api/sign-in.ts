// Signing in, of people and of the assistants they connect. With the provider: GET /v1/session/sign-in goes there, GET /v1/session/callback is where it comes back to.
// Both are addresses that a browser goes to, so errors are shown by a page of the dashboard.
import * as z from 'zod/mini'
import { LOGIN_COOKIE, SESSION_COOKIE } from '../../core/contract.ts'
import { log } from '../../core/log.ts'
import { SESSION_LONGEST_MS } from '../../core/people/rules/session-life.ts'
import { beginSignIn, finishSignIn, measureSignIn, SIGN_IN_MS, type SignInProblem } from '../../core/people/sign-in.ts'
import { byRoute } from '../by-route.ts'
import { expiredCookie, readCookie, setCookie } from '../cookies.ts'
import { endpoint, type Reply } from '../endpoint.ts'
import { OAUTH_ENDPOINTS } from '../oauth-endpoints.ts'

const to = (path: string, cookies: string[] = []): Reply => ({ status: 302, headers: { Location: path }, cookies })

/** An answer to another sign-in than the browser's last leaves that one as it is: another tab may be at the provider with it. */
const signedOut = (problem: SignInProblem): Reply =>
  to(`/signed-out?problem=${problem}`, problem === 'expired' ? [] : [expiredCookie(LOGIN_COOKIE)])

const loginCookie = (secret: string): string =>
  setCookie(LOGIN_COOKIE, secret, { sameSite: 'Lax', seconds: SIGN_IN_MS / 1000 })

/** A provider may append any parameters, up to the length of an address. */
const Parameter = z.optional(z.string().check(z.maxLength(4096)))

const signIn = endpoint({
  auth: 'open',
  query: z.object({ return_to: z.optional(z.string()), prompt: z.optional(z.string()) }),
  run: async ({ query, header, now }) => {
    try {
      const { url, secret } = await beginSignIn({
        returnTo: query.return_to,
        session: readCookie(header('cookie'), SESSION_COOKIE),
        again: query.prompt === 'login',
        now,
      })
      return to(url, [loginCookie(secret)])
    } catch (error) {
      log.error('sign-in could not begin', { error: error as Error })
      measureSignIn(false)
      return signedOut('failed')
    }
  },
})

const callback = endpoint({
  auth: 'open',
  query: z.looseObject({ state: Parameter, code: Parameter, error: Parameter }),
  run: async ({ query, header, now }) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    const outcome = await finishSignIn({
      callback: new URLSearchParams(given),
      browser: readCookie(header('cookie'), LOGIN_COOKIE),
      userAgent: header('user-agent') ?? '',
      now,
    })
    if ('problem' in outcome) return signedOut(outcome.problem)
    if ('again' in outcome) return to(outcome.again.url, [loginCookie(outcome.again.secret)])
    return to(outcome.returnTo, [
      expiredCookie(LOGIN_COOKIE),
      setCookie(SESSION_COOKIE, outcome.secret, { sameSite: 'Strict', seconds: SESSION_LONGEST_MS / 1000 }),
    ])
  },
})

export const handler = byRoute({
  'GET /v1/session/sign-in': signIn,
  'GET /v1/session/callback': callback,
  ...OAUTH_ENDPOINTS,
})
