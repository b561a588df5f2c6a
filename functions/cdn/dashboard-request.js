// CloudFront Function (runtime 2.0; no imports): leads deep links to the one page of the dashboard, to the guides and to the
// reference, and makes of its session cookie the header that the API knows. `core/contract.ts` has the same names. Only what that
// runtime lists may be used: no optional chaining, no destructuring, no for-of.
const SESSION_COOKIE = '__Host-session'
const LOGIN_COOKIE = '__Host-login'
const SIGN_IN = '/api/v1/session/sign-in'
const CALLBACK = '/api/v1/session/callback'
const REFERENCE = '/reference'
const GUIDES = '/docs/guides'
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

/** The one value of a header or cookie; of several none is taken. */
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

function forApi(request) {
  const headers = request.headers
  NOT_FROM_OUTSIDE.forEach((name) => {
    delete headers[name]
  })
  const cookie = only(request.cookies, SESSION_COOKIE)
  const session = cookie && SESSION.test(cookie) ? cookie : undefined
  const login = only(request.cookies, LOGIN_COOKIE)
  request.cookies = {}
  headers[DASHBOARD_HEADER] = { value: '1' }
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
  if (request.uri.startsWith('/api/')) return forApi(request)
  request.cookies = {}
  const name = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (name.includes('.')) return request
  if (request.uri === REFERENCE) {
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/api/reference' } } }
  }
  // Guides are pages of their own, not of the dashboard.
  if (request.uri === GUIDES || request.uri === `${GUIDES}/`) request.uri = `${GUIDES}/index.html`
  else if (request.uri.startsWith(`${GUIDES}/`)) request.uri += '.html'
  else request.uri = '/index.html'
  return request
}
