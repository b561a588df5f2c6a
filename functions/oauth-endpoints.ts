// The authorization server for assistants (OAuth 2.1): tokens, their revocation (RFC 7009) and registration (RFC 7591) at one address,
// because each open address takes a share of the requests that the gateway lets through. Its metadata come from the edge
// (`cdn/dashboard-request.js`); people consent on a page of the dashboard (`consent-endpoint.ts`). Answers are those of OAuth,
// not the API's envelope.
import * as z from 'zod/mini'
import { exchangeCode, refreshTokens, TokenRefused } from '../core/assistants/give-tokens.ts'
import { revokeToken } from '../core/assistants/revoke-token.ts'
import { registered } from '../core/assistants/rules/client.ts'
import { endpoint, type Reply } from './endpoint.ts'

const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
/** The most bytes of a request to this server: it is a handful of short texts. */
const LONGEST_BODY = 16 * 1024

const JSON_TYPE = { 'Content-Type': 'application/json' }
const refusal = (error: string, description: string): Reply => ({
  status: 400,
  headers: JSON_TYPE,
  body: { error, error_description: description },
})

function register(body: Buffer, now: number): Reply {
  let given: unknown
  try {
    given = JSON.parse(body.toString())
  } catch {
    return refusal('invalid_client_metadata', 'The body is not valid JSON.')
  }
  const client = registered(given)
  if ('problem' in client) {
    const error = client.field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    return refusal(error, `The client ${client.problem}.`)
  }
  return {
    status: 201,
    headers: JSON_TYPE,
    body: {
      client_id: client.id,
      client_id_issued_at: Math.floor(now / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: GRANT_TYPES,
      response_types: ['code'],
    },
  }
}

const Text = z.string().check(z.minLength(1), z.maxLength(1024))
const Resource = z.optional(Text)
const CodeGrant = z.object({
  grant_type: z.literal('authorization_code'),
  code: Text,
  client_id: Text,
  redirect_uri: Text,
  code_verifier: Text,
  resource: Resource,
})
const RefreshGrant = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: Text,
  client_id: Text,
  resource: Resource,
})
const Revocation = z.object({ token: Text, client_id: Text })

/** The parameters, each once; one without a value counts as left out (RFC 6749, 3.2). @throws {TokenRefused} */
function parametersOf(body: Buffer): Record<string, string> {
  const given = new URLSearchParams(body.toString())
  for (const name of given.keys())
    if (given.getAll(name).length > 1)
      throw new TokenRefused('invalid_request', `${name.slice(0, 40)} is given more than once.`)
  return Object.fromEntries([...given].filter(([, value]) => value !== ''))
}

/** @throws {TokenRefused} naming the first parameter that is wrong. */
function read<T>(schema: z.ZodMiniType<T>, given: Record<string, string>): T {
  const outcome = schema.safeParse(given)
  if (outcome.success) return outcome.data
  const name = String(outcome.error.issues[0]!.path[0])
  throw new TokenRefused('invalid_request', `${name} is ${name in given ? 'not valid' : 'required'}.`)
}

/** What is asked for: a request that names a token and no grant gives that token up. */
async function answerTo(given: Record<string, string>, now: number): Promise<Reply> {
  if (given.grant_type !== undefined || given.token === undefined)
    return { status: 200, headers: JSON_TYPE, body: await tokensFor(given, now) }
  await revokeToken({ ...read(Revocation, given), now })
  return { status: 200, text: '' }
}

async function tokensFor(given: Record<string, string>, now: number) {
  if (given.grant_type === 'authorization_code') return exchangeCode({ ...read(CodeGrant, given), now })
  if (given.grant_type === 'refresh_token') return refreshTokens({ ...read(RefreshGrant, given), now })
  throw given.grant_type === undefined
    ? new TokenRefused('invalid_request', 'grant_type is required.')
    : new TokenRefused('unsupported_grant_type', `grant_type must be ${GRANT_TYPES.join(' or ')}.`)
}

const token = endpoint({
  auth: 'open',
  run: async ({ rawBody, header, now }) => {
    if (rawBody.length > LONGEST_BODY) return refusal('invalid_request', `At most ${LONGEST_BODY} bytes are allowed.`)
    const type = (header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    if (type === 'application/json') return register(rawBody, now)
    if (type !== 'application/x-www-form-urlencoded')
      return refusal(
        'invalid_request',
        'The Content-Type must be application/x-www-form-urlencoded, or JSON to register.',
      )
    try {
      return await answerTo(parametersOf(rawBody), now)
    } catch (error) {
      if (error instanceof TokenRefused) return refusal(error.code, error.message)
      throw error
    }
  },
})

/** By method and path: it shares a function with the sign-in of people. */
export const OAUTH_ENDPOINTS = { 'POST /v1/oauth/token': token }
