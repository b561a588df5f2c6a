// The user pool's place: an OpenID Connect provider with a plain form, and the users that were made or invited. Its clients
// are those of the template's pool, so what is tried here is what the pool is told.
import { generateKeyPair, randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { Interaction, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { z } from 'zod'
import { escapeHtml, page } from '../fake-platforms/html.ts'
import type { Readdress } from '../readdress.ts'
import type { State } from '../state.ts'
import { type Resource, read, type Template } from '../template.ts'
import { AwsError, type Operation } from './aws-error.ts'
import { Memory } from './provider-memory.ts'
import { formOf, html, passkeyPage, plain, signInPage } from './provider-pages.ts'

const Client = z.object({
  UserPoolId: z.string(),
  GenerateSecret: z.boolean().optional(),
  CallbackURLs: z.array(z.string()).default([]),
  LogoutURLs: z.array(z.string()).default([]),
  AllowedOAuthFlows: z.tuple([z.literal('code')]),
  AllowedOAuthScopes: z.array(z.string()),
})

interface User {
  sub: string
  email: string
  password: string
  /** Has been here: there is no first password to be told again. */
  signed_in?: true
}

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

/** The operations of Cognito that functions and the operator's command ask. */
function operationsOf(
  pool: Resource,
  client: { id: string; secret: string },
  user: (email: string) => User,
  known: (email: string) => User | undefined,
  remove: (user: User) => void,
  progress: (line: string) => void,
): UserPool['operations'] {
  const inPool = (input: unknown): Record<string, unknown> => {
    const given = input as Record<string, unknown>
    if (given.UserPoolId !== pool.ref)
      throw new AwsError(400, 'ResourceNotFoundException', `User pool ${given.UserPoolId} does not exist.`)
    if (String(given.Username ?? '').length > 128)
      throw new AwsError(
        400,
        'InvalidParameterException',
        "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must have length less than or equal to 128",
      )
    return given
  }
  return {
    'AWSCognitoIdentityProviderService.DescribeUserPoolClient': (input) => {
      if (inPool(input).ClientId !== client.id)
        throw new AwsError(400, 'ResourceNotFoundException', 'User pool client does not exist.')
      return { UserPoolClient: { UserPoolId: pool.ref, ClientId: client.id, ClientSecret: client.secret } }
    },
    'AWSCognitoIdentityProviderService.AdminCreateUser': (input) => {
      const { Username, MessageAction } = inPool(input)
      const email = String(Username)
      const found = known(email)
      if (MessageAction === 'RESEND') {
        if (!found) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.')
        if (found.signed_in)
          throw new AwsError(400, 'UnsupportedUserStateException', 'Resend not possible. The user has a password.')
      } else if (found) throw new AwsError(400, 'UsernameExistsException', 'User account already exists')
      const { sub, password } = user(email)
      progress(`a user for ${email}: password ${password}   (in AWS it is sent by mail)`)
      return { User: { Username: sub, Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' } }
    },
    'AWSCognitoIdentityProviderService.AdminGetUser': (input) => {
      const found = known(String(inPool(input).Username))
      if (!found) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.')
      const UserStatus = found.signed_in ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
      const UserAttributes = [
        { Name: 'sub', Value: found.sub },
        { Name: 'email', Value: found.email },
      ]
      return { Username: found.sub, Enabled: true, UserStatus, UserAttributes }
    },
    'AWSCognitoIdentityProviderService.AdminDeleteUser': (input) => {
      const found = known(String(inPool(input).Username))
      if (!found) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.')
      remove(found)
      return {}
    },
  }
}

/** @returns undefined where the template has no user pool. */
export async function createUserPool(around: Surroundings): Promise<UserPool | undefined> {
  const { template, state, origin, readdress, progress } = around
  const [pool] = template.resources('AWS::Cognito::UserPool')
  const [resource] = template.resources('AWS::Cognito::UserPoolClient')
  if (!pool || !resource) return undefined
  const shape = read(resource, Client)
  const users = state.collection<User>('users')
  const secrets = state.collection<string>('client-secrets')
  const secret = secrets.get(resource.ref) ?? randomBytes(24).toString('hex')
  secrets.put(resource.ref, secret)
  const keyOf = (email: string): string => email.trim().toLowerCase()
  const user = (email: string): User => {
    const known = users.get(keyOf(email))
    if (known) return known
    const made = { sub: crypto.randomUUID(), email: keyOf(email), password: randomBytes(9).toString('base64url') }
    users.put(made.email, made)
    return made
  }
  const bySub = (sub: string): User | undefined => users.all().find((one) => one.sub === sub)

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
        const found = bySub(sub)
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
    const found = users.get(keyOf(email))
    if (!found || found.password !== form.get('password'))
      return html(response, 200, signInPage(uid, 'Incorrect email or password.', email))
    if (!found.signed_in) users.put(found.email, { ...found, signed_in: true })
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
    user,
    operations: operationsOf(
      pool,
      { id: resource.ref, secret },
      user,
      (email) => users.get(keyOf(email)),
      ({ email }) => users.delete(email),
      progress,
    ),
    serve: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        if (response.headersSent) return response.destroy()
        const reason = escapeHtml((error as Error).message)
        html(response, 400, page('Sign-in failed', `<main><h1>Sign-in failed</h1><p>${reason}</p></main>`))
      })
    },
  }
}
