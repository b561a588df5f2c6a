// In place of the user pool: an OpenID Connect provider with a plain form. Its clients are those of the template's pool, so what is
// tried here is what the pool is told.
import { generateKeyPair, randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { Interaction, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { z } from 'zod'
import { escapeHtml, page } from '../fake-platforms/html.ts'
import type { Readdress } from '../readdress.ts'
import type { State } from '../state.ts'
import { read, type Template } from '../template.ts'
import type { Operation } from './aws-error.ts'
import { Memory } from './provider-memory.ts'
import { operationsOf } from './provider-operations.ts'
import { formOf, html, passkeyPage, plain, signInPage } from './provider-pages.ts'
import { openUsers, type User } from './provider-users.ts'

const Client = z.object({
  UserPoolId: z.string(),
  GenerateSecret: z.boolean().optional(),
  CallbackURLs: z.array(z.string()).default([]),
  LogoutURLs: z.array(z.string()).default([]),
  AllowedOAuthFlows: z.tuple([z.literal('code')]),
  AllowedOAuthScopes: z.array(z.string()),
})

export interface UserPool {
  serve: RequestListener
  /** Operations of Cognito by the target that names them. */
  operations: Readonly<Record<string, Operation>>
  /** The user with this address, made if there is none. */
  user(email: string): User
}

interface Surroundings {
  template: Template
  state: State
  origin: string
  readdress: Readdress
  /** Told of users that were invited, with their first password: there is no mail here. */
  progress(line: string): void
}

/** The key that ID tokens are signed with, made once for a data directory. */
async function signingKey(state: State): Promise<JWK> {
  const keys = state.collection<JWK>('signing-keys')
  const known = keys.get('rsa')
  if (known) return known
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const made = {
    ...privateKey.export({ format: 'jwk' }),
    alg: 'RS256',
    use: 'sig',
    kid: randomBytes(8).toString('hex'),
  }
  keys.put('rsa', made as JWK)
  return made as JWK
}

/** @returns undefined where the template has no user pool. */
export async function createUserPool(around: Surroundings): Promise<UserPool | undefined> {
  const { template, state, origin, readdress, progress } = around
  const [pool] = template.resources('AWS::Cognito::UserPool')
  const [resource] = template.resources('AWS::Cognito::UserPoolClient')
  if (!pool || !resource) return undefined
  const shape = read(resource, Client)
  const users = openUsers(state)
  const secrets = state.collection<string>('client-secrets')
  const secret = secrets.get(resource.ref) ?? randomBytes(24).toString('hex')
  secrets.put(resource.ref, secret)
  /** Made for the first who comes: most of a start would otherwise be loading it. */
  const makeProvider = async () => {
    const { default: Provider } = await import('oidc-provider')
    const provider = new Provider(origin, {
      clients: [
        {
          client_id: resource.ref,
          client_secret: secret,
          redirect_uris: shape.CallbackURLs.map(readdress),
          response_types: ['code'],
          grant_types: ['authorization_code'],
          scope: shape.AllowedOAuthScopes.join(' '),
          // As Cognito: each ID token says when the password was asked for. `prompt=login` has it asked for again.
          require_auth_time: true,
        },
      ],
      adapter: Memory,
      jwks: { keys: [await signingKey(state)] },
      scopes: shape.AllowedOAuthScopes,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      // As Cognito: the ID token has the claims that the scopes name.
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: false },
      },
      interactions: { url: (_context: KoaContextWithOIDC, { uid }: Interaction) => `/interaction/${uid}` },
      cookies: { keys: [randomBytes(32).toString('hex')], long: { signed: true }, short: { signed: true } },
      ttl: { Session: 3600, Interaction: 3600, Grant: 3600, AccessToken: 300, IdToken: 300 },
      findAccount: async (_context, sub) => {
        const found = users.bySub(sub)
        if (!found) return undefined
        const { email } = found
        return { accountId: sub, claims: async () => ({ sub, email, email_verified: true }) }
      },
      // Its one client is the service itself: nobody is asked what it may know.
      loadExistingGrant: async (context) => {
        const grant = new context.oidc.provider.Grant({
          clientId: context.oidc.client!.clientId,
          accountId: context.oidc.session!.accountId!,
        })
        grant.addOIDCScope(shape.AllowedOAuthScopes.join(' '))
        await grant.save()
        return grant
      },
      renderError: (context, { error, error_description }) =>
        plain(context, 'Sign-in failed', `${error}: ${error_description ?? ''}`),
    })
    return { provider, callback: (provider as Provider).callback() }
  }
  let made: ReturnType<typeof makeProvider> | undefined
  const theProvider = () => (made ??= makeProvider())

  const interact = async (request: IncomingMessage, response: ServerResponse, uid: string): Promise<void> => {
    if (request.method !== 'POST') return html(response, 200, signInPage(uid))
    const form = await formOf(request)
    const email = form.get('email') ?? ''
    const found = users.find(email)
    if (!found || found.password !== form.get('password'))
      return html(response, 200, signInPage(uid, 'Incorrect email or password.', email))
    if (!found.signed_in) users.put({ ...found, signed_in: true })
    const { provider } = await theProvider()
    await provider.interactionFinished(request, response, { login: { accountId: found.sub } })
  }

  /** Cognito's own: https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html */
  const logOut = (response: ServerResponse, query: URLSearchParams): void => {
    const back = query.get('logout_uri') ?? ''
    if (query.get('client_id') !== resource.ref || !shape.LogoutURLs.map(readdress).includes(back)) {
      html(response, 400, page('Invalid request', '<main><h1>Invalid request</h1></main>'))
      return
    }
    const gone = ['_session', '_session.sig', '_session.legacy', '_session.legacy.sig']
    response.writeHead(302, {
      Location: back,
      'Set-Cookie': gone.map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly`),
    })
    response.end()
  }

  /** Cognito's own page for adding a passkey: https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-endpoints.html */
  const addPasskey = (response: ServerResponse, query: URLSearchParams): void => {
    const back = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== resource.ref || !shape.CallbackURLs.map(readdress).includes(back)) {
      html(response, 400, page('Invalid request', '<main><h1>Invalid request</h1></main>'))
      return
    }
    html(response, 200, passkeyPage(back))
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin)
    const uid = /^\/interaction\/([\w-]+)$/.exec(url.pathname)?.[1]
    if (uid) return interact(request, response, uid)
    if (url.pathname === '/logout') {
      logOut(response, url.searchParams)
      return
    }
    if (url.pathname === '/passkeys/add') {
      addPasskey(response, url.searchParams)
      return
    }
    const { callback } = await theProvider()
    await callback(request, response)
  }
  return {
    user: users.findOrMake,
    operations: operationsOf(pool, { id: resource.ref, secret }, users, progress),
    serve: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        if (response.headersSent) return response.destroy()
        const reason = escapeHtml((error as Error).message)
        html(response, 400, page('Sign-in failed', `<main><h1>Sign-in failed</h1><p>${reason}</p></main>`))
      })
    },
  }
}
