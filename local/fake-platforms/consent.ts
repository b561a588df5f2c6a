// The page an account's owner is sent to. A browser sees a choice; a program is redirected at once.
import { issueCode } from './codes.ts'
import { escapeHtml, page } from './html.ts'
import type { Input } from './input.ts'
import type { Account } from './model.ts'
import type { Simulator } from './simulator.ts'

export type Consent = { redirect: string } | { status: 200 | 400; html: string }

/** `account` names who consents, `deny=1` refuses, `grant` narrows the scopes; all are the simulator's own. */
export function answerAuthorize(sim: Simulator, input: Input): Consent {
  const { params } = input
  const client_id = textOf(params, 'client_id')
  const redirect_uri = textOf(params, 'redirect_uri')
  if (!client_id || !redirect_uri) return refused('client_id and redirect_uri are required')
  const target = URL.parse(redirect_uri)
  if (!target || !/^https?:$/.test(target.protocol)) return refused('redirect_uri is not a web address')
  const wantedClient = sim.store.settings.client_id
  if (wantedClient !== null && wantedClient !== client_id) return refused('unknown client_id')
  const refusal = sim.rules.refusesApp?.(sim, params)
  if (refusal !== undefined) return refused(refusal)
  const challenge = textOf(params, 'code_challenge') ?? null
  if (challenge !== null && textOf(params, 'code_challenge_method') !== 'S256')
    return refused('code_challenge_method must be S256')
  if (textOf(params, 'response_type') !== 'code') return refused('response_type must be code')
  const scopes = (textOf(params, 'scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  const known = [sim.rules.scopes.basic, sim.rules.scopes.publish, ...sim.rules.moreScopes]
  const unknown = scopes.find((scope) => !known.includes(scope))
  if (unknown !== undefined) return refused(`Invalid Scopes: ${unknown}`)
  if (!scopes.includes(sim.rules.scopes.basic)) return refused(`${sim.rules.scopes.basic} is required`)

  const state = textOf(params, 'state')
  const back = (answer: Record<string, string>): Consent => {
    const address = new URL(target)
    for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value)
    if (state !== undefined) address.searchParams.set('state', state)
    address.hash = sim.rules.redirectEnding ?? ''
    return { redirect: address.href }
  }
  if (textOf(params, 'deny') === '1') {
    return back({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    })
  }
  const named = textOf(params, 'account')
  if (named === undefined && input.accept.includes('text/html'))
    return { status: 200, html: choicePage(sim, input, scopes) }
  const account = named === undefined ? sim.store.accounts.get(sim.store.meta.demo_account) : findAccount(sim, named)
  if (!account) return refused('no such account')
  const offered = textOf(params, 'grant')?.split(/[\s,]+/) ?? scopes
  const granted = scopes.filter((scope) => account.scopes.includes(scope) && offered.includes(scope))
  return back({
    code: issueCode(sim, { account: account.external_id, scopes: granted, client_id, redirect_uri, challenge }),
  })
}

/** Parameters of an address are text, and each may appear once. */
const textOf = (params: Map<string, unknown>, name: string): string | undefined =>
  params.get(name) as string | undefined

export const findAccount = (sim: Simulator, name: string): Account | undefined =>
  sim.store.accounts.get(name) ?? [...sim.store.accounts.values()].find((account) => account.username === name)

const refused = (reason: string): Consent => ({
  status: 400,
  html: page('Invalid request', `<main><h1>Invalid request</h1><p>${escapeHtml(reason)}</p></main>`),
})

function choicePage(sim: Simulator, input: Input, scopes: string[]): string {
  const kept = [...input.params]
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  const rows = [...sim.store.accounts.values()].map(
    (account, at) =>
      `<li><label><input type="radio" name="account" value="${account.external_id}"${at === 0 ? ' checked' : ''}> ` +
      `@${escapeHtml(account.username)}${sim.rules.noteOn?.(account) ?? ''}</label></li>`,
  )
  return page(
    'Connect an account',
    `<main><h1>Connect an account</h1><p>An app asks for: ${escapeHtml(scopes.join(', '))}</p>
<form action="/oauth/authorize">${kept.join('')}<fieldset><legend>Account</legend><ul class="choices">${rows.join('')}</ul></fieldset>
<p><button>Allow</button> <button name="deny" value="1">Cancel</button></p></form></main>`,
  )
}
