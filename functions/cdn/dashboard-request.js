// CloudFront Function (runtime 2.0; no imports): leads deep links to the one page of the dashboard, to the guides and to the
// reference, tells assistants where to sign in, and turns its session cookie into the header that the API knows.
// `core/contract.ts` has the same names. Only what that runtime lists may be used: no optional chaining, no destructuring, no for-of.
const SESSION_COOKIE = '__Host-session'
const LOGIN_COOKIE = '__Host-login'
const SIGN_IN = '/api/v1/session/sign-in'
const CALLBACK = '/api/v1/session/callback'
/** Assistants show a key there, and never have a session. */
const MCP = '/api/mcp'
/** Roles of assistants, from most to least. */
const SCOPES = ['editor', 'author', 'viewer']
/** Metadata of OAuth, whose place below an address is fixed; what follows names the resource. */
const OAUTH_METADATA = /^\/\.well-known\/(oauth-protected-resource|oauth-authorization-server)(\/|$)/
const REFERENCE = '/reference'
const GUIDES = '/docs/guides'
/** The names of the guides. For any other name the store would answer with XML of its own. */
const GUIDE_NAMES =
  'getting-started dashboard media options keys-limits-usage webhooks errors versions platforms platforms-bluesky platforms-facebook platforms-mastodon client command-line mcp python n8n deploying operations restoring scaling benchmarks grants architecture design notices'.split(
    ' ',
  )
/** Large files, which the build packs, and where the packed ones lie: below it at the same address. */
const LARGE = '/assets/large/'
const PACKED = '/br'
const BROTLI = /^\s*br\s*(;\s*q=(1(\.0{1,3})?|0\.0{0,2}[1-9]\d{0,2})\s*)?$/i
/** Tells the API that its answer will be one of the dashboard's origin. */
const DASHBOARD_HEADER = 'x-dashboard'
/** Nothing else may come from the cookie: what reaches a key's header by it would do without its owner's knowledge. */
const SESSION = /^sps_[0-9A-Za-z]+$/

/** Headers by which a caller could say what only this function may say, or have the gateway see another method. */
const NOT_FROM_OUTSIDE = [
  'x-secret-token',
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
  'x-amz-security-token',
  'authorization',
]

/** The one value of a header or cookie; of several none is allowed. */
function only(fields, name) {
  const field = fields[name]
  return field && !field.multiValue ? field.value : undefined
}

/** Whether another site's page sent it. Browsers say so; what is no browser cannot be made to send our cookie. */
function fromElsewhere(headers) {
  if (headers['sec-fetch-site'] && only(headers, 'sec-fetch-site') !== 'same-origin') return true
  if (!headers.origin) return false
  const origin = only(headers, 'origin')
  return origin === undefined || origin.replace(/^https?:\/\//, '') !== only(headers, 'host')
}

/** Whether the viewer takes what is packed with brotli; what it takes only by `*` is not meant. */
function takesBrotli(headers) {
  const codings = only(headers, 'accept-encoding') || ''
  return codings.split(',').some((coding) => BROTLI.test(coding))
}

/** The address that the viewer asked. Only on one machine is it without TLS. */
function originOf(request) {
  const host = only(request.headers, 'host')
  return `${/^(127\.0\.0\.1|localhost)(:|$)/.test(host) ? 'http' : 'https'}://${host}`
}

/** API Gateway renames WWW-Authenticate, so the answer that tells assistants where to sign in is given here. */
function signInFirst(origin) {
  return {
    statusCode: 401,
    statusDescription: 'Unauthorized',
    headers: {
      'www-authenticate': {
        value: `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${MCP}", scope="${SCOPES.join(' ')}"`,
      },
      'cache-control': { value: 'no-store' },
    },
  }
}

/**
 * There is no stream to open (GET) and no session to end (DELETE), as the protocol has it said. The API would answer 401, for which
 * programs renew their access token and ask again, without end.
 */
const ONLY_POST = {
  statusCode: 405,
  statusDescription: 'Method Not Allowed',
  headers: { allow: { value: 'POST' }, 'cache-control': { value: 'no-store' } },
}

const NO_SUCH_GUIDE = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: { 'content-type': { value: 'text/html; charset=utf-8' }, 'cache-control': { value: 'no-store' } },
  body: `<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>No such guide</title><h1>There is no such guide</h1><p><a href="${GUIDES}">All guides</a></p></html>`,
}

/** What assistants read before they sign in (RFC 9728, RFC 8414). Anybody may read it, programs in browsers too. */
function metadataOf(what, origin) {
  const found =
    what === 'oauth-protected-resource'
      ? {
          resource: origin + MCP,
          resource_name: 'Social Publisher',
          resource_documentation: `${origin}/docs/guides/mcp`,
          authorization_servers: [origin],
          bearer_methods_supported: ['header'],
          scopes_supported: SCOPES,
        }
      : {
          issuer: origin,
          authorization_endpoint: `${origin}/connect-link`,
          token_endpoint: `${origin}/api/v1/oauth/token`,
          // The same address: what comes there as JSON registers a client.
          registration_endpoint: `${origin}/api/v1/oauth/token`,
          // Here as well: a form that names a token and no grant revokes the token.
          revocation_endpoint: `${origin}/api/v1/oauth/token`,
          revocation_endpoint_auth_methods_supported: ['none'],
          response_types_supported: ['code'],
          response_modes_supported: ['query'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          scopes_supported: SCOPES,
          client_id_metadata_document_supported: true,
          authorization_response_iss_parameter_supported: true,
          service_documentation: `${origin}/docs/guides/mcp`,
        }
  return {
    statusCode: 200,
    statusDescription: 'OK',
    headers: {
      'content-type': { value: 'application/json' },
      'cache-control': { value: 'public, max-age=300' },
      'access-control-allow-origin': { value: '*' },
    },
    body: JSON.stringify(found),
  }
}

function forMcp(request) {
  const headers = request.headers
  const authorization = only(headers, 'authorization')
  if (!authorization) return signInFirst(originOf(request))
  if (request.method !== 'POST') return ONLY_POST
  withoutCredentials(request)
  headers.authorization = { value: authorization }
  return request
}

/** Takes away what only this function may say, and says where the request came by. */
function withoutCredentials(request) {
  NOT_FROM_OUTSIDE.forEach((name) => {
    delete request.headers[name]
  })
  request.cookies = {}
  request.headers[DASHBOARD_HEADER] = { value: '1' }
}

function forApi(request) {
  const headers = request.headers
  const cookie = only(request.cookies, SESSION_COOKIE)
  const session = cookie && SESSION.test(cookie) ? cookie : undefined
  const login = only(request.cookies, LOGIN_COOKIE)
  withoutCredentials(request)
  if (request.uri === CALLBACK && login) request.cookies[LOGIN_COOKIE] = { value: login }
  // The new session takes the place of the one that the browser has.
  if (request.uri === SIGN_IN && session) request.cookies[SESSION_COOKIE] = { value: session }
  // A form or a picture of another site cannot send this header, nor may its scripts.
  if (session && only(headers, 'x-csrf') === '1' && !fromElsewhere(headers)) {
    headers['x-secret-token'] = { value: session }
  }
  return request
}

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request
  if (request.uri === MCP) return forMcp(request)
  if (request.uri.startsWith('/api/')) return forApi(request)
  const metadata = OAUTH_METADATA.exec(request.uri)
  if (metadata) return metadataOf(metadata[1], originOf(request))
  request.cookies = {}
  const name = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (name.includes('.')) {
    if (request.uri.startsWith(LARGE) && takesBrotli(request.headers)) request.uri = PACKED + request.uri
    return request
  }
  if (request.uri === REFERENCE) {
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/api/reference' } } }
  }
  // Guides are pages of their own, not of the dashboard.
  if (request.uri === GUIDES || request.uri === `${GUIDES}/`) request.uri = `${GUIDES}/index.html`
  else if (request.uri.startsWith(`${GUIDES}/`)) {
    if (!GUIDE_NAMES.includes(name) || request.uri !== `${GUIDES}/${name}`) return NO_SUCH_GUIDE
    request.uri += '.html'
  } else request.uri = '/index.html'
  return request
}
