// Codes and tokens as Graph hands them out (business login; long-lived tokens).
import type { Input } from '../input.ts'
import { DAY_MS, type Token } from '../model.ts'
import type { Answer, Call } from '../simulator.ts'
import { authenticate, holderOf } from './access.ts'
import { ExchangeError, GraphError, invalidParameter, missingPermission } from './errors.ts'
import { textOf } from './parameters.ts'
import type { GraphSimulator } from './rules.ts'

/**
 * The addresses that hand out tokens; only these have no version.
 * @param prefix of the platform's grant types.
 */
export function routeOAuth(sim: GraphSimulator, input: Input, prefix: string): Call | undefined {
  const { method, path } = input
  const account = holderOf(sim, input.token)
  if (method === 'POST' && path === '/oauth/access_token') {
    const code = input.params.get('code')
    const holder =
      typeof code === 'string' ? sim.store.accounts.get(sim.store.codes.get(code)?.account ?? '') : undefined
    return { operation: 'exchange', account: holder, run: () => exchangeCode(sim, input) }
  }
  if (method === 'GET' && path === '/access_token') {
    return { operation: 'exchange', account, run: () => exchangeShort(sim, input, `${prefix}_exchange_token`) }
  }
  if (method === 'GET' && path === '/refresh_access_token') {
    return { operation: 'refresh', account, run: () => refresh(sim, input, `${prefix}_refresh_token`) }
  }
  return undefined
}

function exchangeCode(sim: GraphSimulator, { params }: Input): Answer {
  const { client_id, client_secret } = sim.store.settings
  for (const name of ['client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code']) {
    if (!params.get(name)) throw new ExchangeError(`Missing required parameter: ${name}`)
  }
  if (params.get('grant_type') !== 'authorization_code') throw new ExchangeError('Invalid grant_type')
  if (client_id !== null && params.get('client_id') !== client_id) throw new ExchangeError('Invalid platform app')
  if (client_secret !== null && params.get('client_secret') !== client_secret)
    throw new ExchangeError('Invalid client_secret')
  const code = sim.store.codes.get(textOf(params, 'code')!)
  if (!code || code.used || code.expires_at <= sim.now()) {
    throw new ExchangeError('Matching code was not found or was already used')
  }
  if (code.redirect_uri !== null && code.redirect_uri !== params.get('redirect_uri')) {
    throw new ExchangeError(
      'Error validating verification code: the redirect_uri must be identical to the one used before',
    )
  }
  if (code.client_id !== null && code.client_id !== params.get('client_id'))
    throw new ExchangeError('Invalid platform app')
  sim.store.put('code', { ...code, used: true })
  const now = sim.now()
  const { account, scopes } = code
  const access_token = sim.store.issueToken({
    account,
    kind: 'short',
    scopes,
    issued_at: now,
    expires_at: now + sim.rules.tokenMs.short,
  })
  return sim.rules.exchangeReply(sim, sim.store.accounts.get(account)!, scopes, access_token)
}

function exchangeShort(sim: GraphSimulator, input: Input, grantType: string): Answer {
  const { params } = input
  requireGrantType(params, grantType)
  if (!params.get('client_secret')) throw invalidParameter('Missing required parameter: client_secret')
  const { client_secret } = sim.store.settings
  if (client_secret !== null && params.get('client_secret') !== client_secret) {
    throw new GraphError(1, 'Error validating client secret.')
  }
  const { token } = authenticate(sim, fromParameter(input))
  if (token.kind !== 'short') throw invalidParameter('Only a short-lived token can be exchanged')
  return longToken(sim, token)
}

/** Needs a living long-lived token of at least 24 hours with the basic scope; the error's shape is assumed. */
function refresh(sim: GraphSimulator, input: Input, grantType: string): Answer {
  requireGrantType(input.params, grantType)
  const { token } = authenticate(sim, fromParameter(input))
  if (token.kind !== 'long') throw invalidParameter('Only a long-lived token can be refreshed')
  if (!token.scopes.includes(sim.rules.scopes.basic)) throw missingPermission(sim.rules.scopes.basic)
  if (sim.now() - token.issued_at < DAY_MS && sim.store.settings.young_refresh === 'refuse') {
    throw invalidParameter('The access token must be at least 24 hours old to be refreshed')
  }
  return longToken(sim, token)
}

function longToken(sim: GraphSimulator, { account, scopes }: Token): Answer {
  const now = sim.now()
  const { long } = sim.rules.tokenMs
  const expires_at = now + long
  const access_token = sim.store.issueToken({ account, kind: 'long', scopes, issued_at: now, expires_at })
  return { json: { access_token, token_type: 'bearer', expires_in: long / 1000 } }
}

/** The token endpoints document the parameter and nothing else. */
const fromParameter = (input: Input): string | null => (input.tokenIn === 'header' ? null : input.token)

function requireGrantType(params: Map<string, unknown>, wanted: string): void {
  if (params.get('grant_type') !== wanted) throw invalidParameter(`Param grant_type must be ${wanted}`)
}
