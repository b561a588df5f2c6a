// Endpoints for people without a user who have a link: connecting accounts, and reviewing a post. The secret of
// a link travels only in bodies: addresses are written into logs.
import * as z from 'zod/mini'
import { appDocument } from '../../core/accounts/app-document.ts'
import { beginByLink, chooseByLink, describeConnectLink, finishByLink } from '../../core/accounts/connect-by-link.ts'
import { MAX_NAMED } from '../../core/accounts/rules/named-host.ts'
import { setting } from '../../core/config.ts'
import { ENV } from '../../core/contract.ts'
import { refuse } from '../../core/errors.ts'
import { MOST_LINKED_ACCOUNTS } from '../../core/people/connect-link.ts'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { byRoute } from '../by-route.ts'
import { endpoint } from '../endpoint.ts'
import { PUBLIC_DOCUMENT } from '../public-document.ts'
import { REVIEWS } from '../review-endpoints.ts'

/** An invalid one is not found. */
const Secret = z.string().check(z.maxLength(200))
/** Made by the client's browser for this visit: what was started in one browser is finished in no other. */
const Visit = z.string().check(z.regex(/^[\w-]{22,100}$/, 'must be 22 to 100 letters, digits, hyphens or underscores'))

const Named = z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_NAMED)))

/** The page of the dashboard that platforms send the browser back to. */
const redirectUri = (): string => `${setting(ENV.dashboardUrl)}/connect/callback`

/** As a platform appends it to the address. */
const Word = z.optional(z.string().check(z.maxLength(4096)))

const done = (data: unknown) => ({ status: 200, body: { success: true, data } })

/**
 * Without a visit: what the link is for. With one, a step of connecting: started with a platform, finished with what the platform sent
 * back, and, where that gave several accounts, with those that are chosen. One route, because requests without a key have to
 * stay a small share of the gateway's rate.
 */
const followLink = endpoint({
  auth: 'open',
  body: z.strictObject({
    link: Secret,
    visit: z.optional(Visit),
    platform: z.optional(z.enum(PLATFORM_IDS)),
    host: Named,
    handle: Named,
    state: Word,
    code: Word,
    iss: Word,
    error: Word,
    error_reason: Word,
    error_description: Word,
    choice: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    accounts: z.optional(
      z
        .array(z.string().check(z.minLength(1), z.maxLength(200)))
        .check(z.minLength(1), z.maxLength(MOST_LINKED_ACCOUNTS)),
    ),
  }),
  run: async ({ body: { link, visit, platform, host, handle, choice, accounts, ...callback }, now }) => {
    if (visit === undefined) {
      if ([platform, host, handle, choice, accounts, ...Object.values(callback)].some((one) => one !== undefined))
        throw refuse('required', 'visit: name the visit in which the account is connected.', 'visit')
      return done(await describeConnectLink(link, now))
    }
    const by = { secret: link, visit, now }
    if (platform !== undefined) {
      const named = { ...(host === undefined ? {} : { host }), ...(handle === undefined ? {} : { handle }) }
      return done(await beginByLink({ ...by, platform, named, redirectUri: redirectUri() }))
    }
    if (choice === undefined) return done(await finishByLink({ ...by, callback }))
    if (accounts === undefined) throw refuse('required', 'accounts: name the accounts to connect.', 'accounts')
    return done(await chooseByLink({ ...by, choice, accounts }))
  },
})

/** The description of our app, where its id is this address: platforms ask for it while an account is connected. */
const clientDocument = endpoint({
  auth: 'open',
  params: z.object({ platform: z.string(), app: z.string() }),
  run: async ({ params: { platform, app } }) => {
    const known = PLATFORM_IDS.find((id) => id === platform)
    const text = known && /^[0-9a-f]{16}$/.test(app) ? await appDocument(known, app) : undefined
    if (text === undefined) throw refuse('not_found', 'There is no such app.')
    return { status: 200, headers: { ...PUBLIC_DOCUMENT, 'Content-Type': 'application/json' }, text }
  },
})

export const handler = byRoute({
  ...REVIEWS,
  'GET /v1/oauth/{platform}/{app}/client-metadata.json': clientDocument,
  'POST /v1/connect-links': followLink,
})
