// Facebook Login: the page on which a person lets an app have Pages, and the tokens that come of it.
import { issueCode } from '../codes.ts'
import { type Consent, findAccount } from '../consent.ts'
import { GraphError, invalidParameter } from '../graph/errors.ts'
import { fieldsOf, textOf } from '../graph/parameters.ts'
import { escapeHtml, page } from '../html.ts'
import type { Input } from '../input.ts'
import { DAY_MS, type Token } from '../model.ts'
import type { Answer } from '../simulator.ts'
import { grantedPages, grantOf, personCaller, plainScopes } from './access.ts'
import { belongingTo, INSTAGRAM_OF_PAGE } from './instagram.ts'
import { type FacebookAccount, type FacebookSimulator, isPerson } from './settings.ts'

const DIALOG = /^\/v\d+\.\d+\/dialog\/oauth$/
/** How long a token lasts that has no end. */
const NO_END_MS = 100 * 365 * DAY_MS

type Held = NonNullable<FacebookAccount['pages']>[number]

const people = (sim: FacebookSimulator): FacebookAccount[] => [...sim.store.accounts.values()].filter(isPerson)
const pagesOf = ({ pages = [] }: FacebookAccount): Held[] => pages

const refused = (reason: string): Consent => ({
  status: 400,
  html: page('Invalid request', `<main><h1>Invalid request</h1><p>${escapeHtml(reason)}</p></main>`),
})

const given = (input: Input, name: string): string | undefined => input.params.get(name) as string | undefined

/** `account` names the person who consents, or only a Page of theirs; `deny=1` refuses, `grant` narrows the scopes. */
export function answerDialog(sim: FacebookSimulator, input: Input): Consent | undefined {
  if (!DIALOG.test(input.path)) return undefined
  const client_id = given(input, 'client_id')
  const redirect_uri = given(input, 'redirect_uri')
  if (!client_id || !redirect_uri) return refused('client_id and redirect_uri are required')
  const target = URL.parse(redirect_uri)
  if (!target || !/^https?:$/.test(target.protocol)) return refused('redirect_uri is not a web address')
  const wanted = sim.store.settings.client_id
  if (wanted !== null && wanted !== client_id) return refused('Invalid App ID')
  if ((given(input, 'response_type') ?? 'code') !== 'code') return refused('response_type must be code')
  const scopes = (given(input, 'scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  const known = [sim.rules.scopes.basic, sim.rules.scopes.publish, ...sim.rules.moreScopes]
  const unknown = scopes.find((scope) => !known.includes(scope))
  if (unknown !== undefined) return refused(`Invalid Scopes: ${unknown}`)
  const back = (answer: Record<string, string>): Consent => {
    const address = new URL(target)
    for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value)
    const state = given(input, 'state')
    if (state !== undefined) address.searchParams.set('state', state)
    // Every redirect ends like this, which callers have to strip.
    address.hash = '_=_'
    return { redirect: address.href }
  }
  if (given(input, 'deny') === '1')
    return back({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    })
  const named = given(input, 'account')
  if (named === undefined && input.accept.includes('text/html'))
    return { status: 200, html: choicePage(sim, input, scopes) }
  const who = named === undefined ? sim.store.accounts.get(sim.store.meta.demo_account) : findAccount(sim, named)
  const only = who && !isPerson(who) ? who.external_id : undefined
  const person: FacebookAccount | undefined =
    only === undefined ? who : people(sim).find((one) => pagesOf(one).some(({ id }) => id === only))
  if (!person) return refused('no such person')
  const chosen = pagesOf(person).filter(({ id }) =>
    only === undefined ? given(input, 'chosen') !== '1' || input.params.has(`page_${id}`) : id === only,
  )
  const offered = given(input, 'grant')?.split(/[\s,]+/) ?? scopes
  const granted = scopes.filter((scope) => person.scopes.includes(scope) && offered.includes(scope))
  const all = [...granted, ...(chosen.length > 0 ? chosen.map(({ id }) => grantOf(id)) : [grantOf('none')])]
  return back({ code: issueCode(sim, { account: person.external_id, scopes: all, client_id, redirect_uri }) })
}

function choicePage(sim: FacebookSimulator, input: Input, scopes: readonly string[]): string {
  const kept = [...input.params]
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  const nameOf = (id: string): string => {
    const { name = id, instagram } = (sim.store.accounts.get(id) ?? {}) as Partial<FacebookAccount>
    const belonging = instagram === undefined ? undefined : sim.store.accounts.get(instagram)
    return belonging ? `${name} (Instagram: @${belonging.username})` : name
  }
  const groups = people(sim).map((person, at) => {
    const boxes = pagesOf(person).map(
      ({ id }) =>
        `<li><label><input type="checkbox" name="page_${id}" value="1" checked> ${escapeHtml(nameOf(id))}</label></li>`,
    )
    return (
      `<label><input type="radio" name="account" value="${person.external_id}"${at === 0 ? ' checked' : ''}> ` +
      `${escapeHtml(person.name)}</label><ul class="choices">${boxes.join('')}</ul>`
    )
  })
  return page(
    'Log in with Facebook',
    `<main><h1>Log in with Facebook</h1><p>An app asks for: ${escapeHtml(scopes.join(', '))}</p>
<form action="${escapeHtml(input.path)}">${kept.join('')}<input type="hidden" name="chosen" value="1">
<fieldset><legend>Pages</legend>${groups.join('')}</fieldset>
<p><button>Allow</button> <button name="deny" value="1">Cancel</button></p></form></main>`,
  )
}

function checkApp(sim: FacebookSimulator, params: Map<string, unknown>): void {
  const { client_id, client_secret } = sim.store.settings
  for (const name of ['client_id', 'client_secret'])
    if (!params.get(name)) throw new GraphError(101, `Missing ${name} parameter.`)
  if (client_id !== null && params.get('client_id') !== client_id)
    throw new GraphError(101, 'Error validating application. Cannot get application info due to a system error.')
  if (client_secret !== null && params.get('client_secret') !== client_secret)
    throw new GraphError(1, 'Error validating client secret.')
}

/** GET /oauth/access_token: a code, or a token that lasts longer. */
export function exchange(sim: FacebookSimulator, { params }: Input): Answer {
  checkApp(sim, params)
  const now = sim.now()
  if (params.get('grant_type') === 'fb_exchange_token') {
    const short = sim.store.findToken(textOf(params, 'fb_exchange_token') ?? '')
    if (!short || short.expires_at <= now || short.revoked !== null)
      throw new GraphError(190, 'Error validating access token: Session has expired.', { subcode: 463 })
    const { account, scopes } = short
    const { long } = sim.rules.tokenMs
    const grant = { account, kind: 'long', scopes, issued_at: now, expires_at: now + long } as const
    const access_token = sim.store.issueToken(grant)
    return { json: { access_token, token_type: 'bearer', expires_in: long / 1000 } }
  }
  const code = sim.store.codes.get(textOf(params, 'code') ?? '')
  if (!code || code.expires_at <= now) throw new GraphError(100, 'Invalid verification code format.')
  if (code.used) throw new GraphError(100, 'This authorization code has been used.', { subcode: 36009 })
  if (code.redirect_uri !== null && code.redirect_uri !== params.get('redirect_uri'))
    throw new GraphError(
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      { subcode: 36008 },
    )
  if (code.client_id !== null && code.client_id !== params.get('client_id'))
    throw new GraphError(100, 'Error validating verification code: it belongs to another app.')
  sim.store.put('code', { ...code, used: true })
  const { account, scopes } = code
  const { short } = sim.rules.tokenMs
  const grant = { account, kind: 'short', scopes, issued_at: now, expires_at: now + short } as const
  const access_token = sim.store.issueToken(grant)
  return { json: { access_token, token_type: 'bearer', expires_in: short / 1000 } }
}

/** The token of a Page, which has no end where the person's lasts long. */
function pageToken(sim: FacebookSimulator, { kind, scopes, expires_at }: Token, account: string): string {
  const now = sim.now()
  const until = kind === 'long' ? now + NO_END_MS : expires_at
  return sim.store.issueToken({ account, kind, scopes: plainScopes(scopes), issued_at: now, expires_at: until })
}

const PAGE_FIELDS = ['id', 'name', 'access_token', 'tasks', 'category', INSTAGRAM_OF_PAGE]

function listed(sim: FacebookSimulator, input: Input, token: Token, held: readonly Held[]): Answer {
  const fields = fieldsOf(input.params, ['id', 'name', 'access_token', 'tasks'])
  const unknown = fields.find((name) => !PAGE_FIELDS.includes(name))
  if (unknown !== undefined) throw invalidParameter(`(#100) Tried accessing nonexisting field (${unknown})`)
  const allowed = grantedPages(token.scopes)
  const data = held
    .filter(({ id }) => !allowed || allowed.includes(id))
    .flatMap(({ id, tasks }) => {
      const account = sim.store.accounts.get(id)
      if (!account) return []
      const all: Record<string, unknown> = { id, name: account.name, category: 'Coffee shop', tasks }
      all[INSTAGRAM_OF_PAGE] = belongingTo(account, token)
      if (fields.includes('access_token')) all.access_token = pageToken(sim, token, id)
      const shown = ['id', ...fields].filter((name) => all[name] !== undefined)
      return [Object.fromEntries(shown.map((name) => [name, all[name]]))]
    })
  return { json: paged(input, data) }
}

/** A page of a list, with where it goes on. */
export function paged<T>({ params, path }: Input, all: readonly T[], usual = 25): { data: T[]; paging?: unknown } {
  const limit = Math.min(100, Number(params.get('limit') ?? usual))
  const start = Number(Buffer.from(textOf(params, 'after') ?? '', 'base64url').toString() || 0)
  const data = all.slice(start, start + limit)
  if (data.length === 0) return { data }
  const after = Buffer.from(String(start + limit)).toString('base64url')
  const more = start + limit < all.length
  return {
    data,
    paging: { cursors: { before: '', after }, ...(more ? { next: `https://graph.facebook.com${path}` } : {}) },
  }
}

/** GET /me/accounts */
export function ownPages(sim: FacebookSimulator, input: Input): Answer {
  const { person, token } = personCaller(sim, input)
  return listed(
    sim,
    input,
    token,
    pagesOf(person).filter(({ business }) => business === undefined),
  )
}

const businessId = (name: string): string =>
  `9${Buffer.from(name).toString('hex').replace(/\D/g, '').padEnd(9, '7').slice(0, 14)}`

const needBusiness = ({ scopes }: Token): void => {
  if (!scopes.includes('business_management'))
    throw new GraphError(200, '(#200) Requires business_management permission to manage the object.')
}

/** GET /me/businesses */
export function businesses(sim: FacebookSimulator, input: Input): Answer {
  const { person, token } = personCaller(sim, input)
  needBusiness(token)
  const names = new Set(pagesOf(person).flatMap(({ business }) => business ?? []))
  return {
    json: paged(
      input,
      [...names].map((name) => ({ id: businessId(name), name })),
    ),
  }
}

/** GET /{business}/owned_pages, /{business}/client_pages; undefined for what is no business. */
export function businessPages(sim: FacebookSimulator, input: Input, node: string, edge: string): Answer | undefined {
  const { person, token } = personCaller(sim, input)
  const held = pagesOf(person).filter(({ business }) => business !== undefined && businessId(business) === node)
  if (held.length === 0) return undefined
  needBusiness(token)
  return listed(
    sim,
    input,
    token,
    held.filter(({ client = false }) => client === (edge === 'client_pages')),
  )
}

/** GET /debug_token, asked with any good token, or with the app's own. */
export function debugToken(sim: FacebookSimulator, input: Input): Answer {
  const token = sim.store.findToken(textOf(input.params, 'input_token') ?? '')
  const [id] = input.token?.split('|') ?? []
  if (!input.token?.includes('|') && !sim.store.findToken(input.token ?? ''))
    throw new GraphError(190, 'Invalid OAuth access token.')
  if (!token) return { json: { data: { is_valid: false, scopes: [], error: { code: 190, message: 'Bad token' } } } }
  const ends = token.expires_at - token.issued_at < NO_END_MS / 2
  return {
    json: {
      data: {
        app_id: sim.store.settings.client_id ?? id,
        type: isPerson(sim.store.accounts.get(token.account)!) ? 'USER' : 'PAGE',
        user_id: token.account,
        is_valid: token.revoked === null && token.expires_at > sim.now(),
        issued_at: Math.floor(token.issued_at / 1000),
        expires_at: ends ? Math.floor(token.expires_at / 1000) : 0,
        scopes: plainScopes(token.scopes),
      },
    },
  }
}
